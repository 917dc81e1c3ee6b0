/* reciprocal.h - the GPU's approximate reciprocal, for this folder alone. See ../TEXTURES.md. */
#ifndef CPUDEV_TEXTURE_RECIPROCAL_H
#define CPUDEV_TEXTURE_RECIPROCAL_H

/* m and 1/m: positive and normal. */
float cpudev_reciprocal(float m);

#endif
