// Writes what the CPU device's texture unit returns for every sample of cases.h, by calling it
// directly: the same files as capture.cu writes, without the runtime and the language above it.
//
//   replay FOLDER
#include "cases.h"
#include "texture/unit.h"

#include <stdio.h>
#include <stdlib.h>

static cpudev_texture describe(const Case *c, const void *texels) {
    cpudev_texture t = {.data = texels, .width = c->width, .height = c->height, .depth = c->depth};
    static const cpudev_texture_shape shapes[] = {
        CPUDEV_TEXTURE_LINEAR, CPUDEV_TEXTURE_2D, CPUDEV_TEXTURE_1D, CPUDEV_TEXTURE_2D,
        CPUDEV_TEXTURE_3D,     CPUDEV_TEXTURE_1D, CPUDEV_TEXTURE_2D};
    t.shape = shapes[c->shape];
    t.layers = c->shape == SHAPE_1D_LAYERED || c->shape == SHAPE_2D_LAYERED ? c->layers : 0;
    t.row_pitch = (size_t)c->width * c->channels * cases_bits(c) / 8;
    t.slice_pitch = t.row_pitch * c->height;
    t.format = (cpudev_texel_format)c->format; // the same order
    t.channels = c->channels;
    for (int d = 0; d < 3; d++)
        t.address[d] = (cpudev_address_mode)c->address[d];
    t.linear = c->filter == LINEAR;
    t.normalized = c->normalized;
    t.normalized_read = c->normalized_read;
    memcpy(t.border_colour, c->border, sizeof t.border_colour);
    cpudev_texture_prepare(&t);
    return t;
}

static uint32_t fingerprint(uint32_t hash, const void *data, size_t bytes) { // FNV-1a
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ ((const unsigned char *)data)[i]) * 16777619u;
    return hash;
}

static void put(FILE *file, const void *data, size_t words) {
    if (fwrite(data, 4, words, file) != words) {
        perror("replay: write");
        exit(1);
    }
}

static void *allocate(size_t bytes) {
    void *p = malloc(bytes);
    if (p == NULL) {
        fprintf(stderr, "replay: out of memory\n");
        exit(1);
    }
    return p;
}

static void replay(const Case *c, FILE *file) {
    size_t texel_bytes = cases_texel_bytes(c), words = (size_t)c->samples * c->channels;
    void *texels = allocate(texel_bytes);
    float *xyz = allocate(12 * (size_t)c->samples);
    int *layer = allocate(4 * (size_t)c->samples);
    uint32_t *out = allocate(4 * words);
    cases_texels(c, texels);
    cases_coordinates(c, xyz, layer);
    cpudev_texture t = describe(c, texels);
    for (int i = 0; i < c->samples; i++) {
        cpudev_texel v;
        const float *p = xyz + 3 * i;
        if (t.shape == CPUDEV_TEXTURE_LINEAR)
            cpudev_texture_fetch(&t, (int)p[0], &v);
        else if (t.plain3d)
            v.f[0] = cpudev_texture_sample_plain3d(&t, p[0], p[1], p[2]);
        else
            cpudev_texture_sample(&t, p[0], p[1], p[2], layer[i], &v);
        memcpy(out + (size_t)i * c->channels, v.u, 4 * (size_t)c->channels);
    }
    uint32_t head[2] = {2166136261u, (uint32_t)words};
    head[0] = fingerprint(head[0], texels, texel_bytes);
    head[0] = fingerprint(head[0], xyz, 12 * (size_t)c->samples);
    head[0] = fingerprint(head[0], layer, 4 * (size_t)c->samples);
    put(file, head, 2);
    put(file, out, words);
    free(texels);
    free(xyz);
    free(layer);
    free(out);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    for (int group = 0; group < GROUPS; group++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s.bin", argv[1], cases_group_names[group]);
        FILE *file = fopen(path, "wb");
        if (file == NULL) {
            perror(path);
            return 1;
        }
        uint32_t head[2] = {0x52584554u, (uint32_t)cases_count(group)}; // "TEXR"
        put(file, head, 2);
        for (uint32_t i = 0; i < head[1]; i++) {
            Case c;
            cases_get(group, (int)i, &c);
            replay(&c, file);
        }
        if (fclose(file) != 0) {
            perror(path);
            return 1;
        }
    }
    return 0;
}
