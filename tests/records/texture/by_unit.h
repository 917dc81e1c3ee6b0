// For sampler.h with -DBY_UNIT: samples taken from the CPU device's arithmetic directly, without
// kernels, so that one whose result is not known (UNKNOWN_WORD) does not end the others. Compile
// with nvcc-cpu and -I labs/cpu.
#ifndef TEXTURE_BY_UNIT_H
#define TEXTURE_BY_UNIT_H

extern "C" {
#include "texture/unit.h"
}

enum { UNKNOWN_WORD = 0x7ff0dead }; // a NaN that no sample returns

struct UnitTexture {
    Bytes texels;
    std::vector<cpudev_texture> levels;
};

static cpudev_texture unit_level(const Spec &s, int level, const unsigned char *texels) {
    static const cpudev_texture_shape shapes[] = {
        CPUDEV_TEXTURE_1D, CPUDEV_TEXTURE_2D,   CPUDEV_TEXTURE_3D,  CPUDEV_TEXTURE_1D,
        CPUDEV_TEXTURE_2D, CPUDEV_TEXTURE_CUBE, CPUDEV_TEXTURE_CUBE};
    cpudev_texture t;
    memset(&t, 0, sizeof t);
    t.data = texels;
    t.shape = shapes[s.fetch];
    t.width = shrunk(s.width, level);
    t.height = spec_is_1d(s) ? 1 : shrunk(s.height, level);
    t.depth = s.fetch == FETCH_3D ? shrunk(s.depth, level) : 1;
    t.layers = spec_is_layered(s) ? s.layers : 0;
    t.row_pitch = (size_t)t.width * s.channels * element_size(s.format);
    t.slice_pitch = t.row_pitch * t.height;
    t.level_count = s.levels;
    t.format = (cpudev_texel_format)s.format; // the same order
    t.channels = s.channels;
    for (int d = 0; d < 3; d++)
        t.address[d] = (cpudev_address_mode)s.desc.addressMode[d];
    t.linear = s.desc.filterMode == cudaFilterModeLinear;
    t.normalized = s.desc.normalizedCoords;
    t.normalized_read = s.desc.readMode == cudaReadModeNormalizedFloat;
    t.mip_linear = s.desc.mipmapFilterMode == cudaFilterModeLinear;
    t.level_bias = s.desc.mipmapLevelBias;
    t.min_level = s.desc.minMipmapLevelClamp;
    t.max_level = s.desc.maxMipmapLevelClamp;
    t.seamless = s.desc.seamlessCubemap;
    memcpy(t.border_colour, s.desc.borderColor, sizeof t.border_colour);
    cpudev_texture_prepare(&t);
    return t;
}

static UnitTexture *unit_texture(const Spec &s, const Bytes &texels) {
    UnitTexture *u = new UnitTexture{texels, {}};
    const unsigned char *at = u->texels.data();
    for (int l = 0; l < spec_levels(s); l++) {
        u->levels.push_back(unit_level(s, l, at));
        at += spec_texels(s, l) * s.channels * element_size(s.format);
    }
    u->levels[0].levels = u->levels.data() + 1;
    return u;
}

static void unit_sample(const cpudev_texture *t, int fetch, const Query &q, uint32_t *out) {
    cpudev_texel v;
    const char *unknown = NULL;
    const float lod = q.lod;
    const bool level = fetch & FETCH_LOD;
    if (fetch & FETCH_GRAD)
        cpudev_texture_sample_grad(t, &q.x, q.layer, q.dx, q.dy, &v, &unknown);
    else if (t->shape == CPUDEV_TEXTURE_CUBE)
        cpudev_texture_sample_cube(t, &q.x, q.layer, level ? &lod : NULL, &v, &unknown);
    else if (level)
        cpudev_texture_sample_lod(t, q.x, q.y, q.z, q.layer, lod, &v);
    else if (t->level_count)
        cpudev_texture_sample_base(t, q.x, q.y, q.z, q.layer, &v);
    else
        cpudev_texture_sample(t, q.x, q.y, q.z, q.layer, &v);
    for (int c = 0; c < t->channels; c++)
        out[c] = unknown ? UNKNOWN_WORD : v.u[c];
}

static Words unit_sampled(const UnitTexture *u, int fetch, const std::vector<Query> &queries) {
    const int channels = u->levels[0].channels;
    Words words(queries.size() * channels);
    for (size_t i = 0; i < queries.size(); i++)
        unit_sample(u->levels.data(), fetch, queries[i], &words[i * channels]);
    return words;
}

// Of bisect_thresholds: the recorded threshold is where it says, and the float below is not there.
static uint32_t unit_threshold(const UnitTexture *u, int fetch, const Threshold &h) {
    int lo = key_of(h.lo), hi = key_of(h.hi);
    for (bool first = true; first || lo < hi; first = false) {
        const int middle = first ? hi : (int)(((long long)lo + hi) >> 1);
        Query q = h.query;
        (h.field < FIELD_DX   ? &q.x + h.field
         : h.field < FIELD_DY ? q.dx + (h.field - FIELD_DX)
                              : q.dy + (h.field - FIELD_DY))[0] = float_of_key(middle);
        uint32_t word;
        unit_sample(u->levels.data(), fetch, q, &word);
        if (word == UNKNOWN_WORD)
            return UNKNOWN_WORD;
        const bool reached = __uint_as_float(word) >= h.target;
        if (first && !reached)
            return 0xffffffffu;
        if (reached)
            hi = middle;
        else
            lo = middle + 1;
    }
    return __float_as_uint(float_of_key(lo));
}

#endif
