/* texture_unit.c - coordinates, weights and sums of the texture unit. See ../TEXTURES.md. */
#include "texture_unit.h"

#include <math.h>
#include <string.h>

/* --- texels ------------------------------------------------------------------------------------ */

static float float_of_bits(uint32_t bits) {
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static uint32_t bits_of_float(float f) {
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static float float_of_half(uint32_t half) {
    uint32_t sign = (half & 0x8000) << 16, exponent = half >> 10 & 31, fraction = half & 0x3ff;
    if (exponent == 31)
        return fraction ? float_of_bits(0x7fffffff) : float_of_bits(sign | 0x7f800000);
    if (exponent == 0)
        return copysignf((float)fraction * 0x1p-24f, float_of_bits(sign));
    return float_of_bits(sign | (exponent + 112) << 23 | fraction << 13);
}

/* Channel c of the texel at p: raw bits, signed formats sign-extended. */
static inline int32_t raw_channel(const cpudev_texture *t, const unsigned char *p, int c) {
    switch (t->format) {
    case CPUDEV_TEXEL_U8:
        return p[c];
    case CPUDEV_TEXEL_S8:
        return (int8_t)p[c];
    case CPUDEV_TEXEL_U16:
    case CPUDEV_TEXEL_F16: {
        uint16_t v;
        memcpy(&v, p + 2 * c, sizeof v);
        return v;
    }
    case CPUDEV_TEXEL_S16: {
        int16_t v;
        memcpy(&v, p + 2 * c, sizeof v);
        return v;
    }
    default: {
        int32_t v;
        memcpy(&v, p + 4 * c, sizeof v);
        return v;
    }
    }
}

/* What a point read returns for a raw channel. */
static uint32_t read_raw(const cpudev_texture *t, int32_t raw) {
    if (t->format == CPUDEV_TEXEL_F16)
        return bits_of_float(float_of_half((uint32_t)raw));
    if (!t->normalized_read)
        return (uint32_t)raw;
    switch (t->format) {
    case CPUDEV_TEXEL_U8:
        return bits_of_float((float)raw / 255.0f);
    case CPUDEV_TEXEL_S8:
        return bits_of_float((float)(raw < -127 ? -127 : raw) / 127.0f);
    case CPUDEV_TEXEL_U16:
        return bits_of_float((float)raw / 65535.0f);
    case CPUDEV_TEXEL_S16:
        return bits_of_float((float)(raw < -32767 ? -32767 : raw) / 32767.0f);
    default:
        return (uint32_t)raw;
    }
}

/* --- coordinates ------------------------------------------------------------------------------- */

/* The integer index that an address mode makes of i, -1: the border. n is the extent. */
static int64_t addressed(cpudev_address_mode mode, int64_t i, int64_t n) {
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
        return i < 0 ? 0 : i >= n ? n - 1 : i;
    default:
        return i < 0 || i >= n ? -1 : i;
    }
}

/* Wrap and mirror are honoured for normalised coordinates alone. */
static cpudev_address_mode effective_mode(const cpudev_texture *t, int axis) {
    cpudev_address_mode mode = t->address[axis];
    return !t->normalized && (mode == CPUDEV_WRAP || mode == CPUDEV_MIRROR) ? CPUDEV_CLAMP : mode;
}

/* The coordinate in texels, exact: normalised ones count in steps of 2^-21. */
static double in_texels(const cpudev_texture *t, float x, int n) {
    return t->normalized ? floor((double)x * 0x1p21) * 0x1p-21 * n : (double)x;
}

/* A double to a far away but safe integer. */
static int64_t to_index(double v) {
    if (!(v > -0x1p62))
        return -((int64_t)1 << 62);
    return v < 0x1p62 ? (int64_t)v : (int64_t)1 << 62;
}

static int64_t point_index(const cpudev_texture *t, int axis, float x, int n) {
    return addressed(effective_mode(t, axis), to_index(floor(in_texels(t, x, n))), n);
}

/* The two indices (-1: border) and, returned, the weight of the second in 1/256. */
static int linear_indices(const cpudev_texture *t, int axis, float x, int n, int64_t index[2]) {
    cpudev_address_mode mode = effective_mode(t, axis);
    int64_t q = to_index(floor(256.0 * in_texels(t, x, n) - 127.5));
    if (mode == CPUDEV_CLAMP) { /* the coordinate is clamped: no fraction beyond the outer centres */
        int64_t last = ((int64_t)n - 1) << 8;
        q = q < 0 ? 0 : q > last ? last : q;
    }
    index[0] = addressed(mode, q >> 8, n);
    index[1] = addressed(mode, (q >> 8) + 1, n);
    return (int)(q & 255);
}

/* --- weights ----------------------------------------------------------------------------------- */

/* Weights in 1/256, order x + 2y + 4z, of fractions a, b, c; they add up to 256. */
static inline void weights_of(int a, int b, int c, int w[8]) {
    for (int z = 0; z < 2; z++) {
        int slice = z ? c : 256 - c;
        int x1 = (a * slice + 128) >> 8, x0 = slice - x1;
        w[4 * z + 3] = (x1 * b + 128) >> 8;
        w[4 * z + 1] = x1 - w[4 * z + 3];
        w[4 * z + 2] = (x0 * b + 127) >> 8;
        w[4 * z] = x0 - w[4 * z + 2];
    }
}

/* --- sums -------------------------------------------------------------------------------------- */

static uint32_t filter_unsigned(int bits, const int32_t texel[8], const int w[8]) {
    int64_t sum = 0;
    for (int k = 0; k < 8; k++)
        sum += (int64_t)w[k] * texel[k] * (bits == 8 ? 257 : 1);
    return bits_of_float((float)((sum + 128) >> 8) / 65535.0f);
}

static uint32_t filter_signed16(const int32_t texel[8], const int w[8]) {
    int64_t sum = 0;
    for (int k = 0; k < 8; k++)
        sum += (int64_t)w[k] * (texel[k] < -32767 ? -32767 : texel[k]);
    return bits_of_float((float)((sum + 128) >> 8) / 32767.0f);
}

/* The sum of 8-bit texels is widened from 127 * 256 to 32767: by 1/128 of itself, rounded, where the
 * rounding's offset grows with the sum's upper bits. */
static uint32_t filter_signed8(const int32_t texel[8], const int w[8]) {
    int32_t sum = 0;
    for (int k = 0; k < 8; k++)
        sum += w[k] * texel[k];
    sum += (sum + 16 * (sum >> 12) + 64) >> 7;
    return bits_of_float((float)(sum < -32767 ? -32767 : sum) / 32767.0f);
}

typedef float float4v __attribute__((vector_size(16)));
typedef int32_t int4v __attribute__((vector_size(16)));

/* One slice of four texels: the sum of weight * texel, texels truncated toward zero to a multiple of
 * 2^(exponent - 126 - kept); *exponent is the largest biased one among the texels with a weight.
 * Exponents must lie in 27 .. 254. */
static inline int64_t slice_sum(float4v texel, int4v weight, int kept, int *exponent) {
    int4v bits = (int4v)texel & (weight != 0) & 0x7fffffff;
    int4v a = __builtin_shuffle(bits, (int4v){2, 3, 0, 1});
    a = bits > a ? bits : a;
    int largest = (a[0] > a[1] ? a[0] : a[1]) >> 23;
    *exponent = largest;
    float scale = float_of_bits((uint32_t)(127 + 126 + kept - largest) << 23);
    int4v units = __builtin_convertvector(texel * scale, int4v);
    int64_t sum = 0;
    for (int k = 0; k < 4; k++)
        sum += (int64_t)weight[k] * units[k];
    return sum;
}

/* sum * 2^(exponent), rounded to `digits` binary digits or to a multiple of 2^lowest, ties away from
 * zero. */
static double rounded(int64_t sum, int exponent, int digits, int lowest) {
    uint64_t magnitude = sum < 0 ? -(uint64_t)sum : (uint64_t)sum;
    if (magnitude == 0)
        return 0.0;
    int drop = 64 - __builtin_clzll(magnitude) - digits;
    if (drop < lowest - exponent)
        drop = lowest - exponent;
    if (drop > 62)
        return 0.0;
    if (drop > 0) {
        magnitude = (magnitude + ((uint64_t)1 << (drop - 1))) >> drop;
        exponent += drop;
    }
    double v = ldexp((double)magnitude, exponent);
    return sum < 0 ? -v : v;
}

/* Two slices' sums on the common grid: the coarser one's exponent, down to a multiple of four. What
 * lies below the grid is cut off toward minus infinity. */
static inline int64_t add_slices(int64_t s0, int e0, int64_t s1, int e1, int *grid) {
    int g = (e0 > e1 ? e0 : e1) & ~3;
    int d0 = g - e0, d1 = g - e1;
    s0 = d0 < 0 ? s0 << -d0 : s0 >> (d0 < 63 ? d0 : 63);
    s1 = d1 < 0 ? s1 << -d1 : s1 >> (d1 < 63 ? d1 : 63);
    *grid = g;
    return s0 + s1;
}

/* float32 (kept = 28) and float16 (kept = 15) texels, given as floats. */
static float filter_float(const float texel[8], const int w[8], int kept) {
    int64_t sum[2];
    int exponent[2];
    for (int z = 0; z < 2; z++) {
        int largest = 0;
        for (int k = 4 * z; k < 4 * z + 4; k++) {
            if (w[k] == 0)
                continue;
            int e = (int)(bits_of_float(texel[k]) >> 23 & 255);
            largest = e > largest ? e : largest;
        }
        sum[z] = 0;
        exponent[z] = largest;
        for (int k = 4 * z; k < 4 * z + 4; k++)
            if (w[k] != 0)
                sum[z] += w[k] * (int64_t)ldexp((double)texel[k], 126 + kept - largest);
    }
    int grid;
    int64_t total = add_slices(sum[0], exponent[0], sum[1], exponent[1], &grid);
    return (float)(kept == 15 ? rounded(total, grid - 126 - kept - 8, 11, -24)
                              : rounded(total, grid - 126 - kept - 8, 24, -149));
}
