/* cuda_runtime_api.h - the CUDA runtime's functions and types. C and C++. */
#ifndef __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_API_H__

#include "cpu_device/vector_types.h"
#include "cpu_device/driver_types.h"
#include "cpu_device/texture_types.h"
#ifdef __cplusplus
#include "cpu_device/runtime_api.h"
#else
#include "cpu_device/runtime_functions.h"
#endif

#include "device_types.h"
#include "library_types.h"

#define CUDART_VERSION 13000
#define CUDARTAPI
#define CUDART_CB

/* Programs ask by these names whether a header of the toolkit has been read. What the headers
 * declare is here. */
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__
#define __TEXTURE_TYPES_H__
#define __SURFACE_TYPES_H__
#define __HOST_DEFINES_H__
#define __HOST_CONFIG_H__
#define __CUDA_DEVICE_RUNTIME_API_H__

#endif
