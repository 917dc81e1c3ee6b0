/* texture_types.h - types of the texture API. */
#ifndef __TEXTURE_TYPES_H__
#define __TEXTURE_TYPES_H__

#include "cpu_device/texture_types.h"

#endif
