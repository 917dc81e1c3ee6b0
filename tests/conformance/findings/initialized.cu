// Near-miss: everything read was written, by one way or another; gaps inside structs were not.
#include <cuda_fp16.h>

struct Padded {
    char c;
    int i;
    double d;
};

__device__ int counter; // zero from the start
__device__ float half_given[4] = {1, 2};

__global__ void members(Padded *p) {
    p[threadIdx.x].c = 1;
    p[threadIdx.x].i = 2;
    p[threadIdx.x].d = 3;
}

__global__ void whole(const Padded *p, Padded *q) {
    q[threadIdx.x] = p[threadIdx.x];
}

__global__ void some(float *out, int n) {
    if (threadIdx.x < n)
        out[threadIdx.x] = half_given[threadIdx.x % 4];
    atomicAdd(&counter, 1);
}

__global__ void bytes(char *text) {
    text[threadIdx.x] = 'a' + threadIdx.x % 26;
}

__global__ void words(const int *text, int *out) {
    out[threadIdx.x] = text[threadIdx.x];
}

struct Three {
    float x, y, z;
};

__global__ void filled(const Three *from, Three *to, float *out) {
    __shared__ float tile[32], row[8];
    if (threadIdx.x == 0) {
        memset(tile, 0, sizeof tile);
        memset(row, 0, 3 * sizeof *row);
    }
    memcpy(&to[threadIdx.x], &from[threadIdx.x], sizeof *to);
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x] + row[threadIdx.x % 3] + to[threadIdx.x].z;
}

__global__ void halves(float *out) {
    __shared__ half2 pairs[8];
    __shared__ half single[8];
    pairs[threadIdx.x] = __floats2half2_rn(1, 2);
    single[threadIdx.x] = __float2half(3);
    __syncthreads();
    out[threadIdx.x] = __low2float(pairs[7 - threadIdx.x]) + __half2float(single[7 - threadIdx.x]);
}

int main() {
    Padded *p, *q;
    Three *three;
    float *sums;
    float *rows, *few, host[100];
    char *text;
    int *out;
    size_t pitch;
    cudaMalloc(&p, 8 * sizeof(Padded));
    cudaMalloc(&q, 8 * sizeof(Padded));
    cudaMalloc(&text, 128);
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMallocPitch(&rows, &pitch, 10 * sizeof(float), 10);
    members<<<1, 8>>>(p);
    whole<<<1, 8>>>(p, q);
    cudaMemset2D(rows, pitch, 0, 10 * sizeof(float), 10);
    cudaMemcpy2D(host, 40, rows, pitch, 40, 10, cudaMemcpyDeviceToHost);
    some<<<1, 32>>>(rows, 8);
    bytes<<<1, 128>>>(text);
    words<<<1, 32>>>((int *)text, out);
    cudaMalloc(&three, 64 * sizeof(Three));
    cudaMalloc(&sums, 32 * sizeof(float));
    cudaMemset(three, 0, 32 * sizeof(Three));
    filled<<<1, 32>>>(three, three + 32, sums);
    cudaMalloc(&few, 8 * sizeof(float));
    halves<<<2, 8>>>(few);
    cudaFree(few);
    cudaFree(three);
    cudaFree(sums);
    cudaMemcpy(host, rows, 10 * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(p);
    cudaFree(q);
    cudaFree(rows);
    cudaFree(text);
    cudaFree(out);
    return cudaGetLastError() != cudaSuccess;
}
