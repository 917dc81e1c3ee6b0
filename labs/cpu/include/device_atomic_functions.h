/* device_atomic_functions.h - atomic functions come with the runtime's header. */
#ifndef DEVICE_ATOMIC_FUNCTIONS_H
#define DEVICE_ATOMIC_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
