// What g++ would put in place of a small copy is seen as a copy is: nvcc takes all of these.
#include <cstring>

__global__ void k(char *p, int n) {
    __builtin_memcpy(p + 60, p + n, 7);       // FINDS: out-of-bounds-write
    __builtin_memset(p + 61, n, 7);           // FINDS: out-of-bounds-write
    __builtin_modff(1.5f, (float *)(p + 64)); // FINDS: out-of-bounds-write
}

int main() {
    char *p;
    cudaMalloc(&p, 64);
    cudaMemset(p, 0, 64);
    k<<<1, 1>>>(p, 3);
    cudaDeviceSynchronize();
    cudaFree(p);
}
