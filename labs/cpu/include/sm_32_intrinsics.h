/* sm_32_intrinsics.h - what it declares comes with the runtime's header. */
#ifndef SM_32_INTRINSICS_H
#define SM_32_INTRINSICS_H

#include "cuda_runtime.h"

#endif
