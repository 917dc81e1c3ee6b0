/* sm_20_intrinsics.h - what it declares comes with the runtime's header. */
#ifndef SM_20_INTRINSICS_H
#define SM_20_INTRINSICS_H

#include "cuda_runtime.h"

#endif
