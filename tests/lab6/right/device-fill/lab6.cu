// Lab 6, steps 1 and 2: an array in constant memory, and two kernels that read a table from
// constant and from global memory. lab6.h says what each function owes.
#include "lab6.h"

__constant__ int c_a[CM_SIZE];

// Step 1 ------------------------------------------------------------------------------------------

// The words are computed on the device, and copied from there to the symbol.
__global__ static void gFill(int *words) {
    words[threadIdx.x] = -2 * (int)threadIdx.x;
}

cudaError_t hInitCM(void) {
    int *words = NULL;
    CUDA_TRY(cudaMalloc(&words, CM_SIZE * sizeof(int)));
    gFill<<<1, CM_SIZE>>>(words);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
        error = cudaMemcpyToSymbol(c_a, words, CM_SIZE * sizeof(int), 0, cudaMemcpyDeviceToDevice);
    cudaFree(words);
    return error;
}

// Step 2 ------------------------------------------------------------------------------------------

__global__ void gTestCM(const int *a, int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) // the last block may have threads to spare
        b[i] = a[i] * c_a[i % CM_SIZE];
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
