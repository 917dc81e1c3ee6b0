// Unusual but right: threads without an element go round, too, and only do not write.
#include "lab6.h"

__constant__ unsigned c_t[TABLE_SIZE];

__global__ void gUniform(const unsigned *a, unsigned *b, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned x = i < n ? a[i] : 0u;
    unsigned sum = 0;
    for (int k = 0; k < TABLE_SIZE; ++k)
        sum += c_t[k] * (x ^ k);
    if (i < n)
        b[i] = sum;
}

__global__ void gDivergent(const unsigned *a, unsigned *b, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned x = i < n ? a[i] : 0u;
    unsigned sum = 0;
    int k = i % TABLE_SIZE;
    for (int turn = 0; turn < TABLE_SIZE; ++turn) {
        sum += c_t[k] * (x ^ k);
        if (++k == TABLE_SIZE)
            k = 0;
    }
    if (i < n)
        b[i] = sum;
}

// Given.
cudaError_t hInitTable(const unsigned *words) {
    return cudaMemcpyToSymbol(c_t, words, TABLE_SIZE * sizeof *words);
}

int hWordsPerRequest(int size) {
    return size < 32 ? size : 32;
}
