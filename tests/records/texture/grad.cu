// Records fetches with gradients: the level that two derivatives choose.
//
//   nvcc -arch=native -o grad grad.cu && ./grad FOLDER
#include "sampler.h"

static Spec levels_of(int fetch, int width, int height, int depth, int levels) {
    return spec_of(fetch, FORMAT_F32, 1, width, height, depth, 1, levels);
}

static Texture number_texture(const Spec &s) { // every texel is its level's number
    return make_texture(s, float_texels(s, [](int l, int, int, int, int) { return (float)l; }));
}

static Query at_middle(void) {
    Query q;
    memset(&q, 0, sizeof q);
    q.x = 0.3f;
    q.y = 0.4f;
    q.z = 0.8f;
    return q;
}

// One derivative alone: the smallest length at which every 256th of a level begins.
static void lengths(void) {
    static const int fetches[] = {FETCH_1D, FETCH_2D, FETCH_3D, FETCH_2D_LAYERED, FETCH_CUBE};
    for (int k = 0; k < 5; k++)
        for (int field = FIELD_DX; field < FIELDS; field++) {
            const int fetch = fetches[k], axis = (field - FIELD_DX) % 3;
            const int axes = fetch == FETCH_1D                          ? 1
                             : fetch == FETCH_3D || fetch == FETCH_CUBE ? 3
                                                                        : 2;
            if (axis >= axes)
                continue;
            Spec s = levels_of(fetch, 64, fetch == FETCH_CUBE ? 64 : 32, 16, 6);
            Texture t = number_texture(s);
            std::vector<Threshold> list;
            for (int i = 1; i <= 4 * 256; i += k == 1 && axis == 0 ? 1 : 5) {
                Threshold h;
                memset(&h, 0, sizeof h);
                h.query = at_middle();
                h.field = field;
                h.lo = 0x1p-9f;
                h.hi = 4.0f;
                h.target = (float)i / 256.0f;
                list.push_back(h);
            }
            char name[64];
            snprintf(name, sizeof name, "lengths %d %d", fetch, field);
            threshold_section(name, t, FETCH_GRAD + fetch, list);
            drop_texture(t);
        }
}

static float any_length(uint64_t *s) {
    static const float special[] = {0.0f,  -0.0f,     1e-40f, NAN,      INFINITY,
                                    1e30f, -INFINITY, 3e38f,  0x1p-30f, 1.0f};
    if (cases_below(s, 64) == 0)
        return special[cases_below(s, 10)];
    return ldexpf(random_signed(s), -(int)cases_below(s, 8));
}

// kind 0: one vector along any direction; 1: two vectors; 2: equal lengths
static std::vector<Query> random_queries(int count, int kind, uint64_t seed) {
    std::vector<Query> list;
    for (int i = 0; i < count; i++) {
        Query q = at_middle();
        for (int d = 0; d < 3; d++) {
            q.dx[d] = any_length(&seed);
            q.dy[d] = kind == 1 ? any_length(&seed) : 0.0f;
        }
        if (kind == 2) {
            q.dy[0] = -q.dx[1];
            q.dy[1] = q.dx[0];
            q.dy[2] = q.dx[2];
        }
        list.push_back(q);
    }
    return list;
}

static void vectors(void) {
    static const int fetches[] = {FETCH_1D,         FETCH_2D,         FETCH_3D,
                                  FETCH_1D_LAYERED, FETCH_2D_LAYERED, FETCH_CUBE};
    for (int k = 0; k < 6; k++)
        for (int kind = 0; kind < 3; kind++)
            for (int square = 0; square < 2; square++) {
                const int fetch = fetches[k];
                Spec s = levels_of(fetch, 64, square || fetch == FETCH_CUBE ? 64 : 16,
                                   square ? 64 : 8, 7);
                Texture t = number_texture(s);
                char name[64];
                snprintf(name, sizeof name, "vectors %d %d %d", fetch, kind, square);
                sample_section(name, t, FETCH_GRAD + fetch, 1,
                               random_queries(fetch == FETCH_2D ? 16000 : 4000, kind,
                                              CASES_SEED + 110 + (uint64_t)kind));
                drop_texture(t);
            }
}

// Angles at a few lengths: is the length a root, a sum, a maximum?
static void angles(void) {
    for (int other = 0; other < 2; other++) {
        Spec s = levels_of(FETCH_2D, 64, 64, 1, 7);
        Texture t = number_texture(s);
        std::vector<Query> list;
        for (int radius = 0; radius < 4; radius++)
            for (int i = 0; i <= 512; i++) {
                Query q = at_middle();
                const float u = (float)i / 512.0f, r = 0.1f + 0.07f * (float)radius;
                (other ? q.dy : q.dx)[0] = r * (1.0f - u * u) / (1.0f + u * u);
                (other ? q.dy : q.dx)[1] = r * 2.0f * u / (1.0f + u * u);
                list.push_back(q);
            }
        char name[64];
        snprintf(name, sizeof name, "angles %d", other);
        sample_section(name, t, FETCH_GRAD + FETCH_2D, 1, list);
        drop_texture(t);
    }
}

// Clamps, bias, the nearest level, anisotropy, unequal extents, one level alone.
static void settings(void) {
    for (int k = 0; k < 9; k++) {
        Spec s = levels_of(FETCH_2D, 64, 64, 1, 7);
        if (k == 1)
            s.desc.mipmapFilterMode = cudaFilterModePoint;
        if (k == 2)
            s.desc.mipmapLevelBias = 0.75f;
        if (k == 3) {
            s.desc.minMipmapLevelClamp = 1.3f;
            s.desc.maxMipmapLevelClamp = 3.6f;
        }
        if (k == 4)
            s.desc.filterMode = cudaFilterModePoint;
        if (k == 5)
            s.desc.maxAnisotropy = 1;
        if (k == 6)
            s.desc.maxAnisotropy = 4;
        if (k == 7)
            s.desc.maxAnisotropy = 16;
        if (k == 8)
            s.desc.disableTrilinearOptimization = 1;
        Texture t = number_texture(s);
        char name[64];
        snprintf(name, sizeof name, "settings %d", k);
        sample_section(name, t, FETCH_GRAD + FETCH_2D, 1,
                       random_queries(2000, 1, CASES_SEED + 120));
        std::vector<Query> list = random_queries(500, 1, CASES_SEED + 121);
        for (Query &q : list)
            q.lod = 8.0f * q.dx[0];
        snprintf(name, sizeof name, "settings-lod %d", k); // does anisotropy touch a given level?
        sample_section(name, t, FETCH_LOD + FETCH_2D, 1, list);
        drop_texture(t);
    }
}

int main(int argc, char **argv) {
    sampler_start(argc, argv, "grad");
    lengths();
    vectors();
    angles();
    settings();
    return sampler_end();
}
