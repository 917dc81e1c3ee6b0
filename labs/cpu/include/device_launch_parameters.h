/* device_launch_parameters.h - threadIdx, blockIdx, blockDim and gridDim come with the runtime's
 * header. */
#ifndef DEVICE_LAUNCH_PARAMETERS_H
#define DEVICE_LAUNCH_PARAMETERS_H

#include "cuda_runtime.h"

#endif
