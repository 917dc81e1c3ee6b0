/* cuda_device_runtime_api.h - the runtime's types. Its functions in device code (dynamic
 * parallelism) are not there. */
#ifndef __CUDA_DEVICE_RUNTIME_API_H__
#define __CUDA_DEVICE_RUNTIME_API_H__

#include "cuda_runtime_api.h"

#endif
