// Right, and unusual: each time is the mean of a thousand launches.
// Step 5: is the texture path faster?
#include "lab8.h"
#include <stdio.h>
#include <string.h>

__global__ void read_texture(cudaTextureObject_t words, Pattern pattern, unsigned count, int *out) {
#ifndef SKELETON
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = tex1Dfetch<int>(words, (int)place_of(pattern, i, count));
#else
    // TODO
    (void)words, (void)pattern, (void)count, (void)out;
#endif
}

__global__ void read_ldg(const int *words, Pattern pattern, unsigned count, int *out) {
#ifndef SKELETON
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = __ldg(words + place_of(pattern, i, count));
#else
    // TODO: __ldg reads through the cache that textures use, without a texture.
    (void)words, (void)pattern, (void)count, (void)out;
#endif
}

__global__ void read_plain(const int *words, Pattern pattern, unsigned count, int *out) {
#ifndef SKELETON
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = words[place_of(pattern, i, count)];
#else
    // TODO
    (void)words, (void)pattern, (void)count, (void)out;
#endif
}

#ifndef SKELETON
struct Source {
    const int *words;
    cudaTextureObject_t texture;
    unsigned count;
    int *out;
};

static void launch(const Source &s, Path path, Pattern pattern) {
    const unsigned threads = 256, blocks = (s.count + threads - 1) / threads;
    if (path == THROUGH_TEXTURE)
        read_texture<<<blocks, threads>>>(s.texture, pattern, s.count, s.out);
    else if (path == THROUGH_LDG)
        read_ldg<<<blocks, threads>>>(s.words, pattern, s.count, s.out);
    else
        read_plain<<<blocks, threads>>>(s.words, pattern, s.count, s.out);
}

static cudaError_t bandwidth_of(const Source &s, Path path, Pattern pattern, float *gb_per_s) {
    const int launches = 1000;
    cudaEvent_t start = NULL, stop = NULL;
    CUDA_TRY(cudaEventCreate(&start));
    CUDA_TRY(cudaEventCreate(&stop));
    launch(s, path, pattern); // loads the kernel, warms the caches
    cudaEventRecord(start);
    for (int i = 0; i < launches; i++)
        launch(s, path, pattern);
    cudaEventRecord(stop);
    cudaError_t error = cudaEventSynchronize(stop);
    if (error == cudaSuccess)
        error = cudaGetLastError();
    float ms = 0;
    if (error == cudaSuccess)
        error = cudaEventElapsedTime(&ms, start, stop);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    double bytes = 2.0 * sizeof(int) * s.count * launches;
    *gb_per_s = (float)(bytes / (ms * 1.0e6));
    return error;
}

static cudaError_t measure_source(Source s, int patterns, int mapped, Bandwidth *rows) {
    CUDA_TRY(make_words_texture(s.words, s.count, 1, &s.texture));
    cudaError_t error = cudaMalloc(&s.out, s.count * sizeof(int));
    for (int i = 0; i < patterns * PATHS && error == cudaSuccess; i++) {
        rows[i] = {(Pattern)(i / PATHS), (Path)(i % PATHS), mapped, 0.0f};
        error = bandwidth_of(s, rows[i].path, rows[i].pattern, &rows[i].gb_per_s);
    }
    cudaFree(s.out);
    cudaDestroyTextureObject(s.texture);
    return error;
}
#endif

cudaError_t measure_paths(unsigned count, Bandwidth rows[PATTERNS * PATHS + PATHS]) {
#ifndef SKELETON
    size_t bytes = count * sizeof(int);
    int *device = NULL, *host = NULL, *mapped = NULL;
    CUDA_TRY(cudaMalloc(&device, bytes));
    cudaError_t error = cudaMemset(device, 1, bytes);
    if (error == cudaSuccess)
        error = measure_source({device, 0, count, NULL}, PATTERNS, 0, rows);
    cudaFree(device);
    if (error == cudaSuccess)
        error = cudaHostAlloc(&host, bytes, cudaHostAllocMapped);
    if (error != cudaSuccess)
        return error;
    memset(host, 1, bytes);
    error = cudaHostGetDevicePointer(&mapped, host, 0);
    if (error == cudaSuccess)
        error = measure_source({mapped, 0, count, NULL}, 1, 1, rows + PATTERNS * PATHS);
    cudaFreeHost(host);
    return error;
#else
    // TODO: cudaEvent_t around launches; a launch returns before the kernel has run.
    (void)count, (void)rows;
    return cudaErrorNotSupported;
#endif
}

int write_csv(const char *path, const Bandwidth *rows, int count) {
#ifndef SKELETON
    static const char *const patterns[] = {"COALESCED", "UNALIGNED", "STRIDED", "RANDOM"};
    static const char *const paths[] = {"TEXTURE", "LDG", "PLAIN"};
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return -1;
    fprintf(file, "pattern,path,memory,gb_per_s\n");
    for (int i = 0; i < count; i++)
        fprintf(file, "%s,%s,%s,%.6g\n", patterns[rows[i].pattern], paths[rows[i].path],
                rows[i].mapped ? "mapped" : "device", rows[i].gb_per_s);
    bool failed = ferror(file) != 0;
    return fclose(file) != 0 || failed ? -1 : 0;
#else
    // TODO
    (void)path, (void)rows, (void)count;
    return -1;
#endif
}
