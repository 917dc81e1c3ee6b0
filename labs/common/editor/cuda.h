/* What clangd reads before each source, so that it understands CUDA without a toolkit: the CPU
 * device's headers, and the qualifiers as clang's attributes instead of g++'s macros. Nothing
 * compiles with it. clang lets device code call what is declared between the two pragmas. The C++
 * library must stand outside: it declares parts of itself twice, and so does the compiler, which
 * has a __syncthreads of its own. */
#ifndef LABS_EDITOR_CUDA_H
#define LABS_EDITOR_CUDA_H

#pragma clang force_cuda_host_device begin
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS /* C's own, not those that include the C++ library's */
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#pragma clang force_cuda_host_device end

/* clang's wrappers of the C++ library's headers use these. */
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#include <cfenv>
#include <cmath>
#include <limits>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>
#undef __host__
#undef __device__

#pragma clang force_cuda_host_device begin
#define __syncthreads __syncthreads_of_the_cpu_device
#include "cpu_device/nvcc.h"
#undef __syncthreads
/* clang makes k<<<grid, block>>>(...) a call of it. */
extern "C" unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = 0);
#pragma clang force_cuda_host_device end

#undef __host__
#undef __device__
#undef __global__
#undef __constant__
#undef __shared__
#undef __managed__
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __constant__ __attribute__((constant))
#define __shared__ __attribute__((shared))
#define __managed__ __attribute__((device))

#endif
