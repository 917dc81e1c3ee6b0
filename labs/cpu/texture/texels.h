/* texels.h - raw texels and what a point read or the filter makes of them, for this folder
 * alone. See ../TEXTURES.md. */
#ifndef CPUDEV_TEXTURE_TEXELS_H
#define CPUDEV_TEXTURE_TEXELS_H

#include <math.h>
#include <string.h>

#include "filter.h"
#include "unit.h"

static inline float float_of_half(uint32_t half) {
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
static inline uint32_t read_raw(const cpudev_texture *t, int32_t raw) {
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

/* What the filter makes of one channel of raw texels, four for each of so many slices, which are 0
 * where the footprint does not reach. */
static inline uint32_t filter_raw(const cpudev_texture *t, const int32_t raw[], const int w[],
                                  int slices, unsigned reached) {
    const bool half = t->format == CPUDEV_TEXEL_F16;
    float texel[4 * MOST_SLICES];
    switch (t->format) {
    case CPUDEV_TEXEL_U8:
        return filter_unsigned(8, raw, w, 4 * slices);
    case CPUDEV_TEXEL_S8:
        return filter_signed8(raw, w, 4 * slices);
    case CPUDEV_TEXEL_U16:
        return filter_unsigned(16, raw, w, 4 * slices);
    case CPUDEV_TEXEL_S16:
        return filter_signed16(raw, w, 4 * slices);
    default:
        for (int k = 0; k < 4 * slices; k++)
            texel[k] = half ? float_of_half((uint32_t)raw[k]) : float_of_bits((uint32_t)raw[k]);
        return filter_float(texel, w, slices, reached, half);
    }
}

#endif
