// Lab 6, steps 1 and 2: an array in constant memory, and two kernels that read a table from
// constant and from global memory. lab6.h says what each function owes.
#include "lab6.h"

__constant__ int c_a[CM_SIZE];

// Step 1 ------------------------------------------------------------------------------------------

cudaError_t hInitCM(void) {
#ifndef SKELETON
    int h_a[CM_SIZE];
    for (int i = 0; i < CM_SIZE; i++)
        h_a[i] = -2 * i;
    // The symbol itself names the array: its address on the host is not where the GPU keeps it.
    CUDA_TRY(cudaMemcpyToSymbol(c_a, h_a, sizeof h_a));
    return cudaSuccess;
#else
    // TODO: fill c_a, all CM_SIZE words of it, with what lab6.h says. The host cannot write to
    // c_a itself: prepare an array and copy it. What does the size of the copy count?
    return cudaErrorNotSupported;
#endif
}

// Step 2 ------------------------------------------------------------------------------------------

__global__ void gTestCM(const int *a, int *b, int n) {
#ifndef SKELETON
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) // the last block may have threads to spare
        b[i] = a[i] * c_a[i % CM_SIZE];
#else
    // TODO: lab6.h says what an element of b is; one thread an element. There are often more
    // threads than elements.
    (void)a, (void)b, (void)n;
#endif
}

__global__ void gTestGM(const int *a, int *b, const int *c, int n) {
#ifndef SKELETON
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = a[i] * c[i % CM_SIZE];
#else
    // TODO: the same with the table c, CM_SIZE words of global memory.
    (void)a, (void)b, (void)c, (void)n;
#endif
}

#ifndef SKELETON
// On the device: fills c_a and launches gTestCM on device arrays.
static cudaError_t fill_and_launch(const int *a, int *b, int n) {
    const int threads = 128;
    CUDA_TRY(hInitCM()); // before the launch: a kernel reads what c_a held when it started
    gTestCM<<<(n + threads - 1) / threads, threads>>>(a, b, n);
    CUDA_TRY_LAUNCH();
    return cudaSuccess;
}
#else
// On the device: fills c_a and launches gTestCM on device arrays.
static cudaError_t fill_and_launch(const int *a, int *b, int n) {
    // TODO: call hInitCM and launch gTestCM on (a, b, n), in the right order: enough blocks of
    // threads for n elements, the remainder included. Check the launch: CUDA_TRY_LAUNCH()
    // (check.h).
    (void)a, (void)b, (void)n;
    return cudaErrorNotSupported;
}
#endif

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
