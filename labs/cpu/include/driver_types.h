/* driver_types.h - the runtime's types. */
#ifndef __DRIVER_TYPES_H__
#define __DRIVER_TYPES_H__

#include "cpu_device/driver_types.h"

#endif
