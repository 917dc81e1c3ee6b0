// Checking the result of every CUDA call, in one word.
//
//   CUDA_TRY(call)      in a function that returns cudaError_t: when `call` fails, say on stderr
//                       what failed and where, and return that error to the caller, at once: what
//                       is allocated by then has to be freed in another way
//   CUDA_TRY_LAUNCH()   the same for the kernel launch in the line above: a launch with a wrong
//                       grid or block, or too much shared memory, reports its error in no other way
//   CUDA_CHECK(call)    in main: when `call` fails, say so and exit with status 1
#ifndef LABS_COMMON_CHECK_H
#define LABS_COMMON_CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

// What stands above a table of times: those of the CPU device are the processor's.
#ifdef __CPU_DEVICE__
#define TIMES_NOTE "  (CPU device: the processor's times, they say nothing about a GPU)"
#else
#define TIMES_NOTE ""
#endif

static inline cudaError_t check_report(cudaError_t error, const char *call, const char *file,
                                       int line) {
    if (error != cudaSuccess)
        fprintf(stderr, "%s:%d: %s: %s (%s)\n", file, line, call, cudaGetErrorName(error),
                cudaGetErrorString(error));
    return error;
}

#define CUDA_TRY(call)                                                                             \
    do {                                                                                           \
        cudaError_t try_error_ = check_report((call), #call, __FILE__, __LINE__);                  \
        if (try_error_ != cudaSuccess)                                                             \
            return try_error_;                                                                     \
    } while (0)

#define CUDA_TRY_LAUNCH()                                                                          \
    do {                                                                                           \
        cudaError_t try_error_ =                                                                   \
            check_report(cudaGetLastError(), "kernel launch above", __FILE__, __LINE__);           \
        if (try_error_ != cudaSuccess)                                                             \
            return try_error_;                                                                     \
    } while (0)

#define CUDA_CHECK(call)                                                                           \
    do {                                                                                           \
        if (check_report((call), #call, __FILE__, __LINE__) != cudaSuccess)                        \
            exit(1);                                                                               \
    } while (0)

#endif
