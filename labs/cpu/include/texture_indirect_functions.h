/* texture_indirect_functions.h - texture object fetches come with the runtime's header. */
#ifndef TEXTURE_INDIRECT_FUNCTIONS_H
#define TEXTURE_INDIRECT_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
