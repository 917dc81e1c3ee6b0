// A block takes a piece of the bytes; the host takes blocks by n, and one allocation.
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
    const int piece = (n + gridDim.x - 1) / gridDim.x, first = blockIdx.x * piece;
    const int last = min(n, first + piece);
    for (int v = threadIdx.x; v < BINS; v += blockDim.x)
        own[v] = 0;
    __syncthreads();
    for (int i = first + (int)threadIdx.x; i < last; i += blockDim.x)
        atomicInc(&own[in[i]], 0xffffffffu);
    __syncthreads();
    for (int v = threadIdx.x; v < BINS; v += blockDim.x)
        atomicAdd(&bins[v], own[v]);
}

cudaError_t hHistogram(const unsigned char *in, int n, unsigned *bins) {
    const size_t bytes = BINS * sizeof *bins;
    unsigned *memory = NULL;
    cudaError_t error = cudaMalloc(&memory, bytes + n);
    if (error != cudaSuccess)
        return error;
    unsigned char *from = (unsigned char *)(memory + BINS);
    if ((error = cudaMemset(memory, 0, bytes)) == cudaSuccess &&
        (error = cudaMemcpy(from, in, n, cudaMemcpyHostToDevice)) == cudaSuccess) {
        histogram<<<1 + n / 4096, 128>>>(from, n, memory);
        if ((error = cudaGetLastError()) == cudaSuccess)
            error = cudaMemcpy(bins, memory, bytes, cudaMemcpyDeviceToHost);
    }
    cudaFree(memory);
    return error;
}
