/* mixture.h - the texels that a sample mixes, of one level or two, for this folder alone. See
 * ../TEXTURES.md. */
#ifndef CPUDEV_TEXTURE_MIXTURE_H
#define CPUDEV_TEXTURE_MIXTURE_H

#include <string.h>

#include "filter.h"
#include "unit.h"

typedef struct {
    int slices;                                  /* of four texels each */
    unsigned reached;                            /* bit k: the footprint reaches texel k */
    const unsigned char *texel[4 * MOST_SLICES]; /* NULL: the border */
    int weight[4 * MOST_SLICES];                 /* in 1/256 */
    bool narrow_corner;  /* a cube\'s corner lies in a column or row without weight */
    const char *unknown; /* not NULL: why nobody knows what a GPU returns */
} mixture;

static inline void add_slice(mixture *m, const unsigned char *const texel[4], const int weight[4],
                             unsigned reached) {
    const int k = 4 * m->slices++;
    memcpy(m->texel + k, texel, 4 * sizeof *texel);
    memcpy(m->weight + k, weight, 4 * sizeof *weight);
    m->reached |= reached << k;
}

/* The texels of a cube's level that get `share` 256ths of the sample (cube.c). */
void cpudev_add_cube(mixture *m, const cpudev_texture *t, const float direction[3], int layer,
                     int share);

#endif
