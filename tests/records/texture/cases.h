// The sampling list of the texture records: which textures, which texels, which coordinates.
// It is deterministic integer arithmetic, so the GPU program that captures, the CPU device and the
// direct replay of the texture unit all see the same bytes. Plain C, also valid CUDA C++.
//
//   cases_count(group)            number of cases of a group
//   cases_get(group, i, &c)       case i: the texture's description and how it is sampled
//   cases_texels(&c, bytes)       fill cases_texel_bytes(&c) bytes, tightly packed rows
//   cases_coordinates(&c, xyz, layer)   c.samples coordinates (3 floats each) and layers
// Compile with -DCASES_SEED=N for other texels and coordinates of the same kinds.
// A result is c.channels 32-bit words a sample: the bits of the float or of the widened integer.
#ifndef TEXTURE_CASES_H
#define TEXTURE_CASES_H

#ifndef CASES_SUM_SAMPLES
#define CASES_SUM_SAMPLES 1200 // a case of the float3d and half3d groups
#endif

#ifndef CASES_SEED
#define CASES_SEED 0x1234567u
#endif

#include <math.h>
#include <stdint.h>
#include <string.h>

enum {
    SHAPE_LINEAR,
    SHAPE_PITCH,
    SHAPE_1D,
    SHAPE_2D,
    SHAPE_3D,
    SHAPE_1D_LAYERED,
    SHAPE_2D_LAYERED
};
enum {
    FORMAT_U8,
    FORMAT_S8,
    FORMAT_U16,
    FORMAT_S16,
    FORMAT_U32,
    FORMAT_S32,
    FORMAT_F16,
    FORMAT_F32
};
enum { POINT, LINEAR };
enum { WRAP, CLAMP, MIRROR, BORDER }; // the order of cudaTextureAddressMode
enum { TEXELS_RANDOM, TEXELS_SPECIAL, TEXELS_FULL, TEXELS_SPARSE, TEXELS_PAIRS, TEXELS_INDEX };
enum { COORDS_MIXED, COORDS_CELL, COORDS_SWEEP };
enum {
    GROUP_MODES,
    GROUP_SPECIAL,
    GROUP_FLOAT3D,
    GROUP_HALF3D,
    GROUP_SIGNED8,
    GROUP_BORDER,
    GROUP_WIDE,
    GROUPS
};

static const char *const cases_group_names[GROUPS] = {"modes",   "special", "float3d", "half3d",
                                                      "signed8", "border",  "wide"};

typedef struct {
    int shape, format, channels;
    int normalized_read; // cudaReadModeNormalizedFloat
    int filter, address[3], normalized;
    float border[4];
    int width, height, depth, layers; // texels; 1 where the shape lacks the dimension
    int texels, spread;               // generator; spread: number of binary exponents in use
    int coords, axes;                 // generator; axes: bit d set = fraction along axis d
    int samples;
    uint64_t seed;
} Case;

static uint64_t cases_random(uint64_t *state) { // splitmix64
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint32_t cases_below(uint64_t *state, uint32_t n) {
    return (uint32_t)((cases_random(state) >> 32) * n >> 32);
}

static float cases_float_of(uint32_t bits) {
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static int cases_bits(const Case *c) {
    static const int bits[] = {8, 8, 16, 16, 32, 32, 16, 32};
    return bits[c->format];
}

static size_t cases_texel_bytes(const Case *c) {
    return (size_t)c->width * c->height * c->depth * c->layers * c->channels * (cases_bits(c) / 8);
}

// One element's bits. Floating-point generators use exponents 127-spread/2 .. (half: 15-spread/2
// ..).
static uint32_t cases_element(const Case *c, uint64_t *s, size_t index) {
    static const uint32_t special32[] = {0,          0x80000000, 1,          0x80000001,
                                         0x007fffff, 0x00800000, 0x3f800000, 0xbf800000,
                                         0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000,
                                         0x7fc00000, 0xffc12345, 0x7f800001};
    static const uint32_t special16[] = {0,      0x8000, 1,      0x8001, 0x03ff,
                                         0x0400, 0x3c00, 0xbc00, 0x7bff, 0xfbff,
                                         0x7c00, 0xfc00, 0x7e00, 0xfe12, 0x7c01};
    uint64_t r = cases_random(s);
    if (c->texels == TEXELS_PAIRS) { // 0 t 0 t+1 ..: every texel against zero, from both sides
        return index & 1 ? (uint32_t)(index >> 1) : 0;
    }
    if (c->texels == TEXELS_INDEX) { // float32: the result shows index and weight
        float value = (float)(index & 2047);
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        return bits;
    }
    if (c->format == FORMAT_F32 || c->format == FORMAT_F16) {
        int half = c->format == FORMAT_F16;
        uint32_t fraction_bits = half ? 10 : 23;
        if (c->texels == TEXELS_SPECIAL && (r & 3) != 0)
            return half ? special16[cases_below(s, 15)] : special32[cases_below(s, 15)];
        uint32_t exponent = (half ? 15 : 127) - c->spread / 2 + cases_below(s, c->spread + 1);
        uint32_t fraction = (uint32_t)(r >> 20) & ((1u << fraction_bits) - 1);
        if (c->texels == TEXELS_SPARSE) {
            fraction = 0;
            for (int k = (int)(r & 3); k > 0; k--)
                fraction |= 1u << cases_below(s, fraction_bits);
            if (r & 4) // a run of ones down from the top
                fraction = ((1u << fraction_bits) - 1) ^ (fraction >> 1);
        }
        uint32_t sign = (r >> 3 & 1) << (half ? 15 : 31);
        return sign | exponent << fraction_bits | fraction;
    }
    if ((r & 15) == 0)
        return 0x80808080u;
    if ((r & 15) == 1)
        return 0x7f7f7f7fu;
    if ((r & 15) == 2)
        return 0xffffffffu;
    return (uint32_t)(r >> 32);
}

static void cases_texels(const Case *c, void *bytes) {
    uint64_t s = c->seed;
    size_t size = cases_bits(c) / 8, count = cases_texel_bytes(c) / size;
    for (size_t i = 0; i < count; i++) {
        uint32_t e = cases_element(c, &s, i);
        memcpy((unsigned char *)bytes + i * size, &e, size); // little-endian
    }
}

// A coordinate along one axis of n texels, unnormalised.
static float cases_mixed(uint64_t *s, int n) {
    static const float special[] = {NAN,           INFINITY,       -INFINITY,   1e10f,     -1e10f,
                                    3e38f,         -3e38f,         1e-40f,      -1e-40f,   -0.0f,
                                    2147483648.0f, -2147483904.0f, 16777218.0f, -70000.25f};
    uint32_t kind = cases_below(s, 16);
    int texel = (int)cases_below(s, 4 * n + 1) - 3 * n / 2;
    float offset = (float)cases_below(s, 1025) / 1024.0f; // a tie of the weights every other step
    if (kind == 0)
        return special[cases_below(s, 14)];
    if (kind < 4)
        return (float)texel;
    if (kind < 6)
        return (float)texel + 0.5f;
    if (kind < 10)
        return (float)texel + offset;
    if (kind < 12) // a step of one float away from a texel's edge
        return nextafterf((float)texel, kind == 10 ? -INFINITY : INFINITY);
    return (float)texel + (float)(cases_random(s) >> 40) * 0x1p-24f;
}

static void cases_coordinates(const Case *c, float *xyz, int *layer) {
    uint64_t s = c->seed ^ 0x5bd1e995u;
    int extent[3] = {c->width, c->height, c->depth};
    for (int i = 0; i < c->samples; i++) {
        for (int d = 0; d < 3; d++) {
            float x;
            int n = extent[d];
            if (c->coords == COORDS_SWEEP)
                x = 0.5f + (float)i / 256.0f;
            else if (c->coords == COORDS_CELL)
                x = (float)cases_below(&s, n > 1 ? n - 1 : 1) + 0.5f +
                    (c->axes >> d & 1 ? (float)cases_below(&s, 256) / 256.0f : 0.0f);
            else
                x = cases_mixed(&s, n);
            xyz[3 * i + d] = c->normalized && c->shape != SHAPE_LINEAR ? x / (float)n : x;
        }
        layer[i] = (int)cases_below(&s, c->layers + 4) - 2;        // outside too
        if (c->shape == SHAPE_LINEAR && c->coords == COORDS_MIXED) // tex1Dfetch: an index
            xyz[3 * i] = (float)((int)cases_below(&s, c->width + 8) - 4);
    }
}

// --- the groups ----------------------------------------------------------------------------------

typedef struct {
    int wanted, count;
    Case *out;
} CasesCursor;

static void cases_emit(CasesCursor *cursor, Case c) {
    if (cursor->count++ != cursor->wanted)
        return;
    c.seed = CASES_SEED + 7919u * (uint64_t)cursor->wanted + ((uint64_t)c.format << 32) +
             ((uint64_t)c.shape << 40);
    *cursor->out = c;
}

static Case cases_shaped(int shape, int format, int channels) {
    Case c;
    memset(&c, 0, sizeof c);
    c.shape = shape;
    c.format = format;
    c.channels = channels;
    c.width = shape == SHAPE_LINEAR ? 61 : 7;
    c.height = shape == SHAPE_PITCH || shape == SHAPE_2D || shape == SHAPE_2D_LAYERED ? 5
               : shape == SHAPE_3D                                                    ? 6
                                                                                      : 1;
    c.depth = shape == SHAPE_3D ? 4 : 1;
    c.layers = shape == SHAPE_1D_LAYERED || shape == SHAPE_2D_LAYERED ? 3 : 1;
    c.spread = 8;
    c.axes = 7;
    return c;
}

static const int cases_channels[3] = {1, 2, 4};

static int cases_is_float(int format) {
    return format == FORMAT_F16 || format == FORMAT_F32;
}

// Every format, read, filter, channel count, shape, address mode and kind of coordinate.
static void cases_modes(CasesCursor *cursor) {
    static const float borders[4][4] = {{0.25f, 0.5f, -0.75f, 1.0f},
                                        {0, 0, 0, 0},
                                        {-1.0f, 0.3f, 0.6f, 0.1f},
                                        {1, 0.9f, -0.2f, 0.7f}};
    int turn = 0;
    for (int shape = SHAPE_LINEAR; shape <= SHAPE_2D_LAYERED; shape++)
        for (int format = FORMAT_U8; format <= FORMAT_F32; format++)
            for (int k = 0; k < 3; k++)
                for (int read = 0; read < 2; read++)
                    for (int filter = POINT; filter <= LINEAR; filter++)
                        for (int normalized = 0; normalized < 2; normalized++)
                            for (int mode = WRAP; mode <= BORDER; mode++) {
                                Case c = cases_shaped(shape, format, cases_channels[k]);
                                int wide = format == FORMAT_U32 || format == FORMAT_S32;
                                if (read && (wide || cases_is_float(format)))
                                    continue;
                                if (filter == LINEAR && !read && !cases_is_float(format))
                                    continue;
                                if (shape == SHAPE_LINEAR &&
                                    (filter == LINEAR || normalized || mode != CLAMP))
                                    continue;
                                c.normalized_read = read;
                                c.filter = filter;
                                c.normalized = normalized;
                                c.address[0] = mode;
                                c.address[1] = (mode + turn) & 3; // mixed along the axes, and equal
                                c.address[2] = (mode + turn / 4) & 3;
                                memcpy(c.border, borders[turn & 3], sizeof c.border);
                                c.width += turn % 3 == 1 ? 1 : 0;
                                c.samples = shape == SHAPE_LINEAR ? 64 : 32;
                                turn++;
                                cases_emit(cursor, c);
                            }
}

// NaN, infinite, denormal and huge texels under linear filtering and point reads.
static void cases_special(CasesCursor *cursor) {
    for (int format = FORMAT_F16; format <= FORMAT_F32; format++)
        for (int shape = SHAPE_1D; shape <= SHAPE_3D; shape++)
            for (int filter = POINT; filter <= LINEAR; filter++)
                for (int repeat = 0; repeat < 4; repeat++) {
                    Case c = cases_shaped(shape, format, repeat == 3 ? 4 : 1);
                    c.filter = filter;
                    c.address[0] = c.address[1] = c.address[2] = CLAMP;
                    c.texels = repeat == 1 ? TEXELS_FULL : TEXELS_SPECIAL;
                    c.spread = format == FORMAT_F16 ? 28 : 250;
                    c.width = 16;
                    c.height = shape == SHAPE_1D ? 1 : 16;
                    c.depth = shape == SHAPE_3D ? 8 : 1;
                    c.coords = COORDS_CELL;
                    c.axes = repeat == 2 ? 1 : 7;
                    c.samples = 400;
                    cases_emit(cursor, c);
                }
}

// The sum over two slices: mixed exponents, full and sparse mantissas, fractions along some axes.
static void cases_sum3d(CasesCursor *cursor, int format) {
    static const int spread32[] = {0, 3, 6, 10, 14, 20, 28, 36},
                     spread16[] = {0, 2, 4, 7, 11, 15, 20, 26};
    static const int axes[3] = {7, 4, 5};
    for (int k = 0; k < 8; k++)
        for (int texels = TEXELS_FULL; texels <= TEXELS_SPARSE; texels++)
            for (int a = 0; a < 3; a++) {
                Case c = cases_shaped(SHAPE_3D, format, 1);
                c.filter = LINEAR;
                c.address[0] = c.address[1] = c.address[2] = CLAMP;
                c.texels = texels;
                c.spread = format == FORMAT_F16 ? spread16[k] : spread32[k];
                c.width = c.height = c.depth = 24;
                c.coords = COORDS_CELL;
                c.axes = axes[a];
                c.samples = CASES_SUM_SAMPLES;
                cases_emit(cursor, c);
            }
}

// Signed 8-bit texels as normalised floats: every texel against zero at every weight, then random.
static void cases_signed8(CasesCursor *cursor) {
    Case c = cases_shaped(SHAPE_1D, FORMAT_S8, 1);
    c.normalized_read = 1;
    c.filter = LINEAR;
    c.address[0] = c.address[1] = c.address[2] = CLAMP;
    c.texels = TEXELS_PAIRS;
    c.width = 513;
    c.coords = COORDS_SWEEP;
    c.samples = 512 * 256;
    cases_emit(cursor, c);
    for (int shape = SHAPE_1D; shape <= SHAPE_3D; shape++) {
        Case r = cases_shaped(shape, FORMAT_S8, 1);
        r.normalized_read = 1;
        r.filter = LINEAR;
        r.address[0] = r.address[1] = r.address[2] = CLAMP;
        r.coords = COORDS_CELL;
        r.width = shape == SHAPE_1D ? 4096 : 32;
        r.height = shape == SHAPE_1D ? 1 : 32;
        r.depth = shape == SHAPE_3D ? 32 : 1;
        r.samples = 4 * CASES_SUM_SAMPLES;
        cases_emit(cursor, r);
    }
}

// How a border colour becomes a texel of each format.
static void cases_border(CasesCursor *cursor) {
    static const float borders[][4] = {
        {0.25f, 0.5f, 0.75f, 1.0f},       {-0.25f, -0.5f, -0.75f, -1.0f},
        {1.5f, 2.5f, 3.0f, 100.0f},       {-1.5f, -2.5f, -200.0f, -40000.0f},
        {255.0f, 256.0f, 70000.0f, 5e9f}, {0.00196f, 0.00197f, 0.4999f, 0.5019f},
        {1e-40f, -1e-40f, 1e-5f, 3e-8f},  {65519.0f, 65520.0f, 1.00048828125f, 1.00146484375f},
        {NAN, INFINITY, -INFINITY, -0.0f}};
    for (int format = FORMAT_U8; format <= FORMAT_F32; format++)
        for (int read = 0; read < 2; read++)
            for (int filter = POINT; filter <= LINEAR; filter++)
                for (int b = 0; b < 9; b++) {
                    Case c = cases_shaped(SHAPE_2D, format, 4);
                    if (read && format >= FORMAT_U32)
                        continue;
                    if (filter == LINEAR && !read && !cases_is_float(format))
                        continue;
                    c.normalized_read = read;
                    c.filter = filter;
                    c.address[0] = c.address[1] = c.address[2] = BORDER;
                    memcpy(c.border, borders[b], sizeof c.border);
                    c.coords = COORDS_MIXED;
                    c.samples = 24;
                    cases_emit(cursor, c);
                }
    for (int format = FORMAT_U8; format <= FORMAT_S16; format++) // the rounding
        for (int k = 0; k < 96; k++) {
            Case c = cases_shaped(SHAPE_2D, format, 4);
            uint64_t s = 977u * (uint64_t)k + (uint64_t)format;
            float steps = format == FORMAT_U8 ? 255.0f : format == FORMAT_S8 ? 127.0f : 32767.0f;
            c.normalized_read = 1;
            c.address[0] = c.address[1] = c.address[2] = BORDER;
            c.coords = COORDS_MIXED;
            c.samples = 12;
            for (int channel = 0; channel < 4; channel++) {
                float v = (float)(cases_random(&s) >> 40) * 0x1p-24f;
                if (k & 1) // close to a tie
                    v = ((float)(int)(v * steps) + 0.5f) / steps +
                        (float)((int)cases_below(&s, 65) - 32) * 0x1p-19f;
                c.border[channel] = k & 2 ? -v : v;
            }
            cases_emit(cursor, c);
        }
}

// Long axes: how many bits of a coordinate count.
static void cases_wide(CasesCursor *cursor) {
    static const int widths[] = {1000,  2047,  4096,  8189,  12007, 16381,  16411,  20001,
                                 32749, 32771, 50021, 65521, 65537, 100003, 131071, 131072};
    for (int k = 0; k < 18; k++)
        for (int filter = POINT; filter <= LINEAR; filter++)
            for (int normalized = 0; normalized < 2; normalized++)
                for (int mode = WRAP; mode <= BORDER; mode++) {
                    Case c = cases_shaped(k < 16 ? SHAPE_1D : SHAPE_2D, FORMAT_F32, 1);
                    c.filter = filter;
                    c.normalized = normalized;
                    c.address[0] = c.address[1] = c.address[2] = mode;
                    c.width = k < 16 ? widths[k] : k == 16 ? 2048 : 3;
                    c.height = k < 16 ? 1 : k == 16 ? 70 : 40009;
                    c.texels = TEXELS_INDEX;
                    c.coords = COORDS_MIXED;
                    c.samples = 150;
                    cases_emit(cursor, c);
                }
}

static int cases_visit(int group, int wanted, Case *out) {
    CasesCursor cursor = {wanted, 0, out};
    switch (group) {
    case GROUP_MODES:
        cases_modes(&cursor);
        break;
    case GROUP_SPECIAL:
        cases_special(&cursor);
        break;
    case GROUP_FLOAT3D:
        cases_sum3d(&cursor, FORMAT_F32);
        break;
    case GROUP_HALF3D:
        cases_sum3d(&cursor, FORMAT_F16);
        break;
    case GROUP_SIGNED8:
        cases_signed8(&cursor);
        break;
    case GROUP_BORDER:
        cases_border(&cursor);
        break;
    case GROUP_WIDE:
        cases_wide(&cursor);
        break;
    default:
        break;
    }
    return cursor.count;
}

static int cases_count(int group) {
    return cases_visit(group, -1, NULL);
}

static void cases_get(int group, int index, Case *out) {
    cases_visit(group, index, out);
}

#endif
