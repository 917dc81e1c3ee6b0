// A class without a default constructor lives on across a barrier.
#include <cstdio>

struct Interval {
    int from, to;
    __device__ Interval(int a, int b) : from(a), to(b) {}
};
__device__ Interval interval(int from, int to) {
    return Interval(from, to);
}

__global__ void classes(int *out) {
    Interval mine = interval(threadIdx.x, out[threadIdx.x]);
    __syncthreads();
    out[threadIdx.x ^ 1] = mine.to - mine.from;
}

__global__ void plain(int *out) {
    int mine = out[threadIdx.x];
    __syncthreads();
    out[threadIdx.x ^ 1] = mine;
}

int main() {
    int h[32], *d;
    for (int i = 0; i < 32; i++)
        h[i] = i * i;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    classes<<<1, 32>>>(d);
    plain<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        printf("%d ", h[i]);
    puts("");
    cudaFree(d);
}
