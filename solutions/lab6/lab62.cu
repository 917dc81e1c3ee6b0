// Lab 6, step 4: why constant memory lost. One request of a warp to constant memory delivers one
// word, to all of its threads at once. Threads that ask for different words are served one word
// after the other.
#include "lab6.h"

#ifndef SKELETON
// Each word of a request costs as long again. On an H200, 2^20 elements: 136 us with two words a
// request, 265 with four, 2090 with 32, and 25 where the compiler knows the one index
// (handouts/lab6/figures/data/lab6-words-h200.csv).
#endif

__constant__ unsigned c_t[TABLE_SIZE];

__global__ void gUniform(const unsigned *a, unsigned *b, int n) {
#ifndef SKELETON
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned x = a[i], sum = 0;
    for (int k = 0; k < TABLE_SIZE; k++)
        sum += c_t[k] * (x ^ k); // k is the same in every thread: one word, broadcast
    b[i] = sum;
#else
    // TODO: the sum that lab6.h gives, such that at each turn of the loop all threads of a warp
    // read the same word of c_t.
    (void)a, (void)b, (void)n;
#endif
}

__global__ void gDivergent(const unsigned *a, unsigned *b, int n) {
#ifndef SKELETON
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned x = a[i], sum = 0;
    // Neighbours start at neighbouring words: good in shared memory, bad here.
    int k = i % TABLE_SIZE;
    for (int turn = 0; turn < TABLE_SIZE; turn++) {
        sum += c_t[k] * (x ^ k);
        k = k + 1 < TABLE_SIZE ? k + 1 : 0;
    }
    b[i] = sum;
#else
    // TODO: the same sum, but each thread starts at a word of its own, as lab6.h says, so that the
    // threads of a warp read different words at each turn.
    (void)a, (void)b, (void)n;
#endif
}

// Given.
cudaError_t hInitTable(const unsigned *words) {
    return cudaMemcpyToSymbol(c_t, words, TABLE_SIZE * sizeof *words);
}

int hWordsPerRequest(int size) {
#ifndef SKELETON
    return size < 32 ? size : 32;
#else
    // TODO: how many different words does a warp ask for in one read of table[i % size]?
    (void)size;
    return 0;
#endif
}
