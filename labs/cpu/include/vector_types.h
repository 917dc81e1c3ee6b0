/* vector_types.h - built-in vector types and dim3. */
#ifndef VECTOR_TYPES_H
#define VECTOR_TYPES_H

#include "cpu_device/vector_types.h"

#endif
