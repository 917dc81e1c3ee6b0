// Records 8-bit texels that are read as sRGB: every value, and sums of them.
//
//   nvcc -arch=native -o srgb srgb.cu && ./srgb FOLDER
#include "sampler.h"

int main(int argc, char **argv) {
    sampler_start(argc, argv, "srgb");
    for (int channels = 1; channels <= 4; channels *= 2)
        for (int filter = POINT; filter <= LINEAR; filter++) { // every texel, at its centre
            Spec s = spec_of(FETCH_2D, FORMAT_U8, channels, 256, 1, 1, 1, 0);
            s.desc.sRGB = 1;
            s.desc.filterMode = (cudaTextureFilterMode)filter;
            Bytes texels(256 * channels);
            for (size_t i = 0; i < texels.size(); i++)
                texels[i] = (unsigned char)(i / channels);
            Texture t = make_texture(s, texels);
            std::vector<Query> list(256);
            for (int i = 0; i < 256; i++) {
                memset(&list[i], 0, sizeof list[i]);
                list[i].x = ((float)i + 0.5f) / 256.0f;
                list[i].y = 0.5f;
            }
            char name[64];
            snprintf(name, sizeof name, "values %d %d", channels, filter);
            sample_section(name, t, FETCH_2D, channels, list);
            drop_texture(t);
        }
    for (int fetch = FETCH_1D; fetch <= FETCH_3D; fetch++)
        for (int mode = CLAMP; mode <= BORDER; mode++) { // sums
            Spec s = spec_of(fetch, FORMAT_U8, 4, 32, 32, 8, 1, 0);
            s.desc.sRGB = 1;
            for (int d = 0; d < 3; d++)
                s.desc.addressMode[d] = (cudaTextureAddressMode)mode;
            for (int c = 0; c < 4; c++)
                s.desc.borderColor[c] = 0.2f + 0.2f * (float)c;
            Texture t = make_texture(s, random_texels(s, TEXELS_RANDOM, 8, CASES_SEED + 130));
            std::vector<Query> list(3000);
            uint64_t seed = CASES_SEED + 131;
            for (Query &q : list) {
                memset(&q, 0, sizeof q);
                q.x = (float)((int)cases_below(&seed, 256 * 34) - 256) / (256.0f * 32.0f);
                q.y = (float)((int)cases_below(&seed, 256 * 34) - 256) / (256.0f * 32.0f);
                q.z = random_unit(&seed);
            }
            char name[64];
            snprintf(name, sizeof name, "sums %d %d", fetch, mode);
            sample_section(name, t, fetch, 4, list);
            drop_texture(t);
        }
    return sampler_end();
}
