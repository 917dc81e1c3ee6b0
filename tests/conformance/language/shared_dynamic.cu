// Dynamic shared memory: one block whatever its names and types.
#include <cstdio>

extern __shared__ float at_file_scope[];

__global__ void floats(float *out, int n) {
    extern __shared__ float values[];
    values[threadIdx.x] = threadIdx.x * 1.5f;
    __syncthreads();
    out[threadIdx.x] = values[n - 1 - threadIdx.x];
}
__global__ void bytes(int *out) {
    extern __shared__ __align__(16) unsigned char raw[];
    double *d = (double *)raw;
    int *i = (int *)(d + 4);
    if (threadIdx.x < 4)
        d[threadIdx.x] = threadIdx.x + 0.5;
    i[threadIdx.x] = 10 * threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = i[threadIdx.x] + (int)(2 * d[threadIdx.x % 4]);
}
template <typename T> __global__ void typed(T *out) {
    extern __shared__ int memory[];
    T *values = reinterpret_cast<T *>(memory);
    values[threadIdx.x] = (T)(threadIdx.x * 0.25);
    __syncthreads();
    out[threadIdx.x] = values[blockDim.x - 1 - threadIdx.x];
}
__global__ void two_names(int *out) {
    extern __shared__ volatile int first[], second[];
    first[threadIdx.x] = threadIdx.x + 3;
    __syncthreads();
    out[threadIdx.x] = second[threadIdx.x];
}
__device__ void fill() {
    at_file_scope[threadIdx.x] = 2 * threadIdx.x;
}
__global__ void file_scope(float *out) {
    fill();
    __syncthreads();
    out[threadIdx.x] = at_file_scope[(threadIdx.x + 1) % blockDim.x];
}

int main() {
    float *f, hf[32];
    int *i, hi[32];
    double *d, hd[32];
    cudaMalloc(&f, sizeof hf);
    cudaMalloc(&i, sizeof hi);
    cudaMalloc(&d, sizeof hd);
    floats<<<1, 32, 32 * sizeof(float)>>>(f, 32);
    cudaMemcpy(hf, f, sizeof hf, cudaMemcpyDeviceToHost);
    printf("floats %g %g\n", hf[0], hf[31]);
    bytes<<<1, 32, 4 * sizeof(double) + 32 * sizeof(int)>>>(i);
    cudaMemcpy(hi, i, sizeof hi, cudaMemcpyDeviceToHost);
    printf("bytes %d %d\n", hi[1], hi[31]);
    typed<<<1, 32, 32 * sizeof(double)>>>(d);
    typed<<<1, 32, 32 * sizeof(float)>>>(f);
    cudaMemcpy(hd, d, sizeof hd, cudaMemcpyDeviceToHost);
    cudaMemcpy(hf, f, sizeof hf, cudaMemcpyDeviceToHost);
    printf("typed %g %g\n", hd[0], hf[30]);
    two_names<<<1, 32, 128>>>(i);
    cudaMemcpy(hi, i, sizeof hi, cudaMemcpyDeviceToHost);
    printf("two names %d %d\n", hi[0], hi[31]);
    file_scope<<<1, 8, 8 * sizeof(float)>>>(f);
    cudaMemcpy(hf, f, sizeof hf, cudaMemcpyDeviceToHost);
    printf("file scope %g %g\n", hf[0], hf[7]);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    cudaFree(f);
    cudaFree(i);
    cudaFree(d);
    return 0;
}
