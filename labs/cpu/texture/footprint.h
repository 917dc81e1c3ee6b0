/* footprint.h - the texels that a fetch reads, for this folder alone. See ../TEXTURES.md. */
#ifndef CPUDEV_TEXTURE_FOOTPRINT_H
#define CPUDEV_TEXTURE_FOOTPRINT_H

#include "coordinates.h"
#include "filter.h"
#include "unit.h"

/* The layer's first byte. Layers outside are clamped as unsigned: a negative one is the last. */
static inline const unsigned char *layer_data(const cpudev_texture *t, int layer) {
    if (t->layers == 0)
        return t->data;
    int i = (unsigned)layer >= (unsigned)t->layers ? t->layers - 1 : layer;
    return t->data + (size_t)i * t->slice_pitch;
}

/* NULL where an index says border. */
static inline const unsigned char *texel_at(const cpudev_texture *t, const unsigned char *data,
                                            int64_t x, int64_t y, int64_t z) {
    if ((x | y | z) < 0)
        return NULL;
    return data + (size_t)z * t->slice_pitch + (size_t)y * t->row_pitch + (size_t)x * t->texel_size;
}

/* The texel of a point fetch; NULL: the border. */
static inline const unsigned char *point_texel(const cpudev_texture *t, const float xyz[3],
                                               const unsigned char *data) {
    const int extent[3] = {t->width, t->height, t->depth};
    const int dimensions = t->shape - CPUDEV_TEXTURE_1D + 1;
    int64_t i[3] = {0, 0, 0};
    for (int d = 0; d < dimensions; d++)
        i[d] = point_index(t, d, xyz[d], extent[d]);
    return texel_at(t, data, i[0], i[1], i[2]);
}

/* The texels of a linear fetch, order x + 2y + 4z (four of them below 3-D); NULL: the border. */
typedef struct {
    int fraction[3];
    unsigned reached;
    const unsigned char *texel[8];
} footprint;

/* The footprint along one axis: byte offsets (negative: border), and the second's weight. */
static inline int axis_of(const cpudev_texture *t, int axis, float x, int n, size_t pitch,
                          int64_t offset[2]) {
    int fraction = linear_indices(t, axis, x, n, offset);
    offset[0] *= (int64_t)pitch;
    offset[1] *= (int64_t)pitch;
    return fraction;
}

static inline void texels_of_slice(const unsigned char *data, const int64_t x[2],
                                   const int64_t y[2], int64_t z, const unsigned char *texel[4]) {
    for (int k = 0; k < 4; k++) {
        int64_t a = x[k & 1], b = y[k >> 1];
        texel[k] = (a | b | z) < 0 ? NULL : data + (a + b + z);
    }
}

static inline void find_footprint(const cpudev_texture *t, const float xyz[3],
                                  const unsigned char *data, footprint *f) {
    int64_t x[2], y[2], z[2] = {0, 0};
    /* A 1-D texture is filtered as a 2-D one, one texel high, read at y = 0, half off its row;
     * with layers, on its row. */
    const bool row = t->shape == CPUDEV_TEXTURE_1D, deep = t->shape == CPUDEV_TEXTURE_3D;
    const float row_place = t->layers ? 0.5f : 0.0f;
    f->fraction[0] = axis_of(t, 0, xyz[0], t->width, t->texel_size, x);
    f->fraction[1] = axis_of(t, 1, row ? row_place : xyz[1], row ? 1 : t->height, t->row_pitch, y);
    f->fraction[2] = deep ? axis_of(t, 2, xyz[2], t->depth, t->slice_pitch, z) : 0;
    texels_of_slice(data, x, y, z[0], f->texel);
    if (deep)
        texels_of_slice(data, x, y, z[1], f->texel + 4);
    f->reached = reached_texels(f->fraction[0], f->fraction[1], f->fraction[2]);
}

/* The first texel that the footprint reaches and that is no border. */
static inline const void *first_of(const footprint *f, int count) {
    for (int k = 0; k < count; k++)
        if (f->texel[k] != NULL && f->reached >> k & 1)
            return f->texel[k];
    return NULL;
}

#endif
