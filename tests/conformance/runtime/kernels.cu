// Attributes of kernels, occupancy, launches by address.
#include "expect.h"

__global__ void tile(const float *in, float *out) {
    __shared__ float s[1024];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
template <class T> __global__ void fill(T *p, T v) {
    p[threadIdx.x] = v;
}

__device__ int no_kernel(int a) {
    return a;
}

int main() {
    cudaFuncAttributes a;
    RETURNS(cudaFuncGetAttributes(&a, tile), cudaSuccess);
    EXPECT(a.sharedSizeBytes == 4096 && a.maxThreadsPerBlock == 1024 && a.numRegs > 0);
    RETURNS(cudaFuncGetAttributes(&a, fill<int>), cudaSuccess);
    EXPECT(a.sharedSizeBytes == 0);
    const cudaError_t by_address = cudaFuncGetAttributes(&a, (const void *)tile);
    EXPECT(by_address == cudaSuccess && a.sharedSizeBytes == 4096);
    RETURNS(cudaFuncSetCacheConfig(tile, cudaFuncCachePreferShared), cudaSuccess);

    int blocks = 0, grid = 0, block = 0;
    RETURNS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, tile, 256, 0), cudaSuccess);
    EXPECT(blocks >= 1 && blocks * 256 <= 2048);
    RETURNS(cudaOccupancyMaxPotentialBlockSize(&grid, &block, fill<float>), cudaSuccess);
    EXPECT(grid > 0 && block % 32 == 0 && block <= 1024);

    cudaFuncAttributes none;
    RETURNS(cudaFuncGetAttributes(&none, no_kernel), cudaErrorInvalidResourceHandle);
    RETURNS(cudaGetLastError(), cudaErrorInvalidResourceHandle);

    int *d, h[32], value = 9;
    RETURNS(cudaMalloc(&d, sizeof h), cudaSuccess);
    void *arguments[] = {&d, &value};
    RETURNS(cudaLaunchKernel(fill<int>, dim3(1), dim3(32), arguments, 0, 0), cudaSuccess);
    RETURNS(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT(h[0] == 9 && h[31] == 9);
    RETURNS(cudaFree(d), cudaSuccess);
}
