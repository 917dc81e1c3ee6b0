/* cuda.h - what programs of the runtime API expect of <cuda.h>. The driver API itself (cu...) is
 * not there. */
#ifndef CUDA_H
#define CUDA_H

#include "cuda_runtime.h"

#define CUDA_VERSION 13000

#endif
