// Arithmetic in a rounding mode of its own, in loops so long that threads take turns: none of them
// meets the mode of another.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

enum { THREADS = 64, BLOCKS = 4, TURNS = 40000 };

__device__ float walk(float x, const volatile int *more) {
    for (int i = 0; i < TURNS + *more; i++) {
        x = __fsqrt_rz(x + 1.0f / 3.0f) + __fdiv_ru(x, 7.0f);
        x = __fmaf_rd(x, 0.3f, __fadd_ru(x, 1e-8f)) * 0.7f;
    }
    return x;
}

__global__ void walk_all(float *out, const int *more) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = walk(2.0f, more);
}

int main() {
    float *out, alone, found[BLOCKS * THREADS];
    int *more, different = 0;
    cudaMalloc(&out, sizeof found);
    cudaMalloc(&more, sizeof *more);
    cudaMemset(more, 0, sizeof *more);
    walk_all<<<1, 1>>>(out, more);
    cudaMemcpy(&alone, out, sizeof alone, cudaMemcpyDeviceToHost);
    walk_all<<<BLOCKS, THREADS>>>(out, more);
    cudaMemcpy(found, out, sizeof found, cudaMemcpyDeviceToHost);
    for (float x : found)
        different += x != alone;
    printf("%d of %d threads differ from one alone: %s\n", different, BLOCKS * THREADS,
           cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(out);
    cudaFree(more);
    return 0;
}
