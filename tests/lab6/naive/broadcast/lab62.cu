// Naive: both kernels read the table uniformly, so constant memory shows no cost of divergence.
#include "lab6.h"

__constant__ unsigned c_t[TABLE_SIZE];

static __device__ unsigned uniform_sum(unsigned x) {
    unsigned sum = 0;
    for (int k = 0; k < TABLE_SIZE; k++)
        sum += c_t[k] * (x ^ k);
    return sum;
}

__global__ void gUniform(const unsigned *a, unsigned *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = uniform_sum(a[i]);
}

__global__ void gDivergent(const unsigned *a, unsigned *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = uniform_sum(a[i]);
}
