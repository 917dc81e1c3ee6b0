// Right, and unusual: a fetch for each of the first segments.
// Step 2: more memory than one texture covers.
#include "lab8.h"

cudaError_t quads_limit(size_t *quads) {
    int device;
    CUDA_TRY(cudaGetDevice(&device));
    cudaChannelFormatDesc format = cudaCreateChannelDesc<int4>();
    return cudaDeviceGetTexture1DLinearMaxWidth(quads, &format, device);
}

cudaError_t make_segments(const int *words_d, size_t words, size_t quads_each, int count,
                          Segments *segments) {
    size_t quads = words / 4;
    if (words < 4 || words % 4 != 0 || count < 1 || count > MAX_SEGMENTS || quads_each < 1 ||
        (quads + quads_each - 1) / quads_each > (size_t)count)
        return cudaErrorInvalidValue;
    Segments made = {};
    made.quads_each = quads_each;
    for (; made.count < count; made.count++) {
        size_t first = made.count * quads_each;
        if (first >= quads)
            first = 0; // not needed, but a texture that is passed to a kernel must be one
        size_t rest = quads - first;
        cudaError_t error =
            make_words_texture(words_d + 4 * first, 4 * (rest < quads_each ? rest : quads_each), 4,
                               &made.texture[made.count]);
        if (error != cudaSuccess) {
            free_segments(&made);
            return error;
        }
    }
    *segments = made;
    return cudaSuccess;
}

cudaError_t free_segments(Segments *segments) {
    cudaError_t first = cudaSuccess;
    for (int s = 0; s < segments->count; s++) {
        cudaError_t error = cudaDestroyTextureObject(segments->texture[s]);
        first = first == cudaSuccess ? error : first;
    }
    *segments = {};
    return first;
}

__device__ int4 fetch_quad(const Segments &segments, size_t quad) {
    // The classic way: peel segments off until the quad lies in this one.
    int segment = 0;
    while (segment + 1 < segments.count && quad >= segments.quads_each) {
        quad -= segments.quads_each;
        segment++;
    }
    switch (segment) {
    case 0:
        return tex1Dfetch<int4>(segments.texture[0], (int)quad);
    case 1:
        return tex1Dfetch<int4>(segments.texture[1], (int)quad);
    default:
        return tex1Dfetch<int4>(segments.texture[segment], (int)quad);
    }
}

__global__ void sum_segments(Segments segments, size_t words, unsigned *sums) {
    size_t thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    unsigned sum = 0;
    for (size_t i = thread; i < words / 4; i += threads) {
        int4 quad = fetch_quad(segments, i);
        sum +=
            share_of(quad.x, 0) + share_of(quad.y, 1) + share_of(quad.z, 2) + share_of(quad.w, 3);
    }
    sums[thread] = sum;
}

cudaError_t checksum_segments(const int *words_d, size_t words, size_t quads_each, int count,
                              unsigned *total) {
    Segments segments = {};
    unsigned *sums_d = NULL;
    CUDA_TRY(make_segments(words_d, words, quads_each, count, &segments));
    cudaError_t error = cudaMalloc(&sums_d, SUMS * sizeof(unsigned));
    if (error == cudaSuccess) {
        sum_segments<<<SUM_BLOCKS, SUM_THREADS>>>(segments, words, sums_d);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = add_sums(sums_d, total);
    cudaFree(sums_d);
    free_segments(&segments);
    return error;
}

cudaError_t allocate_words(size_t bytes, Memory *memory) {
    Memory made = {NULL, NULL, "device memory"};
    cudaError_t error = cudaMalloc(&made.device, bytes);
    if (error == cudaErrorMemoryAllocation) {
        cudaGetLastError(); // dealt with: the next check must not find it
        made.note = "mapped host memory, because device memory has no such room";
        error = cudaHostAlloc(&made.host, bytes, cudaHostAllocMapped);
        if (error == cudaSuccess)
            error = cudaHostGetDevicePointer(&made.device, made.host, 0);
        if (error != cudaSuccess && made.host != NULL)
            cudaFreeHost(made.host);
    }
    if (error != cudaSuccess) {
        cudaGetLastError();
        return error;
    }
    *memory = made;
    return cudaSuccess;
}

cudaError_t free_words(Memory *memory) {
    cudaError_t error =
        memory->host != NULL ? cudaFreeHost(memory->host) : cudaFree(memory->device);
    *memory = {};
    return error;
}
