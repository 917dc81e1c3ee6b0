/* failing.c - for a grader: one call fails, as on a device that is full or broken. */
#include "checker.h"

int check_failing_call;

static int until = -1; /* calls that still succeed before it; -1: all do */
static cudaError_t failed;

cudaError_t check_failing(int nth) {
    const cudaError_t before = failed;
    check_failing_call = nth + 1;
    until = nth;
    failed = cudaSuccess;
    return before;
}

int cpudev_hook_failing(cudaError_t e) {
    if (CHECK_LIKELY(until < 0) || until-- > 0)
        return 0;
    failed = e;
    return check_failing_call;
}
