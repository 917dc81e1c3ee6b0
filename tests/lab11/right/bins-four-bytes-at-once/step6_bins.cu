// Four bytes at a load, and the last ones apart.
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
    __shared__ unsigned own[BINS];
    const int threads = gridDim.x * blockDim.x, me = blockIdx.x * blockDim.x + threadIdx.x;
    for (int v = threadIdx.x; v < BINS; v += blockDim.x)
        own[v] = 0;
    __syncthreads();
    for (int i = me; i < n / 4; i += threads) {
        const uchar4 four = ((const uchar4 *)in)[i];
        atomicAdd(&own[four.x], 1), atomicAdd(&own[four.y], 1);
        atomicAdd(&own[four.z], 1), atomicAdd(&own[four.w], 1);
    }
    for (int i = n / 4 * 4 + me; i < n; i += threads)
        atomicAdd(&own[in[i]], 1);
    __syncthreads();
    for (int v = threadIdx.x; v < BINS; v += blockDim.x)
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
