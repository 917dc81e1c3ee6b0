/* driver_functions.h - what it declares comes with the runtime's header. */
#ifndef __DRIVER_FUNCTIONS_H__
#define __DRIVER_FUNCTIONS_H__

#include "cuda_runtime.h"

#endif
