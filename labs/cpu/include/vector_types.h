/* vector_types.h - built-in vector types and dim3. */
#ifndef __VECTOR_TYPES_H__
#define __VECTOR_TYPES_H__

#include "cpu_device/vector_types.h"

#endif
