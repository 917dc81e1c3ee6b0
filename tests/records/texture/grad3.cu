// Records fetches with gradients of three components: in volumes and in cubemaps. Those of grad.cu
// and its brothers have coordinates and lengths of all bits; here what is rounded shows by itself.
//
//   nvcc -arch=native -o grad3 grad3.cu && ./grad3 FOLDER
#include "sampler.h"

// Every texel is its level's number.
static Texture number_texture(int fetch, int width, int height, int depth) {
    int levels = 7;
    while (!((width | height | depth) >> (levels - 1)))
        levels--;
    const Spec s = spec_of(fetch, FORMAT_F32, 1, width, height, depth, 1, levels);
    return make_texture(s, float_texels(s, [](int l, int, int, int, int) { return (float)l; }));
}

static Query query_at(float x, float y, float z) {
    Query q;
    memset(&q, 0, sizeof q);
    q.x = x;
    q.y = y;
    q.z = z;
    return q;
}

// 10 bits, of `scales` exponents.
static float short_length(uint64_t *s, int scales) {
    const float v =
        ldexpf((float)(512 + cases_below(s, 512)), -13 - (int)cases_below(s, (uint32_t)scales));
    return cases_random(s) & 1 ? -v : v;
}

static float any_length(uint64_t *s, int scales) {
    return ldexpf(random_signed(s), -2 - (int)cases_below(s, (uint32_t)scales));
}

static Threshold threshold_of(const Query &q, int field, uint64_t *s) {
    Threshold h;
    memset(&h, 0, sizeof h);
    h.query = q;
    h.field = field;
    h.lo = 0x1p-12f;
    h.hi = 4.0f;
    h.target = (float)(1 + cases_below(s, 1200)) / 256.0f;
    return h;
}

static Query query_anywhere(float size, uint64_t *s) {
    const float x = random_signed(s), y = random_signed(s), z = random_signed(s);
    return query_at(size * x, size * y, size * z);
}

static float *component_of(Query *q, int number) { // 0 to 2: of dx; 3 to 5: of dy
    return (number < 3 ? q->dx : q->dy) + number % 3;
}

// --- volumes -------------------------------------------------------------------------------------

// The components of `mask` are not 0. At the origin a gradient loses no bit.
static void vectors(const char *what, int mask, int count, int edges, int scales, bool all_bits,
                    bool origin, const int extent[3]) {
    Texture t = number_texture(FETCH_3D, extent[0], extent[1], extent[2]);
    std::vector<Query> list;
    std::vector<Threshold> thresholds;
    uint64_t seed = CASES_SEED + 300 + (uint64_t)mask;
    for (int i = 0; i < count || i < edges; i++) {
        Query q = origin ? query_at(0, 0, 0) : query_anywhere(1.0f, &seed);
        int field;
        do
            field = (int)cases_below(&seed, 6);
        while (!(mask >> field & 1));
        for (int d = 0; d < 6; d++)
            if (mask >> d & 1)
                *component_of(&q, d) =
                    all_bits ? any_length(&seed, scales) : short_length(&seed, scales);
        if (i < count)
            list.push_back(q);
        if (i < edges)
            thresholds.push_back(threshold_of(q, FIELD_DX + field, &seed));
    }
    char name[64];
    snprintf(name, sizeof name, "%s %o %d %d %d", what, mask, extent[0], extent[1], extent[2]);
    sample_section(name, t, FETCH_GRAD + FETCH_3D, 1, list);
    snprintf(name, sizeof name, "%s-edges %o %d %d %d", what, mask, extent[0], extent[1],
             extent[2]);
    if (edges)
        threshold_section(name, t, FETCH_GRAD + FETCH_3D, thresholds);
    drop_texture(t);
}

// Two gradients that are each other's double, negative, or at right angles.
static void related(int kind) {
    Texture t = number_texture(FETCH_3D, 64, 64, 64);
    std::vector<Query> list;
    uint64_t seed = CASES_SEED + 400 + (uint64_t)kind;
    for (int i = 0; i < 8000; i++) {
        Query q = query_at(0, 0, 0);
        for (int d = 0; d < 3; d++)
            q.dx[d] = short_length(&seed, 3);
        for (int d = 0; d < 3; d++)
            q.dy[d] = kind == 0   ? q.dx[d]
                      : kind == 1 ? -q.dx[d]
                      : kind == 2 ? (d == 2 ? 0
                                     : d    ? q.dx[0]
                                            : -q.dx[1])
                      : kind == 3 ? 0.5f * q.dx[(d + 1) % 3]
                                  : q.dx[(d + 1) % 3];
        list.push_back(q);
    }
    char name[64];
    snprintf(name, sizeof name, "related %d", kind);
    sample_section(name, t, FETCH_GRAD + FETCH_3D, 1, list);
    drop_texture(t);
}

static const float special[] = {0.0f,  -0.0f,   1e-40f, NAN,      INFINITY, -INFINITY,
                                1e30f, -1e-38f, 3e38f,  0x1p-30f, 1.0f,     0.03f};

static void special_gradients(int fetch, int two) {
    Texture t = number_texture(fetch, 64, 64, 64);
    std::vector<Query> list;
    uint64_t seed = CASES_SEED + 410 + (uint64_t)two;
    for (int i = 0; i < 4000; i++) {
        Query q = query_at(0.3f, 0.4f, 0.8f);
        if (two == 2)
            for (int d = 0; d < 3; d++)
                if (cases_below(&seed, 2))
                    (&q.x)[d] = special[cases_below(&seed, 12)];
        for (int d = 0; d < 3; d++) {
            q.dx[d] = any_length(&seed, 6);
            q.dy[d] = two ? any_length(&seed, 6) : 0.0f;
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

// One thread alone: its neighbours in the warp are not there.
static void alone(int fetch) {
    Texture t = number_texture(fetch, 64, 64, 64);
    std::vector<Query> list;
    Words words;
    uint64_t seed = CASES_SEED + 420;
    for (int i = 0; i < 150; i++) {
        Query q = query_anywhere(1.0f, &seed);
        for (int d = 0; d < 6; d++)
            *component_of(&q, d) = any_length(&seed, 5);
        list.push_back(q);
        const Words one = sampled(t, FETCH_GRAD + fetch, 1, std::vector<Query>(1, q));
        words.push_back(one[0]);
    }
    char name[64];
    snprintf(name, sizeof name, "alone %d", fetch);
    sampler_section(name, list.data(), list.size() * sizeof(Query), words.data(), words.size());
    snprintf(name, sizeof name, "together %d", fetch);
    sample_section(name, t, FETCH_GRAD + fetch, 1, list);
    drop_texture(t);
}

// Two components given, the third sought for every level.
static void ladders(int order, int step) {
    Texture t = number_texture(FETCH_3D, 64, 64, 64);
    std::vector<Threshold> list;
    uint64_t seed = CASES_SEED + 430 + (uint64_t)order;
    static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                     {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};
    const int *axis = orders[order];
    for (int i = 0; i < 512; i += step) {
        const float a = 0x1p-13f * (float)(512 + i);
        const float b = i % 3 == 0 ? 0.0f
                                   : 0x1p-23f * (float)(512 + cases_below(&seed, 512)) *
                                         (float)(1 + cases_below(&seed, 1024));
        for (int k = 1; k < 260; k += 1 + (int)cases_below(&seed, 3)) {
            Threshold h = threshold_of(query_at(0, 0, 0), FIELD_DX + axis[2], &seed);
            h.target = (float)(512 + i / 2 + k) / 256.0f;
            h.query.dx[axis[0]] = a;
            h.query.dx[axis[1]] = b;
            list.push_back(h);
        }
    }
    char name[64];
    snprintf(name, sizeof name, "ladder %d", order);
    threshold_section(name, t, FETCH_GRAD + FETCH_3D, list);
    drop_texture(t);
}

// Coordinates so large that the unit loses them, with small gradients and without.
static void large_coordinates(const int extent[3]) {
    Texture t = number_texture(FETCH_3D, extent[0], extent[1], extent[2]);
    std::vector<Query> list;
    std::vector<Threshold> thresholds;
    uint64_t seed = CASES_SEED + 440;
    for (int i = 0; i < 1500; i++) {
        Query q = query_anywhere(1.0f, &seed);
        const int axis = (int)cases_below(&seed, 3);
        (&q.x)[axis] = ldexpf(random_signed(&seed), (int)cases_below(&seed, 128));
        for (int d = 0; d < 6; d++)
            *component_of(&q, d) = i % 2 ? any_length(&seed, 8) : 0.0f;
        list.push_back(q);
    }
    for (int i = 0; i < 24; i++) {
        Threshold h = threshold_of(query_at(0, 0, 0), i % 3, &seed);
        h.lo = 1.0f;
        h.hi = 3e38f;
        h.target = i < 12 ? 0.5f : 2.5f;
        if (i / 3 % 2)
            h.query.dx[(i + 1) % 3] = any_length(&seed, 8);
        thresholds.push_back(h);
    }
    char name[64];
    snprintf(name, sizeof name, "large %d %d %d", extent[0], extent[1], extent[2]);
    sample_section(name, t, FETCH_GRAD + FETCH_3D, 1, list);
    snprintf(name, sizeof name, "large-edges %d %d %d", extent[0], extent[1], extent[2]);
    threshold_section(name, t, FETCH_GRAD + FETCH_3D, thresholds);
    drop_texture(t);
}

static void volumes(void) {
    static const int cube[3] = {64, 64, 64};
    static const int extents[][3] = {
        {100, 37, 23}, {67, 129, 90}, {1000, 700, 3}, {1, 2, 77}, {3, 5, 2500}};
    for (int mask = 1; mask < 8; mask++) {
        const int count = mask == 7 ? 100000 : 20000;
        vectors("short", mask, count, mask == 7 ? 20000 : 5000, 4, false, true, cube);
        vectors("short", mask << 3, 4000, 1000, 4, false, true, cube);
        vectors("wide", mask, 4000, 0, 14, false, true, cube);
    }
    for (int a = 1; a < 8; a++)
        for (int b = 1; b < 8; b++)
            vectors("short", a | b << 3, a == 7 && b == 7 ? 60000 : 3000,
                    a == 7 && b == 7 ? 20000 : 1000, 4, false, true, cube);
    vectors("near", 077, 60000, 4000, 2, false, true, cube);
    vectors("all", 077, 20000, 4000, 5, true, true, cube);
    vectors("all", 007, 20000, 4000, 5, true, true, cube);
    vectors("place", 007, 20000, 2000, 5, true, false, cube);
    vectors("place", 077, 20000, 2000, 5, true, false, cube);
    for (const int *e : extents) {
        vectors("extents", 001, 2000, 500, 6, true, true, e);
        vectors("extents", 007, 8000, 1000, 6, true, true, e);
        vectors("extents", 077, 8000, 1000, 6, true, true, e);
        vectors("extents-place", 077, 8000, 1000, 6, true, false, e);
    }
    large_coordinates(cube);
    large_coordinates(extents[0]);
    large_coordinates(extents[3]);
    for (int kind = 0; kind < 5; kind++)
        related(kind);
    for (int order = 0; order < 6; order++)
        ladders(order, order ? 8 : 2);
}

// --- cubemaps ------------------------------------------------------------------------------------

// How a direction is made: 0 along an axis, length 1; 1 in a face's plane, largest component 1;
// 2 any, of a length between 1 and 8; 3 near an edge.
static Query direction_of(int kind, uint64_t *s) {
    float v[3];
    const int axis = (int)cases_below(s, 3);
    for (int d = 0; d < 3; d++)
        v[d] = kind == 0 ? 0.0f : ldexpf((float)((int)cases_below(s, 1023) - 511), -9);
    v[axis] = cases_random(s) & 1 ? 1.0f : -1.0f;
    if (kind == 3)
        v[(axis + 1) % 3] = cases_random(s) & 1 ? 0x0.FEp0f : -0x0.FEp0f;
    if (kind == 2)
        for (int d = 0; d < 3; d++)
            v[d] = ldexpf(random_signed(s), (int)cases_below(s, 4));
    return query_at(v[0], v[1], v[2]);
}

// mask: components of the gradients that are not 0, counted from the direction's axis on.
static void cubes(int kind, int mask, int size, int count, int edges, int scales, bool all_bits) {
    Texture t = number_texture(FETCH_CUBE, size, size, 1);
    std::vector<Query> list;
    std::vector<Threshold> thresholds;
    uint64_t seed = CASES_SEED + 500 + (uint64_t)(8 * mask + kind);
    for (int i = 0; i < count || i < edges; i++) {
        Query q = direction_of(kind, &seed);
        const int axis = fabsf(q.x) >= fabsf(q.y) && fabsf(q.x) >= fabsf(q.z) ? 0
                         : fabsf(q.y) >= fabsf(q.z)                           ? 1
                                                                              : 2;
        int sought = 0;
        for (int d = 0; d < 6; d++) {
            if (!(mask >> d & 1))
                continue;
            const int field = d / 3 * 3 + (d + axis) % 3;
            *component_of(&q, field) =
                all_bits ? any_length(&seed, scales) : short_length(&seed, scales);
            if (sought == 0 || cases_below(&seed, 2))
                sought = FIELD_DX + field;
        }
        if (i < count)
            list.push_back(q);
        if (i < edges)
            thresholds.push_back(threshold_of(q, sought, &seed));
    }
    char name[64];
    snprintf(name, sizeof name, "cube%s %d %o %d", all_bits ? "-all" : "", kind, mask, size);
    sample_section(name, t, FETCH_GRAD + FETCH_CUBE, 1, list);
    snprintf(name, sizeof name, "cube%s-edges %d %o %d", all_bits ? "-all" : "", kind, mask, size);
    if (edges)
        threshold_section(name, t, FETCH_GRAD + FETCH_CUBE, thresholds);
    drop_texture(t);
}

// Gradients that lead to any place of the same face (kind 0), of another, also the opposite one.
static void far_places(int kind, int size, int count) {
    Texture t = number_texture(FETCH_CUBE, size, size, 1);
    std::vector<Query> list;
    uint64_t seed = CASES_SEED + 560 + (uint64_t)kind;
    for (int i = 0; i < count; i++) {
        Query q = direction_of(2, &seed);
        for (int g = 0; g < 2; g++) {
            const int how = (int)cases_below(&seed, 3);
            const Query place = direction_of(2, &seed);
            for (int d = 0; d < 3; d++) {
                const float here = (&q.x)[d], there = (&place.x)[d];
                float v = 0.0f;
                if (how == 1)
                    v = any_length(&seed, 5);
                if (how == 2)
                    v = kind == 0   ? 0.25f * (there - here)
                        : kind == 1 ? there - here
                                    : -(2.0f + 0.5f * random_unit(&seed)) * here;
                (g ? q.dy : q.dx)[d] = v;
            }
        }
        list.push_back(q);
    }
    char name[64];
    snprintf(name, sizeof name, "far %d %d", kind, size);
    sample_section(name, t, FETCH_GRAD + FETCH_CUBE, 1, list);
    drop_texture(t);
}

static void cubemaps(void) {
    for (int kind = 0; kind < 4; kind++)
        for (int mask = 1; mask < 8; mask++) {
            cubes(kind, mask, 64, 10000, 3000, 4, false);
            cubes(kind, mask << 3, 64, 1000, 500, 4, false);
        }
    static const int masks[] = {011, 022, 044, 024, 042, 066, 077, 057, 071};
    for (int kind = 0; kind < 3; kind++)
        for (int mask : masks)
            cubes(kind, mask, 64, mask == 077 ? 20000 : 5000, 1500, 4, false);
    cubes(2, 007, 64, 10000, 0, 10, true);
    cubes(2, 077, 64, 20000, 0, 10, true);
    cubes(2, 077, 37, 10000, 2000, 6, true);
    cubes(2, 007, 100, 10000, 2000, 6, true);
    for (int size : {64, 37, 100, 1000})
        for (int kind = 0; kind < 3; kind++)
            far_places(kind, size, size == 64 ? 6000 : 3000);
}

// --- settings ------------------------------------------------------------------------------------

static void modes_of(int fetch, int levels, int format, int address, int choices) {
    Spec s = spec_of(fetch, format, 1, 16, 16, 16, 3, levels);
    for (int d = 0; d < 3; d++)
        s.desc.addressMode[d] = (cudaTextureAddressMode)address;
    s.desc.filterMode = choices & 1 ? cudaFilterModeLinear : cudaFilterModePoint;
    s.desc.mipmapFilterMode = choices & 2 ? cudaFilterModeLinear : cudaFilterModePoint;
    s.desc.normalizedCoords = !(choices & 4);
    s.desc.borderColor[0] = 0.7f;
    s.desc.seamlessCubemap = choices & 8 ? 1 : 0;
    uint64_t seed = CASES_SEED + 600;
    Texture t = make_texture(s, random_texels(s, TEXELS_RANDOM, 2, seed));
    std::vector<Query> list;
    for (int i = 0; i < 128; i++) {
        Query q = query_anywhere(1.5f, &seed);
        for (int d = 0; d < 6; d++)
            *component_of(&q, d) = i % 8 == 0 ? 0.0f : any_length(&seed, 6);
        if (choices & 4)
            q.x *= 16.0f, q.y *= 16.0f, q.z *= 16.0f;
        q.layer = (int)cases_below(&seed, 4);
        list.push_back(q);
    }
    char name[64];
    snprintf(name, sizeof name, "modes %d %d %d %d %d", fetch, levels, format, address, choices);
    sample_section(name, t, FETCH_GRAD + fetch, 1, list);
    drop_texture(t);
}

static void modes(void) {
    static const int levels[] = {0, 1, 2, 5}, formats[] = {FORMAT_F32, FORMAT_U8, FORMAT_F16};
    for (int fetch : {FETCH_3D, FETCH_CUBE, FETCH_CUBE_LAYERED})
        for (int level : levels)
            for (int format : formats)
                for (int address = 0; address < 4; address++)
                    for (int choices = 0; choices < 16; choices++) {
                        const bool cube = fetch != FETCH_3D;
                        if ((choices & 4) && (cube || level || address % 2 == 0))
                            continue;
                        if ((choices & 2) && level == 0)
                            continue;
                        if ((choices & 8) && (!cube || !(choices & 1) || address != 1))
                            continue;
                        modes_of(fetch, level, format, address, choices);
                    }
}

// Lengths beyond all levels, brought back by a negative bias.
static void biased(int fetch, float bias) {
    Spec s = spec_of(fetch, FORMAT_F32, 1, 64, 64, 64, 1, 7);
    s.desc.mipmapLevelBias = bias;
    Texture t =
        make_texture(s, float_texels(s, [](int l, int, int, int, int) { return (float)l; }));
    std::vector<Query> list;
    uint64_t seed = CASES_SEED + 630;
    for (int i = 0; i < 400; i++) {
        Query q = query_anywhere(1.0f, &seed);
        const int axis = (int)cases_below(&seed, 3);
        if (fetch == FETCH_3D)
            (&q.x)[axis] = ldexpf(random_signed(&seed), (int)cases_below(&seed, 128));
        for (int d = 0; d < 6; d++)
            *component_of(&q, d) = any_length(&seed, 6);
        for (int d = 0; d < 3; d++)
            if (fetch == FETCH_CUBE)
                (i % 2 ? q.dx : q.dy)[d] = -(2.0f + 0.5f * random_unit(&seed)) * (&q.x)[d];
        if (i % 8 == 0)
            q.dx[axis] = INFINITY;
        list.push_back(q);
    }
    char name[64];
    snprintf(name, sizeof name, "biased %d %a", fetch, (double)bias);
    sample_section(name, t, FETCH_GRAD + fetch, 1, list);
    drop_texture(t);
}

// Directions that end on an edge or a corner of a face (kind 0), and odd ones, by address mode.
static void ends(int kind, int address, int choices) {
    static const float place[] = {1.0f, -1.0f, 1.0f, -1.0f, 0.5f, -0.25f, 0.0f, 0.999999f};
    static const float odd[] = {0.0f,      -0.0f,    1.0f,       -0.5f,    1e-40f,     -1e-40f,
                                0x1p-126f, 0x1p125f, 0x1.8p125f, 0x1p126f, 0x1.8p126f, 0x1.fffp126f,
                                -0x1p126f, 0x1p127f, -3e38f,     NAN,      INFINITY,   -INFINITY};
    Spec s = spec_of(FETCH_CUBE, FORMAT_F32, 1, 4, 4, 1, 1, 0);
    for (int d = 0; d < 3; d++)
        s.desc.addressMode[d] = (cudaTextureAddressMode)address;
    s.desc.filterMode = choices & 1 ? cudaFilterModeLinear : cudaFilterModePoint;
    s.desc.seamlessCubemap = choices & 2 ? 1 : 0;
    s.desc.borderColor[0] = 0.7f;
    uint64_t seed = CASES_SEED + 640;
    Texture t = make_texture(s, random_texels(s, TEXELS_RANDOM, 2, seed));
    std::vector<Query> list;
    for (int i = 0; i < (kind ? 600 : 200); i++) {
        Query q = query_at(0, 0, 0);
        for (int d = 0; d < 3; d++)
            (&q.x)[d] = kind ? odd[cases_below(&seed, 18)] : place[cases_below(&seed, 8)];
        list.push_back(q);
    }
    char name[64];
    snprintf(name, sizeof name, "ends %d %d %d", kind, address, choices);
    sample_section(name, t, FETCH_CUBE, 1, list);
    drop_texture(t);
}

// 1-D textures beside their row: with levels and none given, and without levels and one given.
static void rows(void) {
    for (int levels = 0; levels < 6; levels += 5)
        for (int fetch : {(int)FETCH_1D, FETCH_LOD + FETCH_1D})
            for (int format : {FORMAT_F32, FORMAT_U8, FORMAT_F16})
                for (int address = 0; address < 4; address++)
                    for (int mip = 0; mip < 2; mip++) {
                        Spec s = spec_of(FETCH_1D, format, 1, 16, 1, 1, 1, levels);
                        s.desc.addressMode[0] = (cudaTextureAddressMode)address;
                        s.desc.addressMode[1] = cudaAddressModeBorder;
                        s.desc.mipmapFilterMode = mip ? cudaFilterModeLinear : cudaFilterModePoint;
                        s.desc.minMipmapLevelClamp = mip ? 1.3f : 0.0f;
                        s.desc.borderColor[0] = 0.7f;
                        uint64_t seed = CASES_SEED + 620;
                        Texture t = make_texture(s, random_texels(s, TEXELS_RANDOM, 2, seed));
                        std::vector<Query> list;
                        for (int i = 0; i < 64; i++) {
                            Query q = query_anywhere(1.5f, &seed);
                            q.lod = 3.0f * random_unit(&seed);
                            list.push_back(q);
                        }
                        char name[64];
                        snprintf(name, sizeof name, "rows %d %d %d %d %d", levels, fetch, format,
                                 address, mip);
                        sample_section(name, t, fetch, 1, list);
                        drop_texture(t);
                    }
}

static void clamps(void) {
    static const float settings[][3] = {
        // bias, least, most
        {0, 0, 100},     {0.75f, 0, 100}, {-1.5f, 0, 100},    {0.3f, 0, 100}, {3.25f, 0, 100},
        {0, 1.3f, 3.6f}, {0, 3.0f, 1.0f}, {0.8f, 1.3f, 3.6f}, {15, 0, 100},   {-15, 0, 100}};
    for (int fetch : {FETCH_3D, FETCH_CUBE})
        for (int k = 0; k < (int)(sizeof settings / sizeof *settings); k++)
            for (int point = 0; point < 2; point++) {
                Spec s = spec_of(fetch, FORMAT_F32, 1, 64, 64, 64, 1, 7);
                s.desc.mipmapLevelBias = settings[k][0];
                s.desc.minMipmapLevelClamp = settings[k][1];
                s.desc.maxMipmapLevelClamp = settings[k][2];
                s.desc.mipmapFilterMode = point ? cudaFilterModePoint : cudaFilterModeLinear;
                Texture t = make_texture(
                    s, float_texels(s, [](int l, int, int, int, int) { return (float)l; }));
                std::vector<Query> list;
                uint64_t seed = CASES_SEED + 610;
                for (int i = 0; i < 300; i++) {
                    Query q = query_anywhere(1.0f, &seed);
                    for (int d = 0; d < 6; d++)
                        *component_of(&q, d) = any_length(&seed, 9);
                    list.push_back(q);
                }
                char name[64];
                snprintf(name, sizeof name, "clamps %d %d %d", fetch, k, point);
                sample_section(name, t, FETCH_GRAD + fetch, 1, list);
                drop_texture(t);
            }
}

int main(int argc, char **argv) {
    sampler_start(argc, argv, "grad3");
    volumes();
    for (int fetch : {FETCH_3D, FETCH_CUBE}) {
        for (int two = 0; two < 3; two++)
            special_gradients(fetch, two);
        alone(fetch);
    }
    cubemaps();
    modes();
    rows();
    clamps();
    for (int fetch : {FETCH_3D, FETCH_CUBE})
        for (float bias : {-0.5f, -3.0f, -15.0f})
            biased(fetch, bias);
    for (int address = 0; address < 4; address++)
        for (int choices = 0; choices < 4; choices++)
            for (int kind = 0; kind < 2; kind++)
                ends(kind, address, choices);
    return sampler_end();
}
