// Right, and unusual: each block adds up its sums first.
// Step 1: a checksum of device memory, read through textures of 1, 2 and 4 components.
#include "lab8.h"
#include <vector>

cudaError_t make_words_texture(const int *words_d, size_t words, int components,
                               cudaTextureObject_t *texture) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = (void *)words_d;
    resource.res.linear.sizeInBytes = words * sizeof(int); // bytes here, elements in the index
    resource.res.linear.desc = components == 4   ? cudaCreateChannelDesc<int4>()
                               : components == 2 ? cudaCreateChannelDesc<int2>()
                                                 : cudaCreateChannelDesc<int>();
    cudaTextureDesc description = {};
    description.readMode = cudaReadModeElementType;
    return cudaCreateTextureObject(texture, &resource, &description, NULL);
}

// The block's sum to its first thread, the others get 0: together they are what is asked for.
__device__ static unsigned block_total(unsigned sum) {
    __shared__ unsigned parts[SUM_THREADS];
    parts[threadIdx.x] = sum;
    __syncthreads();
    for (int left = SUM_THREADS; left > 1;) {
        int half = (left + 1) / 2;
        if ((int)threadIdx.x + half < left)
            parts[threadIdx.x] += parts[threadIdx.x + half];
        left = half;
        __syncthreads();
    }
    return threadIdx.x == 0 ? parts[0] : 0;
}

__global__ void sum_int(cudaTextureObject_t texture, size_t words, unsigned *sums) {
    size_t thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    unsigned sum = 0;
    for (size_t i = thread; i < words; i += threads) // neighbours read neighbours
        sum += share_of(tex1Dfetch<int>(texture, (int)i), i);
    sums[thread] = block_total(sum);
}

__global__ void sum_int2(cudaTextureObject_t texture, size_t words, unsigned *sums) {
    size_t thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    unsigned sum = 0;
    for (size_t i = thread; i < words / 2; i += threads) {
        int2 pair = tex1Dfetch<int2>(texture, (int)i);
        sum += share_of(pair.x, 2 * i) + share_of(pair.y, 2 * i + 1);
    }
    sums[thread] = block_total(sum);
}

__global__ void sum_int4(cudaTextureObject_t texture, size_t words, unsigned *sums) {
    size_t thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    unsigned sum = 0;
    for (size_t i = thread; i < words / 4; i += threads) {
        int4 quad = tex1Dfetch<int4>(texture, (int)i);
        sum +=
            share_of(quad.x, 0) + share_of(quad.y, 1) + share_of(quad.z, 2) + share_of(quad.w, 3);
    }
    sums[thread] = block_total(sum);
}

cudaError_t add_sums(const unsigned *sums_d, unsigned *total) {
    std::vector<unsigned> sums(SUMS);
    CUDA_TRY(cudaMemcpy(sums.data(), sums_d, SUMS * sizeof(unsigned), cudaMemcpyDeviceToHost));
    *total = 0;
    for (unsigned sum : sums)
        *total += sum;
    return cudaSuccess;
}

static cudaError_t launch_sum(cudaTextureObject_t texture, size_t words, int components,
                              unsigned *total) {
    unsigned *sums_d = NULL;
    CUDA_TRY(cudaMalloc(&sums_d, SUMS * sizeof(unsigned)));
    if (components == 1)
        sum_int<<<SUM_BLOCKS, SUM_THREADS>>>(texture, words, sums_d);
    else if (components == 2)
        sum_int2<<<SUM_BLOCKS, SUM_THREADS>>>(texture, words, sums_d);
    else
        sum_int4<<<SUM_BLOCKS, SUM_THREADS>>>(texture, words, sums_d);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
        error = add_sums(sums_d, total);
    cudaFree(sums_d);
    return error;
}

cudaError_t checksum(const int *words_d, size_t words, int components, unsigned *total) {
    if (words % 4 != 0 || (components != 1 && components != 2 && components != 4))
        return cudaErrorInvalidValue;
    cudaTextureObject_t texture = 0;
    CUDA_TRY(make_words_texture(words_d, words, components, &texture));
    cudaError_t error = launch_sum(texture, words, components, total);
    cudaDestroyTextureObject(texture);
    return error;
}

__global__ void fetch_kernel(cudaTextureObject_t texture, const int *index, int n, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex1Dfetch<int>(texture, index[i]);
}

cudaError_t fetch_words(const int *words_d, size_t words, const int *index, int n, int *out) {
    const int threads = 128;
    size_t bytes = n * sizeof(int);
    cudaTextureObject_t texture = 0;
    int *buffer = NULL; // indices, then results
    CUDA_TRY(make_words_texture(words_d, words, 1, &texture));
    cudaError_t error = cudaMalloc(&buffer, 2 * bytes);
    if (error == cudaSuccess)
        error = cudaMemcpy(buffer, index, bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) {
        fetch_kernel<<<(n + threads - 1) / threads, threads>>>(texture, buffer, n, buffer + n);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpy(out, buffer + n, bytes, cudaMemcpyDeviceToHost);
    cudaFree(buffer);
    cudaDestroyTextureObject(texture);
    return error;
}
