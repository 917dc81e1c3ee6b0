/* vector_functions.h - make_int2 and the like. */
#ifndef VECTOR_FUNCTIONS_H
#define VECTOR_FUNCTIONS_H

#include "cpu_device/vector_functions.h"

#endif
