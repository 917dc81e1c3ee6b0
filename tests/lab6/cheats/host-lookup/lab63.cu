// The words of step 5 by a loop on the host.
#include "lab6.h"
static_assert(PART_SIZE <= 60 * 256, "PART_SIZE: constant memory is 64 KiB");
cudaError_t hLookup(const int *table, int words, const int *index, int *out, int n) {
    if (words < 1 || n < 0)
        return cudaErrorInvalidValue;
    for (int i = 0; i < n; i++)
        out[i] = index[i] >= 0 && index[i] < words ? table[index[i]] : 0;
    return cudaSuccess;
}
