/* channel_descriptor.h - cudaCreateChannelDesc comes with the runtime's header. */
#ifndef CHANNEL_DESCRIPTOR_H
#define CHANNEL_DESCRIPTOR_H

#include "cuda_runtime.h"

#endif
