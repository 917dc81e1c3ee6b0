/* sm_20_intrinsics.h - what it declares comes with the runtime's header. */
#ifndef __SM_20_INTRINSICS_H__
#define __SM_20_INTRINSICS_H__

#include "cuda_runtime.h"

#endif
