// Right, and unusual: each time is the mean of a thousand launches.
// Step 5: what each version costs.
#include "lab10.h"
#include <stdio.h>
#include <vector>

#ifndef SKELETON
// Milliseconds of one launch of `launch`: the mean of `launches` after one that is not counted.
template <class Launch> static cudaError_t time_of(Launch launch, float *ms) {
    const int launches = 1000;
    cudaEvent_t start = NULL, stop = NULL;
    CUDA_TRY(cudaEventCreate(&start));
    CUDA_TRY(cudaEventCreate(&stop));
    launch(); // loads the kernel, warms the caches
    cudaEventRecord(start);
    for (int i = 0; i < launches; i++)
        launch();
    cudaEventRecord(stop);
    cudaError_t error = cudaEventSynchronize(stop); // a launch returns before the kernel has run
    if (error == cudaSuccess)
        error = cudaGetLastError();
    if (error == cudaSuccess)
        error = cudaEventElapsedTime(ms, start, stop);
    *ms /= launches;
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    return error;
}

// What the five kernels work on; freed whatever happens.
struct Workshop {
    float *a = NULL, *b = NULL, *c = NULL;
    cudaArray_t array_a = NULL, array_b = NULL;
    cudaTextureObject_t texture_a = 0, texture_b = 0, picture = 0;

    cudaError_t make(int size) {
        size_t count = (size_t)size * size, bytes = count * sizeof(float);
        std::vector<float> elements(count);
        for (size_t i = 0; i < count; i++)
            elements[i] = (float)(i * 37 % 257) / 256.0f;
        CUDA_TRY(cudaMalloc(&a, bytes));
        CUDA_TRY(cudaMalloc(&b, bytes));
        CUDA_TRY(cudaMalloc(&c, bytes));
        CUDA_TRY(cudaMemcpy(a, elements.data(), bytes, cudaMemcpyHostToDevice));
        CUDA_TRY(cudaMemcpy(b, elements.data(), bytes, cudaMemcpyHostToDevice));
        CUDA_TRY(make_matrix(elements.data(), size, size, &array_a, &texture_a));
        CUDA_TRY(make_matrix(elements.data(), size, size, &array_b, &texture_b));

        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array_a;
        cudaTextureDesc description = {};
        description.addressMode[0] = description.addressMode[1] = cudaAddressModeBorder;
        description.filterMode = cudaFilterModeLinear;
        description.readMode = cudaReadModeElementType;
        return cudaCreateTextureObject(&picture, &resource, &description, NULL);
    }

    ~Workshop() {
        for (cudaTextureObject_t texture : {texture_a, texture_b, picture})
            if (texture != 0)
                cudaDestroyTextureObject(texture);
        for (cudaArray_t array : {array_a, array_b})
            if (array != NULL)
                cudaFreeArray(array);
        for (float *memory : {a, b, c})
            cudaFree(memory);
    }
};
#endif

cudaError_t time_all(int size, Timing rows[TIMINGS]) {
#ifndef SKELETON
    Workshop w;
    CUDA_TRY(w.make(size));
    int blocks = (size + TILE - 1) / TILE, n = size;
    dim3 grid(blocks, blocks), block(TILE, TILE);
    const Motion turn = {0.8f, 0.6f};
    float ms[TIMINGS];
    CUDA_TRY(time_of([&] { multiply_global<<<grid, block>>>(w.a, w.b, w.c, n, n, n); }, &ms[0]));
    CUDA_TRY(time_of([&] { multiply_tiled<<<grid, block>>>(w.a, w.b, w.c, n, n, n); }, &ms[1]));
    CUDA_TRY(
        time_of([&] { multiply_texture<<<grid, block>>>(w.texture_a, w.texture_b, w.c, n, n, n); },
                &ms[2]));
    CUDA_TRY(
        time_of([&] { rotate_hardware<<<grid, block>>>(w.picture, n, n, turn, w.c); }, &ms[3]));
    CUDA_TRY(
        time_of([&] { rotate_software<<<grid, block>>>(w.a, n, n, turn, 0.0f, w.c); }, &ms[4]));

    const char *const names[TIMINGS] = {"multiply_global", "multiply_tiled", "multiply_texture",
                                        "rotate_hardware", "rotate_software"};
    for (int i = 0; i < TIMINGS; i++)
        rows[i] = {names[i], size, ms[i], ms[i] / ms[i < 3 ? 0 : 3]};
    return cudaSuccess;
#else
    // TODO: cudaEvent_t around launches; a launch returns before the kernel has run.
    (void)size, (void)rows;
    return cudaErrorNotSupported;
#endif
}

int write_csv(const char *path, const Timing *rows, int count) {
#ifndef SKELETON
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return -1;
    fprintf(file, "kernel,size,ms,ratio\n");
    for (int i = 0; i < count; i++)
        fprintf(file, "%s,%d,%.7g,%.7g\n", rows[i].name, rows[i].size, rows[i].ms, rows[i].ratio);
    bool failed = ferror(file) != 0;
    return fclose(file) != 0 || failed ? -1 : 0;
#else
    // TODO
    (void)path, (void)rows, (void)count;
    return -1;
#endif
}
