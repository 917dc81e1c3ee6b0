/* gradient.h - the level that gradients choose (gradient.c). */
#ifndef CPUDEV_TEXTURE_GRADIENT_H
#define CPUDEV_TEXTURE_GRADIENT_H

#include "unit.h"

/* In 1/256, before bias and clamps; below 0 where a texel is larger than the step. */
int cpudev_gradient_level(const cpudev_texture *t, const float xyz[3], const float dx[3],
                          const float dy[3]);

#endif
