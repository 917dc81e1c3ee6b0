// Compares two folders of texture records, sample by sample.
//
//   compare RECORDED FOLDER [-v]
//
// prints `GROUP: N samples, D differ` for each group and, with -v, the first differing samples of
// each case. Exit status 0: no difference; 1: some; 2: a file is missing or of another list.
#include "cases.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const shapes[] = {"linear", "pitch", "1D", "2D", "3D", "1DLayered", "2DLayered"};
static const char *const formats[] = {"u8", "s8", "u16", "s16", "u32", "s32", "f16", "f32"};
static const char *const modes[] = {"wrap", "clamp", "mirror", "border"};

static void fail(const char *path, const char *what) {
    fprintf(stderr, "compare: %s: %s\n", path, what);
    exit(2);
}

static FILE *open_group(const char *folder, int group, uint32_t cases) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.bin", folder, cases_group_names[group]);
    FILE *file = fopen(path, "rb");
    uint32_t head[2];
    if (file == NULL)
        fail(path, "cannot be opened");
    if (fread(head, 4, 2, file) != 2 || head[0] != 0x52584554u || head[1] != cases)
        fail(path, "is not a record of this list of cases; capture it again");
    return file;
}

static uint32_t *read_case(const char *folder, int group, FILE *file, uint32_t head[2]) {
    if (fread(head, 4, 2, file) != 2)
        fail(folder, cases_group_names[group]);
    uint32_t *words = malloc(4 * (size_t)head[1] + 4);
    if (words == NULL || fread(words, 4, head[1], file) != head[1])
        fail(folder, "a record ends too early");
    return words;
}

static void show(const Case *c, int index, int sample, const uint32_t *a, const uint32_t *b) {
    float *xyz = malloc(12 * (size_t)c->samples);
    int *layer = malloc(4 * (size_t)c->samples);
    if (xyz == NULL || layer == NULL)
        fail("samples", "out of memory");
    cases_coordinates(c, xyz, layer);
    printf("  case %d %s %s x%d%s %s %s %s/%s/%s %dx%dx%d at (%a, %a, %a; %d):", index,
           shapes[c->shape], formats[c->format], c->channels,
           c->normalized_read ? " read as float" : "", c->filter == LINEAR ? "linear" : "point",
           c->normalized ? "normalised" : "unnormalised", modes[c->address[0]],
           modes[c->address[1]], modes[c->address[2]], c->width, c->height, c->depth,
           (double)xyz[3 * sample], (double)xyz[3 * sample + 1], (double)xyz[3 * sample + 2],
           layer[sample]);
    for (int k = 0; k < c->channels; k++)
        printf(" %08x/%08x", a[sample * c->channels + k], b[sample * c->channels + k]);
    printf("\n");
    free(xyz);
    free(layer);
}

int main(int argc, char **argv) {
    int verbose = argc == 4 && strcmp(argv[3], "-v") == 0, status = 0;
    if (argc != 3 && !verbose) {
        fprintf(stderr, "usage: %s RECORDED FOLDER [-v]\n", argv[0]);
        return 2;
    }
    for (int group = 0; group < GROUPS; group++) {
        uint32_t cases = (uint32_t)cases_count(group);
        FILE *recorded = open_group(argv[1], group, cases),
             *given = open_group(argv[2], group, cases);
        long samples = 0, differ = 0;
        for (uint32_t i = 0; i < cases; i++) {
            Case c;
            cases_get(group, (int)i, &c);
            uint32_t head_a[2], head_b[2];
            uint32_t *a = read_case(argv[1], group, recorded, head_a);
            uint32_t *b = read_case(argv[2], group, given, head_b);
            if (head_a[0] != head_b[0] || head_a[1] != head_b[1])
                fail(cases_group_names[group], "texels or coordinates are not those of the record");
            int shown = 0;
            for (int s = 0; s < c.samples; s++) {
                samples++;
                if (memcmp(a + s * c.channels, b + s * c.channels, 4 * (size_t)c.channels) == 0)
                    continue;
                differ++;
                if (verbose && shown++ < 2)
                    show(&c, (int)i, s, a, b);
            }
            free(a);
            free(b);
        }
        printf("%s: %ld samples, %ld differ\n", cases_group_names[group], samples, differ);
        if (differ)
            status = 1;
        fclose(recorded);
        fclose(given);
    }
    return status;
}
