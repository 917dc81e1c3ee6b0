// Freed memory stays unmapped: a kernel that still uses it gets an illegal address.
// device: cpu
#include "expect.h"

__global__ void write(int *p) {
    p[threadIdx.x] = 1;
}

int main() {
    int *d, *e;
    cudaMalloc(&d, 64);
    cudaFree(d);
    cudaMalloc(&e, 64);
    EXPECT(d != e);
    RETURNS(cudaMemset(d, 0, 64), cudaErrorInvalidValue);
    RETURNS(cudaFree(d), cudaErrorInvalidValue);
    cudaGetLastError();
    write<<<1, 16>>>(d);
    RETURNS(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
}
