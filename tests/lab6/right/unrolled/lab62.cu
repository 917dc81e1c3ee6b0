// Unusual but right: the loops unrolled by hand, and from the end of the table.
#include "lab6.h"

__constant__ unsigned c_t[TABLE_SIZE];

__device__ static unsigned term(unsigned x, int k) {
    return c_t[k] * (x ^ (unsigned)k);
}

__global__ void gUniform(const unsigned *a, unsigned *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned even = 0, odd = 0;
        int k = TABLE_SIZE - 1;
        for (; k >= 1; k -= 2) {
            odd += term(a[i], k);
            even += term(a[i], k - 1);
        }
        if (k == 0)
            even += term(a[i], 0);
        b[i] = even + odd;
    }
}

__global__ void gDivergent(const unsigned *a, unsigned *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned sum = 0, x = a[i];
        for (int k = i; k < i + TABLE_SIZE; k++)
            sum += term(x, k % TABLE_SIZE);
        b[i] = sum;
    }
}

cudaError_t hInitTable(const unsigned *words) {
    return cudaMemcpyToSymbol(c_t, words, sizeof c_t);
}

int hWordsPerRequest(int size) {
    bool asked[32] = {};
    int words = 0;
    for (int lane = 0; lane < 32; lane++)
        if (int word = lane % size; !asked[word]) {
            asked[word] = true;
            words++;
        }
    return words;
}
