/* sm_35_atomic_functions.h - what it declares comes with the runtime's header. */
#ifndef __SM_35_ATOMIC_FUNCTIONS_H__
#define __SM_35_ATOMIC_FUNCTIONS_H__

#include "cuda_runtime.h"

#endif
