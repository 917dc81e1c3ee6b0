/* host_defines.h - CUDA's qualifiers come with the runtime's header. */
#ifndef __HOST_DEFINES_H__
#define __HOST_DEFINES_H__

#include "cuda_runtime.h"

#endif
