// Step 2: more memory than one texture covers.
#include "lab8.h"

cudaError_t quads_limit(size_t *quads) {
#ifndef SKELETON
    int device;
    CUDA_TRY(cudaGetDevice(&device));
    cudaChannelFormatDesc format = cudaCreateChannelDesc<int4>();
    return cudaDeviceGetTexture1DLinearMaxWidth(quads, &format, device);
#else
    // TODO: the device knows; the 2^27 of the textbooks is history.
    (void)quads;
    return cudaErrorNotSupported;
#endif
}

cudaError_t make_segments(const int *words_d, size_t words, size_t quads_each, int count,
                          Segments *segments) {
#ifndef SKELETON
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
#else
    // TODO: where does texture s begin, and how much is left for it? A multiple of quads_each
    // leaves no remainder, which does not mean an empty texture.
    (void)words_d, (void)words, (void)quads_each, (void)count, (void)segments;
    return cudaErrorNotSupported;
#endif
}

cudaError_t free_segments(Segments *segments) {
#ifndef SKELETON
    cudaError_t first = cudaSuccess;
    for (int s = 0; s < segments->count; s++) {
        cudaError_t error = cudaDestroyTextureObject(segments->texture[s]);
        first = first == cudaSuccess ? error : first;
    }
    *segments = {};
    return first;
#else
    // TODO
    (void)segments;
    return cudaErrorNotSupported;
#endif
}

__device__ int4 fetch_quad(const Segments &segments, size_t quad) {
#ifndef SKELETON
    // One fetch whatever the segment: the handle is chosen, not the code. Neighbouring threads read
    // neighbouring quads, so a warp nearly always chooses the same handle.
    int segment = (int)(quad / segments.quads_each);
    return tex1Dfetch<int4>(segments.texture[segment], (int)(quad - segment * segments.quads_each));
#else
    // TODO: which texture, and which element of it?
    (void)segments, (void)quad;
    return make_int4(0, 0, 0, 0);
#endif
}

__global__ void sum_segments(Segments segments, size_t words, unsigned *sums) {
#ifndef SKELETON
    size_t thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    unsigned sum = 0;
    for (size_t i = thread; i < words / 4; i += threads) {
        int4 quad = fetch_quad(segments, i);
        sum +=
            share_of(quad.x, 0) + share_of(quad.y, 1) + share_of(quad.z, 2) + share_of(quad.w, 3);
    }
    sums[thread] = sum;
#else
    // TODO: as sum_int4, with fetch_quad.
    (void)segments, (void)words, (void)sums;
#endif
}

cudaError_t checksum_segments(const int *words_d, size_t words, size_t quads_each, int count,
                              unsigned *total) {
#ifndef SKELETON
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
#else
    // TODO
    (void)words_d, (void)words, (void)quads_each, (void)count, (void)total;
    return cudaErrorNotSupported;
#endif
}

cudaError_t allocate_words(size_t bytes, Memory *memory) {
#ifndef SKELETON
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
#else
    // TODO: cudaMalloc; when it says cudaErrorMemoryAllocation, cudaHostAlloc and its device
    // pointer.
    (void)bytes, (void)memory;
    return cudaErrorNotSupported;
#endif
}

cudaError_t free_words(Memory *memory) {
#ifndef SKELETON
    cudaError_t error =
        memory->host != NULL ? cudaFreeHost(memory->host) : cudaFree(memory->device);
    *memory = {};
    return error;
#else
    // TODO: what came from cudaHostAlloc goes back by another call than what came from cudaMalloc.
    (void)memory;
    return cudaErrorNotSupported;
#endif
}
