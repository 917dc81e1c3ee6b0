/* sm_35_intrinsics.h - what it declares comes with the runtime's header. */
#ifndef __SM_35_INTRINSICS_H__
#define __SM_35_INTRINSICS_H__

#include "cuda_runtime.h"

#endif
