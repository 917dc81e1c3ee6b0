// Records cubemaps: the face that a direction chooses, the place on it, and the texels beside
// seams.
//
//   nvcc -arch=native -o cube cube.cu && ./cube FOLDER
#include "sampler.h"

static Query direction(float x, float y, float z) {
    Query q;
    memset(&q, 0, sizeof q);
    q.x = x;
    q.y = y;
    q.z = z;
    return q;
}

static Query turned(int axis, int negative, float m, float s, float t) {
    float v[3];
    v[axis] = negative ? -m : m;
    v[(axis + 1) % 3] = s;
    v[(axis + 2) % 3] = t;
    return direction(v[0], v[1], v[2]);
}

static float special_number(uint64_t *s) {
    static const float numbers[] = {0.0f,   -0.0f,     1.0f,      -1.0f,    2.0f, -2.0f,
                                    1e-40f, -1e-40f,   0x1p-126f, 0x1p127f, NAN,  INFINITY,
                                    0.5f,   -INFINITY, 3e38f,     0x1p-140f};
    return numbers[cases_below(s, 16)];
}

// Directions of eight kinds for faces of n texels.
static std::vector<Query> directions(int count, int n, uint64_t seed) {
    std::vector<Query> list;
    for (int i = 0; i < count; i++) {
        const int axis = (int)cases_below(&seed, 3), negative = (int)cases_below(&seed, 2);
        const float r = random_unit(&seed), a = random_signed(&seed), b = random_signed(&seed);
        const float k = (float)(int)cases_below(&seed, 2 * n + 1) / (float)n - 1.0f;
        float m = 1.0f + r;
        switch (i & 7) {
        case 0: // exact quotients
            list.push_back(turned(axis, negative, 1.0f, a, b));
            break;
        case 1:
            list.push_back(turned(axis, negative, m, m * a, m * b));
            break;
        case 2: // near the edges
            list.push_back(turned(axis, negative, m, m * (1.0f - a * a * 0.01f),
                                  m * (b < 0 ? -1.0f + b * b * 0.01f : b)));
            break;
        case 3: // few bits
            m = 1.0f + (float)cases_below(&seed, 64) / 64.0f;
            list.push_back(turned(axis, negative, m, m * (float)((int)(a * 1000)) / 1000.0f,
                                  m * (float)((int)(b * 1000)) / 1000.0f));
            break;
        case 4: // at a texel's edge, or a float beside it
            list.push_back(turned(axis, negative, m, nextafterf(m * k, a), m * b));
            break;
        case 5: // small and large
            list.push_back(turned(axis, negative, ldexpf(m, (int)(a * 100)),
                                  ldexpf(m * b, (int)(a * 100)), ldexpf(m * k, (int)(a * 100))));
            break;
        case 6:
            list.push_back(direction(a, b, random_signed(&seed)));
            break;
        default: // ties
            list.push_back(direction((float)((int)cases_below(&seed, 9) - 4),
                                     (float)((int)cases_below(&seed, 9) - 4),
                                     (float)((int)cases_below(&seed, 9) - 4)));
            break;
        }
    }
    return list;
}

// Which face and texel: number of the texel, read by point.
static void faces(void) {
    for (int n = 1; n <= 8; n += n == 1 ? 2 : 5) {
        Spec s = spec_of(FETCH_CUBE, FORMAT_F32, 1, n, n, 1, 1, 0);
        s.desc.filterMode = cudaFilterModePoint;
        Texture t = make_texture(s, float_texels(s, [&](int, int z, int y, int x, int) {
                                     return (float)((z * n + y) * n + x);
                                 }));
        std::vector<Query> list = directions(8000, n, CASES_SEED + 11);
        uint64_t seed = CASES_SEED + 12;
        for (int i = 0; i < 2000; i++) {
            float v[3];
            for (int d = 0; d < 3; d++)
                v[d] = special_number(&seed);
            list.push_back(direction(v[0], v[1], v[2]));
        }
        char name[64];
        snprintf(name, sizeof name, "faces %d", n);
        sample_section(name, t, FETCH_CUBE, 1, list);
        drop_texture(t);
    }
}

// Where on the face, in 1/256 texel: columns and rows (up to 2048 texels: + 4096 * face), linear.
static void places(bool quick) {
    static const int extents[] = {5, 64, 2048, 8192};
    for (int k = 0; k < (quick ? 2 : 4); k++) {
        const int n = extents[k];
        Spec s = spec_of(FETCH_CUBE, FORMAT_F32, 2, n, n, 1, 1, 0);
        Texture t = make_texture(s, float_texels(s, [&](int, int z, int y, int x, int c) {
                                     return (float)((c ? y : x) + (n > 2048 ? 0 : 4096 * z));
                                 }));
        char name[64];
        snprintf(name, sizeof name, "places %d", n);
        sample_section(name, t, FETCH_CUBE, 2,
                       directions(n > 64 ? 48000 : 8000, n, CASES_SEED + n));
        drop_texture(t);
    }
}

// The smallest coordinate that reaches a place, on every face, for many major coordinates.
static void thresholds(bool quick) {
    static const int extents[] = {5, 64, 1000, 8192, 9000};
    for (int k = 0; k < (quick ? 2 : 5); k++)
        for (int filter = POINT; filter <= LINEAR; filter++) {
            const int n = extents[k];
            Spec s = spec_of(FETCH_CUBE, FORMAT_F32, 1, n, n, 1, 1, 0);
            s.desc.filterMode = (cudaTextureFilterMode)filter;
            // Faces +Z, +Y: the column rises with x.
            Texture t = make_texture(
                s, float_texels(s, [&](int, int, int, int x, int) { return (float)x; }));
            std::vector<Threshold> list;
            uint64_t seed = CASES_SEED + 40 + (uint64_t)k;
            for (int i = 0; i < 3000; i++) {
                Threshold h;
                memset(&h, 0, sizeof h);
                float m = i % 5 == 0   ? 1.0f
                          : i % 5 == 1 ? 1.0f + (float)cases_below(&seed, 32) / 32.0f
                                       : 1.0f + random_unit(&seed);
                if (i % 5 == 4)
                    m = ldexpf(m, (int)cases_below(&seed, 60) - 30);
                h.query.y = i & 1 ? m : 0.0f;
                h.query.z = i & 1 ? 0.0f : m;
                h.field = FIELD_X;
                h.lo = -m * 0.999f;
                h.hi = m * 0.999f;
                h.target = (float)(1 + cases_below(&seed, n - 1));
                if (filter == LINEAR)
                    h.target += (float)cases_below(&seed, 256) / 256.0f - 1.0f;
                list.push_back(h);
            }
            char name[64];
            snprintf(name, sizeof name, "thresholds %d %d", n, filter);
            threshold_section(name, t, FETCH_CUBE, list);
            drop_texture(t);
        }
}

// Directions that lie on a grid of the face, most of them near its edges and corners.
static std::vector<Query> seam_directions(int count, int n, uint64_t seed) {
    std::vector<Query> list;
    for (int i = 0; i < count; i++) {
        float st[2];
        for (int d = 0; d < 2; d++) {
            const float units = 256.0f * (float)n;
            float p = (float)cases_below(&seed, 256 * n + 1) / units; // 0 .. 1 on the face
            if (cases_below(&seed, 3))                                // within half a texel
                p = (float)cases_below(&seed, 129) / units;
            if (cases_random(&seed) & 1)
                p = 1.0f - p;
            st[d] = 2.0f * p - 1.0f;
        }
        list.push_back(
            turned((int)cases_below(&seed, 3), (int)cases_below(&seed, 2), 1.0f, st[0], st[1]));
    }
    return list;
}

static void weights(void) {
    for (int seamless = 0; seamless < 2; seamless++)
        for (int n = 1; n <= 4; n++)
            for (int mode = CLAMP; mode <= (n == 3 ? BORDER : CLAMP); mode++) {
                Spec s = spec_of(FETCH_CUBE_LAYERED, FORMAT_F32, 4, n, n, 1, 1, 0);
                s.desc.seamlessCubemap = seamless;
                for (int d = 0; d < 3; d++)
                    s.desc.addressMode[d] = (cudaTextureAddressMode)mode;
                s.desc.borderColor[0] = 65536.0f;
                char name[64];
                snprintf(name, sizeof name, "weights %d %d %d", seamless, n, mode);
                weight_section(name, s, FETCH_CUBE_LAYERED,
                               seam_directions(5000, n, CASES_SEED + 50 + (uint64_t)n));
            }
}

static void sums(void) {
    static const int formats[] = {FORMAT_U8,  FORMAT_S8,  FORMAT_U16,
                                  FORMAT_S16, FORMAT_F16, FORMAT_F32};
    for (int k = 0; k < 6; k++)
        for (int seamless = 0; seamless < 2; seamless++)
            for (int n = 2; n <= 7; n += 5)
                for (int spread = 0; spread <= (k > 3 ? 16 : 0); spread += 8) {
                    Spec s = spec_of(FETCH_CUBE, formats[k], 1, n, n, 1, 1, 0);
                    s.desc.seamlessCubemap = seamless;
                    Texture t =
                        make_texture(s, random_texels(s, k > 3 ? TEXELS_FULL : TEXELS_RANDOM,
                                                      spread, CASES_SEED + 60));
                    char name[64];
                    snprintf(name, sizeof name, "sums %d %d %d %d", formats[k], seamless, n,
                             spread);
                    sample_section(name, t, FETCH_CUBE, 1,
                                   seam_directions(3000, n, CASES_SEED + 61));
                    drop_texture(t);
                }
    for (int seamless = 0; seamless < 2; seamless++) { // NaN, infinities and denormals at seams
        Spec s = spec_of(FETCH_CUBE, FORMAT_F32, 1, 4, 4, 1, 1, 0);
        s.desc.seamlessCubemap = seamless;
        Texture t = make_texture(s, random_texels(s, TEXELS_SPECIAL, 8, CASES_SEED + 62));
        char name[64];
        snprintf(name, sizeof name, "special %d", seamless);
        sample_section(name, t, FETCH_CUBE, 1, seam_directions(3000, 4, CASES_SEED + 63));
        drop_texture(t);
    }
}

// Layers outside, point and linear.
static void layers(void) {
    for (int filter = POINT; filter <= LINEAR; filter++) {
        Spec s = spec_of(FETCH_CUBE_LAYERED, FORMAT_F32, 1, 4, 4, 1, 3, 0);
        s.desc.filterMode = (cudaTextureFilterMode)filter;
        Texture t = make_texture(s, random_texels(s, TEXELS_FULL, 4, CASES_SEED + 70));
        std::vector<Query> list = directions(2000, 4, CASES_SEED + 71);
        uint64_t seed = CASES_SEED + 72;
        for (Query &q : list)
            q.layer = (int)cases_below(&seed, 9) - 3;
        char name[64];
        snprintf(name, sizeof name, "layers %d", filter);
        sample_section(name, t, FETCH_CUBE_LAYERED, 1, list);
        drop_texture(t);
    }
}

int main(int argc, char **argv) {
    sampler_start(argc, argv, "cube");
    const bool quick = getenv("QUICK") != NULL; // without the textures of gigabytes
    faces();
    places(quick);
    thresholds(quick);
    weights();
    sums();
    layers();
    return sampler_end();
}
