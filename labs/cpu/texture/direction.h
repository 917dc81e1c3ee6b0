/* direction.h - directions of cubemaps, for this folder alone (cube.c). See ../TEXTURES.md. */
#ifndef CPUDEV_TEXTURE_DIRECTION_H
#define CPUDEV_TEXTURE_DIRECTION_H

#include <stdbool.h>

/* Where a direction meets a cube whose edges are 2 long: the largest component is about 1,
 * unless the direction is odd. */
typedef struct {
    float by[3];
    int axis;      /* of the face */
    bool negative; /* the face's side */
} cpudev_direction;

void cpudev_find_direction(const float direction[3], cpudev_direction *found);

#endif
