/* cuda_runtime_api.h - the CUDA runtime's functions and types. C and C++. */
#ifndef CUDA_RUNTIME_API_H
#define CUDA_RUNTIME_API_H

#include "cpu_device/vector_types.h"
#include "cpu_device/driver_types.h"
#include "cpu_device/texture_types.h"
#ifdef __cplusplus
#include "cpu_device/runtime_api.h"
#else
#include "cpu_device/runtime_functions.h"
#endif

#define CUDART_VERSION 13000

#endif
