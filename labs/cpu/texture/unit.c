/* unit.c - samples of the texture unit. See ../TEXTURES.md. */
#include "unit.h"
#include "coordinates.h"
#include "filter.h"
#include "footprint.h"
#include "texels.h"

#include <math.h>
#include <string.h>

/* --- the fast path: 3-D float32 texels -------------------------------------------------------- */

/* q = 256 * (x - 0.5) rounded, clamped to the outer texels' centres; NaN becomes 0. */
static inline int snapped(float x, double last) {
    double q = (double)x * 256.0 - 127.5;
    q = q > 0.0 ? q : 0.0;
    return (int)(q < last ? q : last);
}

float cpudev_texture_sample_plain3d(const cpudev_texture *t, float x, float y, float z) {
    const int qx = snapped(x, t->limit[0]), qy = snapped(y, t->limit[1]),
              qz = snapped(z, t->limit[2]);
    const unsigned a = qx & 255, b = qy & 255, c = qz & 255;
    /* Without a fraction the neighbour is not read. */
    const size_t next = a != 0, row = b ? t->row_pitch : 0, slice = c ? t->slice_pitch : 0;
    const unsigned char *p = t->data + (size_t)(qz >> 8) * t->slice_pitch +
                             (size_t)(qy >> 8) * t->row_pitch + (size_t)(qx >> 8) * sizeof(float);
    const float *p0 = (const float *)(const void *)p;
    const float *p1 = (const float *)(const void *)(p + row);
    const float *p2 = (const float *)(const void *)(p + slice);
    const float *p3 = (const float *)(const void *)(p + slice + row);
    return filter_fast((float4v){p0[0], p0[next], p1[0], p1[next]},
                       (float4v){p2[0], p2[next], p3[0], p3[next]}, weights_fast(a, b, c), 0xff);
}

/* --- a sample --------------------------------------------------------------------------------- */

static const void *sample_point(const cpudev_texture *t, const float xyz[3],
                                const unsigned char *data, cpudev_texel *out) {
    const unsigned char *p = point_texel(t, xyz, data);
    for (int c = 0; c < t->channels; c++)
        out->u[c] = read_raw(t, p ? raw_channel(t, p, c) : t->border[c]);
    return p;
}

static inline float float_texel(const cpudev_texture *t, const footprint *f, int k, int c) {
    float v;
    if (f->texel[k] != NULL)
        memcpy(&v, f->texel[k] + sizeof v * (size_t)c, sizeof v);
    else
        memcpy(&v, &t->border[c], sizeof v);
    return v;
}

static inline float4v float_slice(const cpudev_texture *t, const footprint *f, int k, int c) {
    return (float4v){float_texel(t, f, k, c), float_texel(t, f, k + 1, c),
                     float_texel(t, f, k + 2, c), float_texel(t, f, k + 3, c)};
}

/* The float32 texel of channel c at p and its neighbours at these distances, order x + 2y. */
static inline float4v float_square(const unsigned char *p, size_t next, size_t row) {
    float v[4]; /* clang gives no addresses within vectors */
    memcpy(&v[0], p, 4);
    memcpy(&v[1], p + next, 4);
    memcpy(&v[2], p + row, 4);
    memcpy(&v[3], p + row + next, 4);
    return (float4v){v[0], v[1], v[2], v[3]};
}

/* Where all texels lie inside, no address mode has a say. Texels that are not reached are read
 * too: where they alone are not finite or lose bits, filter_fast sees it. Returns the first texel;
 * NULL: not all lie inside, and nothing was done. */
static inline const void *sample_inside(const cpudev_texture *t, const float xyz[3],
                                        const unsigned char *data, cpudev_texel *out) {
    const bool deep = t->shape == CPUDEV_TEXTURE_3D;
    const int64_t x = linear_place(t, 0, xyz[0], t->width);
    const int64_t y = linear_place(t, 1, xyz[1], t->height);
    const int64_t z = deep ? linear_place(t, 2, xyz[2], t->depth) : 0;
    if ((uint64_t)(x >> 8) >= (uint64_t)t->width - 1 ||
        (uint64_t)(y >> 8) >= (uint64_t)t->height - 1 ||
        (deep && (uint64_t)(z >> 8) >= (uint64_t)t->depth - 1))
        return NULL;
    const int a = (int)(x & 255), b = (int)(y & 255), c = (int)(z & 255);
    const ushort8v weights = weights_fast((unsigned)a, (unsigned)b, (unsigned)c);
    const unsigned reached = reached_texels(a, b, c);
    const unsigned char *p = data + (size_t)(z >> 8) * t->slice_pitch +
                             (size_t)(y >> 8) * t->row_pitch + (size_t)(x >> 8) * t->texel_size;
    for (int channel = 0; channel < t->channels; channel++) {
        const unsigned char *q = p + sizeof(float) * (size_t)channel;
        float4v near = float_square(q, t->texel_size, t->row_pitch), far = {0};
        if (deep)
            far = float_square(q + t->slice_pitch, t->texel_size, t->row_pitch);
        out->f[channel] = filter_fast(near, far, weights, reached);
    }
    return p;
}

static const void *sample_linear_float(const cpudev_texture *t, const float xyz[3],
                                       const unsigned char *data, cpudev_texel *out) {
    const bool deep = t->shape == CPUDEV_TEXTURE_3D;
    if (CPUDEV_TEXTURE_FAST && t->shape != CPUDEV_TEXTURE_1D) {
        const void *first = sample_inside(t, xyz, data, out);
        if (__builtin_expect(first != NULL, 1))
            return first;
    }
    footprint f;
    find_footprint(t, xyz, data, &f);
    const ushort8v weights =
        weights_fast((unsigned)f.fraction[0], (unsigned)f.fraction[1], (unsigned)f.fraction[2]);
    for (int c = 0; c < t->channels; c++) {
        const float4v none = {0};
        out->f[c] = filter_fast(float_slice(t, &f, 0, c), deep ? float_slice(t, &f, 4, c) : none,
                                weights, f.reached);
    }
    return first_of(&f, deep ? 8 : 4);
}

static const void *sample_linear(const cpudev_texture *t, const float xyz[3],
                                 const unsigned char *data, cpudev_texel *out) {
    footprint f;
    find_footprint(t, xyz, data, &f);
    const int count = t->shape == CPUDEV_TEXTURE_3D ? 8 : 4;
    int w[8];
    weights_of(f.fraction[0], f.fraction[1], f.fraction[2], w);
    for (int c = 0; c < t->channels; c++) {
        int32_t raw[8] = {0};
        for (int k = 0; k < count; k++)
            if (f.reached >> k & 1)
                raw[k] = f.texel[k] ? raw_channel(t, f.texel[k], c) : t->border[c];
        out->u[c] = filter_raw(t, raw, w, 2, f.reached);
    }
    return first_of(&f, count);
}

const void *cpudev_texture_sample(const cpudev_texture *t, float x, float y, float z, int layer,
                                  cpudev_texel *out) {
    const float xyz[3] = {x, y, z};
    memset(out, 0, sizeof *out);
    if (t->shape < CPUDEV_TEXTURE_1D || t->width == 0 || t->height == 0)
        return NULL;
    const unsigned char *data = layer_data(t, layer);
    if (!t->linear)
        return sample_point(t, xyz, data, out);
    return t->format == CPUDEV_TEXEL_F32 ? sample_linear_float(t, xyz, data, out)
                                         : sample_linear(t, xyz, data, out);
}

const void *cpudev_texture_fetch(const cpudev_texture *t, int index, cpudev_texel *out) {
    memset(out, 0, sizeof *out);
    if (index < 0 || index >= t->width)
        return NULL;
    const unsigned char *p = t->data + (size_t)index * t->texel_size;
    for (int c = 0; c < t->channels; c++)
        out->u[c] = read_raw(t, raw_channel(t, p, c));
    return p;
}

/* --- preparation ------------------------------------------------------------------------------ */

/* v in units of 1/(2^digits - 1): cut to digits + 4 binary places, then rounded, ties toward
 * zero. */
static int32_t unit_of(float v, int digits) {
    if (isnan(v))
        return 0;
    double magnitude = fabs((double)v);
    int64_t places = (int64_t)ldexp(magnitude > 1.0 ? 1.0 : magnitude, digits + 4);
    int64_t half = ((int64_t)1 << (digits + 3)) - 1;
    int32_t units = (int32_t)((places * ((1 << digits) - 1) + half) >> (digits + 4));
    return v < 0.0f ? -units : units;
}

/* Toward zero; finite values stay finite. */
static uint32_t half_of_float(float f) {
    uint32_t bits = bits_of_float(f), sign = bits >> 16 & 0x8000, exponent = bits >> 23 & 255;
    if (exponent == 255)
        return sign | 0x7c00 | (bits >> 13 & 0x3ff);
    if (exponent >= 127 + 16)
        return sign | 0x7bff;
    if (exponent < 127 - 14)
        return sign | (uint32_t)(fabsf(f) * 0x1p24f);
    return sign | ((exponent - 112) << 10) | (bits >> 13 & 0x3ff);
}

/* The border colour's channel as a texel's raw bits. Integers that are read as integers take the
 * low bits of the float itself. */
static int32_t border_channel(const cpudev_texture *t, float v) {
    uint32_t bits = bits_of_float(v);
    switch (t->format) {
    case CPUDEV_TEXEL_U8:
        return t->normalized_read ? unit_of(v > 0.0f ? v : 0.0f, 8) : (uint8_t)bits;
    case CPUDEV_TEXEL_S8:
        return t->normalized_read ? unit_of(v, 7) : (int8_t)bits;
    case CPUDEV_TEXEL_U16:
        return t->normalized_read ? unit_of(v > 0.0f ? v : 0.0f, 16) : (uint16_t)bits;
    case CPUDEV_TEXEL_S16:
        return t->normalized_read ? unit_of(v, 15) : (int16_t)bits;
    case CPUDEV_TEXEL_F16:
        return (int32_t)half_of_float(v);
    default:
        return (int32_t)bits;
    }
}

/* The steps of a normalised coordinate, by the extents: see TEXTURES.md. */
static void set_steps(cpudev_texture *t) {
    const int longest = t->width > t->height ? t->width : t->height;
    const int third = t->layers ? 16384 : 65536; /* from here on: 2^-23 */
    const bool deep = t->shape == CPUDEV_TEXTURE_3D && t->depth > 2300;
    for (int axis = 0; axis < 2; axis++)
        t->steps[axis] = longest > third ? 0x1p23 : longest > 8192 || deep ? 0x1p22 : 0x1p21;
    t->steps[2] = deep ? 0x1p22 : 0x1p21;
    for (int axis = 0; axis < 3; axis++)
        t->step[axis] = 1.0 / t->steps[axis];
}

void cpudev_texture_prepare(cpudev_texture *t) {
    static const int bytes[] = {1, 1, 2, 2, 4, 4, 2, 4};
    t->texel_size = (size_t)(bytes[t->format] * t->channels);
    for (int c = 0; c < 4; c++)
        t->border[c] = border_channel(t, t->border_colour[c]);
    const int extent[3] = {t->width, t->height, t->depth};
    set_steps(t);
    t->plain3d = t->shape == CPUDEV_TEXTURE_3D && t->format == CPUDEV_TEXEL_F32 &&
                 t->channels == 1 && t->linear && !t->normalized && t->level_count == 0;
    for (int d = 0; d < 3; d++) {
        t->limit[d] = 256.0 * (extent[d] - 1);
        if (effective_mode(t, d) != CPUDEV_CLAMP)
            t->plain3d = false;
    }
}
