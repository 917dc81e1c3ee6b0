// Lab 7, step 8: hardware against software, in error and in time.
#include "lab7.h"
#include <errno.h>
#include <math.h>

cudaError_t compare_at(int size, int radii, Comparison *row) {
    // TODO: steps 1 to 7 for this size and number of spheres; the two integrals; the time of one
    // launch of integral_hardware and of integral_software in milliseconds, the mean of at least 5
    // launches after one that is not counted. A launch returns before the kernel has run: what must
    // the clock wait for? Free everything, errors included.
    (void)size, (void)radii, (void)row;
    return cudaErrorNotSupported;
}

int write_csv(const char *path, const Comparison *rows, int count) {
    // TODO: write the header line of lab7.h and one line a row; return -1 when the file cannot be
    // written, else 0.
    (void)path, (void)rows, (void)count;
    errno = ENOSYS;
    return -1;
}
