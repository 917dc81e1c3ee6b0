/* texture_unit.c - coordinates, weights and sums of the texture unit. See ../TEXTURES.md. */
#include "texture_unit.h"

#include <math.h>
#include <string.h>

/* --- texels ------------------------------------------------------------------------------------
 */

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
        return float_of_bits(sign | 0x7f800000 | fraction << 13);
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

/* --- coordinates -------------------------------------------------------------------------------
 */

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

/* The coordinate in texels, exact. Normalised ones count in the texture's steps. NaN and denormals
 * are 0, and so are infinities in the periodic modes. */
static double in_texels(const cpudev_texture *t, cpudev_address_mode mode, float x, int n) {
    if (isnan(x) || fabsf(x) < 0x1p-126f)
        return 0.0;
    if (!t->normalized)
        return (double)x;
    double u = (double)x;
    if (mode == CPUDEV_WRAP || mode == CPUDEV_MIRROR)
        u = isinf(x) ? 0.0 : fmod(u, 2.0);
    return floor(u * t->steps) / t->steps * n;
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

static int64_t point_index(const cpudev_texture *t, int axis, float x, int n) {
    cpudev_address_mode mode = effective_mode(t, axis);
    return addressed(mode, floor_index(in_texels(t, mode, x, n)), n);
}

/* The two indices (-1: border) and, returned, the weight of the second in 1/256. */
static int linear_indices(const cpudev_texture *t, int axis, float x, int n, int64_t index[2]) {
    cpudev_address_mode mode = effective_mode(t, axis);
    int64_t q = floor_index(256.0 * in_texels(t, mode, x, n) - 127.5);
    if (mode ==
        CPUDEV_CLAMP) { /* the coordinate is clamped: no fraction beyond the outer centres */
        int64_t last = ((int64_t)n - 1) << 8;
        q = q < 0 ? 0 : q > last ? last : q;
    }
    index[0] = addressed(mode, q >> 8, n);
    index[1] = addressed(mode, (q >> 8) + 1, n);
    return (int)(q & 255);
}

/* --- weights -----------------------------------------------------------------------------------
 */

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

/* Bit k: the footprint reaches texel k; along an axis without a fraction it is one texel wide. */
static inline unsigned reached_texels(int a, int b, int c) {
    return (a ? 0xffu : 0x55u) & (b ? 0xffu : 0x33u) & (c ? 0xffu : 0x0fu);
}

/* --- sums --------------------------------------------------------------------------------------
 */

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

/* The sum of 8-bit texels is widened from 127 * 256 to 32767: by 1/128 of itself, rounded, where
 * the rounding's offset grows with the sum's upper bits. */
static uint32_t filter_signed8(const int32_t texel[8], const int w[8]) {
    int32_t sum = 0;
    for (int k = 0; k < 8; k++)
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

/* The two slices' sum on a common grid: the larger exponent, down to a multiple of four. What lies
 * below the grid is cut off toward minus infinity. */
static inline slice add_slices(slice s0, slice s1) {
    int grid = (s0.exponent > s1.exponent ? s0.exponent : s1.exponent) & ~3;
    int d0 = grid - s0.exponent, d1 = grid - s1.exponent;
    int64_t u0 = d0 < 0 ? s0.units * (1 << -d0) : s0.units >> (d0 < 63 ? d0 : 63);
    int64_t u1 = d1 < 0 ? s1.units * (1 << -d1) : s1.units >> (d1 < 63 ? d1 : 63);
    return (slice){u0 + u1, grid};
}

/* One slice of four float32 (kept = 28) or float16 (kept = 15) texels: each is truncated toward
 * zero to a multiple of 2^(exponent - 126 - kept), then weighed exactly. */
static slice slice_sum(const float texel[4], const int w[4], int kept) {
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
static double rounded(int64_t units, int exponent, int digits, int lowest) {
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

/* Filters float32 or float16 texels (given as floats); returns the bits of the result. NaN and
 * infinities count wherever the footprint reaches, even where the weight rounds to 0: `reached` has
 * bit k set for those texels. */
static uint32_t filter_float(const float given[8], const int w[8], unsigned reached, bool half) {
    const int kept = half ? 15 : 28;
    const uint32_t nan_bits = half ? 0x7fffe000 : 0x7fffffff;
    float texel[8];
    bool positive_infinity = false, negative_infinity = false, negative = true;
    for (int k = 0; k < 8; k++) {
        texel[k] = given[k];
        if (!(reached >> k & 1))
            continue;
        if (isnan(texel[k]))
            return nan_bits;
        positive_infinity |= texel[k] == INFINITY;
        negative_infinity |= texel[k] == -INFINITY;
        if (fabsf(texel[k]) < 0x1p-126f) /* denormal */
            texel[k] = 0.0f;
        if (w[k] != 0)
            negative &= signbit(given[k]) != 0;
    }
    if (positive_infinity && negative_infinity)
        return nan_bits;
    if (positive_infinity || negative_infinity)
        return positive_infinity ? 0x7f800000 : 0xff800000;
    slice s = add_slices(slice_sum(texel, w, kept), slice_sum(texel + 4, w + 4, kept));
    int exponent = s.exponent - 126 - kept - 8;
    float r =
        (float)(half ? rounded(s.units, exponent, 11, -24) : rounded(s.units, exponent, 24, -149));
    if (s.units != 0)
        negative = s.units < 0;
    if (fabsf(r) < 0x1p-126f)
        return negative ? 0x80000000 : 0;
    return bits_of_float(r);
}

/* --- the fast path: float32 texels
 * ---------------------------------------------------------------- */

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

/* filter_float for float32; texels that are not reached are 0 or another's. Where no texel would
 * lose a bit, even on the common grid of both slices, the sum is exact and needs no slices. */
static inline float filter_fast(float4v t0, float4v t1, ushort8v weights, unsigned reached) {
    const ushort8v zero = {0};
    const int4v w0 = (int4v)__builtin_shuffle(weights, zero, (ushort8v){0, 8, 1, 8, 2, 8, 3, 8});
    const int4v w1 = (int4v)__builtin_shuffle(weights, zero, (ushort8v){4, 8, 5, 8, 6, 8, 7, 8});
    const int4v a0 = (int4v)t0 & 0x7fffffff, a1 = (int4v)t1 & 0x7fffffff;
    /* Without regard to weights, the exponent may only be too large: then a bit may seem lost. */
    int4v a = larger(a0, a1);
    a = larger(a, __builtin_shuffle(a, (int4v){2, 3, 0, 1}));
    int exponent = (a[0] > a[1] ? a[0] : a[1]) >> 23;
    if (__builtin_expect(exponent >= 27 && exponent < 255, 1)) {
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
    return float_of_bits(filter_float(texel, w, reached, false));
}

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

/* --- a sample ------------------------------------------------------------------------------------
 */

/* One channel of eight raw texels, which are 0 where the footprint does not reach. */
static uint32_t filter_channel(const cpudev_texture *t, const int32_t raw[8], const int f[3],
                               const int w[8], unsigned reached) {
    float texel[8];
    switch (t->format) {
    case CPUDEV_TEXEL_U8:
        return filter_unsigned(8, raw, w);
    case CPUDEV_TEXEL_S8:
        return filter_signed8(raw, w);
    case CPUDEV_TEXEL_U16:
        return filter_unsigned(16, raw, w);
    case CPUDEV_TEXEL_S16:
        return filter_signed16(raw, w);
    case CPUDEV_TEXEL_F16:
        for (int k = 0; k < 8; k++)
            texel[k] = float_of_half((uint32_t)raw[k]);
        return filter_float(texel, w, reached, true);
    default: {
        float4v t0, t1;
        memcpy(&t0, raw, sizeof t0);
        memcpy(&t1, raw + 4, sizeof t1);
        ushort8v weights = weights_fast((unsigned)f[0], (unsigned)f[1], (unsigned)f[2]);
        return bits_of_float(filter_fast(t0, t1, weights, reached));
    }
    }
}

/* The layer's first byte. Layers outside are clamped as unsigned: a negative one is the last. */
static const unsigned char *layer_data(const cpudev_texture *t, int layer) {
    if (t->layers == 0)
        return t->data;
    int i = (unsigned)layer >= (unsigned)t->layers ? t->layers - 1 : layer;
    return t->data + (size_t)i * t->slice_pitch;
}

/* NULL where an index says border. */
static const unsigned char *texel_at(const cpudev_texture *t, const unsigned char *data, int64_t x,
                                     int64_t y, int64_t z) {
    if ((x | y | z) < 0)
        return NULL;
    return data + (size_t)z * t->slice_pitch + (size_t)y * t->row_pitch + (size_t)x * t->texel_size;
}

static const void *sample_point(const cpudev_texture *t, const float xyz[3],
                                const unsigned char *data, cpudev_texel *out) {
    const int extent[3] = {t->width, t->height, t->depth};
    int dimensions = t->shape - CPUDEV_TEXTURE_1D + 1;
    int64_t i[3] = {0, 0, 0};
    for (int d = 0; d < dimensions; d++)
        i[d] = point_index(t, d, xyz[d], extent[d]);
    const unsigned char *p = texel_at(t, data, i[0], i[1], i[2]);
    for (int c = 0; c < t->channels; c++)
        out->u[c] = read_raw(t, p ? raw_channel(t, p, c) : t->border[c]);
    return p;
}

static const void *sample_linear(const cpudev_texture *t, const float xyz[3],
                                 const unsigned char *data, cpudev_texel *out) {
    const int extent[3] = {t->width, t->height, t->depth};
    int dimensions = t->shape - CPUDEV_TEXTURE_1D + 1;
    int64_t index[3][2] = {{0, 0}, {0, 0}, {0, 0}};
    int fraction[3] = {0, 0, 0}, w[8];
    for (int d = 0; d < dimensions; d++)
        fraction[d] = linear_indices(t, d, xyz[d], extent[d], index[d]);
    if (dimensions ==
        1) /* filtered as a 2-D texture one texel high, read at y = 0: half off its row */
        fraction[1] = linear_indices(t, 1, 0.0f, 1, index[1]);
    weights_of(fraction[0], fraction[1], fraction[2], w);
    const unsigned reached = reached_texels(fraction[0], fraction[1], fraction[2]);
    const unsigned char *p[8], *first = NULL;
    for (int k = 0; k < 8; k++) {
        p[k] = texel_at(t, data, index[0][k & 1], index[1][k >> 1 & 1], index[2][k >> 2]);
        if (first == NULL && reached >> k & 1)
            first = p[k];
    }
    for (int c = 0; c < t->channels; c++) {
        int32_t raw[8];
        for (int k = 0; k < 8; k++)
            raw[k] = !(reached >> k & 1) ? 0 : p[k] ? raw_channel(t, p[k], c) : t->border[c];
        out->u[c] = filter_channel(t, raw, fraction, w, reached);
    }
    return first;
}

const void *cpudev_texture_sample(const cpudev_texture *t, float x, float y, float z, int layer,
                                  cpudev_texel *out) {
    const float xyz[3] = {x, y, z};
    memset(out, 0, sizeof *out);
    if (t->shape < CPUDEV_TEXTURE_1D || t->width == 0 || t->height == 0)
        return NULL;
    const unsigned char *data = layer_data(t, layer);
    return t->linear ? sample_linear(t, xyz, data, out) : sample_point(t, xyz, data, out);
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

/* --- preparation ---------------------------------------------------------------------------------
 */

/* v in units of 1/(2^digits - 1): cut to digits + 4 binary places, then rounded, ties toward zero.
 */
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

void cpudev_texture_prepare(cpudev_texture *t) {
    static const int bytes[] = {1, 1, 2, 2, 4, 4, 2, 4};
    t->texel_size = (size_t)(bytes[t->format] * t->channels);
    for (int c = 0; c < 4; c++)
        t->border[c] = border_channel(t, t->border_colour[c]);
    const int extent[3] = {t->width, t->height, t->depth};
    int longest = 1;
    for (int d = 0; d < 3; d++)
        longest = extent[d] > longest ? extent[d] : longest;
    t->steps = longest <= 8192 ? 0x1p21 : longest <= 65536 ? 0x1p22 : 0x1p23;
    t->plain3d = t->shape == CPUDEV_TEXTURE_3D && t->format == CPUDEV_TEXEL_F32 &&
                 t->channels == 1 && t->linear && !t->normalized;
    for (int d = 0; d < 3; d++) {
        t->limit[d] = 256.0 * (extent[d] - 1);
        if (effective_mode(t, d) != CPUDEV_CLAMP)
            t->plain3d = false;
    }
}
