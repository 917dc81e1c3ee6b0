// Records thresholds of gradients, dense along chosen directions: what grad.cu's random vectors
// show only here and there.
//
//   nvcc -arch=native -o grad_more grad_more.cu && ./grad_more FOLDER
#include "sampler.h"

static Texture number_texture(int fetch, int width, int height, int depth) {
    const Spec s = spec_of(fetch, FORMAT_F32, 1, width, height, depth, 1, 7);
    return make_texture(s, float_texels(s, [](int l, int, int, int, int) { return (float)l; }));
}

static Threshold threshold_of(int field, float target) {
    Threshold h;
    memset(&h, 0, sizeof h);
    h.query.x = 0.3f;
    h.query.y = 0.4f;
    h.query.z = 0.8f;
    h.field = field;
    h.lo = 0x1p-20f;
    h.hi = 4.0f;
    h.target = target;
    return h;
}

// One component given, of every mantissa of 9 bits (and some bits more); another is sought for
// every 256th of a level that it adds.
static void pairs(int fetch, int given, int sought, int step) {
    Texture t = number_texture(fetch, 64, 64, 64);
    std::vector<Threshold> list;
    uint64_t seed = CASES_SEED + 1;
    for (int i = 0; i < 512; i += step) {
        const float a = 0x1p-4f * (1.0f + ((float)i + random_unit(&seed)) / 512.0f);
        for (int k = 2; k < 130; k += 1 + (int)cases_below(&seed, 2)) {
            const int level = 512 + (i + 1) / 2 + k; // about: log2 is at most 22/256 higher
            Threshold h = threshold_of(sought, (float)level / 256.0f);
            h.query.dx[given - FIELD_DX] = a;
            list.push_back(h);
        }
    }
    char name[64];
    snprintf(name, sizeof name, "pairs %d %d %d", fetch, given, sought);
    threshold_section(name, t, FETCH_GRAD + fetch, list);
    drop_texture(t);
}

// All components given but one.
static void others(int fetch, int width, int height, int depth, int count, int both) {
    Texture t = number_texture(fetch, width, height, depth);
    std::vector<Threshold> list;
    uint64_t seed = CASES_SEED + 2;
    const int axes = fetch == FETCH_1D ? 1 : fetch == FETCH_2D ? 2 : 3;
    for (int i = 0; i < count; i++) {
        const int field =
            (both && cases_below(&seed, 2) ? FIELD_DY : FIELD_DX) + (int)cases_below(&seed, axes);
        Threshold h = threshold_of(field, (float)(1 + cases_below(&seed, 1200)) / 256.0f);
        const int scale = (int)cases_below(&seed, 5);
        for (int d = 0; d < axes; d++) {
            h.query.dx[d] = ldexpf(random_unit(&seed), -scale - 2);
            h.query.dy[d] = both ? ldexpf(random_unit(&seed), -scale - 2) : 0.0f;
        }
        list.push_back(h);
    }
    char name[64];
    snprintf(name, sizeof name, "others %d %d %d %d %d", fetch, width, height, depth, both);
    threshold_section(name, t, FETCH_GRAD + fetch, list);
    drop_texture(t);
}

// One component alone: every 256th.
static void alone(int fetch, int width, int height, int depth) {
    Texture t = number_texture(fetch, width, height, depth);
    std::vector<Threshold> list;
    const int axes = fetch == FETCH_1D ? 1 : fetch == FETCH_2D ? 2 : 3;
    for (int d = 0; d < axes; d++)
        for (int i = 1; i <= 3 * 256; i += 2)
            list.push_back(threshold_of(FIELD_DX + d, (float)i / 256.0f));
    char name[64];
    snprintf(name, sizeof name, "alone %d %d %d %d", fetch, width, height, depth);
    threshold_section(name, t, FETCH_GRAD + fetch, list);
    drop_texture(t);
}

// Levels along a line: whether they ever fall.
static void line(int fetch, float a, float c) {
    Texture t = number_texture(fetch, 64, 64, 64);
    std::vector<Query> list;
    for (int i = 0; i < 4096; i++) {
        Query q = threshold_of(0, 0).query;
        q.dx[0] = a;
        q.dx[1] = a * (float)i / 4096.0f;
        q.dx[2] = c;
        list.push_back(q);
    }
    char name[64];
    snprintf(name, sizeof name, "line %d %a %a", fetch, (double)a, (double)c);
    sample_section(name, t, FETCH_GRAD + fetch, 1, list);
    drop_texture(t);
}

// Random directions of a cube, and one component of one derivative.
static void cubes(int kind) { // 0: alone; 1: with others
    Texture t = number_texture(FETCH_CUBE, 64, 64, 1);
    std::vector<Threshold> list;
    uint64_t seed = CASES_SEED + 3;
    for (int i = 0; i < 6000; i++) {
        Threshold h = threshold_of(FIELD_DX + (int)cases_below(&seed, kind ? 6 : 3),
                                   (float)(1 + cases_below(&seed, 1000)) / 256.0f);
        h.query.x = random_signed(&seed);
        h.query.y = random_signed(&seed);
        h.query.z = random_signed(&seed);
        if (kind == 0 && i % 3 == 0) { // along an axis
            h.query.x = h.query.y = h.query.z = 0.0f;
            (&h.query.x)[cases_below(&seed, 3)] = ldexpf(random_signed(&seed), i % 4);
        }
        if (kind)
            for (int d = 0; d < 3; d++) {
                h.query.dx[d] = 0x1p-4f * random_signed(&seed);
                h.query.dy[d] = kind == 2 ? 0x1p-4f * random_signed(&seed) : 0.0f;
            }
        h.hi = 16.0f;
        list.push_back(h);
    }
    char name[64];
    snprintf(name, sizeof name, "cubes %d", kind);
    threshold_section(name, t, FETCH_GRAD + FETCH_CUBE, list);
    drop_texture(t);
}

int main(int argc, char **argv) {
    sampler_start(argc, argv, "grad_more");
    pairs(FETCH_2D, FIELD_DX, FIELD_DX + 1, 1);
    pairs(FETCH_2D, FIELD_DX + 1, FIELD_DX, 8);
    pairs(FETCH_3D, FIELD_DX, FIELD_DX + 1, 4);
    pairs(FETCH_3D, FIELD_DX + 2, FIELD_DX, 8);
    others(FETCH_2D, 64, 64, 1, 4000, 1);
    others(FETCH_3D, 64, 64, 64, 12000, 0);
    others(FETCH_3D, 64, 64, 64, 4000, 1);
    static const int extents[][3] = {{100, 37, 23}, {67, 129, 90}, {1000, 700, 3}};
    for (int k = 0; k < 3; k++)
        for (int fetch = FETCH_1D; fetch <= FETCH_3D; fetch++) {
            const int *e = extents[k];
            alone(fetch, e[0], fetch > FETCH_1D ? e[1] : 1, fetch > FETCH_2D ? e[2] : 1);
            others(fetch, e[0], fetch > FETCH_1D ? e[1] : 1, fetch > FETCH_2D ? e[2] : 1, 2000, 0);
        }
    alone(FETCH_3D, 64, 64, 64);
    line(FETCH_2D, 0.0723f, 0.0f);
    line(FETCH_2D, 0.1101f, 0.0f);
    line(FETCH_3D, 0.0723f, 0.0f);
    line(FETCH_3D, 0.1101f, 0.0f);
    line(FETCH_3D, 0.1101f, 0.08f);
    for (int kind = 0; kind < 3; kind++)
        cubes(kind);
    return sampler_end();
}
