/* texture_fetch_functions.h - tex1Dfetch and the like come with the runtime's header. */
#ifndef TEXTURE_FETCH_FUNCTIONS_H
#define TEXTURE_FETCH_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
