// Checks the texture unit against single laws measured on their own: thresholds of coordinates,
// weights, and two texels filtered at all 256 weights. The files' layouts are in README.md.
//
//   laws FOLDER          FOLDER holds thresholds.txt formats.txt weights2d.f32 weights3d.bin
//                        reciprocal.bin
//   laws FOLDER steps    FOLDER holds steps.txt
//
// prints `NAME: N checks, D differ`; exit status 0: none differs, 1: some, 2: a file cannot be
// read.
#include "texture/reciprocal.h"
#include "texture/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *folder;

static FILE *open_file(const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        exit(2);
    }
    return file;
}

// Reports a file's checks; none at all is a fault of the file.
static int report(const char *name, long checks, long differ) {
    printf("%s: %ld checks, %ld differ\n", name, checks, differ);
    if (checks == 0)
        exit(2);
    return differ != 0;
}

static cpudev_texture make(cpudev_texture_shape shape, cpudev_texel_format format,
                           const void *texels, int width, int height, int depth) {
    static const size_t bytes[] = {1, 1, 2, 2, 4, 4, 2, 4};
    cpudev_texture t = {.data = texels, .width = width, .height = height, .depth = depth};
    t.shape = shape;
    t.format = format;
    t.channels = 1;
    t.row_pitch = (size_t)width * bytes[format];
    t.slice_pitch = t.row_pitch * (size_t)height;
    for (int d = 0; d < 3; d++)
        t.address[d] = CPUDEV_CLAMP;
    t.linear = true;
    return t;
}

static float sample(const cpudev_texture *t, float x, float y, float z) {
    cpudev_texel v;
    cpudev_texture_sample(t, x, y, z, 0, &v);
    return v.f[0];
}

// The smallest coordinate that gives texel k, or weight a/256 between texels i and i + 1.
static int thresholds(void) {
    FILE *file = open_file("thresholds.txt");
    char line[256];
    long checks = 0, differ = 0;
    while (fgets(line, sizeof line, file)) {
        int n, normalized, i, a = 0;
        char number[64];
        bool linear = line[0] == 'L';
        int fields = linear ? sscanf(line + 1, "%d %d %d %d %63s", &n, &normalized, &i, &a, number)
                            : sscanf(line + 1, "%d %d %d %63s", &n, &normalized, &i, number);
        if (fields != (linear ? 5 : 4) || n < 1 || n > 4096) {
            fprintf(stderr, "thresholds.txt: not understood: %s", line);
            exit(2);
        }
        float texels[4096], x = strtof(number, NULL), wanted = (float)i + (float)a / 256.0f;
        for (int k = 0; k < n; k++)
            texels[k] = (float)k;
        cpudev_texture t = make(CPUDEV_TEXTURE_1D, CPUDEV_TEXEL_F32, texels, n, 1, 1);
        t.linear = linear;
        t.normalized = normalized;
        cpudev_texture_prepare(&t);
        checks++;
        if (sample(&t, x, 0, 0) != wanted || sample(&t, nextafterf(x, -INFINITY), 0, 0) >= wanted)
            differ++;
    }
    fclose(file);
    return report("thresholds", checks, differ);
}

static cpudev_texture corner_texture(float corner[8], int k, int depth) {
    memset(corner, 0, 8 * sizeof *corner);
    corner[k] = 1.0f;
    cpudev_texture t = make(depth == 1 ? CPUDEV_TEXTURE_2D : CPUDEV_TEXTURE_3D, CPUDEV_TEXEL_F32,
                            corner, 2, 2, depth);
    cpudev_texture_prepare(&t);
    return t;
}

static float centre_plus(int fraction) {
    return 0.5f + (float)fraction / 256.0f;
}

static int weights2d(void) {
    FILE *file = open_file("weights2d.f32");
    long checks = 0, differ = 0;
    float w[4], corner[8];
    for (int b = 0; b < 256; b++)
        for (int a = 0; a < 256 && fread(w, sizeof w, 1, file) == 1; a++)
            for (int k = 0; k < 4; k++, checks++) {
                cpudev_texture t = corner_texture(corner, k, 1);
                differ += sample(&t, centre_plus(a), centre_plus(b), 0) != w[k];
            }
    fclose(file);
    return report("weights2d", checks, differ);
}

static int weights3d(void) {
    enum { SAMPLES = 100000 };
    static unsigned char fraction[SAMPLES][4];
    FILE *file = open_file("weights3d.bin");
    long checks = 0, differ = 0;
    if (fread(fraction, sizeof fraction, 1, file) != 1)
        exit(2);
    for (int i = 0; i < SAMPLES; i++) {
        float w[8], corner[8];
        if (fread(w, sizeof w, 1, file) != 1)
            break;
        for (int k = 0; k < 8; k++, checks++) {
            cpudev_texture t = corner_texture(corner, k, 2);
            const unsigned char *f = fraction[i];
            differ += sample(&t, centre_plus(f[0]), centre_plus(f[1]), centre_plus(f[2])) != w[k];
        }
    }
    fclose(file);
    return report("weights3d", checks, differ);
}

static int formats(void) {
    static const cpudev_texel_format kinds[] = {CPUDEV_TEXEL_U8, CPUDEV_TEXEL_S8, CPUDEV_TEXEL_U16,
                                                CPUDEV_TEXEL_S16, CPUDEV_TEXEL_F16};
    FILE *file = open_file("formats.txt");
    long checks = 0, differ = 0;
    int kind, t0, t1;
    while (fscanf(file, " F %d %d %d", &kind, &t0, &t1) == 3) {
        if (kind < 0 || kind > 4)
            exit(2);
        uint8_t bytes[2] = {(uint8_t)t0, (uint8_t)t1};
        uint16_t words[2] = {(uint16_t)t0, (uint16_t)t1};
        const void *texels = kind < 2 ? (const void *)bytes : (const void *)words;
        cpudev_texture t = make(CPUDEV_TEXTURE_1D, kinds[kind], texels, 2, 1, 1);
        t.normalized_read = kind < 4;
        cpudev_texture_prepare(&t);
        for (int a = 0; a < 256; a++, checks++) {
            char number[64];
            if (fscanf(file, "%63s", number) != 1)
                exit(2);
            differ += sample(&t, centre_plus(a), 0, 0) != strtof(number, NULL);
        }
    }
    fclose(file);
    return report("formats", checks, differ);
}

// A texture of steps.cu: texel values are their index along `axis`, modulo 256.
struct long_texture {
    char shape[16], filter[16];
    int n[3], axis;
    float *texels;
    cpudev_texture texture;
};

static void make_long(struct long_texture *l) {
    static const char *const names[] = {"1D", "1DLayered", "2D", "pitch", "2DLayered", "3D"};
    static const cpudev_texture_shape shapes[] = {CPUDEV_TEXTURE_1D, CPUDEV_TEXTURE_1D,
                                                  CPUDEV_TEXTURE_2D, CPUDEV_TEXTURE_2D,
                                                  CPUDEV_TEXTURE_2D, CPUDEV_TEXTURE_3D};
    size_t count = (size_t)l->n[0] * (size_t)l->n[1] * (size_t)l->n[2], k = 0;
    while (k < sizeof names / sizeof *names && strcmp(names[k], l->shape) != 0)
        k++;
    free(l->texels);
    l->texels = calloc(count, sizeof *l->texels);
    if (k == sizeof names / sizeof *names || l->texels == NULL) {
        fprintf(stderr, "steps.txt: a texture %s of %zu texels cannot be made\n", l->shape, count);
        exit(2);
    }
    /* Samples lie in the middle of the other axes: only there are texels needed. */
    int first[3], last[3], place[3];
    for (int d = 0; d < 3; d++) {
        first[d] = d == l->axis || l->n[d] < 3 ? 0 : l->n[d] / 2 - 1;
        last[d] = d == l->axis || l->n[d] < 3 ? l->n[d] - 1 : l->n[d] / 2 + 1;
    }
    if (strstr(l->shape, "Layered"))
        first[2] = last[2] = 0;
    for (place[2] = first[2]; place[2] <= last[2]; place[2]++)
        for (place[1] = first[1]; place[1] <= last[1]; place[1]++)
            for (place[0] = first[0]; place[0] <= last[0]; place[0]++)
                l->texels[((size_t)place[2] * (size_t)l->n[1] + (size_t)place[1]) *
                              (size_t)l->n[0] +
                          (size_t)place[0]] = (float)(place[l->axis] & 255);
    bool layered = strstr(l->shape, "Layered") != NULL;
    l->texture =
        make(shapes[k], CPUDEV_TEXEL_F32, l->texels, l->n[0], l->n[1], layered ? 1 : l->n[2]);
    l->texture.layers = layered ? l->n[2] : 0;
    l->texture.normalized = true;
    l->texture.linear = strcmp(l->filter, "linear") == 0;
    cpudev_texture_prepare(&l->texture);
}

static float read_long(const struct long_texture *l, float u) {
    float xyz[3] = {0.5f, 0.5f, 0.5f};
    xyz[l->axis] = u;
    return sample(&l->texture, xyz[0], xyz[1], xyz[2]);
}

// The smallest coordinates of steps.cu, and that none below gives as much.
static int steps(void) {
    FILE *file = open_file("steps.txt");
    struct long_texture now = {.axis = -1};
    char line[256];
    long checks = 0, differ = 0;
    while (fgets(line, sizeof line, file)) {
        struct long_texture l = {.texels = now.texels};
        int i, a;
        float u;
        if (line[0] != 'S')
            continue;
        if (sscanf(line + 1, "%15s %d %d %d %d %15s %d %d %a", l.shape, &l.n[0], &l.n[1], &l.n[2],
                   &l.axis, l.filter, &i, &a, &u) != 9 ||
            l.axis < 0 || l.axis > 2 || l.n[0] < 1 || l.n[1] < 1 || l.n[2] < 1) {
            fprintf(stderr, "steps.txt: not understood: %s", line);
            exit(2);
        }
        if (l.axis != now.axis || memcmp(l.n, now.n, sizeof l.n) != 0 ||
            strcmp(l.shape, now.shape) != 0 || strcmp(l.filter, now.filter) != 0) {
            make_long(&l);
            now = l;
        }
        float wanted = (float)(i & 255) + (float)a / 256.0f;
        checks++;
        if (read_long(&now, u) < wanted || read_long(&now, nextafterf(u, 0.0f)) >= wanted)
            differ++;
    }
    free(now.texels);
    fclose(file);
    return report("steps", checks, differ);
}

// Every mantissa; the exponents in turn, of those that were compared.
static int reciprocals(void) {
    enum { MANTISSAS = 1 << 23, EXPONENTS = 249 };
    FILE *file = open_file("reciprocal.bin");
    long checks = 0, differ = 0;
    for (int byte; (byte = getc(file)) != EOF;)
        for (int k = 0; k < 8; k += 2, checks++) {
            const int off = (byte >> k & 3) - 1;
            const float m = ldexpf(0x1p23f + (float)checks, (int)(checks % EXPONENTS) - 124 - 23);
            float wanted = 1.0f / m;
            if (off != 0)
                wanted = nextafterf(wanted, off > 0 ? INFINITY : 0.0f);
            differ += off == 2 || cpudev_reciprocal(m) != wanted;
        }
    fclose(file);
    return report("reciprocals", checks, differ) | (checks != MANTISSAS);
}

int main(int argc, char **argv) {
    bool only_steps = argc == 3 && strcmp(argv[2], "steps") == 0;
    if (argc != 2 && !only_steps) {
        fprintf(stderr, "usage: %s FOLDER [steps]\n", argv[0]);
        return 2;
    }
    folder = argv[1];
    return only_steps ? steps()
                      : thresholds() | weights2d() | weights3d() | formats() | reciprocals();
}
