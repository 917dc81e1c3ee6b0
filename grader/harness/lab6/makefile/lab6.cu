// In place of the lab's: the array and nothing of its steps but step 1, with words of our own.
#include "lab6.h"

__constant__ int c_a[CM_SIZE];

cudaError_t hInitCM(void) {
    int words[CM_SIZE];
    for (int i = 0; i < CM_SIZE; i++)
        words[i] = 1000 - 77 * i;
    return cudaMemcpyToSymbol(c_a, words, sizeof words);
}

cudaError_t hAddressCM(void **address) {
    return cudaGetSymbolAddress(address, c_a);
}
