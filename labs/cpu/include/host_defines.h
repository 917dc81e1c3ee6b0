/* host_defines.h - CUDA's qualifiers come with the runtime's header. */
#ifndef HOST_DEFINES_H
#define HOST_DEFINES_H

#include "cuda_runtime.h"

#endif
