// Samples of random small textures of float texels, extreme ones among them, as fingerprints. Built
// with and without -DCPUDEV_TEXTURE_FAST=0 (the laws without short cuts) it prints the same.
//
//   shortcuts [ROUNDS]
#include "texture/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 200, MOST = 6 };

static uint32_t next_random(void) { // xorshift
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32);
}

static int below(int n) {
    return (int)(next_random() % (uint32_t)n);
}

static float float_of(uint32_t bits) {
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

// kind 0: small numbers with fractions; 1: thirty binary exponents; 2: any pattern; 3: huge and
// tiny ones, as far apart as floats go.
static float random_texel(int kind) {
    uint32_t bits = next_random(), far = (uint32_t)(below(2) ? 215 + below(30) : 1 + below(30));
    switch (kind) {
    case 0:
        return (float)(bits % 1000) / 7.0f;
    case 1:
        return ldexpf((float)(int)bits, below(30) - 15);
    case 2:
        return float_of(bits);
    default:
        return float_of((bits & 0x807fffff) | far << 23);
    }
}

static float random_coordinate(bool normalized, int n) {
    static const float special[] = {0.0f,     -0.0f,     1.0f,   -1.0f, 0.5f,  NAN,
                                    INFINITY, -INFINITY, 1e-40f, 1e20f, -1e20f};
    float extent = normalized ? 1.0f : (float)n;
    switch (below(10)) {
    case 0:
        return float_of(next_random());
    case 1:
        return special[below(sizeof special / sizeof *special)];
    case 2:
        return extent * ((float)below(1 << 20) * 0x1p-17f - 4.0f);
    default:
        return extent * ((float)below(1 << 20) * 0x1.2p-20f - 0x1p-4f);
    }
}

static cpudev_texture random_texture(float *texels) {
    static const int channels[] = {1, 2, 4};
    cpudev_texture t = {.data = (const unsigned char *)texels,
                        .width = 1 + below(MOST),
                        .height = 1 + below(MOST),
                        .depth = 1 + below(MOST),
                        .shape = (cpudev_texture_shape)(CPUDEV_TEXTURE_1D + below(3)),
                        .format = CPUDEV_TEXEL_F32,
                        .channels = channels[below(3)],
                        .linear = true,
                        .normalized = below(2)};
    int kind = below(4);
    for (int i = 0; i < MOST * MOST * MOST * 4; i++)
        texels[i] = random_texel(kind);
    if (t.shape != CPUDEV_TEXTURE_3D)
        t.depth = 1;
    if (t.shape == CPUDEV_TEXTURE_1D)
        t.height = 1;
    for (int d = 0; d < 3; d++)
        t.address[d] = (cpudev_address_mode)below(4);
    for (int c = 0; c < 4; c++)
        t.border_colour[c] = random_texel(kind);
    t.row_pitch = (size_t)t.width * (size_t)t.channels * sizeof(float);
    t.slice_pitch = t.row_pitch * (size_t)t.height;
    cpudev_texture_prepare(&t);
    return t;
}

static uint32_t fingerprint(uint32_t hash, const void *data, size_t bytes) { // FNV-1a
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ ((const unsigned char *)data)[i]) * 16777619u;
    return hash;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 20000;
    static float texels[MOST * MOST * MOST * 4];
    uint32_t hash = 2166136261u;
    for (int round = 1; round <= rounds; round++) {
        cpudev_texture t = random_texture(texels);
        for (int i = 0; i < SAMPLES; i++) {
            float x = random_coordinate(t.normalized, t.width);
            float y = random_coordinate(t.normalized, t.height);
            float z = random_coordinate(t.normalized, t.depth);
            cpudev_texel v;
            const void *first = cpudev_texture_sample(&t, x, y, z, 0, &v);
            ptrdiff_t place = first ? (const unsigned char *)first - t.data : -1;
            hash = fingerprint(hash, &v, sizeof v);
            hash = fingerprint(hash, &place, sizeof place);
            if (t.plain3d) {
                float f = cpudev_texture_sample_plain3d(&t, x, y, z);
                hash = fingerprint(hash, &f, sizeof f);
            }
        }
        if (round % 1000 == 0)
            printf("%d samples: %08x\n", round * SAMPLES, hash);
    }
    return 0;
}
