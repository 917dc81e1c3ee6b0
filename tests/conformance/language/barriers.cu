// __syncthreads in loops and conditions that all threads take, its counting forms, early returns.
#include <cstdio>

__global__ void scan(int *data, int n) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = data[t];
    for (int step = 1; step < n; step *= 2) {
        __syncthreads();
        int left = t >= step ? s[t - step] : 0;
        __syncthreads();
        s[t] += left;
    }
    data[t] = s[t];
}
__global__ void counts(int *out) {
    int c = __syncthreads_count(threadIdx.x % 3 == 0);
    int a = __syncthreads_and(threadIdx.x < 64), b = __syncthreads_and(threadIdx.x < 63);
    int o = __syncthreads_or(threadIdx.x == 5), p = __syncthreads_or(threadIdx.x == 500);
    if (threadIdx.x == 63) {
        out[0] = c;
        out[1] = a != 0;
        out[2] = b != 0;
        out[3] = o != 0;
        out[4] = p != 0;
    }
}
__global__ void leave_early(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t >= n)
        return;
    s[t] = t;
    __syncthreads();
    out[t] = s[n - 1 - t];
}
__device__ void in_function(int *s, int t) {
    if (blockDim.x > 1) {
        s[t] = t * t;
        __syncthreads();
    }
}
__global__ void nested(int *out) {
    __shared__ int s[64];
    in_function(s, threadIdx.x);
    out[threadIdx.x] = s[63 - threadIdx.x];
}

int main() {
    int h[256], *d;
    for (int i = 0; i < 256; i++)
        h[i] = i;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    scan<<<1, 256>>>(d, 256);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("scan %d %d %d\n", h[1], h[100], h[255]);
    counts<<<1, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("counts %d %d %d %d %d\n", h[0], h[1], h[2], h[3], h[4]);
    leave_early<<<1, 64>>>(d, 40);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("early %d %d\n", h[0], h[39]);
    nested<<<2, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("nested %d %d\n", h[0], h[60]);
    cudaFree(d);
    return 0;
}
