/* host_config.h - there is nothing to configure: what comes is the runtime's header. */
#ifndef __HOST_CONFIG_H__
#define __HOST_CONFIG_H__

#include "cuda_runtime.h"

#endif
