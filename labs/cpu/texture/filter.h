/* filter.h - weights and sums of the texture unit's linear filter, for this
 * folder alone. See ../TEXTURES.md. */
#ifndef CPUDEV_TEXTURE_FILTER_H
#define CPUDEV_TEXTURE_FILTER_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifndef CPUDEV_TEXTURE_FAST
#define CPUDEV_TEXTURE_FAST 1 /* 0: the laws alone, which the short cuts must equal */
#endif

enum { MOST_SLICES = 4 }; /* of four texels each: two in each of two levels */

static inline float float_of_bits(uint32_t bits) {
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static inline uint32_t bits_of_float(float f) {
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

/* --- weights ---------------------------------------------------------------------------------- */

/* How four texels of a slice share its weight, in 1/256: fractions a, b; order x + 2y. */
static inline void slice_weights(int a, int b, int whole, int w[4]) {
    int x1 = (a * whole + 128) >> 8, x0 = whole - x1;
    w[3] = (x1 * b + 128) >> 8;
    w[1] = x1 - w[3];
    w[2] = (x0 * b + 127) >> 8;
    w[0] = x0 - w[2];
}

/* Weights in 1/256, order x + 2y + 4z, of fractions a, b, c; they add up to 256. */
static inline void weights_of(int a, int b, int c, int w[8]) {
    slice_weights(a, b, 256 - c, w);
    slice_weights(a, b, c, w + 4);
}

/* Bit k: the footprint reaches texel k; along an axis without a fraction it is one texel wide. */
static inline unsigned reached_texels(int a, int b, int c) {
    return (a ? 0xffu : 0x55u) & (b ? 0xffu : 0x33u) & (c ? 0xffu : 0x0fu);
}

/* --- sums ------------------------------------------------------------------------------------- */

/* count: texels, and their weights. */
static inline uint32_t filter_unsigned(int bits, const int32_t texel[], const int w[], int count) {
    int64_t sum = 0;
    for (int k = 0; k < count; k++)
        sum += (int64_t)w[k] * texel[k] * (bits == 8 ? 257 : 1);
    return bits_of_float((float)((sum + 128) >> 8) / 65535.0f);
}

static inline uint32_t filter_signed16(const int32_t texel[], const int w[], int count) {
    int64_t sum = 0;
    for (int k = 0; k < count; k++)
        sum += (int64_t)w[k] * (texel[k] < -32767 ? -32767 : texel[k]);
    return bits_of_float((float)((sum + 128) >> 8) / 32767.0f);
}

/* The sum of 8-bit texels is widened from 127 * 256 to 32767: by 1/128 of itself, rounded, where
 * the rounding's offset grows with the sum's upper bits. */
static inline uint32_t filter_signed8(const int32_t texel[], const int w[], int count) {
    int32_t sum = 0;
    for (int k = 0; k < count; k++)
        sum += w[k] * texel[k];
    sum += (sum + 16 * (sum >> 12) + 64) >> 7;
    return bits_of_float((float)(sum < -32767 ? -32767 : sum) / 32767.0f);
}

/* 2^exponent, which must be a normal double's. */
static inline double power_of_two(int exponent) {
    uint64_t bits = (uint64_t)(1023 + exponent) << 52;
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

/* A partial sum of float texels: units * 2^(exponent - 126 - kept) / 256. */
typedef struct {
    int64_t units;
    int exponent; /* biased, of the largest texel that has a weight; 0: none */
} slice;

/* Sums on a common grid: the largest exponent, down to a multiple of four. What lies below the grid
 * is cut off toward minus infinity. */
static inline slice add_slices(const slice s[], int count) {
    slice sum = {0, 0};
    for (int i = 0; i < count; i++)
        if (s[i].exponent > sum.exponent)
            sum.exponent = s[i].exponent;
    sum.exponent &= ~3;
    for (int i = 0; i < count; i++) {
        const int down = sum.exponent - s[i].exponent;
        sum.units += down < 0 ? s[i].units * (1 << -down) : s[i].units >> (down < 63 ? down : 63);
    }
    return sum;
}

/* One slice of four float32 (kept = 28) or float16 (kept = 15) texels: each is truncated toward
 * zero to a multiple of 2^(exponent - 126 - kept), then weighed exactly. */
static inline slice slice_sum(const float texel[4], const int w[4], int kept) {
    slice s = {0, 0};
    for (int k = 0; k < 4; k++) {
        int exponent = (int)(bits_of_float(texel[k]) >> 23 & 255);
        if (w[k] != 0 && exponent > s.exponent)
            s.exponent = exponent;
    }
    for (int k = 0; k < 4; k++)
        if (w[k] != 0)
            s.units += w[k] * (int64_t)((double)texel[k] * power_of_two(126 + kept - s.exponent));
    return s;
}

/* units * 2^exponent rounded to so many binary digits, and to a multiple of 2^lowest, ties away
 * from zero. */
static inline double rounded(int64_t units, int exponent, int digits, int lowest) {
    uint64_t magnitude = units < 0 ? -(uint64_t)units : (uint64_t)units;
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
    double v = (double)magnitude * power_of_two(exponent);
    return units < 0 ? -v : v;
}

/* Filters float32 or float16 texels (given as floats), four for each of so many slices; returns the
 * bits of the result. NaN, infinities and the sign of a zero count wherever the footprint reaches,
 * even where the weight rounds to 0: `reached` has bit k set for those texels. */
static inline uint32_t filter_float(const float given[], const int w[], int slices,
                                    unsigned reached, bool half) {
    const int kept = half ? 15 : 28;
    const uint32_t nan_bits = half ? 0x7fffe000 : 0x7fffffff;
    float texel[4 * MOST_SLICES];
    slice part[MOST_SLICES];
    bool positive_infinity = false, negative_infinity = false, negative = true;
    for (int k = 0; k < 4 * slices; k++) {
        texel[k] = given[k];
        if (!(reached >> k & 1))
            continue;
        if (isnan(texel[k]))
            return nan_bits;
        positive_infinity |= texel[k] == INFINITY;
        negative_infinity |= texel[k] == -INFINITY;
        if (fabsf(texel[k]) < 0x1p-126f) /* denormal */
            texel[k] = 0.0f;
        negative &= signbit(given[k]) != 0;
    }
    if (positive_infinity && negative_infinity)
        return nan_bits;
    if (positive_infinity || negative_infinity)
        return positive_infinity ? 0x7f800000 : 0xff800000;
    for (int i = 0; i < slices; i++)
        part[i] = slice_sum(texel + 4 * i, w + 4 * i, kept);
    /* Four slices are two levels: the first level's sum joins the second's two slices. */
    const int first = slices == 4 ? 2 : 0;
    if (first)
        part[first - 1] = add_slices(part, first);
    const slice s =
        first ? add_slices(part + first - 1, slices - first + 1) : add_slices(part, slices);
    int exponent = s.exponent - 126 - kept - 8;
    float r =
        (float)(half ? rounded(s.units, exponent, 11, -24) : rounded(s.units, exponent, 24, -149));
    if (s.units != 0)
        negative = s.units < 0;
    if (fabsf(r) < 0x1p-126f)
        return negative ? 0x80000000 : 0;
    return bits_of_float(r);
}

/* --- the fast path: float32 texels ------------------------------------------------------------ */

typedef float float4v __attribute__((vector_size(16)));
typedef int32_t int4v __attribute__((vector_size(16)));
typedef uint16_t ushort8v __attribute__((vector_size(16)));
typedef double double4v __attribute__((vector_size(32)));

static inline bool any(int4v v) {
    typedef int64_t long2v __attribute__((vector_size(16)));
    long2v halves = (long2v)v;
    return (halves[0] | halves[1]) != 0;
}

static inline int4v larger(int4v a, int4v b) {
    int4v more = a > b;
    return (a & more) | (b & ~more);
}

/* weights_of, all eight at a time: no product exceeds 16 bits. */
/* gcc 12's analyzer takes the number of elements for their width. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wunknown-warning-option"
#pragma GCC diagnostic ignored "-Wanalyzer-shift-count-overflow"
static inline ushort8v weights_fast(unsigned a, unsigned b, unsigned c) {
    const ushort8v right = {0, 0xffff, 0, 0xffff, 0, 0xffff, 0, 0xffff};
    const ushort8v upper = {0, 0, 0xffff, 0xffff, 0, 0, 0xffff, 0xffff};
    const uint16_t c0 = (uint16_t)(256 - c), c1 = (uint16_t)c;
    const ushort8v slice = {c0, c0, c0, c0, c1, c1, c1, c1};
    ushort8v x1 = (slice * (uint16_t)a + 128) >> 8;
    ushort8v x = (x1 & right) | ((slice - x1) & ~right);
    ushort8v y1 = (x * (uint16_t)b + (127 + (1 & right))) >> 8;
    return (y1 & upper) | ((x - y1) & ~upper);
}
#pragma GCC diagnostic pop

/* filter_float for float32; texels that are not reached are 0 or another's. Where no texel would
 * lose a bit, even on the common grid of both slices, the sum is exact and needs no slices. */
static inline float filter_fast(float4v t0, float4v t1, ushort8v weights, unsigned reached) {
    const ushort8v zero = {0};
    const int4v w0 = (int4v)__builtin_shuffle(weights, zero, (ushort8v){0, 8, 1, 9, 2, 10, 3, 11});
    const int4v w1 =
        (int4v)__builtin_shuffle(weights, zero, (ushort8v){4, 12, 5, 13, 6, 14, 7, 15});
    const int4v a0 = (int4v)t0 & 0x7fffffff, a1 = (int4v)t1 & 0x7fffffff;
    /* Without regard to weights, the exponent may only be too large: then a bit may seem lost. */
    int4v a = larger(a0, a1);
    a = larger(a, __builtin_shuffle(a, (int4v){2, 3, 0, 1}));
    int exponent = (a[0] > a[1] ? a[0] : a[1]) >> 23;
    /* Above 2^51 the smallest texels would vanish in the scaling, and not count as lost. */
    if (__builtin_expect(CPUDEV_TEXTURE_FAST && exponent >= 27 && exponent < 178, 1)) {
        const float scale = float_of_bits((uint32_t)(127 + 126 + 28 - exponent) << 23);
        const float4v s0 = t0 * scale, s1 = t1 * scale;
        const int4v u0 = __builtin_convertvector(s0, int4v),
                    u1 = __builtin_convertvector(s1, int4v);
        const int4v lost = (__builtin_convertvector(u0, float4v) != s0) |
                           (__builtin_convertvector(u1, float4v) != s1);
        if (__builtin_expect(!any(lost), 1)) {
            double4v p =
                __builtin_convertvector(u0, double4v) * __builtin_convertvector(w0, double4v) +
                __builtin_convertvector(u1, double4v) * __builtin_convertvector(w1, double4v);
            double sum = (p[0] + p[2]) + (p[1] + p[3]);
            uint64_t bits;
            memcpy(&bits, &sum, sizeof bits);
            bits |= 1; /* far below the bits in use: turns ties away from zero */
            memcpy(&sum, &bits, sizeof sum);
            float r = (float)(sum * power_of_two(exponent - 126 - 28 - 8));
            if (__builtin_expect(fabsf(r) >= 0x1p-126f, 1))
                return r;
        }
    }
    float texel[8];
    int w[8];
    memcpy(texel, &t0, sizeof t0);
    memcpy(texel + 4, &t1, sizeof t1);
    for (int k = 0; k < 8; k++)
        w[k] = weights[k];
    return float_of_bits(filter_float(texel, w, 2, reached, false));
}

#endif
