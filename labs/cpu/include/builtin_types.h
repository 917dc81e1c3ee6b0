/* builtin_types.h - vector types and the runtime's types. */
#ifndef BUILTIN_TYPES_H
#define BUILTIN_TYPES_H

#include "cuda_runtime.h"

#endif
