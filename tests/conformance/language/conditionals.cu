// Brackets that close differently in the branches of a conditional; dead text; __CUDA_ARCH__.
#include <cstdio>
#define USE_FLOAT
#if 0
this is not C++: "unterminated, 'too {{{ (( <<<
#endif
#ifdef USE_FLOAT
typedef float real;
__global__ void k(real *p) {
#else
typedef double real;
__global__ void k(real *p, int unused) {
#endif
    p[0] = sizeof(real);
#ifndef USE_FLOAT
    p[0] = -1; }
#else
    p[1] = 2;
}
#endif

__host__ __device__ int side() {
#ifdef __CUDA_ARCH__
    return 1;
#else
    return 0;
#endif
}
__device__ int device_only() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 500
    return 10;
#else
    return 20;
#endif
}
__global__ void arch(float *p) {
#ifdef __CUDA_ARCH__
    p[2] = __CUDA_ARCH__ >= 300;
#else
    p[2] = -1;
#endif
    p[3] = device_only();
}
#ifndef __CUDACC__
#error "nvcc defines __CUDACC__"
#endif
#if __CUDACC_VER_MAJOR__ < 11 || CUDART_VERSION < 11000
#error "an old CUDA"
#endif
#ifdef __CUDA_ARCH__
#define WHERE "device"
#else
#define WHERE "host"
#endif
int main() {
    float *p, h[4];
    cudaMalloc(&p, sizeof h);
#ifdef USE_FLOAT
    k<<<1, 1>>>
#else
    k<<<1, 2>>>
#endif
        (p);
    arch<<<1, 1>>>(p);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g %g %g %g %d %s\n", h[0], h[1], h[2], h[3], side(), WHERE);
    return 0;
}
