// The block has one word, which its threads add to by atomic operations.
#include "lab11.h"

__global__ void sumWords(const unsigned *in, int n, unsigned *sum) {
    __shared__ unsigned block;
    if (threadIdx.x == 0)
        block = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&block, in[i]);
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1 && block != 0)
        atomicAdd(sum, block);
}

__global__ void histogram(const unsigned char *in, int n, unsigned *bins) {
    __shared__ unsigned own[BINS];
    for (int v = threadIdx.x; v < BINS; v += blockDim.x)
        own[v] = 0;
    __syncthreads(); // all are 0
    const int all = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
        atomicAdd(&own[in[i]], 1);
    __syncthreads(); // all is counted
    for (int v = threadIdx.x; v < BINS; v += blockDim.x)
        if (own[v] > 0)
            atomicAdd(&bins[v], own[v]);
}

cudaError_t hHistogram(const unsigned char *in, int n, unsigned *bins) {
    unsigned char *bytes = NULL;
    unsigned *counts = NULL;
    cudaError_t error = cudaMalloc(&bytes, n);
    if (error == cudaSuccess)
        error = cudaMalloc(&counts, BINS * sizeof *counts);
    if (error == cudaSuccess)
        error = cudaMemcpy(bytes, in, n, cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
        error = cudaMemset(counts, 0, BINS * sizeof *counts);
    if (error == cudaSuccess) {
        histogram<<<64, 256>>>(bytes, n, counts);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpy(bins, counts, BINS * sizeof *bins, cudaMemcpyDeviceToHost);
    cudaFree(counts);
    cudaFree(bytes);
    return error;
}
