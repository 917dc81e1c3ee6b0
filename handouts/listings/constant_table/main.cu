// A table in constant memory that another file uses too: nvcc -rdc=true main.cu print.cu
#include <stdio.h>

__constant__ int c_a[4];

__global__ void gPrint(void); // print.cu

int main() {
    int a[4];
    for (int i = 0; i < 4; i++)
        a[i] = -2 * i;
    cudaMemcpyToSymbol(c_a, a, sizeof a);
    gPrint<<<1, 4>>>();
    cudaDeviceSynchronize();
    return 0;
}
