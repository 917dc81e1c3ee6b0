// Reads outside global, constant, shared and __device__ arrays, one element and many.
#include <cstdio>

__constant__ float weights[4];
__constant__ float neighbour[4];
__device__ int table[10];

__global__ void past_the_end(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        out[i] = in[i]; // FINDS: out-of-bounds-read
}

__global__ void before_the_start(const int *in, int *out) {
    int i = threadIdx.x;
    out[i] = in[i - 1]; // FINDS: out-of-bounds-read
}

__global__ void into_the_neighbour(float *out) {
    int i = threadIdx.x;
    out[i] = weights[i] + neighbour[i % 4]; // FINDS: out-of-bounds-read
}

__global__ void far_behind_shared(int *out) {
    __shared__ int tile[32];
    tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    const int *p = tile;
    out[threadIdx.x] = p[threadIdx.x + 1]; // FINDS: out-of-bounds-read
}

__global__ void more_than_launched(int *out) {
    extern __shared__ int buffer[];
    buffer[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = buffer[threadIdx.x + 1]; // FINDS: out-of-bounds-read
}

__global__ void device_variable(int *out) {
    out[threadIdx.x] = table[threadIdx.x]; // FINDS: out-of-bounds-read
}

__global__ void half_a_vector(const float *in, float *out) {
    const float2 *pairs = reinterpret_cast<const float2 *>(in);
    float2 v = pairs[threadIdx.x]; // FINDS: out-of-bounds-read
    out[threadIdx.x] = v.x + v.y;
}

int main() {
    int *in, *out;
    float *odd;
    cudaMalloc(&in, 100 * sizeof(int));
    cudaMalloc(&out, 128 * sizeof(int));
    cudaMalloc(&odd, 7 * sizeof(float));
    cudaMemset(in, 0, 100 * sizeof(int));
    cudaMemset(odd, 0, 7 * sizeof(float));
    past_the_end<<<2, 64>>>(in, out, 100);
    before_the_start<<<1, 32>>>(in, out);
    into_the_neighbour<<<1, 5>>>((float *)out);
    far_behind_shared<<<1, 32>>>(out);
    more_than_launched<<<1, 32, 32 * sizeof(int)>>>(out);
    device_variable<<<1, 11>>>(out);
    half_a_vector<<<1, 4>>>(odd, (float *)out);
    if (cudaDeviceSynchronize() != cudaSuccess)
        printf("the launch failed\n");
    cudaFree(in);
    cudaFree(out);
    cudaFree(odd);
}
