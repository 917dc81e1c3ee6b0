/* cuda_runtime.h - the CUDA runtime API and, in C++, device code on the CPU device. nvcc-cpu
 * includes it in every .cu file by itself, as nvcc does. */
#ifndef CUDA_RUNTIME_H
#define CUDA_RUNTIME_H

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

#endif
