// Instructions in asm that CUDA has a function for, and statements for the compiler alone.
#include <cstdio>

__global__ void turn_round(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    asm volatile("bar.sync 0;");
    asm volatile("" ::: "memory");
    out[threadIdx.x] = s[63 - threadIdx.x];
    asm volatile("membar.gl;" ::: "memory");
    __asm__ __volatile__("membar.cta;" ::: "memory");
}

__global__ void stop(int *out) {
    if (out[threadIdx.x] == 23)
        asm("trap;");
}

int main() {
    int *out, h[64];
    cudaMalloc(&out, sizeof h);
    turn_round<<<1, 64>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[40]);
    stop<<<1, 64>>>(out);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
