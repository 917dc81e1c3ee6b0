/* coordinates.h - the texels that a coordinate means, for this folder alone. See ../TEXTURES.md. */
#ifndef CPUDEV_TEXTURE_COORDINATES_H
#define CPUDEV_TEXTURE_COORDINATES_H

#include <math.h>

#include "unit.h"

static inline int64_t addressed(cpudev_address_mode mode, int64_t i, int64_t n) {
    if ((uint64_t)i < (uint64_t)n) /* inside, every mode agrees; wrap would divide */
        return i;
    switch (mode) {
    case CPUDEV_WRAP:
        i %= n;
        return i < 0 ? i + n : i;
    case CPUDEV_MIRROR:
        i %= 2 * n;
        if (i < 0)
            i += 2 * n;
        return i < n ? i : 2 * n - 1 - i;
    case CPUDEV_CLAMP:
        return i < 0 ? 0 : n - 1;
    default:
        return -1;
    }
}

/* Wrap and mirror are honoured for normalised coordinates alone. */
static inline cpudev_address_mode effective_mode(const cpudev_texture *t, int axis) {
    cpudev_address_mode mode = t->address[axis];
    return !t->normalized && (mode == CPUDEV_WRAP || mode == CPUDEV_MIRROR) ? CPUDEV_CLAMP : mode;
}

/* The coordinate in texels, exact. Normalised ones count in the texture's steps. NaN and denormals
 * are 0, and so are infinities in the periodic modes. */
static inline double in_texels(const cpudev_texture *t, int axis, cpudev_address_mode mode, float x,
                               int n) {
    if (!(fabsf(x) >= 0x1p-126f))
        return 0.0;
    if (!t->normalized)
        return (double)x;
    double u = (double)x;
    if (!(fabsf(x) < 2.0f) && (mode == CPUDEV_WRAP || mode == CPUDEV_MIRROR))
        u = isinf(x) ? 0.0 : fmod(u, 2.0);
    u *= t->steps[axis];
    if (fabs(u) < 0x1p52) { /* floor, in line */
        double whole = (double)(int64_t)u;
        u = whole - (whole > u);
    }
    return u * t->step[axis] * n;
}

/* floor(v); far away it is a safe integer. */
static inline int64_t floor_index(double v) {
    if (!(v > -0x1p62))
        return -((int64_t)1 << 62);
    if (v >= 0x1p62)
        return (int64_t)1 << 62;
    int64_t i = (int64_t)v;
    return i - ((double)i > v);
}

static inline int64_t point_index(const cpudev_texture *t, int axis, float x, int n) {
    cpudev_address_mode mode = effective_mode(t, axis);
    return addressed(mode, floor_index(in_texels(t, axis, mode, x, n)), n);
}

/* Where a linear fetch lies, in 1/256 texel from the centre of texel 0. */
static inline int64_t linear_place(const cpudev_texture *t, int axis, float x, int n) {
    return floor_index(256.0 * in_texels(t, axis, effective_mode(t, axis), x, n) - 127.5);
}

/* The two indices (-1: border) and, returned, the weight of the second in 1/256. */
static inline int linear_indices(const cpudev_texture *t, int axis, float x, int n,
                                 int64_t index[2]) {
    cpudev_address_mode mode = effective_mode(t, axis);
    int64_t q = linear_place(t, axis, x, n);
    if (mode == CPUDEV_CLAMP) {
        /* the coordinate is clamped: no fraction beyond the outer centres */
        int64_t last = ((int64_t)n - 1) << 8;
        q = q < 0 ? 0 : q > last ? last : q;
    }
    index[0] = addressed(mode, q >> 8, n);
    index[1] = addressed(mode, (q >> 8) + 1, n);
    return (int)(q & 255);
}

#endif
