/* Lab 10: textures in two dimensions. */
#include "judge.h"
#include "lab10/inputs.h"
#include "texture_unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const struct finding_rule lab_findings[] = {
    {"use-after-free", NULL, "array-freed-early",
     "The array is freed while a texture object still reads it: destroy the texture object first."},
    {"uninitialized-read", "__shared__", "missing-syncthreads",
     "A thread reads an element of the tile that its neighbour has not brought yet: "
     "__syncthreads() comes "
     "between filling the tile and using it."},
    {0}};

enum { MOST_PIXELS = 4096 };

struct picture {
    int width, height, count;
    float pixels[MOST_PIXELS];
};

static struct picture hidden_picture(const struct run *run) {
    struct picture p = {.width = (int)run_argument(run, "width"),
                        .height = (int)run_argument(run, "height")};
    p.count = p.width * p.height;
    for (int i = 0; i < p.count; i++)
        p.pixels[i] = hidden_pixel(run->seed, i);
    return p;
}

/* How a picture is read. */
struct reading {
    bool linear, normalized;
    cpudev_address_mode x, y;
    float border;
};

static cpudev_texture texture_of(const struct picture *p, int width, int height,
                                 struct reading how) {
    cpudev_texture t = {.data = (const unsigned char *)p->pixels,
                        .row_pitch = (size_t)width * sizeof(float),
                        .width = width,
                        .height = height,
                        .depth = 1,
                        .shape = CPUDEV_TEXTURE_2D,
                        .format = CPUDEV_TEXEL_F32,
                        .channels = 1,
                        .address = {how.x, how.y, how.y},
                        .linear = how.linear,
                        .normalized = how.normalized,
                        .border_colour = {how.border}};
    cpudev_texture_prepare(&t);
    return t;
}

static float sample(const cpudev_texture *t, float x, float y) {
    cpudev_texel texel;
    cpudev_texture_sample(t, x, y, 0.0f, 0, &texel);
    return texel.f[0];
}

/* Fails v when something behind element `count` of the result was written. */
static bool untouched(struct verdict *v, const char *name, const double *values, int count) {
    for (int i = count; i < count + LAB10_PAST_END; i++)
        if (values[i] != LAB10_CANARY) {
            fail(v, "missing-bounds-guard",
                 "%s wrote element %d, and there are %d. The grid of blocks is larger than the "
                 "result: let a thread "
                 "work only if both its x and its y lie inside.",
                 name, i, count);
            return false;
        }
    return true;
}

/* ---- step 1 ---------------------------------------------------------------------------------- */

/* What a mistake makes of step 1's samples. `half` is what is added to a pixel's number. */
struct shift_rule {
    struct reading how;
    float half;
    bool exchanged; /* width and height */
    const char *diagnosis, *words;
};

static float shifted_sample(const struct run *run, const struct picture *p,
                            const struct shift_rule *rule, const cpudev_texture *t, int i) {
    float dx = hidden_shift(run->seed, 0), dy = hidden_shift(run->seed, 1);
    float x = (float)(i % p->width) + rule->half + dx, y = (float)(i / p->width) + rule->half + dy;
    if (rule->how.normalized)
        return sample(t, x / (float)p->width, y / (float)p->height);
    return sample(t, x, y);
}

static void check_shifted(const struct run *run, struct verdict *v, const double *got,
                          const char *name) {
    static const struct reading right = {true, true, CPUDEV_WRAP, CPUDEV_WRAP, 0};
    static const struct shift_rule rules[] = {
        {{true, true, CPUDEV_WRAP, CPUDEV_WRAP, 0}, 0.5f, false, NULL, NULL},
        {{true, true, CPUDEV_WRAP, CPUDEV_WRAP, 0},
         0.0f,
         false,
         "no-half-texel",
         "Your picture is the right one, half a pixel off: pixel i has its centre at i + 0.5f."},
        {{true, true, CPUDEV_WRAP, CPUDEV_WRAP, 0},
         1.0f,
         false,
         "half-texel-twice",
         "Your picture is the right one, half a pixel off the other way: half a pixel is added "
         "twice."},
        {{false, true, CPUDEV_WRAP, CPUDEV_WRAP, 0},
         0.5f,
         false,
         "point-filter",
         "Your samples are whole pixels: the filter mode is point. Set filterMode to "
         "cudaFilterModeLinear."},
        {{true, true, CPUDEV_CLAMP, CPUDEV_CLAMP, 0},
         0.5f,
         false,
         "wrong-address-mode",
         "What is moved out at one side does not come in at the other: the picture repeats without "
         "end. Set addressMode "
         "of both axes to cudaAddressModeWrap."},
        {{true, true, CPUDEV_WRAP, CPUDEV_CLAMP, 0},
         0.5f,
         false,
         "wrong-address-mode",
         "The picture wraps along x only: addressMode[1] is that of y."},
        {{true, true, CPUDEV_CLAMP, CPUDEV_WRAP, 0},
         0.5f,
         false,
         "wrong-address-mode",
         "The picture wraps along y only: addressMode[0] is that of x."},
        {{true, true, CPUDEV_MIRROR, CPUDEV_MIRROR, 0},
         0.5f,
         false,
         "wrong-address-mode",
         "The picture comes back mirrored: set addressMode of both axes to cudaAddressModeWrap."},
        {{true, true, CPUDEV_WRAP, CPUDEV_WRAP, 0},
         0.5f,
         true,
         "width-height-exchanged",
         "Width and height of the array are exchanged: the rows of the picture run into one "
         "another. cudaMallocArray takes "
         "the width first."}};
    struct picture p = hidden_picture(run);
    int first = -1, zeros = 0;
    for (int i = 0; i < p.count; i++)
        zeros += got[i] == 0;
    for (size_t r = 0; r < sizeof rules / sizeof *rules; r++) {
        const struct shift_rule *rule = &rules[r];
        cpudev_texture t = rule->exchanged ? texture_of(&p, p.height, p.width, rule->how)
                                           : texture_of(&p, p.width, p.height, rule->how);
        int agree = 0;
        for (int i = 0; i < p.count; i++) {
            bool same = got[i] == shifted_sample(run, &p, rule, &t, i);
            agree += same;
            if (!same && r == 0 && first < 0)
                first = i;
        }
        if (agree == p.count && rule->diagnosis)
            fail(v, rule->diagnosis, "%s", rule->words);
        if (agree == p.count)
            return;
    }
    if (zeros > p.count / 2)
        fail(v, NULL,
             "%d of %d pixels are 0: not all of the picture arrived in the array. Pitch and row "
             "length of the copy count "
             "bytes, the height counts rows.",
             zeros, p.count);
    cpudev_texture t = texture_of(&p, p.width, p.height, right);
    fail(v, NULL,
         "%s: pixel (%d, %d) of a %d x %d picture moved by (%g, %g) is %.7g, expected %.7g.", name,
         first % p.width, first / p.width, p.width, p.height, hidden_shift(run->seed, 0),
         hidden_shift(run->seed, 1), got[first], shifted_sample(run, &p, &rules[0], &t, first));
}

/* cudaErrorInvalidPitchValue: the row is said to be shorter than what is copied of it. */
static void judge_pitch(const struct run *run, struct verdict *v, const char *name) {
    char key[40];
    snprintf(key, sizeof key, "%s.error", name);
    if (run_number(run, key, 0) == 12)
        fail(v, "pitch-in-elements",
             "%s returned cudaErrorInvalidPitchValue: the pitch of the copy counts bytes, not "
             "pixels. A row of the picture "
             "is width * sizeof(float) bytes long.",
             name);
}

static void check_kernel(const struct run *run, struct verdict *v) {
    struct picture p = hidden_picture(run);
    judge_pitch(run, v, "make_array");
    if (!succeeded(run, v, "make_array") || !succeeded(run, v, "make_texture") ||
        !succeeded(run, v, "read_picture"))
        return;
    const double *got = run_numbers(run, "read_picture", (size_t)(p.count + LAB10_PAST_END));
    int canaries = 0;
    if (!got) {
        fail(v, NULL, "read_picture ran, but its results did not come back.");
        return;
    }
    if (!untouched(v, "read_picture", got, p.count))
        return;
    for (int i = 0; i < p.count; i++)
        canaries += got[i] == LAB10_CANARY;
    if (canaries == p.count)
        fail(v, NULL, "read_picture writes nothing: it is still to be written.");
    check_shifted(run, v, got, "read_picture");
    pass(v, "All %d pixels are right.", p.count);
}

static void check_whole(const struct run *run, struct verdict *v) {
    struct picture p = hidden_picture(run);
    judge_pitch(run, v, "shift_picture");
    if (!succeeded(run, v, "shift_picture"))
        return;
    const double *got = run_numbers(run, "shift_picture", (size_t)p.count);
    if (!got) {
        fail(v, NULL, "shift_picture returned, but its results are not there.");
        return;
    }
    check_shifted(run, v, got, "shift_picture");
    pass(v, "The whole picture comes back moved.");
}

/* ---- step 2 ---------------------------------------------------------------------------------- */

struct product {
    int m, k, n;
};

/* An element of the product; the sum ends before j = last (k for the whole). */
static double product_element(const struct run *run, struct product s, int row, int column,
                              int last) {
    double sum = 0;
    for (int j = 0; j < last; j++)
        sum += hidden_element(run->seed, 0, row * s.k + j) *
               hidden_element(run->seed, 1, j * s.n + column);
    return sum;
}

/* The product as it comes out when texel edges are met instead of centres: at i / N, cut to 2^-21.
 */
static int edge_texel(int i, int count) {
    return (int)floor(floor(ldexp((float)i / (float)count, 21)) * 0x1p-21 * count);
}

static double edge_product(const struct run *run, struct product s, int row, int column) {
    double sum = 0;
    for (int j = 0; j < s.k; j++)
        sum += hidden_element(run->seed, 0, edge_texel(row, s.m) * s.k + edge_texel(j, s.k)) *
               hidden_element(run->seed, 1, edge_texel(j, s.k) * s.n + edge_texel(column, s.n));
    return sum;
}

static void check_product(const struct run *run, struct verdict *v, const double *c,
                          const char *name) {
    struct product s = {(int)run_argument(run, "m"), (int)run_argument(run, "k"),
                        (int)run_argument(run, "n")};
    int wrong = 0, first = -1, edges = 0, unwritten = 0, count = s.m * s.n, whole_tiles[3] = {0};
    static const int tiles[3] = {8, 12, 16};
    for (int i = count; i-- > 0;) {
        int row = i / s.n, column = i % s.n;
        if (c[i] != product_element(run, s, row, column, s.k)) {
            wrong++;
            first = i;
        }
        edges += c[i] == edge_product(run, s, row, column);
        unwritten += c[i] == LAB10_CANARY;
        for (int t = 0; t < 3; t++)
            whole_tiles[t] +=
                c[i] == product_element(run, s, row, column, s.k / tiles[t] * tiles[t]);
    }
    measured(v, "wrong", wrong);
    if (!wrong)
        return;
    if (unwritten == count)
        fail(v, NULL, "%s writes nothing: it is still to be written.", name);
    if (edges == count)
        fail(v, "texel-edge",
             "You read at i / N, the edge of a texel: cut to a multiple of 2^-21 it falls into the "
             "texel before, unless N "
             "is a power of two. Read at the centre, (i + 0.5f) / N.");
    for (int t = 0; t < 3; t++)
        if (whole_tiles[t] == count)
            fail(v, "last-tile-dropped",
                 "The sum ends at k = %d of %d: what remains after the last whole tile is a tile "
                 "too, with zeros beyond the edge.",
                 s.k / tiles[t] * tiles[t], s.k);
    if (unwritten > 0)
        fail(v, NULL, "%s: %d of %d elements are never written: the grid must cover %d x %d.", name,
             unwritten, count, s.m, s.n);
    fail(v, NULL,
         "%s: %d of %d elements of the (%d x %d)(%d x %d) product are wrong, the first is (%d, %d) "
         "= %.7g, "
         "expected %.7g.",
         name, wrong, count, s.m, s.k, s.k, s.n, first / s.n, first % s.n, c[first],
         product_element(run, s, first / s.n, first % s.n, s.k));
}

static void check_kernel_product(const struct run *run, struct verdict *v, const char *name) {
    int count = (int)run_argument(run, "m") * (int)run_argument(run, "n");
    if (!succeeded(run, v, name))
        return;
    const double *c = run_numbers(run, name, (size_t)(count + LAB10_PAST_END));
    if (!c) {
        fail(v, NULL, "%s ran, but its results did not come back.", name);
        return;
    }
    if (!untouched(v, name, c, count))
        return;
    check_product(run, v, c, name);
    pass(v, "All %d elements are right.", count);
}

static void check_global(const struct run *run, struct verdict *v) {
    check_kernel_product(run, v, "multiply_global");
}

static void check_tiled(const struct run *run, struct verdict *v) {
    check_kernel_product(run, v, "multiply_tiled");
}

static void check_texture(const struct run *run, struct verdict *v) {
    if (run_number(run, "make_matrix.error", 0) != 0)
        succeeded(run, v, "make_matrix");
    check_kernel_product(run, v, "multiply_texture");
}

static void check_multiply(const struct run *run, struct verdict *v) {
    static const char *const names[3] = {"GLOBAL", "TILED", "TEXTURE"};
    size_t count = (size_t)(run_argument(run, "m") * run_argument(run, "n"));
    for (int version = 0; version < 3; version++) {
        if (!call_succeeded(run, v, names[version], "multiply"))
            return;
        const double *c = run_numbers(run, names[version], count);
        if (!c) {
            fail(v, NULL, "multiply(%s, ...) returned, but its results are not there.",
                 names[version]);
            return;
        }
        check_product(run, v, c, names[version]);
    }
    pass(v, "All three versions bring the product back.");
}

/* ---- step 3 ---------------------------------------------------------------------------------- */

static void check_bytes(const struct run *run, struct verdict *v) {
    int width = (int)run_argument(run, "width"), count = width * (int)run_argument(run, "height");
    int by_256 = 0, raw = 0, wrong = 0, first = 0;
    if (!call_succeeded(run, v, "bytes", "read_bytes"))
        return;
    const double *got = run_numbers(run, "bytes", (size_t)count);
    if (!got) {
        fail(v, NULL, "read_bytes returned, but its results are not there.");
        return;
    }
    for (int i = count; i-- > 0;) {
        int byte = hidden_byte(run->seed, i);
        if (got[i] != (double)((float)byte / 255.0f)) {
            wrong++;
            first = i;
        }
        by_256 += got[i] == byte / 256.0;
        raw += got[i] == byte;
    }
    if (!wrong)
        pass(v, "All %d pixels are right.", count);
    if (by_256 == count)
        fail(v, "divided-by-256",
             "255 becomes 255/256: normalised floats run from 0 to 1, so 255 becomes 1.");
    if (raw == count)
        fail(v, "read-as-stored",
             "The bytes come back as they are stored, 0 to 255: set the read mode to "
             "cudaReadModeNormalizedFloat.");
    fail(v, NULL, "%d of %d pixels are wrong, the first is (%d, %d) = %.9g, expected %.9g.", wrong,
         count, first % width, first / width, got[first],
         (float)hidden_byte(run->seed, first) / 255.0f);
}

static void check_colours(const struct run *run, struct verdict *v) {
    int width = (int)run_argument(run, "width"), count = width * (int)run_argument(run, "height");
    int exchanged = 0;
    if (!call_succeeded(run, v, "colours", "read_colours"))
        return;
    const double *got = run_numbers(run, "colours", (size_t)(4 * count));
    if (!got) {
        fail(v, NULL, "read_colours returned, but its results are not there.");
        return;
    }
    for (int i = 1; i < count; i++)
        exchanged += got[4 * i] == 0.5 && got[4 * i + 3] == hidden_pixel(run->seed, i);
    if (exchanged == count - 1)
        fail(v, "components-swapped",
             "The four components come back in reverse order: x is red, w is alpha.");
    for (int i = 0; i < count; i++) {
        double expected[4] = {hidden_pixel(run->seed, i), i, -i, 0.5};
        for (int k = 0; k < 4; k++)
            if (got[4 * i + k] != expected[k])
                fail(v, NULL, "Pixel (%d, %d), component %c: %.7g, expected %.7g.", i % width,
                     i / width, "xyzw"[k], got[4 * i + k], expected[k]);
    }
    pass(v, "All %d colours are right.", count);
}

/* Element of layer `l` of the product with layer `from` of A and B. */
static double layer_element(const struct run *run, int n, int from, int row, int column) {
    double sum = 0;
    for (int j = 0; j < n; j++)
        sum += hidden_element(run->seed, 0, (from * n + row) * n + j) *
               hidden_element(run->seed, 1, (from * n + j) * n + column);
    return sum;
}

static void check_layers(const struct run *run, struct verdict *v) {
    int n = (int)run_argument(run, "n"), layers = (int)run_argument(run, "layers"), size = n * n;
    int first_layer = 0, shifted = 0, wrong = 0, first = 0, count = size * layers;
    if (!call_succeeded(run, v, "layers", "multiply_layers"))
        return;
    const double *got = run_numbers(run, "layers", (size_t)count);
    if (!got) {
        fail(v, NULL, "multiply_layers returned, but its results are not there.");
        return;
    }
    for (int i = count; i-- > 0;) {
        int l = i / size, row = i % size / n, column = i % n;
        if (got[i] != layer_element(run, n, l, row, column)) {
            wrong++;
            first = i;
        }
        first_layer += got[i] == layer_element(run, n, 0, row, column);
        shifted +=
            got[i] == layer_element(run, n, l + 1 < layers ? l + 1 : layers - 1, row, column);
    }
    if (!wrong)
        pass(v, "All %d products are right.", layers);
    if (first_layer == count)
        fail(v, "one-layer",
             "Every product is that of layer 0: give tex2DLayered the number of the layer.");
    if (shifted == count)
        fail(v, "layer-out-of-range",
             "Product l is that of layer l + 1, and the last two are the same: layers count from "
             "0, and a number beyond "
             "the last one is clamped to it, without an error.");
    fail(v, NULL, "Layer %d, element (%d, %d) is %.7g, expected %.7g.", first / size,
         first % size / n, first % n, got[first],
         layer_element(run, n, first / size, first % size / n, first % n));
}

static void check_map(const struct run *run, struct verdict *v) {
    static const struct {
        struct reading how;
        const char *diagnosis, *words;
    } rules[] = {
        {{true, true, CPUDEV_WRAP, CPUDEV_CLAMP, 0}, NULL, NULL},
        {{true, true, CPUDEV_CLAMP, CPUDEV_WRAP, 0},
         "axes-exchanged",
         "The map clamps along x and wraps along y: addressMode[0] is that of x, addressMode[1] "
         "that of y."},
        {{true, true, CPUDEV_WRAP, CPUDEV_WRAP, 0},
         "wrong-address-mode",
         "Beyond the pole comes the other pole: along y the map ends. Set addressMode[1] to "
         "cudaAddressModeClamp."},
        {{true, true, CPUDEV_CLAMP, CPUDEV_CLAMP, 0},
         "wrong-address-mode",
         "The map ends in the east: along x it repeats. Set addressMode[0] to "
         "cudaAddressModeWrap."},
        {{true, false, CPUDEV_WRAP, CPUDEV_CLAMP, 0},
         "wrap-on-unnormalized",
         "Coordinates count texels here, and wrap is honoured for normalised ones only: set "
         "normalizedCoords."},
        {{false, true, CPUDEV_WRAP, CPUDEV_CLAMP, 0},
         "point-filter",
         "The values are those of single texels: set filterMode to cudaFilterModeLinear."}};
    struct picture p = hidden_picture(run);
    int first = -1;
    if (!call_succeeded(run, v, "map", "make_map"))
        return;
    const double *got = run_numbers(run, "map", LAB10_PLACES);
    if (!got) {
        fail(v, NULL, "make_map returned, but its texture could not be read.");
        return;
    }
    for (size_t r = 0; r < sizeof rules / sizeof *rules; r++) {
        cpudev_texture t = texture_of(&p, p.width, p.height, rules[r].how);
        int agree = 0;
        for (int i = 0; i < LAB10_PLACES; i++) {
            bool same =
                got[i] == sample(&t, hidden_place(run->seed, 0, i), hidden_place(run->seed, 1, i));
            agree += same;
            if (!same && r == 0 && first < 0)
                first = i;
        }
        if (agree == LAB10_PLACES && r == 0)
            pass(v, "Right at all %d places, on the map and beyond its edges.", LAB10_PLACES);
        if (agree == LAB10_PLACES && r > 0)
            fail(v, rules[r].diagnosis, "%s", rules[r].words);
    }
    fail(v, NULL, "At (%.6g, %.6g) the map gives %.7g, which is not its value there.",
         hidden_place(run->seed, 0, first), hidden_place(run->seed, 1, first), got[first]);
}

/* ---- step 4 ---------------------------------------------------------------------------------- */

/* Where pixel i of the turned picture lies in the source: lab10.h's source_of. */
static void source_of(const struct run *run, const struct picture *p, int i, float *x, float *y) {
    float cosine, sine, middle_x = 0.5f * (float)p->width, middle_y = 0.5f * (float)p->height;
    float dx = (float)(i % p->width) + 0.5f - middle_x,
          dy = (float)(i / p->width) + 0.5f - middle_y;
    hidden_motion(run->seed, &cosine, &sine);
    *x = fmaf(cosine, dx, fmaf(sine, dy, middle_x));
    *y = fmaf(cosine, dy, fmaf(-sine, dx, middle_y));
}

/* The unit's four weights in 256ths for the fractions a and b. */
static void unit_weights(int a, int b, double w[4]) {
    int right = (a * b + 128) >> 8, left = ((256 - a) * b + 127) >> 8;
    w[0] = 256 - a - left, w[1] = a - right, w[2] = left, w[3] = right;
}

enum weights { CUT, FULL, ROUNDED_ALONE };

/* What software gives with other weights than the unit's: fractions cut to 256ths, fractions in
 * full precision, or four products each rounded by itself. */
static double other_weights(const struct run *run, const struct picture *p, int i,
                            enum weights kind) {
    float x, y, border = hidden_border(run->seed);
    source_of(run, p, i, &x, &y);
    double unit = kind == FULL ? 0x1p-40 : 1.0 / 256, round = kind == ROUNDED_ALONE ? 0.5 : 0;
    double fx = floor(((double)x - 0.5) / unit + round) * unit,
           fy = floor(((double)y - 0.5) / unit + round) * unit;
    int tx = (int)floor(fx), ty = (int)floor(fy);
    double a = fx - tx, b = fy - ty, sum = 0;
    double w[4] = {256 * (1 - a) * (1 - b), 256 * a * (1 - b), 256 * (1 - a) * b, 256 * a * b};
    if (kind == CUT)
        unit_weights((int)(256 * a), (int)(256 * b), w);
    for (int k = 0; k < 4; k++) {
        int px = tx + k % 2, py = ty + k / 2;
        bool inside = px >= 0 && px < p->width && py >= 0 && py < p->height;
        double weight = kind == ROUNDED_ALONE ? floor(w[k] + 0.5) : w[k];
        sum += weight / 256 * (inside ? p->pixels[py * p->width + px] : border);
    }
    return sum;
}

static void judge_turned(const struct run *run, struct verdict *v, const char *name,
                         const double *got, bool software) {
    static const struct {
        struct reading how;
        float half;
        const char *diagnosis, *words;
    } rules[] = {
        {{true, false, CPUDEV_BORDER, CPUDEV_BORDER, 0}, 0, NULL, NULL},
        {{true, false, CPUDEV_BORDER, CPUDEV_BORDER, 0},
         0.5f,
         "spurious-half-texel",
         "Your picture is the right one, half a pixel off: source_of counts from the centres "
         "already, so nothing is to be "
         "added."},
        {{true, false, CPUDEV_BORDER, CPUDEV_BORDER, 0},
         -0.5f,
         "no-half-texel",
         "Your picture is the right one, half a pixel off: the centre of pixel i lies at i + 0.5."},
        {{true, false, CPUDEV_CLAMP, CPUDEV_CLAMP, 0},
         0,
         "wrong-address-mode",
         "Outside the source its edge goes on; there is to be the border colour. Set addressMode "
         "to cudaAddressModeBorder."},
        {{false, false, CPUDEV_BORDER, CPUDEV_BORDER, 0},
         0,
         "point-filter",
         "The pixels of the source are not mixed: set filterMode to cudaFilterModeLinear."}};
    struct picture p = hidden_picture(run);
    int first = -1, black = 0;
    float border = hidden_border(run->seed), x, y;
    for (size_t r = 0; r < sizeof rules / sizeof *rules; r++) {
        struct reading how = rules[r].how;
        how.border = border;
        cpudev_texture t = texture_of(&p, p.width, p.height, how);
        int agree = 0;
        for (int i = 0; i < p.count; i++) {
            source_of(run, &p, i, &x, &y);
            bool same = got[i] == sample(&t, x + rules[r].half, y + rules[r].half);
            agree += same;
            if (!same && r == 0 && first < 0)
                first = i;
        }
        if (agree == p.count && r == 0)
            return;
        if (agree == p.count)
            fail(v, rules[r].diagnosis, "%s", rules[r].words);
    }
    struct reading without = {true, false, CPUDEV_BORDER, CPUDEV_BORDER, 0};
    cpudev_texture zero_border = texture_of(&p, p.width, p.height, without);
    int agree[3] = {0};
    for (int i = 0; i < p.count; i++) {
        source_of(run, &p, i, &x, &y);
        black += got[i] == sample(&zero_border, x, y);
        for (int kind = CUT; kind <= ROUNDED_ALONE; kind++)
            agree[kind] += fabs(got[i] - other_weights(run, &p, i, (enum weights)kind)) <= 1e-6;
    }
    if (black == p.count)
        fail(v, "border-colour-missing",
             "Outside the source lies black, not the border colour that was given.");
    if (software && agree[FULL] == p.count)
        fail(v, "weight-not-cut",
             "That is bilinear interpolation in full precision. The unit's weights are 256ths: "
             "snap each "
             "coordinate to 1/256 first, then make the four weights of lab 9's plane_weights.");
    if (software && agree[CUT] == p.count)
        fail(v, "truncated-weight",
             "Your fractions are cut to 256ths; the unit rounds them, a tie upwards.");
    if (software && agree[ROUNDED_ALONE] == p.count)
        fail(v, "naive-product",
             "Each product of two weights is rounded by itself. The unit rounds one part of each "
             "column "
             "and gives the rest to the other row: lab 9's plane_weights.");
    source_of(run, &p, first, &x, &y);
    fail(v, NULL,
         "%s: pixel (%d, %d), which lies at (%.6g, %.6g) in the source, is %.9g, which the texture "
         "unit does not "
         "give there.",
         name, first % p.width, first / p.width, x, y, got[first]);
}

static void check_hardware(const struct run *run, struct verdict *v) {
    int count = (int)(run_argument(run, "width") * run_argument(run, "height"));
    if (!call_succeeded(run, v, "hardware", "rotate_by_hardware"))
        return;
    const double *got = run_numbers(run, "hardware", (size_t)count);
    if (!got) {
        fail(v, NULL, "rotate_by_hardware returned, but its results are not there.");
        return;
    }
    judge_turned(run, v, "rotate_by_hardware", got, false);
    pass(v, "All %d pixels are the texture unit's.", count);
}

static void check_software(const struct run *run, struct verdict *v) {
    int count = (int)(run_argument(run, "width") * run_argument(run, "height"));
    if (!call_succeeded(run, v, "software", "rotate_by_software"))
        return;
    const double *got = run_numbers(run, "software", (size_t)count);
    const double *kernel = run_numbers(run, "kernel", (size_t)(count + LAB10_PAST_END));
    if (!got || !kernel) {
        fail(v, NULL, "rotate_by_software returned, but its results are not there.");
        return;
    }
    if (!untouched(v, "rotate_software", kernel, count))
        return;
    judge_turned(run, v, "rotate_by_software", got, true);
    judge_turned(run, v, "rotate_software", kernel, true);
    pass(v, "Bit for bit the texture unit's, all %d pixels.", count);
}

/* ---- step 5 ---------------------------------------------------------------------------------- */

static void check_table(const struct run *run, struct verdict *v) {
    if (!succeeded(run, v, "time_all"))
        return;
    const double *sizes = run_numbers(run, "sizes", LAB10_TIMINGS),
                 *ms = run_numbers(run, "ms", LAB10_TIMINGS);
    const double *ratios = run_numbers(run, "ratios", LAB10_TIMINGS),
                 *names = run_numbers(run, "names", LAB10_TIMINGS);
    if (!sizes || !ms || !ratios || !names) {
        fail(v, NULL, "time_all returned, but its rows are not there.");
        return;
    }
    for (int i = 0; i < LAB10_TIMINGS; i++) {
        double base = ms[i < 3 ? 0 : 3];
        if (!names[i])
            fail(v, NULL,
                 "Row %d has another kernel's name: the order is multiply_global, multiply_tiled, "
                 "multiply_texture, rotate_hardware, rotate_software.",
                 i);
        if (sizes[i] != run_argument(run, "size"))
            fail(v, NULL, "Row %d says size %.0f, it was %.0f.", i, sizes[i],
                 run_argument(run, "size"));
        if (!(ms[i] > 0))
            fail(v, "timed-without-sync",
                 "Row %d took %g ms: a launch returns before the kernel has run. Record an event "
                 "behind it and wait for that one.",
                 i, ms[i]);
        if (ratios[i] > 0 && fabs(ratios[i] * ms[i] / base - 1) < 1e-4 &&
            fabs(ms[i] / base - 1) > 1e-3)
            fail(v, "ratio-upside-down",
                 "Row %d: the ratio is the first kernel's time over this one's; it is to be this "
                 "one's over the first's.",
                 i);
        if (!(fabs(ratios[i] - ms[i] / base) <= 1e-4 * ratios[i]))
            fail(
                v, NULL,
                "Row %d: the ratio is %g, but %g ms / %g ms = %g. The first of its kind is row %d.",
                i, ratios[i], ms[i], base, ms[i] / base, i < 3 ? 0 : 3);
    }
    pass(v, "Five kernels, five times, ratios to the first of their kind.");
}

static void check_csv(const struct run *run, struct verdict *v) {
    char text[4001] = "", name[100] = "";
    double values[3];
    size_t length = (size_t)run_number(run, "csv_length", 0);
    const double *bytes =
        length > 0 && length < sizeof text ? run_numbers(run, "csv_text", length) : NULL;
    for (size_t i = 0; bytes && i < length; i++)
        text[i] = (char)bytes[i];
    if (run_number(run, "csv", NAN) != 0 || !*text)
        fail(v, NULL,
             "write_csv wrote no file: it is to return 0 and write the header and one line a row.");
    if (strncmp(text, "kernel,size,ms,ratio\n", 21) != 0)
        fail(v, NULL, "The first line is to be \"kernel,size,ms,ratio\", it is \"%.*s\".",
             (int)strcspn(text, "\n"), text);
    if (sscanf(text + 21, "first,%lf,%lf,%lf", &values[0], &values[1], &values[2]) != 3 ||
        values[0] != 37 || fabs(values[1] - 1234.5678) > 0.001 || values[2] != 0.25)
        fail(v, NULL,
             "The second line is \"%.*s\", expected first,37,1234.568,0.25: numbers with at least "
             "6 significant "
             "digits.",
             (int)strcspn(text + 21, "\n"), text + 21);
    const char *second = strstr(text, "\nsecond,");
    if (!second ||
        sscanf(second, "\n%99[^,],%lf,%lf,%lf", name, &values[0], &values[1], &values[2]) != 4 ||
        values[0] != 4096 || fabs(values[1] / 0.00001234567 - 1) > 1e-5 || values[2] != 3)
        fail(v, "digits-lost",
             "A time of 0.00001234567 ms is written as \"%.60s\": keep at least 6 significant "
             "digits "
             "(%%g, not %%f).",
             second ? second + 1 : "");
    if (run_number(run, "csv_bad", 0) != -1)
        fail(v, NULL, "write_csv returns %.0f when the file cannot be made, expected -1.",
             run_number(run, "csv_bad", 0));
    pass(v, "The file holds the rows, and a bad path is told.");
}

const struct check lab_checks[] = {{"kernel", check_kernel, NULL},
                                   {"whole", check_whole, NULL},
                                   {"global", check_global, NULL},
                                   {"tiled", check_tiled, NULL},
                                   {"texture", check_texture, NULL},
                                   {"multiply", check_multiply, NULL},
                                   {"bytes", check_bytes, NULL},
                                   {"colours", check_colours, NULL},
                                   {"layers", check_layers, NULL},
                                   {"map", check_map, NULL},
                                   {"hardware", check_hardware, NULL},
                                   {"software", check_software, NULL},
                                   {"table", check_table, NULL},
                                   {"csv", check_csv, NULL},
                                   {0}};
