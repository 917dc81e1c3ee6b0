#include <stdio.h>
__global__ void k(int *p) {
    p[threadIdx.x] = threadIdx.x * 2;
    if (threadIdx.x == 3)
        printf("no CUDA include at all: %d\n", p[3]);
}

int main() {
    int *p;
    cudaMalloc(&p, 4 * sizeof(int));
    k<<<1, 4>>>(p);
    return cudaDeviceSynchronize() != cudaSuccess;
}
