/* vector_functions.h - make_int2 and the like. */
#ifndef __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_H__

#include "cpu_device/vector_functions.h"

#endif
