// Records mipmaps: which levels a fetch reads, their weights, and the sums of two levels.
//
//   nvcc -arch=native -o lod lod.cu && ./lod FOLDER
#include "sampler.h"

static const int shape_fetches[] = {FETCH_1D, FETCH_2D, FETCH_3D, FETCH_2D_LAYERED, FETCH_CUBE};

static Spec mipmapped(int fetch, int format, int channels, int extent, int levels) {
    return spec_of(fetch, format, channels, extent, extent, extent, 1, levels);
}

static float any_lod(uint64_t *s) {
    static const float special[] = {NAN,   INFINITY, -INFINITY, 1e-40f, -0.0f,
                                    1e10f, -1e10f,   3e38f,     64.0f,  -64.0f};
    switch (cases_below(s, 8)) {
    case 0:
        return special[cases_below(s, 10)];
    case 1: // on a half, or a float beside it
        return nextafterf((float)((int)cases_below(s, 20) - 4) / 2.0f, random_signed(s) * 100.0f);
    case 2:
    case 3: // on a 512th
        return (float)((int)cases_below(s, 5120) - 1024) / 512.0f;
    case 4: // near nothing
        return random_signed(s) * 0.01f;
    default:
        return random_unit(s) * 10.0f - 2.0f;
    }
}

// Which levels: every texel is its level's number, so the result is the level that was taken.
static void taken(void) {
    static const float bounds[][3] = {
        {0, 100, 0},      {1, 3, 0},          {1.5f, 3.25f, 0},
        {0.3f, 2.7f, 0},  {0, 100, 0.5f},     {0, 100, -1.25f},
        {0, 100, 0.3f},   {0.7f, 4.1f, 1.1f}, {3, 1, 0},
        {-1, 100, 0},     {0, 0, 0},          {0, 100, 20.0f},
        {0, 100, -20.0f}, {2, 2, 0},          {0.001953125f, 5, 0.001953125f}};
    for (int k = 0; k < 15; k++)
        for (int filter = POINT; filter <= LINEAR; filter++)
            for (int mip = POINT; mip <= LINEAR; mip++)
                for (int shape = 0; shape < 5; shape++) {
                    if (k > 7 && shape != 1)
                        continue;
                    const int fetch = shape_fetches[shape];
                    Spec s = mipmapped(fetch, FORMAT_F32, 1, 64, 7);
                    s.desc.filterMode = (cudaTextureFilterMode)filter;
                    s.desc.mipmapFilterMode = (cudaTextureFilterMode)mip;
                    s.desc.minMipmapLevelClamp = bounds[k][0];
                    s.desc.maxMipmapLevelClamp = bounds[k][1];
                    s.desc.mipmapLevelBias = bounds[k][2];
                    Texture t = make_texture(
                        s, float_texels(s, [](int l, int, int, int, int) { return (float)l; }));
                    std::vector<Query> list(400);
                    uint64_t seed = CASES_SEED + (uint64_t)k;
                    for (Query &q : list) {
                        memset(&q, 0, sizeof q);
                        q.x = random_unit(&seed);
                        q.y = random_unit(&seed);
                        q.z = random_unit(&seed);
                        q.lod = any_lod(&seed);
                    }
                    char name[64];
                    snprintf(name, sizeof name, "taken %d %d %d %d", k, filter, mip, fetch);
                    sample_section(name, t, FETCH_LOD + fetch, 1, list);
                    snprintf(name, sizeof name, "implicit %d %d %d %d", k, filter, mip, fetch);
                    list.resize(8); // a fetch without a level
                    sample_section(name, t, fetch, 1, list);
                    drop_texture(t);
                }
}

// The smallest level at which each weight and each nearest level begins.
static void thresholds(void) {
    for (int mip = POINT; mip <= LINEAR; mip++)
        for (int shape = 0; shape < 5; shape++) {
            const int fetch = shape_fetches[shape];
            Spec s = mipmapped(fetch, FORMAT_F32, 1, 64, 7);
            s.desc.mipmapFilterMode = (cudaTextureFilterMode)mip;
            Texture t = make_texture(
                s, float_texels(s, [](int l, int, int, int, int) { return (float)l; }));
            std::vector<Threshold> list;
            for (int i = 1; i <= 6 * 256; i += mip == POINT || shape != 1 ? 37 : 1) {
                Threshold h;
                memset(&h, 0, sizeof h);
                h.query.x = 0.3f;
                h.query.y = 0.4f;
                h.query.z = 0.6f;
                h.field = FIELD_LOD;
                h.lo = -1.0f;
                h.hi = 8.0f;
                h.target = (float)i / 256.0f;
                list.push_back(h);
            }
            char name[64];
            snprintf(name, sizeof name, "level-thresholds %d %d", mip, fetch);
            threshold_section(name, t, FETCH_LOD + fetch, list);
            drop_texture(t);
        }
}

static std::vector<Query> grid_queries(int count, int fetch, int n, uint64_t seed) {
    std::vector<Query> list(count);
    for (Query &q : list) {
        memset(&q, 0, sizeof q);
        float *v = &q.x;
        for (int d = 0; d < 3; d++)
            v[d] = cases_below(&seed, 4)
                       ? (float)((int)cases_below(&seed, 256 * n + 257) - 128) / (256.0f * (float)n)
                       : random_unit(&seed);
        if (fetch == FETCH_CUBE || fetch == FETCH_CUBE_LAYERED) {
            for (int d = 0; d < 3; d++)
                v[d] = 2.0f * v[d] - 1.0f;
            v[cases_below(&seed, 3)] = cases_random(&seed) & 1 ? 1.0f : -1.0f;
        }
        q.lod = cases_below(&seed, 4) ? (float)cases_below(&seed, 641) / 256.0f
                                      : random_unit(&seed) * 3.0f;
    }
    return list;
}

// Every texel's weight in fetches of two levels.
static void weights(void) {
    static const int fetches[] = {FETCH_1D_LAYERED, FETCH_2D_LAYERED, FETCH_3D, FETCH_CUBE_LAYERED};
    for (int k = 0; k < 4; k++)
        for (int mode = 0; mode < 3; mode++)
            for (int seamless = 0; seamless <= (k == 3); seamless++) {
                const int fetch = fetches[k], n = k == 0 ? 8 : k == 3 ? 2 : 4;
                Spec s = mipmapped(fetch, FORMAT_F32, 4, n, k == 0 ? 4 : k == 3 ? 2 : 3);
                for (int d = 0; d < 3; d++)
                    s.desc.addressMode[d] =
                        (cudaTextureAddressMode)(mode == 2 ? (int)BORDER : mode);
                if (k == 3 && mode != CLAMP)
                    continue;
                s.desc.seamlessCubemap = seamless;
                char name[64];
                snprintf(name, sizeof name, "weights %d %d %d", fetch, mode, seamless);
                weight_section(name, s, FETCH_LOD + fetch,
                               grid_queries(4000, fetch, n, CASES_SEED + 80 + (uint64_t)k));
            }
    for (int filter = 0; filter < 3; filter++) { // point and linear, mixed
        Spec s = mipmapped(FETCH_2D_LAYERED, FORMAT_F32, 4, 4, 3);
        s.desc.filterMode = filter == 0 ? cudaFilterModeLinear : cudaFilterModePoint;
        s.desc.mipmapFilterMode = filter == 1 ? cudaFilterModeLinear : cudaFilterModePoint;
        char name[64];
        snprintf(name, sizeof name, "weights-filters %d", filter);
        weight_section(name, s, FETCH_LOD + FETCH_2D_LAYERED,
                       grid_queries(2000, FETCH_2D_LAYERED, 4, CASES_SEED + 85));
    }
}

// Random texels of every format: the arithmetic of the sums.
static void sums(void) {
    static const int formats[] = {FORMAT_U8,  FORMAT_S8,  FORMAT_U16,
                                  FORMAT_S16, FORMAT_F16, FORMAT_F32};
    for (int k = 0; k < 6; k++)
        for (int shape = 0; shape < 5; shape++)
            for (int spread = 0; spread <= (k > 3 ? 24 : 0); spread += k > 4 ? 6 : 12)
                for (int filter = POINT; filter <= LINEAR; filter++) {
                    const int fetch = shape_fetches[shape], n = fetch == FETCH_CUBE ? 5 : 13;
                    if (filter == POINT && spread != 12)
                        continue;
                    Spec s = mipmapped(fetch, formats[k], 1, n, 3);
                    s.height = fetch == FETCH_CUBE ? n : 11;
                    s.depth = 9;
                    s.desc.filterMode = (cudaTextureFilterMode)filter;
                    Texture t =
                        make_texture(s, random_texels(s, k > 3 ? TEXELS_FULL : TEXELS_RANDOM,
                                                      spread, CASES_SEED + 90));
                    char name[64];
                    snprintf(name, sizeof name, "sums %d %d %d %d", formats[k], fetch, spread,
                             filter);
                    sample_section(
                        name, t, FETCH_LOD + fetch, 1,
                        grid_queries(k > 3 ? 6000 : 2500, fetch, n, CASES_SEED + 91 + (uint64_t)k));
                    drop_texture(t);
                }
    for (int k = 4; k < 6; k++)
        for (int shape = 0; shape < 5; shape++) { // NaN, infinities, denormals
            const int fetch = shape_fetches[shape];
            Spec s = mipmapped(fetch, formats[k], 1, 16, 4);
            Texture t = make_texture(s, random_texels(s, TEXELS_SPECIAL, 8, CASES_SEED + 92));
            char name[64];
            snprintf(name, sizeof name, "special %d %d", formats[k], fetch);
            sample_section(name, t, FETCH_LOD + fetch, 1,
                           grid_queries(2000, fetch, 16, CASES_SEED + 93));
            drop_texture(t);
        }
    for (int mode = WRAP; mode <= BORDER; mode++) { // addresses outside, channels
        Spec s = mipmapped(FETCH_2D, FORMAT_U8, 4, 13, 3);
        s.height = 6;
        s.desc.addressMode[0] = (cudaTextureAddressMode)mode;
        s.desc.addressMode[1] = (cudaTextureAddressMode)((mode + 1) & 3);
        s.desc.borderColor[0] = 0.25f;
        s.desc.borderColor[2] = 0.8f;
        Texture t = make_texture(s, random_texels(s, TEXELS_RANDOM, 8, CASES_SEED + 94));
        std::vector<Query> list = grid_queries(1500, FETCH_2D, 13, CASES_SEED + 95);
        for (Query &q : list) {
            q.x = 3.0f * q.x - 1.0f;
            q.y = 3.0f * q.y - 1.0f;
        }
        char name[64];
        snprintf(name, sizeof name, "modes %d", mode);
        sample_section(name, t, FETCH_LOD + FETCH_2D, 4, list);
        drop_texture(t);
    }
}

// The coordinates at which a column begins, level by level, in textures of several extents.
static void steps(void) {
    static const int extents[] = {300, 8192, 8193, 16384};
    for (int k = 0; k < 4; k++)
        for (int fetch = FETCH_1D; fetch <= FETCH_2D; fetch++)
            for (int filter = POINT; filter <= LINEAR; filter++) {
                Spec s = mipmapped(fetch, FORMAT_F32, 1, extents[k], 4);
                s.height = 3;
                s.desc.filterMode = (cudaTextureFilterMode)filter;
                Texture t = make_texture(
                    s, float_texels(s, [](int, int, int, int x, int) { return (float)x; }));
                std::vector<Threshold> list;
                uint64_t seed = CASES_SEED + 100;
                for (int i = 0; i < 400; i++) {
                    Threshold h;
                    memset(&h, 0, sizeof h);
                    h.query.y = 0.5f;
                    h.query.lod = (float)(i & 3);
                    h.hi = 1.0f;
                    h.target = (float)(1 + cases_below(&seed, (unsigned)extents[k] / 8 - 1));
                    if (filter == LINEAR)
                        h.target -= (float)cases_below(&seed, 256) / 256.0f;
                    list.push_back(h);
                }
                char name[64];
                snprintf(name, sizeof name, "steps %d %d %d", extents[k], fetch, filter);
                threshold_section(name, t, FETCH_LOD + fetch, list);
                drop_texture(t);
            }
}

int main(int argc, char **argv) {
    sampler_start(argc, argv, "lod");
    taken();
    thresholds();
    weights();
    sums();
    steps();
    return sampler_end();
}
