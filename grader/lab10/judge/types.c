/* Lab 10, step 3: bytes, colours, layers and address modes. */
#include "lab10.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void pass_if_fetched(const struct run *run, const char *function, int count) {
    const char *const name = judge_part(run, "bytes") ? "bytes" : "colours";
    const int components = judge_part(run, "bytes") ? 1 : 4;
    judge_used(run, function, "texture.accesses", count, "texture fetches");
    judge_follows(run, function, name, (size_t)(components * count), JUDGE_MORE_FLOAT,
                  "texture fetches");
    pass("All %d pixels are right.", count);
}

/* Where the pixel comes from that stands at another one's place: shared by bytes and colours. */
struct places {
    uint64_t seed;
    int width, height;
    bool colours;
};
struct place_choices {
    struct choice fetched, stored, rows;
};

/* The texel that is fetched for pixel (x, y). */
static struct pixel fetched_pixel(struct choice *c, const struct places *p, int x, int y) {
    const int w = p->width, h = p->height;
    INSTEAD(pixel_at(x + 1, y), NULL,
            "Each pixel is that of the column after: the centre of texel x is at x + 0.5f.");
    INSTEAD(pixel_at(x, y + 1), NULL,
            "Each pixel is that of the row below: the centre of texel y is at y + 0.5f.");
    INSTEAD(pixel_at(x + 1, y + 1), NULL,
            "Each pixel is that of the next column and row: the centre of a texel is at + 0.5f.");
    INSTEAD(pixel_at(x - 1, y), NULL,
            "Each pixel is that of the column before: the centre of texel x is at x + 0.5f.");
    INSTEAD(pixel_at(y, x), "axes-exchanged",
            "x and y are exchanged in the fetch: x runs along a row.");
    /* From 1 on they are clamped; half is in the middle. */
    INSTEAD(pixel_at(x == 0 ? w / 2 : w - 1, y == 0 ? h / 2 : h - 1), NULL,
            "All pixels are that of a corner: the texture takes normalised coordinates and those "
            "of the fetch count texels. Leave normalizedCoords at 0, or divide by the size.");
    INSTEAD(pixel_at(0, 0), NULL,
            "Every pixel is that of texel (0, 0): the texture counts texels, and the coordinates "
            "are divided by the size.");
    ASKED(pixel_at(x, y));
}

static int held(int i, int count) {
    return i < 0 ? 0 : i >= count ? count - 1 : i;
}

/* The number of the pixel that was copied to texel (x, y). */
static int copied_pixel(struct choice *c, const struct places *p, struct pixel at) {
    const int w = p->width, h = p->height, x = held(at.x, w), y = held(at.y, h);
    INSTEAD(y * h + x, "row-length",
            "The rows of the picture are taken to be `height` elements long: pitch and row length "
            "of the copy are those of `width` elements, in bytes.");
    INSTEAD(x, NULL,
            "Every row of the array is the picture's first: the pitch of the copy is 0, or its "
            "height 1.");
    INSTEAD(held(at.y, w) * h + held(at.x, h), "width-height-exchanged",
            "Width and height of the array are exchanged: the rows of the picture run into one "
            "another. The width comes first.");
    ASKED(y * w + x);
}

static double placed_value(const void *context, struct choice *choices, size_t i) {
    struct place_choices *const c = (struct place_choices *)choices;
    const struct places *p = context;
    const struct pixel at = written_pixel(&c->stored, p->width, p->height, (int)i);
    const int pixel = copied_pixel(&c->rows, p, fetched_pixel(&c->fetched, p, at.x, at.y));
    if (pixel >= p->width * p->height)
        return NAN;
    return p->colours ? pixel : (double)((float)hidden_byte(p->seed, pixel) / 255.0f);
}

static struct value_family places_family(const struct places *p, const double *got) {
    return (struct value_family){.count = sizeof(struct place_choices) / sizeof(struct choice),
                                 .most = 2,
                                 .got = got,
                                 .got_count = (size_t)p->width * (size_t)p->height,
                                 .with = placed_value,
                                 .context = (void *)p};
}

static void explain_places(const struct run *run, const char *name, const double *got, int width,
                           int height, bool colours) {
    const struct places places = {run->seed, width, height, colours};
    const struct value_family family = places_family(&places, got);
    judge_explain_values(name, &family);
}

void check_bytes(const struct run *run) {
    int width = (int)judge_argument(run, "width"),
        count = width * (int)judge_argument(run, "height");
    int by_256 = 0, raw = 0, wrong = 0, first = 0, is_signed = 0, bits = 0;
    judge_call_succeeded(run, "bytes", "read_bytes");
    const double *got = judge_numbers(run, "bytes", (size_t)count);
    if (!got)
        fail(NULL, "read_bytes returned, but its results are not there.");
    judge_field("pixels", (size_t)width, (size_t)(count / width), 1);
    for (int i = count; i-- > 0;) {
        int byte = hidden_byte(run->seed, i);
        if (got[i] != (double)((float)byte / 255.0f)) {
            judge_wrong((size_t)i, got[i], (float)byte / 255.0f);
            wrong++;
            first = i;
        }
        by_256 += got[i] == byte / 256.0;
        raw += got[i] == byte;
        int value = (signed char)byte;
        is_signed += got[i] == (double)(value == -128 ? -1.0f : (float)value / 127.0f);
        bits += got[i] == ldexp(byte, -149);
    }
    if (!wrong) {
        pass_if_fetched(run, "read_bytes", count);
        return;
    }
    if (by_256 == count)
        fail("divided-by-256",
             "255 becomes 255/256: normalised floats run from 0 to 1, so 255 becomes 1.");
    if (is_signed == count)
        fail(NULL, "The bytes are taken for signed ones: from 128 on they come back negative. The "
                   "channel format is that of unsigned char, cudaChannelFormatKindUnsigned.");
    judge_unwritten_picture(run, "read_bytes", got, (size_t)width, (size_t)(count / width),
                            LAB10_CANARY);
    if (raw == count || bits == count)
        fail("read-as-stored",
             bits == count
                 ? "The bytes come back as they are stored, 0 to 255: set the read mode to "
                   "cudaReadModeNormalizedFloat."
                 : "The bytes come back as they are stored, 0 to 255, and they are to run "
                   "from 0 to 1: set the read mode to cudaReadModeNormalizedFloat, and do "
                   "not multiply what it gives.");
    int zeros = 0;
    for (int i = 0; i < count; i++)
        zeros += got[i] == 0;
    if (zeros == count)
        fail(NULL, "read_bytes: all pixels are 0, so nothing arrived in the array: the copy's "
                   "extent counts elements, its height rows, and its depth is at least 1.");
    explain_places(run, "read_bytes", got, width, count / width, false);
    /* All by one factor? */
    double factor = 0;
    int scaled = 0;
    for (int i = 0; i < count; i++) {
        const double byte = hidden_byte(run->seed, i);
        if (byte > 0 && factor == 0)
            factor = got[i] / (byte / 255);
        scaled += byte == 0 ? got[i] == 0 : fabs(got[i] / (byte / 255) - factor) < 1e-5 * factor;
    }
    if (scaled == count && fabs(factor - 1) > 1e-5)
        fail(NULL,
             "All values are %.6g times what they should be (as if divided by %.6g): "
             "cudaReadModeNormalizedFloat divides by 255, and nothing is to be divided or "
             "multiplied after it.",
             factor, 1 / factor);
    fail(NULL, "%d of %d pixels are wrong, the first is (%d, %d) = %.9g, expected %.9g.", wrong,
         count, first % width, first / width, got[first],
         (float)hidden_byte(run->seed, first) / 255.0f);
}

/* Component k of pixel i. */
static double colour_of(const struct run *run, int i, int k) {
    return k == 0 ? hidden_pixel(run->seed, i) : k == 1 ? i : k == 2 ? -i : 0.5;
}

/* Where each component comes from: one of the four, or the constants 0 and 1 that a missing channel
 * gives. */
static void explain_colours(const struct run *run, const double *got, int count) {
    static const char *const sources[] = {"x", "y", "z", "w", "0", "1"};
    int from[4], wrong = 0, constant = 0;
    for (int k = 0; k < 4; k++) {
        from[k] = -1;
        for (int try = 0; try < 6 && from[k] < 0; try++) {
            int source = try == 0 ? k : try <= k ? try - 1 : try, agree = 0;
            for (int i = 1; i < count; i++)
                agree += got[4 * i + k] == (source < 4 ? colour_of(run, i, source) : source - 4);
            if (agree == count - 1)
                from[k] = source;
        }
        wrong += from[k] != k;
        constant += from[k] >= 4;
    }
    if (!wrong)
        return;
    if (constant == 4 && from[0] == 4 && from[1] == 4 && from[2] == 4 && from[3] == 4)
        fail(NULL, "read_colours: all components are 0, so nothing arrived in the array: the "
                   "copy's extent counts elements, its height rows, and its depth is at least 1.");
    if (constant == 1 && from[3] >= 4)
        fail(NULL,
             "The first three components are right, and the fourth, alpha, is %d everywhere: "
             "it is stored as tex2D<float4> gave it, like the others.",
             from[3] - 4);
    if (constant > 0 && from[3] >= 4)
        fail(NULL,
             "%d of the four components are the same everywhere (0, or 1 for w), which is "
             "what a channel that the format does not have gives. An element has four "
             "channels: cudaCreateChannelDesc<float4>().",
             constant);
    if (from[0] < 0 || from[1] < 0 || from[2] < 0 || from[3] < 0)
        return;
    fail("components-swapped",
         "The components are exchanged: yours are %s, %s, %s, %s in place of x, y, z, w (x "
         "is red, y green, z blue, w alpha; the first in memory is x).",
         sources[from[0]], sources[from[1]], sources[from[2]], sources[from[3]]);
}

void check_colours(const struct run *run) {
    int width = (int)judge_argument(run, "width"),
        count = width * (int)judge_argument(run, "height");
    judge_call_succeeded(run, "colours", "read_colours");
    const double *got = judge_numbers(run, "colours", (size_t)(4 * count));
    if (!got)
        fail(NULL, "read_colours returned, but its results are not there.");
    judge_field("components (x: 0 .. w: 3) of the pixels", (size_t)width, (size_t)(count / width),
                4);
    for (int i = 0; i < 4 * count; i++)
        if (got[i] != colour_of(run, i / 4, i % 4))
            judge_wrong((size_t)(i % 4 * count + i / 4), got[i], colour_of(run, i / 4, i % 4));
    double *first = malloc((size_t)count * sizeof *first);
    for (int i = 0; first && i < count; i++)
        first[i] = got[4 * i];
    if (first)
        judge_unwritten_picture(run, "read_colours", first, (size_t)width, (size_t)(count / width),
                                LAB10_CANARY);
    free(first);
    explain_colours(run, got, count);
    double *numbers = malloc((size_t)count * sizeof *numbers); /* component y is the pixel's own */
    for (int i = 0; numbers && i < count; i++)
        numbers[i] = got[4 * i + 1];
    if (numbers)
        explain_places(run, "read_colours", numbers, width, count / width, true);
    free(numbers);
    for (int i = 0; i < count; i++) {
        double expected[4] = {hidden_pixel(run->seed, i), i, -i, 0.5};
        for (int k = 0; k < 4; k++)
            if (got[4 * i + k] != expected[k])
                fail(NULL, "Pixel (%d, %d), component %c: %.7g, expected %.7g.", i % width,
                     i / width, "xyzw"[k], got[4 * i + k], expected[k]);
    }
    pass_if_fetched(run, "read_colours", count);
}

/* What can be done otherwise with the layers of a product. */
struct layered {
    uint64_t seed;
    int n, layers;
};
struct layer_choices {
    struct choice layer, of_a, of_b, terms;
};

enum { NO_LAYER = -1 };

/* The layer of A and B whose product stands in layer `layer` of C. */
static int multiplied_layer(struct choice *c, const struct layered *l, int layer) {
    const int last = l->layers - 1;
    INSTEAD(0, "one-layer",
            "Every product is that of layer 0: give tex2DLayered the number of the layer.");
    INSTEAD(layer < last ? layer + 1 : last, "layer-out-of-range",
            "Product l is that of layer l + 1, and the last two are the same: layers count from 0, "
            "and a number beyond the last one is clamped to it, without an error.");
    INSTEAD(layer > 0 ? NO_LAYER : 0, NULL,
            "Only layer 0 holds a matrix, the others are 0: the copy does not bring them. The "
            "depth of its extent is the number of layers, and of the source make_cudaPitchedPtr is "
            "told the height of one layer, n rows: the next one is taken so many rows further on.");
    INSTEAD(last - layer, NULL, "The layers are in the opposite order.");
    INSTEAD(layer == last ? NO_LAYER : layer, NULL,
            "The last layer is 0: the depth of the copy's extent is the number of layers, all of "
            "them.");
    INSTEAD(last, NULL, "Every product is that of the last layer.");
    ASKED(layer);
}

/* The number of the element of A, or B, that is read for element (row, column) of a layer. */
static int layer_element(struct choice *c, const struct layered *l, int layer, int row, int column,
                         bool of_b) {
    const int n = l->n, next = layer + 1 < l->layers ? layer + 1 : l->layers - 1;
    INSTEAD(row * n + column, NULL,
            of_b ? "B is read from layer 0 always: layer l of A goes with layer l of B."
                 : "A is read from layer 0 always: layer l of A goes with layer l of B.");
    INSTEAD((next * n + row) * n + column, NULL,
            of_b ? "B is read from the layer after: layer l of A goes with layer l of B."
                 : "A is read from the layer after: layer l of A goes with layer l of B.");
    INSTEAD((layer * n + column) * n + row, NULL,
            of_b ? "B is read transposed: x runs along a row, element (j, column) is at (column + "
                   "0.5f, j + 0.5f)."
                 : "A is read transposed: x runs along a row, element (row, j) is at (j + 0.5f, "
                   "row + 0.5f).");
    ASKED((layer * n + row) * n + column);
}

/* What the sum is made of: of how many terms, of which matrices' elements. */
struct layer_sum {
    int terms;
    unsigned first, second;
    bool transposed, running; /* the sums of the layers before are in it */
};

static struct layer_sum layer_sum(struct choice *c, int n) {
    INSTEAD(((struct layer_sum){.terms = n - 1, .second = 1}), NULL,
            "The last term is left out: the sum runs over all n.");
    INSTEAD(((struct layer_sum){.terms = n, .first = 1}), NULL, "A and B are exchanged: c = a b.");
    INSTEAD(((struct layer_sum){.terms = n}), NULL,
            "Both factors are A's: c = a b, the second comes from B's texture, which is made of "
            "b.");
    INSTEAD(((struct layer_sum){.terms = n, .first = 1, .second = 1}), NULL,
            "Both factors are B's: c = a b, the first comes from A's texture, which is made of a.");
    INSTEAD(((struct layer_sum){.terms = n, .second = 1, .transposed = true}), NULL,
            "The products are written transposed: element (row, column) is row * n + column.");
    INSTEAD(((struct layer_sum){.terms = n, .second = 1, .running = true}), NULL,
            "Layer l holds the sum of the products of layers 0 to l: `sum` starts at 0 in each "
            "layer, inside the loop over them.");
    ASKED(((struct layer_sum){.terms = n, .second = 1}));
}

static double layered_value(const void *context, struct choice *choices, size_t i) {
    struct layer_choices *const c = (struct layer_choices *)choices, one = *c;
    const struct layered *l = context;
    const int n = l->n, layer = multiplied_layer(&c->layer, l, (int)i / (n * n));
    const struct layer_sum made = layer_sum(&c->terms, n);
    double sum = 0;
    if (layer == NO_LAYER)
        return 0;
    if (made.running) {
        one.terms = (struct choice){0};
        for (int before = (int)i; before >= 0; before -= n * n)
            sum += layered_value(context, (struct choice *)&one, (size_t)before);
        return sum;
    }
    const int first = (int)i % (n * n) / n, second = (int)i % n;
    const int row = made.transposed ? second : first, column = made.transposed ? first : second;
    for (int j = 0; j < made.terms; j++)
        sum +=
            hidden_element(l->seed, made.first, layer_element(&c->of_a, l, layer, row, j, false)) *
            hidden_element(l->seed, made.second,
                           layer_element(&c->of_b, l, layer, j, column, true));
    return sum;
}

static struct value_family layers_family(const struct layered *l, const double *got) {
    return (struct value_family){.count = sizeof(struct layer_choices) / sizeof(struct choice),
                                 .most = 2,
                                 .got = got,
                                 .got_count = (size_t)(l->n * l->n * l->layers),
                                 .tolerance = 0.01,
                                 .with = layered_value,
                                 .context = (void *)l};
}

static double owed_layered(const struct layered *l, int i) {
    struct layer_choices asked = {0};
    return layered_value(l, (struct choice *)&asked, (size_t)i);
}

/* Which elements are written when the index of c is another one. */
static void explain_layer_writes(const struct layered *l, const double *got) {
    static const char *const words[] = {"layer * n + row * n + column",
                                        "(row * n + layer) * n + "
                                        "column",
                                        "layer + row * n + column", "row * n + column",
                                        "(layer * n + column) * n + row"};
    const int n = l->n, count = n * n * l->layers;
    bool *written = calloc((size_t)count, sizeof *written), any = false;
    if (!written)
        return;
    for (int i = 0; i < count; i++)
        any |= judge_is_unwritten(got[i], LAB10_CANARY);
    for (int way = 0; any && way < 5; way++) {
        int same = 0;
        memset(written, 0, (size_t)count * sizeof *written);
        for (int i = 0; i < count; i++) {
            const int layer = i / (n * n), row = i / n % n, column = i % n;
            const int at[] = {layer * n + row * n + column, (row * n + layer) * n + column,
                              layer + row * n + column, row * n + column,
                              (layer * n + column) * n + row};
            if (at[way] < count)
                written[at[way]] = true;
        }
        for (int i = 0; i < count; i++)
            same += written[i] == !judge_is_unwritten(got[i], LAB10_CANARY);
        if (same == count && way != 3) {
            free(written);
            fail(NULL,
                 "multiply_layers: c is written at [%s]: element (row, column) of layer l "
                 "is number (l * n + row) * n + column.",
                 words[way]);
        }
    }
    free(written);
}

void check_layers(const struct run *run) {
    struct layered l = {run->seed, (int)judge_argument(run, "n"),
                        (int)judge_argument(run, "layers")};
    int size = l.n * l.n, count = size * l.layers, wrong = 0, first = 0, unwritten = 0, after = 0;
    judge_call_succeeded(run, "layers", "multiply_layers");
    const double *got = judge_numbers(run, "layers", (size_t)count);
    if (!got)
        fail(NULL, "multiply_layers returned, but its results are not there.");
    judge_field("elements", (size_t)l.n, (size_t)l.n, (size_t)l.layers);
    for (int i = count; i-- > 0;) {
        bool missing = judge_is_unwritten(got[i], LAB10_CANARY);
        unwritten += missing;
        after += missing && i >= size;
        if (got[i] != owed_layered(&l, i)) {
            judge_wrong((size_t)i, got[i], owed_layered(&l, i));
            wrong++;
            first = i;
        }
    }
    if (!wrong) {
        judge_used(run, "multiply_layers", "texture.accesses", 2.0 * count, "texture fetches");
        judge_changes(run, "multiply_layers", "layers", (size_t)count, "texture fetches");
        pass("All %d products are right.", l.layers);
    }
    if (unwritten == count - size && after == unwritten)
        fail(NULL,
             "Only layer 0 of the result is written, layers 1 to %d never are: one block "
             "along z for every layer, or one launch each, and a copy of all of them to the "
             "host, layers * n * n floats.",
             l.layers - 1);
    explain_layer_writes(&l, got);
    judge_unwritten(run, "multiply_layers", "elements", got, (size_t)count, LAB10_CANARY);
    const struct value_family family = layers_family(&l, got);
    judge_explain_values("multiply_layers", &family);
    fail(NULL, "Layer %d, element (%d, %d) is %.7g, expected %.7g (%d of %d are wrong).",
         first / size, first % size / l.n, first % l.n, got[first], owed_layered(&l, first), wrong,
         count);
}

/* How the map may be read otherwise. */
struct map {
    uint64_t seed;
    const struct picture *picture;
};
struct map_choices {
    struct choice along_x, along_y, unit, filter;
};

static cpudev_address_mode map_along_x(struct choice *c) {
    INSTEAD(CPUDEV_CLAMP, "wrong-address-mode",
            "The map ends in the east: along x it repeats. Set addressMode[0] to "
            "cudaAddressModeWrap.");
    INSTEAD(CPUDEV_BORDER, "wrong-address-mode",
            "East and west of the map lies black, the border colour: along x it repeats. Set "
            "addressMode[0] to cudaAddressModeWrap.");
    INSTEAD(CPUDEV_MIRROR, "wrong-address-mode",
            "The map comes back mirrored in the east: set addressMode[0] to cudaAddressModeWrap.");
    ASKED(CPUDEV_WRAP);
}

static cpudev_address_mode map_along_y(struct choice *c) {
    INSTEAD(CPUDEV_WRAP, "wrong-address-mode",
            "Beyond the pole comes the other pole: along y the map ends. Set addressMode[1] to "
            "cudaAddressModeClamp.");
    INSTEAD(CPUDEV_BORDER, "wrong-address-mode",
            "Beyond the poles lies black, the border colour: along y the map's edge goes on. Set "
            "addressMode[1] to cudaAddressModeClamp.");
    INSTEAD(CPUDEV_MIRROR, "wrong-address-mode",
            "Beyond the poles the map comes back mirrored: set addressMode[1] to "
            "cudaAddressModeClamp.");
    ASKED(CPUDEV_CLAMP);
}

static bool map_normalized(struct choice *c) {
    INSTEAD(false, "wrap-on-unnormalized",
            "Coordinates count texels here, and wrap is honoured for normalised ones only: set "
            "normalizedCoords.");
    ASKED(true);
}

static bool map_linear(struct choice *c) {
    INSTEAD(false, "point-filter",
            "The values are those of single texels: set filterMode to cudaFilterModeLinear.");
    ASKED(true);
}

static double map_read(const struct map *m, struct reading how, int i) {
    const cpudev_texture texture =
        texture_of(m->picture, m->picture->width, m->picture->height, how);
    return (double)sample(&texture, hidden_place(m->seed, 0, i), hidden_place(m->seed, 1, i));
}

static double map_value(const void *context, struct choice *choices, size_t i) {
    struct map_choices *const c = (struct map_choices *)choices;
    return map_read(context,
                    (struct reading){map_linear(&c->filter), map_normalized(&c->unit),
                                     map_along_x(&c->along_x), map_along_y(&c->along_y), 0},
                    (int)i);
}

static struct value_family map_family(const struct map *m, const double *got) {
    return (struct value_family){.count = sizeof(struct map_choices) / sizeof(struct choice),
                                 .most = 3,
                                 .got = got,
                                 .got_count = LAB10_PLACES,
                                 .with = map_value,
                                 .context = (void *)m};
}

void check_map(const struct run *run) {
    struct picture p = hidden_picture(run);
    const struct map m = {.seed = run->seed, .picture = &p};
    const struct reading asked = {true, true, CPUDEV_WRAP, CPUDEV_CLAMP, 0},
                         exchanged = {true, true, CPUDEV_CLAMP, CPUDEV_WRAP, 0};
    int first = -1, wrong = 0, outside = 0, same = 0;
    judge_call_succeeded(run, "map", "make_map");
    const double *got = judge_numbers(run, "map", LAB10_PLACES);
    if (!got)
        fail(NULL, "make_map returned, but its texture could not be read.");
    judge_field("places", LAB10_PLACES, 1, 1);
    for (int i = LAB10_PLACES; i-- > 0;) {
        float x = hidden_place(run->seed, 0, i), y = hidden_place(run->seed, 1, i);
        if (got[i] == map_read(&m, asked, i))
            continue;
        judge_wrong((size_t)i, got[i], map_read(&m, asked, i));
        first = i;
        wrong++;
        outside += x < 0 || x >= 1 || y < 0 || y >= 1;
    }
    if (!wrong)
        pass("Right at all %d places, on the map and beyond its edges.", LAB10_PLACES);
    for (int i = 0; i < LAB10_PLACES; i++)
        same += got[i] == map_read(&m, exchanged, i);
    if (same == LAB10_PLACES)
        fail("axes-exchanged",
             "The map clamps along x and wraps along y: addressMode[0] is that of x, "
             "addressMode[1] that of y.");
    const struct value_family family = map_family(&m, got);
    judge_explain_values("make_map", &family);
    fail(NULL,
         "At (%.6g, %.6g) the map gives %.7g, which is not its value there: %d of %d places "
         "are wrong, %d of them beyond its edges.",
         hidden_place(run->seed, 0, first), hidden_place(run->seed, 1, first), got[first], wrong,
         LAB10_PLACES, outside);
}
