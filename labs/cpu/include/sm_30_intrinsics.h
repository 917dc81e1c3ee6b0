/* sm_30_intrinsics.h - what it declares comes with the runtime's header. */
#ifndef SM_30_INTRINSICS_H
#define SM_30_INTRINSICS_H

#include "cuda_runtime.h"

#endif
