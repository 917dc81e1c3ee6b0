/* builtin.c - the built-in variables of device code, alone in a file that the Makefile compiles
 * with debugging information: a debugger in a kernel prints blockDim. (kernel.h declares them as
 * uint3 and dim3, which have the same layout.) */
#include "block.h"

__thread cpudev_uint3 threadIdx, blockIdx, blockDim, gridDim;
