/* lod.c - samples of mipmapped textures: which levels, and how two of them are mixed. See
 * ../TEXTURES.md. */
#include "unit.h"

#include <math.h>
#include <string.h>

#include "footprint.h"
#include "gradient.h"
#include "mixture.h"
#include "texels.h"

/* A level in 1/256: cut toward zero; NaN is 0. */
static int units_of(float level) {
    return isnan(level)    ? 0
           : level > 1e6f  ? 256000000
           : level < -1e6f ? -256000000
                           : (int)(level * 256.0f);
}

static int clamped_level(const cpudev_texture *t, int level) {
    const int least = units_of(t->min_level), most = units_of(t->max_level);
    const int last = (t->level_count - 1) << 8;
    level = level > most ? most : level;
    level = level < least ? least : level;
    return level < 0 ? 0 : level > last ? last : level;
}

static int nearest_or_mixed(const cpudev_texture *t, int level) {
    return t->mip_linear ? level : (level + 128) & ~255;
}

static const cpudev_texture *level_of(const cpudev_texture *t, int i) {
    return i == 0 ? t : &t->levels[i - 1];
}

static void add_plane(mixture *m, const footprint *f, int first, int share) {
    int weight[4];
    slice_weights(f->fraction[0], f->fraction[1], share, weight);
    add_slice(m, f->texel + first, weight, share ? f->reached >> first & 15 : 0);
}

static void add_level(mixture *m, const cpudev_texture *t, const float xyz[3], int layer,
                      int share) {
    if (t->shape == CPUDEV_TEXTURE_CUBE) {
        cpudev_add_cube(m, t, xyz, layer, share);
        return;
    }
    const unsigned char *data = layer_data(t, layer);
    if (!t->linear) {
        const unsigned char *texel[4] = {point_texel(t, xyz, data)};
        add_slice(m, texel, (const int[4]){share}, 1);
        return;
    }
    footprint f;
    find_footprint(t, xyz, data, &f);
    const int far = (f.fraction[2] * share + 127) >> 8;
    add_plane(m, &f, 0, share - far);
    if (t->shape == CPUDEV_TEXTURE_3D)
        add_plane(m, &f, 4, far);
}

static const void *sample_mixed(const cpudev_texture *t, const mixture *m, cpudev_texel *out) {
    const void *first = NULL;
    for (int k = 0; k < 4 * m->slices && first == NULL; k++)
        first = m->reached >> k & 1 ? m->texel[k] : NULL;
    for (int c = 0; c < t->channels; c++) {
        int32_t raw[4 * MOST_SLICES] = {0};
        for (int k = 0; k < 4 * m->slices; k++)
            if (m->reached >> k & 1)
                raw[k] = m->texel[k] ? raw_channel(t, m->texel[k], c) : t->border[c];
        out->u[c] = filter_raw(t, raw, m->weight, m->slices, m->reached);
    }
    return first;
}

static const void *sample_level(const cpudev_texture *t, const float xyz[3], int layer, int level,
                                cpudev_texel *out) {
    level = nearest_or_mixed(t, level);
    const cpudev_texture *upper = level_of(t, level >> 8);
    const int fraction = level & 255;
    if (fraction == 0)
        return cpudev_texture_sample(upper, xyz[0], xyz[1], xyz[2], layer, out);
    mixture m = {0};
    memset(out, 0, sizeof *out);
    add_level(&m, upper, xyz, layer, 256 - fraction);
    add_level(&m, level_of(t, (level >> 8) + 1), xyz, layer, fraction);
    return sample_mixed(t, &m, out);
}

const void *cpudev_texture_sample_lod(const cpudev_texture *t, float x, float y, float z, int layer,
                                      float lod, cpudev_texel *out) {
    if (t->level_count == 0)
        return cpudev_texture_sample(t, x, y, z, layer, out);
    const float xyz[3] = {x, y, z};
    return sample_level(t, xyz, layer, clamped_level(t, units_of(lod) + units_of(t->level_bias)),
                        out);
}

const void *cpudev_texture_sample_base(const cpudev_texture *t, float x, float y, float z,
                                       int layer, cpudev_texel *out) {
    const float xyz[3] = {x, y, z};
    return sample_level(t, xyz, layer, clamped_level(t, 0), out);
}

/* At a narrow corner the record has one zero of the other sign, and no NaN or infinity beside
 * it. */
static bool corner_decides(const cpudev_texture *t, const mixture *m, const cpudev_texel *v) {
    if (!m->narrow_corner || (t->format != CPUDEV_TEXEL_F16 && t->format != CPUDEV_TEXEL_F32))
        return false;
    for (int c = 0; c < t->channels; c++) {
        if (v->u[c] == 0x80000000)
            return true;
        for (int k = 0; k < 4 * m->slices; k++)
            if (m->texel[k] != NULL && !(m->reached >> k & 1)) {
                const uint32_t raw = (uint32_t)raw_channel(t, m->texel[k], c);
                if (!isfinite(t->format == CPUDEV_TEXEL_F16 ? float_of_half(raw)
                                                            : float_of_bits(raw)))
                    return true;
            }
    }
    return false;
}

static const void *sample_cube(const cpudev_texture *t, const float direction[3], int layer,
                               int level, cpudev_texel *out, const char **unknown) {
    level = nearest_or_mixed(t, level);
    const cpudev_texture *upper = level_of(t, level >> 8);
    const int fraction = level & 255;
    mixture m = {0};
    memset(out, 0, sizeof *out);
    add_level(&m, upper, direction, layer, 256 - fraction);
    if (fraction)
        add_level(&m, level_of(t, (level >> 8) + 1), direction, layer, fraction);
    *unknown = m.unknown;
    if (m.unknown)
        return NULL;
    if (t->linear || fraction) {
        const void *first = sample_mixed(t, &m, out);
        if (corner_decides(t, &m, out))
            *unknown = "zeros, NaN and infinities at the corner of a seamless cube";
        return first;
    }
    for (int c = 0; c < t->channels; c++)
        out->u[c] = read_raw(t, m.texel[0] ? raw_channel(t, m.texel[0], c) : t->border[c]);
    return m.texel[0];
}

const void *cpudev_texture_sample_cube(const cpudev_texture *t, const float direction[3], int layer,
                                       const float *lod, cpudev_texel *out, const char **unknown) {
    int level = 0;
    if (t->level_count)
        level = clamped_level(t, lod ? units_of(*lod) + units_of(t->level_bias) : 0);
    return sample_cube(t, direction, layer, level, out, unknown);
}

const void *cpudev_texture_sample_grad(const cpudev_texture *t, const float xyz[3], int layer,
                                       const float dx[3], const float dy[3], cpudev_texel *out,
                                       const char **unknown) {
    int level = 0;
    *unknown = NULL;
    if (t->level_count)
        level = clamped_level(t, cpudev_gradient_level(t, xyz, dx, dy) + units_of(t->level_bias));
    if (t->shape == CPUDEV_TEXTURE_CUBE)
        return sample_cube(t, xyz, layer, level, out, unknown);
    if (t->level_count == 0)
        return cpudev_texture_sample(t, xyz[0], xyz[1], xyz[2], layer, out);
    return sample_level(t, xyz, layer, level, out);
}
