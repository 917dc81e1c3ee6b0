/* math_functions.h - math functions come with the runtime's header. */
#ifndef MATH_FUNCTIONS_H
#define MATH_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
