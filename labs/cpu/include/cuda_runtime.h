/* cuda_runtime.h - the CUDA runtime API and, in C++, device code on the CPU device. nvcc-cpu
 * includes it in every .cu file by itself, as nvcc does. */
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__

#ifdef __CUDACC__
/* One name for the clocks of both sides: the runtime knows which side asks. */
#include <sys/types.h>
extern "C" clock_t clock(void) noexcept(true) __asm__("cpudev_clock");
#endif

#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef __cplusplus
#include <cmath>
#include <cstdlib>
#include <new>
#include <utility>
#endif
#include <math.h>

#include "cpu_device/qualifiers.h"
#include "cpu_device/vector_types.h"
#include "cpu_device/vector_functions.h"
#include "cuda_runtime_api.h"

#ifdef __CUDACC__
#include "cpu_device/kernel.h"
#include "cpu_device/cast.h"
#include "cpu_device/row.h"
#ifdef CPUDEV_CHECKED
#include "cpu_device/local_array.h"
#endif
#include "cpu_device/launch.h"
#include "cpu_device/sync.h"
#include "cpu_device/math.h"
#include "cpu_device/atomics.h"
#include "cpu_device/memory_access.h"
#include "cpu_device/texture.h"
#endif

/* As in cuda_runtime_api.h: the toolkit's headers whose declarations are here. */
#define __CHANNEL_DESCRIPTOR_H__
#define __VECTOR_FUNCTIONS_H__
#define __DRIVER_FUNCTIONS_H__
#ifdef __CUDACC__
#define __COMMON_FUNCTIONS_H__
#define __MATH_FUNCTIONS_H__
#define __DEVICE_FUNCTIONS_H__
#define __DEVICE_DOUBLE_FUNCTIONS_H__
#define __DEVICE_ATOMIC_FUNCTIONS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#define __SM_20_ATOMIC_FUNCTIONS_H__
#define __SM_20_INTRINSICS_H__
#define __SM_30_INTRINSICS_H__
#define __SM_32_ATOMIC_FUNCTIONS_H__
#define __SM_32_INTRINSICS_H__
#define __SM_35_ATOMIC_FUNCTIONS_H__
#define __SM_35_INTRINSICS_H__
#define __SM_60_ATOMIC_FUNCTIONS_H__
#define __SM_61_INTRINSICS_H__
#define __TEXTURE_INDIRECT_FUNCTIONS_H__
#define __SURFACE_INDIRECT_FUNCTIONS_H__
#endif

#endif
