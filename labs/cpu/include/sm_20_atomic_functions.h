/* sm_20_atomic_functions.h - what it declares comes with the runtime's header. */
#ifndef SM_20_ATOMIC_FUNCTIONS_H
#define SM_20_ATOMIC_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
