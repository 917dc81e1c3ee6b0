// Four sets of bins a block, for a quarter of its threads each.
#include "lab11.h"

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
    __shared__ unsigned own[4][BINS];
    for (int v = threadIdx.x; v < 4 * BINS; v += blockDim.x)
        own[v / BINS][v % BINS] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&own[threadIdx.x & 3][in[i]], 1u);
    __syncthreads();
    for (int v = threadIdx.x; v < BINS; v += blockDim.x) {
        const unsigned count = own[0][v] + own[1][v] + own[2][v] + own[3][v];
        atomicAdd(bins + v, count);
    }
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
