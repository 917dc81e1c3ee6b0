/* driver_types.h - the runtime's types. */
#ifndef DRIVER_TYPES_H
#define DRIVER_TYPES_H

#include "cpu_device/driver_types.h"

#endif
