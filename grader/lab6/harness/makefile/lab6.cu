// In place of the lab's: the array and nothing of its steps but step 1, with words drawn anew.
#include "lab6.h"

extern int makefile_words[CM_SIZE]; // main.cu has drawn them

__constant__ int c_a[CM_SIZE];

cudaError_t hInitCM(void) {
    return cudaMemcpyToSymbol(c_a, makefile_words, sizeof makefile_words);
}

cudaError_t hAddressCM(void **address) {
    return cudaGetSymbolAddress(address, c_a);
}
