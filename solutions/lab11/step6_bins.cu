// Step 6: a sum and a histogram, with few atomic operations on global memory.
#include "lab11.h"

#ifndef SKELETON
__global__ void sumWords(const unsigned *in, int n, unsigned *sum) {
    __shared__ unsigned part[1024];
    unsigned mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        mine += in[i];
    part[threadIdx.x] = mine;
    for (int count = blockDim.x, half; count > 1; count = half) {
        half = (count + 1) / 2;
        __syncthreads(); // what is added is there
        if (threadIdx.x < count / 2)
            part[threadIdx.x] += part[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        atomicAdd(sum, part[0]);
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
#else
__global__ void sumWords(const unsigned *in, int n, unsigned *sum) {
    // TODO: each thread adds up its words, the block adds up its threads' sums, one thread adds to
    // *sum.
}

__global__ void histogram(const unsigned char *in, int n, unsigned *bins) {
    // TODO: bins of the block's own, from 0 on; then those are added to the others.
}

cudaError_t hHistogram(const unsigned char *in, int n, unsigned *bins) {
    return cudaErrorNotSupported; // TODO: what must the bins hold before the launch?
}
#endif
