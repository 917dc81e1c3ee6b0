/* nvcc.h - what nvcc defines and includes before the first line of a .cu file. C++ only. */
#ifndef CPU_DEVICE_NVCC_H
#define CPU_DEVICE_NVCC_H

#define __NVCC__ 1
#define __CUDACC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#define __CUDA_ARCH_LIST__ 900
#define __CPU_DEVICE__ 1 /* nvcc does not define it */

#ifdef CPUDEV_CHECKED
/* Ubuntu's compiler defines it: memcpy would become a function of libc's that is not ours. */
#undef _FORTIFY_SOURCE
#endif

#include "../cuda_runtime.h"

#endif
