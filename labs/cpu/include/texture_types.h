/* texture_types.h - types of the texture API. */
#ifndef TEXTURE_TYPES_H
#define TEXTURE_TYPES_H

#include "cpu_device/texture_types.h"

#endif
