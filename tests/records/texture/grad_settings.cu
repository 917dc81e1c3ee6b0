// Records fetches with gradients under other settings than grad.cu: widths, arrays without levels,
// address modes, filters, formats, bias and clamps; and two gradients in 2-D of 10 bits each.
//
//   nvcc -arch=native -o grad_settings grad_settings.cu && ./grad_settings FOLDER
#include "sampler.h"

static int levels_for(int longest) {
    int levels = 1;
    while (longest >> levels)
        levels++;
    return levels;
}

static Texture number_texture(const Spec &s) { // every texel is its level's number
    return make_texture(s, float_texels(s, [](int l, int, int, int, int) { return (float)l; }));
}

static int axes_of(int fetch) {
    return fetch == FETCH_1D || fetch == FETCH_1D_LAYERED ? 1 : fetch == FETCH_3D ? 3 : 2;
}

static Query at_middle(void) {
    Query q;
    memset(&q, 0, sizeof q);
    q.x = 0.3f;
    q.y = 0.4f;
    return q;
}

static float any_length(uint64_t *s, int scales) {
    return ldexpf(random_signed(s), -(int)cases_below(s, (uint32_t)scales));
}

// 10 bits, of three exponents.
static float short_length(uint64_t *s) {
    const float v = ldexpf((float)(512 + cases_below(s, 512)), -14 - (int)cases_below(s, 3));
    return cases_random(s) & 1 ? -v : v;
}

static Query random_query(uint64_t *s, int fetch, int scales, bool two) {
    Query q = at_middle();
    for (int d = 0; d < axes_of(fetch); d++) {
        q.dx[d] = any_length(s, scales);
        q.dy[d] = two ? any_length(s, scales) : 0.0f;
    }
    return q;
}

// --- extents -------------------------------------------------------------------------------------

static void extents_of(int fetch, int width, int height, int count, bool two) {
    const int levels = levels_for(width > height ? width : height);
    Texture t = number_texture(spec_of(fetch, FORMAT_F32, 1, width, height, 1, 1, levels));
    std::vector<Query> list;
    std::vector<Threshold> thresholds;
    uint64_t seed = CASES_SEED + 200;
    for (int i = 0; i < count; i++)
        list.push_back(random_query(&seed, fetch, levels + 2, two));
    for (int i = 0; i < count / 4; i++) {
        Threshold h;
        memset(&h, 0, sizeof h);
        h.query = random_query(&seed, fetch, levels + 2, two);
        h.field = FIELD_DX + (int)cases_below(&seed, (uint32_t)axes_of(fetch));
        h.lo = 0x1p-30f;
        h.hi = 2.0f;
        h.target = (float)(1 + cases_below(&seed, 256 * (uint32_t)levels)) / 256.0f;
        thresholds.push_back(h);
    }
    char name[64];
    snprintf(name, sizeof name, "extents %d %d %d %d", fetch, width, height, two);
    sample_section(name, t, FETCH_GRAD + fetch, 1, list);
    snprintf(name, sizeof name, "edges %d %d %d %d", fetch, width, height, two);
    threshold_section(name, t, FETCH_GRAD + fetch, thresholds);
    drop_texture(t);
}

static void extents(void) {
    static const int widths[] = {1, 2, 3, 37, 100, 1000, 1025, 3001, 8191, 16384, 32767};
    for (int width : widths)
        for (int two = 0; two < 2; two++) {
            extents_of(FETCH_1D, width, 1, 1200, two);
            extents_of(FETCH_1D_LAYERED, width < 16384 ? width : 16384, 1, 600, two);
        }
    static const int pairs[][2] = {{2049, 1500}, {4095, 3}, {3, 8191}, {16384, 2}, {1, 77}};
    for (const int *p : pairs)
        for (int two = 0; two < 2; two++) {
            extents_of(FETCH_2D, p[0], p[1], 1200, two);
            extents_of(FETCH_2D_LAYERED, p[0], p[1], 400, two);
        }
}

// --- two gradients in 2-D ------------------------------------------------------------------------

static void two_gradients(int fetch, int width, int height, int count) {
    const int levels = levels_for(width > height ? width : height);
    Texture t = number_texture(spec_of(fetch, FORMAT_F32, 1, width, height, 1, 1, levels));
    std::vector<Query> list;
    uint64_t seed = CASES_SEED + 201;
    for (int i = 0; i < count; i++)
        list.push_back(random_query(&seed, fetch, 7, true));
    char name[64];
    snprintf(name, sizeof name, "two %d %d %d", fetch, width, height);
    sample_section(name, t, FETCH_GRAD + fetch, 1, list);
    drop_texture(t);
}

// Components of few bits: nothing is cut before they are added. Those of `zeros` are 0.
static void short_gradients(int fetch, int zeros, int count) {
    Texture t = number_texture(
        spec_of(fetch, FORMAT_F32, 1, 64, 64, fetch == FETCH_3D ? 64 : 1, 1, levels_for(64)));
    std::vector<Query> list;
    std::vector<Threshold> thresholds;
    uint64_t seed = CASES_SEED + 202;
    for (int i = 0; i < count; i++) {
        Query q = at_middle();
        if (fetch == FETCH_3D)
            q.x = q.y = 0.0f;
        for (int d = 0; d < 6; d++)
            (d < 3 ? q.dx : q.dy)[d % 3] = zeros >> d & 1 ? 0.0f : short_length(&seed);
        list.push_back(q);
        Threshold h;
        memset(&h, 0, sizeof h);
        h.query = q;
        do
            h.field = FIELD_DX + (int)cases_below(&seed, 6);
        while (zeros >> (h.field - FIELD_DX) & 1);
        h.lo = 0x1p-12f;
        h.hi = 1.0f;
        h.target = (float)(300 + cases_below(&seed, 800)) / 256.0f;
        if (i % 4 == 0)
            thresholds.push_back(h);
    }
    char name[64];
    snprintf(name, sizeof name, "short %d %d", fetch, zeros);
    sample_section(name, t, FETCH_GRAD + fetch, 1, list);
    snprintf(name, sizeof name, "short-edges %d %d", fetch, zeros);
    threshold_section(name, t, FETCH_GRAD + fetch, thresholds);
    drop_texture(t);
}

static void special_gradients(int fetch, bool two) {
    static const float special[] = {0.0f,  -0.0f,   1e-40f, NAN,      INFINITY, -INFINITY,
                                    1e30f, -1e-38f, 3e38f,  0x1p-30f, 1.0f,     0.03f};
    Texture t = number_texture(spec_of(fetch, FORMAT_F32, 1, 64, 64, 1, 1, 7));
    std::vector<Query> list;
    uint64_t seed = CASES_SEED + 203;
    for (int i = 0; i < 2000; i++) {
        Query q = random_query(&seed, fetch, 8, two);
        for (int d = 0; d < axes_of(fetch); d++) {
            if (cases_below(&seed, 2))
                q.dx[d] = special[cases_below(&seed, 12)];
            if (two && cases_below(&seed, 2))
                q.dy[d] = special[cases_below(&seed, 12)];
        }
        list.push_back(q);
    }
    char name[64];
    snprintf(name, sizeof name, "special %d %d", fetch, two);
    sample_section(name, t, FETCH_GRAD + fetch, 1, list);
    drop_texture(t);
}

// --- address modes, filters, formats, numbers of levels ------------------------------------------

static void modes_of(int fetch, int levels, int format, int address, int choices) {
    Spec s = spec_of(fetch, format, 1, 16, 16, 1, 3, levels);
    for (int d = 0; d < 3; d++)
        s.desc.addressMode[d] = (cudaTextureAddressMode)address;
    s.desc.filterMode = choices & 1 ? cudaFilterModeLinear : cudaFilterModePoint;
    s.desc.mipmapFilterMode = choices & 2 ? cudaFilterModeLinear : cudaFilterModePoint;
    s.desc.normalizedCoords = !(choices & 4);
    s.desc.borderColor[0] = 0.7f;
    if (choices & 8)
        s.desc.addressMode[1] = cudaAddressModeClamp;
    uint64_t seed = CASES_SEED + 204;
    Texture t = make_texture(s, random_texels(s, TEXELS_RANDOM, 2, seed));
    std::vector<Query> list;
    for (int i = 0; i < 64; i++) {
        Query q = random_query(&seed, fetch, 6, axes_of(fetch) == 1 && i % 2);
        if (i % 8 == 0)
            q.dx[0] = q.dx[1] = q.dy[0] = 0.0f;
        q.x = 1.5f * random_signed(&seed);
        q.y = 1.5f * random_signed(&seed);
        if (choices & 4)
            q.x *= 16.0f, q.y *= 16.0f;
        q.layer = (int)cases_below(&seed, 4);
        list.push_back(q);
    }
    char name[64];
    snprintf(name, sizeof name, "modes %d %d %d %d %d", fetch, levels, format, address, choices);
    sample_section(name, t, FETCH_GRAD + fetch, 1, list);
    drop_texture(t);
}

static void modes(void) {
    static const int fetches[] = {FETCH_1D, FETCH_2D, FETCH_1D_LAYERED, FETCH_2D_LAYERED};
    static const int levels[] = {0, 1, 2, 5}, formats[] = {FORMAT_F32, FORMAT_U8, FORMAT_F16};
    for (int fetch : fetches)
        for (int level : levels)
            for (int format : formats)
                for (int address = 0; address < 4; address++)
                    for (int choices = 0; choices < 16; choices++) {
                        const bool unnormalized = choices & 4;
                        if (unnormalized && (level || address % 2 == 0))
                            continue;
                        if ((choices & 2) && level == 0)
                            continue;
                        if ((choices & 8) && address != cudaAddressModeBorder)
                            continue;
                        modes_of(fetch, level, format, address, choices);
                    }
}

// --- bias and clamps -----------------------------------------------------------------------------

static void clamps(void) {
    static const float settings[][3] = {
        // bias, least, most
        {0, 0, 100},     {0.75f, 0, 100}, {-1.5f, 0, 100},  {0.3f, 0, 100},  {-0.3f, 0, 100},
        {3.25f, 0, 100}, {0, 1.3f, 3.6f}, {0, 0.5f, 0.5f},  {0, 3.0f, 1.0f}, {0.8f, 1.3f, 3.6f},
        {-2, 1, 3},      {0, 2.7f, 100},  {1.7f, 0, 2.55f}, {15, 0, 100},    {-15, 0, 100}};
    static const int fetches[] = {FETCH_1D, FETCH_2D, FETCH_1D_LAYERED, FETCH_2D_LAYERED};
    for (int k = 0; k < (int)(sizeof settings / sizeof *settings); k++)
        for (int fetch : fetches)
            for (int point = 0; point < 2; point++) {
                Spec s = spec_of(fetch, FORMAT_F32, 1, 64, 64, 1, 1, 7);
                s.desc.mipmapLevelBias = settings[k][0];
                s.desc.minMipmapLevelClamp = settings[k][1];
                s.desc.maxMipmapLevelClamp = settings[k][2];
                s.desc.mipmapFilterMode = point ? cudaFilterModePoint : cudaFilterModeLinear;
                Texture t = number_texture(s);
                std::vector<Query> list;
                uint64_t seed = CASES_SEED + 205;
                for (int i = 0; i < 150; i++)
                    list.push_back(random_query(&seed, fetch, 9, axes_of(fetch) == 1));
                char name[64];
                snprintf(name, sizeof name, "clamps %d %d %d", fetch, k, point);
                sample_section(name, t, FETCH_GRAD + fetch, 1, list);
                drop_texture(t);
            }
}

int main(int argc, char **argv) {
    sampler_start(argc, argv, "grad_settings");
    extents();
    two_gradients(FETCH_2D, 64, 64, 20000);
    two_gradients(FETCH_2D, 100, 37, 8000);
    two_gradients(FETCH_2D, 1000, 700, 8000);
    two_gradients(FETCH_2D_LAYERED, 64, 64, 4000);
    // Bits 0 to 2: components of the first gradient that are 0; 3 to 5: of the second.
    short_gradients(FETCH_2D, 044, 24000);
    short_gradients(FETCH_2D, 066, 4000); // both along x
    short_gradients(FETCH_2D, 056, 4000); // at right angles
    short_gradients(FETCH_2D, 064, 8000); // one along x
    short_gradients(FETCH_3D, 070, 8000); // one gradient
    short_gradients(FETCH_3D, 074, 2000);
    for (int two = 0; two < 2; two++)
        for (int fetch : {FETCH_1D, FETCH_2D})
            special_gradients(fetch, two);
    modes();
    clamps();
    return sampler_end();
}
