/* channel_descriptor.h - cudaCreateChannelDesc comes with the runtime's header. */
#ifndef __CHANNEL_DESCRIPTOR_H__
#define __CHANNEL_DESCRIPTOR_H__

#include "cuda_runtime.h"

#endif
