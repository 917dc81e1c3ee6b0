/* sm_35_intrinsics.h - what it declares comes with the runtime's header. */
#ifndef SM_35_INTRINSICS_H
#define SM_35_INTRINSICS_H

#include "cuda_runtime.h"

#endif
