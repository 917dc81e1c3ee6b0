// Records tex2Dgather: which four texels, in which order, converted how.
//
//   nvcc -arch=native -o gather gather.cu && ./gather FOLDER
#include "sampler.h"

#define GATHER(T) gather_queries<T><<<(count + 127) / 128, 128>>>(t.object, count, q, out)

static Words gathered(const Spec &s, const Texture &t, const std::vector<Query> &queries) {
    if (t.error)
        return Words(1, ERROR_WORD + t.error);
    Words words(queries.size() * 4);
    const int count = (int)queries.size();
    Query *q = to_device(queries);
    unsigned *out;
    CHECK(cudaMalloc(&out, 4 * words.size()));
    switch (s.desc.readMode == cudaReadModeNormalizedFloat ? FORMAT_F32 : s.format) {
    case FORMAT_U8:
        GATHER(uchar4);
        break;
    case FORMAT_S8:
        GATHER(char4);
        break;
    case FORMAT_U16:
        GATHER(ushort4);
        break;
    case FORMAT_S16:
        GATHER(short4);
        break;
    case FORMAT_U32:
        GATHER(uint4);
        break;
    case FORMAT_S32:
        GATHER(int4);
        break;
    default:
        GATHER(float4);
        break;
    }
    from_device(words, out);
    CHECK(cudaFree(q));
    return words;
}

static std::vector<Query> queries_of(const Spec &s, int count, uint64_t seed) {
    std::vector<Query> queries(count);
    for (Query &q : queries) {
        memset(&q, 0, sizeof q);
        q.x = cases_mixed(&seed, s.width);
        q.y = cases_mixed(&seed, s.height);
        if (s.desc.normalizedCoords) {
            q.x /= (float)s.width;
            q.y /= (float)s.height;
        }
        q.component = (int)cases_below(&seed, 4);
    }
    return queries;
}

static Spec gatherable(int format, int channels, int width, int height) {
    Spec s = spec_of(FETCH_2D, format, channels, width, height, 1, 1, 0);
    s.flags = cudaArrayTextureGather;
    return s;
}

static void section(const char *name, const Spec &s, const Bytes &texels,
                    const std::vector<Query> &queries) {
    Texture t = make_texture(s, texels);
    Words words = gathered(s, t, queries);
    sampler_section(name, queries.data(), queries.size() * sizeof(Query), words.data(),
                    words.size());
    drop_texture(t);
}

static void modes(void) {
    static const float borders[4][4] = {{0.25f, 0.5f, -0.75f, 1.0f},
                                        {0, 0, 0, 0},
                                        {-1.0f, 0.3f, 0.6f, 0.1f},
                                        {1, 0.9f, -0.2f, 0.7f}};
    int turn = 0;
    for (int format = FORMAT_U8; format <= FORMAT_F32; format++)
        for (int channels = 1; channels <= 4; channels *= 2)
            for (int read = 0; read <= (format < FORMAT_U32); read++)
                for (int filter = POINT; filter <= LINEAR; filter++)
                    for (int normalized = 0; normalized < 2; normalized++)
                        for (int mode = WRAP; mode <= BORDER; mode++, turn++) {
                            if (filter == LINEAR && !read && format < FORMAT_F16)
                                continue;
                            Spec s = gatherable(format, channels, 7 + turn % 3, 5);
                            s.desc.readMode =
                                read ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
                            s.desc.filterMode = (cudaTextureFilterMode)filter;
                            s.desc.normalizedCoords = normalized;
                            s.desc.addressMode[0] = (cudaTextureAddressMode)mode;
                            s.desc.addressMode[1] = (cudaTextureAddressMode)((mode + turn / 4) & 3);
                            memcpy(s.desc.borderColor, borders[turn & 3], 16);
                            char name[64];
                            snprintf(name, sizeof name, "modes %d %d %d %d %d %d %d", format,
                                     channels, read, filter, normalized, mode,
                                     (mode + turn / 4) & 3);
                            section(name, s,
                                    random_texels(s, TEXELS_RANDOM, 8, CASES_SEED + 31u * turn),
                                    queries_of(s, 32, CASES_SEED + 77u * turn));
                        }
}

// NaN, infinite and denormal texels; they are conversions, not sums.
static void special(void) {
    for (int format = FORMAT_F16; format <= FORMAT_F32; format++)
        for (int filter = POINT; filter <= LINEAR; filter++) {
            Spec s = gatherable(format, 4, 16, 16);
            s.desc.filterMode = (cudaTextureFilterMode)filter;
            char name[64];
            snprintf(name, sizeof name, "special %d %d", format, filter);
            section(name, s, random_texels(s, TEXELS_SPECIAL, 8, CASES_SEED + 5),
                    queries_of(s, 400, CASES_SEED + 6));
        }
}

// The coordinates at which the first column or row changes, from wide and narrow textures.
static void thresholds(void) {
    static const int widths[] = {7, 64, 100, 511, 4096, 9000, 20000, 32768};
    for (int k = 0; k < 8; k++)
        for (int axis = 0; axis < 2; axis++)
            for (int normalized = 0; normalized < 2; normalized++)
                for (int filter = POINT; filter <= LINEAR; filter++) {
                    const int n = widths[k];
                    Spec s = gatherable(FORMAT_F32, 1, axis ? 4 : n, axis ? n : 4);
                    s.desc.normalizedCoords = normalized;
                    s.desc.filterMode = (cudaTextureFilterMode)filter;
                    Texture t = make_texture(s, float_texels(s, [&](int, int, int y, int x, int) {
                                                 return (float)(axis ? y : x);
                                             }));
                    std::vector<Threshold> list;
                    uint64_t seed = CASES_SEED + (uint64_t)k;
                    for (int i = 0; i < 96; i++) {
                        Threshold h;
                        memset(&h, 0, sizeof h);
                        h.query.x = h.query.y = normalized ? 0.5f : 2.0f;
                        h.field = axis ? FIELD_Y : FIELD_X;
                        h.hi = normalized ? 1.0f : (float)n;
                        h.target = (float)(1 + cases_below(&seed, n - 1));
                        list.push_back(h);
                    }
                    char name[64];
                    snprintf(name, sizeof name, "thresholds %d %d %d %d", n, axis, normalized,
                             filter);
                    threshold_section(name, t, FETCH_GATHER, list);
                    drop_texture(t);
                }
}

int main(int argc, char **argv) {
    sampler_start(argc, argv, "gather");
    modes();
    special();
    thresholds();
    return sampler_end();
}
