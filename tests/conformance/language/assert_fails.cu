// An assert that fails in a kernel is an error of the launch, not the end of the program.
#include <cassert>
#include <cstdio>
__global__ void k(int n) {
    assert(n == 4);
}
int main() {
    k<<<1, 1>>>(4);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    k<<<1, 2>>>(5);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    int *p;
    printf("%s\n", cudaGetErrorName(cudaMalloc(&p, 4)));
    return 0;
}
