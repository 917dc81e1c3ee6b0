/* grader_open.h - included before the student's step 5, so that an integral is graded apart from
 * what it adds up: these functions become weak, however they are written, and in programs where the
 * harness has them too (hardware-whole.cu) the linker takes those. A compiler does not inline a
 * weak function. */
#ifndef GRADER_OPEN_H
#define GRADER_OPEN_H

#include <cuda_runtime.h>

/* nvcc hands the device's linker what its own attribute says, g++ the host's. */
#ifdef __CUDA_ARCH__
#define GRADER_OPEN __attribute__((nv_weak))
#else
#define GRADER_OPEN __attribute__((weak))
#endif

GRADER_OPEN __device__ float fetch_hardware(cudaTextureObject_t tex, int size, float x, float y,
                                            float z);
GRADER_OPEN __device__ float vertex_weight(int i);
GRADER_OPEN __device__ float block_sum(float value);

#endif
