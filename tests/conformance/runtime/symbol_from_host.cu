// A device variable named by host code where its address is needed: the host's copy, refused.
#include "expect.h"

__device__ int d_a[4];
__global__ void read(const int *p, int *out) {
    *out = *p;
}

int main() {
    int h[4] = {1, 2, 3, 4}, *out;
    RETURNS(cudaMalloc(&out, sizeof(int)), cudaSuccess);
    RETURNS(cudaMemcpy(d_a, h, sizeof h, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    RETURNS(cudaGetLastError(), cudaErrorInvalidValue);
    read<<<1, 1>>>(d_a, out);
    RETURNS(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    RETURNS(cudaFree(out), cudaErrorIllegalAddress);
    RETURNS(cudaGetLastError(), cudaErrorIllegalAddress);
    RETURNS(cudaGetLastError(), cudaSuccess);
}
