/* device_functions.h - device functions come with the runtime's header. */
#ifndef DEVICE_FUNCTIONS_H
#define DEVICE_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
