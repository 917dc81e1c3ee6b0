// Writes the textures and coordinates of cases.h to standard output, for who is to take the samples
// and knows no C (module.mjs). 32-bit words: for each group its number of cases; for each case 17
// words of description (handouts/pages/unit.c), bytes of texels, samples; then the texels (filled
// up to whole words), three floats a sample, a layer a sample.
#include "cases.h"
#include "texture/unit.h"

#include <stdio.h>
#include <stdlib.h>

static void put(const void *data, size_t words) {
    if (fwrite(data, 4, words, stdout) != words) {
        perror("inputs: write");
        exit(1);
    }
}

static void *allocate(size_t bytes) {
    void *p = calloc(1, bytes + 4);
    if (p == NULL) {
        fprintf(stderr, "inputs: out of memory\n");
        exit(1);
    }
    return p;
}

static void put_case(const Case *c) {
    static const int32_t shapes[] = {CPUDEV_TEXTURE_LINEAR, CPUDEV_TEXTURE_2D, CPUDEV_TEXTURE_1D,
                                     CPUDEV_TEXTURE_2D,     CPUDEV_TEXTURE_3D, CPUDEV_TEXTURE_1D,
                                     CPUDEV_TEXTURE_2D};
    const int layered = c->shape == SHAPE_1D_LAYERED || c->shape == SHAPE_2D_LAYERED;
    const size_t bytes = cases_texel_bytes(c), samples = (size_t)c->samples;
    const int32_t description[] = {shapes[c->shape],
                                   c->format,
                                   c->channels,
                                   c->width,
                                   c->height,
                                   c->depth,
                                   layered ? c->layers : 0,
                                   c->address[0],
                                   c->address[1],
                                   c->address[2],
                                   c->filter == LINEAR,
                                   c->normalized,
                                   c->normalized_read};
    const uint32_t counts[] = {(uint32_t)bytes, (uint32_t)samples};
    unsigned char *texels = allocate(bytes);
    float *xyz = allocate(12 * samples);
    int *layer = allocate(4 * samples);
    cases_texels(c, texels);
    cases_coordinates(c, xyz, layer);
    put(description, sizeof description / 4);
    put(c->border, 4);
    put(counts, 2);
    put(texels, (bytes + 3) / 4);
    put(xyz, 3 * samples);
    put(layer, samples);
    free(texels);
    free(xyz);
    free(layer);
}

int main(void) {
    for (int group = 0; group < GROUPS; group++) {
        const int32_t count = cases_count(group);
        put(&count, 1);
        for (int i = 0; i < count; i++) {
            Case c;
            cases_get(group, i, &c);
            put_case(&c);
        }
    }
    return fflush(stdout) != 0;
}
