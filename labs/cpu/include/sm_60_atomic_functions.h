/* sm_60_atomic_functions.h - what it declares comes with the runtime's header. */
#ifndef SM_60_ATOMIC_FUNCTIONS_H
#define SM_60_ATOMIC_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
