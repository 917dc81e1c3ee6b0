// Lab 6, step 3: a second file that reads the constant array of the first. The Makefile has a part
// in it.
#include "lab6.h"

extern __constant__ int c_a[CM_SIZE]; // the one that lab6.cu defines and fills
__device__ int shown_words(void);     // words.cu

__global__ void gTestCM1(void) {
#ifndef SKELETON
    for (int i = 0; i < shown_words(); i++)
        printf(i > 0 ? " %d" : "%d", c_a[i]);
    printf("\n");
#else
    // TODO: print the first four words of c_a (fewer when CM_SIZE is less) on one line, with one
    // blank between them. printf works in a kernel.
#endif
}

// Given.
cudaError_t hTestCM1(void) {
    gTestCM1<<<1, 1>>>();
    CUDA_TRY_LAUNCH();
    CUDA_TRY(cudaDeviceSynchronize()); // what a kernel printed appears when the host waits for it
    return cudaSuccess;
}

// Given.
cudaError_t hAddressCM1(void **address) {
    return cudaGetSymbolAddress(address, c_a);
}
