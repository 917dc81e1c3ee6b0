// An illegal address ends the device: every later call but cudaGetLastError returns the error.
#include "expect.h"

__global__ void write(int *p) {
    p[threadIdx.x] = 1;
}

int main() {
    int *d;
    RETURNS(cudaMalloc(&d, 64), cudaSuccess);
    write<<<1, 32>>>((int *)0x10);
    RETURNS(cudaGetLastError(), cudaSuccess);
    RETURNS(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    RETURNS(cudaGetLastError(), cudaErrorIllegalAddress);
    RETURNS(cudaGetLastError(), cudaSuccess);
    RETURNS(cudaMalloc(&d, 64), cudaErrorIllegalAddress);
    write<<<1, 1>>>(d);
    RETURNS(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
}
