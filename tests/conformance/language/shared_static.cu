// Static shared memory: arrays of several dimensions, several in one declaration, structs, templates.
#include <cstdio>
#define N 64

struct pair {
    int first;
    float second;
};

__global__ void reverse(int *d, int n) {
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = d[blockIdx.x * n + t];
    __syncthreads();
    d[blockIdx.x * n + t] = s[n - 1 - t];
}
__global__ void transpose(const float *in, float *out) {
    __shared__ float tile[8][8 + 1], other[8][8];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 8 + threadIdx.x];
    other[threadIdx.x][threadIdx.y] = tile[threadIdx.y][threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 8 + threadIdx.x] =
        tile[threadIdx.x][threadIdx.y] * 1000 + other[threadIdx.y][threadIdx.x];
}
template <typename T, int SIZE> __global__ void sum(const T *in, T *out) {
    static __shared__ T part[SIZE];
    part[threadIdx.x] = in[threadIdx.x];
    for (int step = SIZE / 2; step > 0; step /= 2) {
        __syncthreads();
        if (threadIdx.x < step)
            part[threadIdx.x] += part[threadIdx.x + step];
    }
    if (threadIdx.x == 0)
        *out = part[0];
}
__device__ int rotated(int x) {
    __shared__ int buffer[32];
    buffer[threadIdx.x] = x;
    __syncthreads();
    return buffer[(threadIdx.x + 1) % 32];
}
__global__ void others(int *out) {
    __shared__ pair p;
    __shared__ volatile int flag;
    __shared__ double __align__(16) d[2];
    if (threadIdx.x == 5) {
        p.first = 41;
        p.second = 0.5f;
        flag = 1;
        d[1] = 2.25;
    }
    __syncthreads();
    int r = rotated(threadIdx.x);
    if (threadIdx.x == 31) {
        out[0] = p.first + flag;
        out[1] = (int)(p.second * 10 + d[1] * 4);
        out[2] = r;
        out[3] = (int)((size_t)d % 16);
    }
}
__shared__ int at_file_scope[32];
__global__ void file_scope(int *out) {
    at_file_scope[threadIdx.x] = threadIdx.x + blockIdx.x;
    __syncthreads();
    out[blockIdx.x] = at_file_scope[31 - threadIdx.x % 1];
}

int main() {
    int h[2 * N], *d;
    float f[64], *a, *b;
    for (int i = 0; i < 2 * N; i++)
        h[i] = i;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&a, sizeof f);
    cudaMalloc(&b, sizeof f);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    reverse<<<2, N>>>(d, N);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("reverse %d %d %d %d\n", h[0], h[N - 1], h[N], h[2 * N - 1]);
    for (int i = 0; i < 64; i++)
        f[i] = i;
    cudaMemcpy(a, f, sizeof f, cudaMemcpyHostToDevice);
    transpose<<<1, dim3(8, 8)>>>(a, b);
    cudaMemcpy(f, b, sizeof f, cudaMemcpyDeviceToHost);
    printf("transpose %g %g %g\n", f[1], f[8], f[63]);
    sum<float, 64><<<1, 64>>>(a, b);
    cudaMemcpy(f, b, sizeof(float), cudaMemcpyDeviceToHost);
    printf("sum %g\n", f[0]);
    sum<int, 32><<<1, 32>>>(d, d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("sum %d\n", h[0]);
    others<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("others %d %d %d %d\n", h[0], h[1], h[2], h[3]);
    file_scope<<<2, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("file scope %d %d\n", h[0], h[1]);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    cudaFree(d);
    cudaFree(a);
    cudaFree(b);
    return 0;
}
