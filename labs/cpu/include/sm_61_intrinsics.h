/* sm_61_intrinsics.h - what it declares comes with the runtime's header. */
#ifndef __SM_61_INTRINSICS_H__
#define __SM_61_INTRINSICS_H__

#include "cuda_runtime.h"

#endif
