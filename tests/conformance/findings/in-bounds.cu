// Near-miss: last elements, flattened rows, one-past-the-end pointers, vectors, guarded tails.
#include <cstdio>

struct Vertex {
    float x, y, z;
    char tag;
};

__constant__ float weights[5];
__device__ int table[4][4];

__global__ void last_element(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[n - 1 - i];
}

__global__ void flattened(float *out) {
    __shared__ float tile[8][8];
    int i = threadIdx.x;
    tile[0][i] = i; // the whole tile through its first row
    __syncthreads();
    table[0][i % 16] = 1;
    out[i] = tile[i / 8][i % 8] + weights[i % 5];
}

__global__ void end_pointer(const int *in, int n, int *out) {
    int sum = 0;
    for (const int *p = in, *end = &in[n]; p != end; p++)
        sum += *p;
    *out = sum;
}

__global__ void vectors(const float4 *in, Vertex *v, float *out) {
    float4 a = in[threadIdx.x];
    Vertex copy = v[threadIdx.x];
    copy.tag = 1;
    v[threadIdx.x] = copy;
    out[threadIdx.x] = a.x + a.w + copy.z;
}

__global__ void dynamic_split(int *out) {
    extern __shared__ int buffer[];
    int *first = buffer, *second = buffer + blockDim.x;
    first[threadIdx.x] = threadIdx.x;
    second[threadIdx.x] = 2 * threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = first[blockDim.x - 1 - threadIdx.x] + second[threadIdx.x];
}

int main() {
    int *in, *out;
    float4 *quads;
    Vertex *vertices;
    cudaMalloc(&in, 100 * sizeof(int));
    cudaMalloc(&out, 100 * sizeof(int));
    cudaMalloc(&quads, 32 * sizeof(float4));
    cudaMalloc(&vertices, 32 * sizeof(Vertex));
    cudaMemset(in, 1, 100 * sizeof(int));
    cudaMemset(quads, 0, 32 * sizeof(float4));
    cudaMemset(vertices, 0, 32 * sizeof(Vertex));
    last_element<<<2, 64>>>(in, out, 100);
    flattened<<<1, 64>>>((float *)out);
    end_pointer<<<1, 1>>>(in, 100, out);
    vectors<<<1, 32>>>(quads, vertices, (float *)out);
    dynamic_split<<<1, 32, 64 * sizeof(int)>>>(out);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    cudaFree(in);
    cudaFree(out);
    cudaFree(quads);
    cudaFree(vertices);
}
