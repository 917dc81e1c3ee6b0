// Unusual but right: each block reads the table once and keeps it in shared memory.
#include "lab6.h"

__constant__ int c_a[CM_SIZE];

// Step 1 ------------------------------------------------------------------------------------------

cudaError_t hInitCM(void) {
    int h_a[CM_SIZE];
    for (int i = 0; i < CM_SIZE; i++)
        h_a[i] = -2 * i;
    // The symbol itself names the array: its address on the host is not where the GPU keeps it.
    CUDA_TRY(cudaMemcpyToSymbol(c_a, h_a, sizeof h_a));
    return cudaSuccess;
}

// Step 2 ------------------------------------------------------------------------------------------

__global__ void gTestCM(const int *a, int *b, int n) {
    __shared__ int table[CM_SIZE];
    for (int k = threadIdx.x; k < CM_SIZE; k += blockDim.x)
        table[k] = c_a[k];
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        b[i] = a[i] * table[i % CM_SIZE];
}

__global__ void gTestGM(const int *a, int *b, const int *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = a[i] * c[i % CM_SIZE];
}

// On the device: fills c_a and launches gTestCM on device arrays.
static cudaError_t fill_and_launch(const int *a, int *b, int n) {
    const int threads = 128;
    CUDA_TRY(hInitCM()); // before the launch: a kernel reads what c_a held when it started
    gTestCM<<<(n + threads - 1) / threads, threads>>>(a, b, n);
    CUDA_TRY_LAUNCH();
    return cudaSuccess;
}

// Given: the copies around it.
cudaError_t hTestCM(const int *a, int *b, int n) {
    size_t bytes = n * sizeof(int);
    int *d_a = NULL, *d_b = NULL;
    cudaError_t error = cudaMalloc(&d_a, bytes);
    if (error == cudaSuccess)
        error = cudaMalloc(&d_b, bytes);
    if (error == cudaSuccess)
        error = cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
        error = fill_and_launch(d_a, d_b, n);
    if (error == cudaSuccess)
        error = cudaMemcpy(b, d_b, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    cudaFree(d_b);
    return error;
}

// Given, for step 3.
cudaError_t hAddressCM(void **address) {
    return cudaGetSymbolAddress(address, c_a);
}
