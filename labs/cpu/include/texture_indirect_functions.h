/* texture_indirect_functions.h - texture object fetches come with the runtime's header. */
#ifndef __TEXTURE_INDIRECT_FUNCTIONS_H__
#define __TEXTURE_INDIRECT_FUNCTIONS_H__

#include "cuda_runtime.h"

#endif
