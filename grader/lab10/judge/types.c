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
enum { FETCHED, STORED, ROWS, PLACE_DIMENSIONS };
static const struct deviation fetched_mistakes[] = {
    {NULL, "Each pixel is that of the column after: the centre of texel x is at x + 0.5f."},
    {NULL, "Each pixel is that of the row below: the centre of texel y is at y + 0.5f."},
    {NULL, "Each pixel is that of the next column and row: the centre of a texel is at + 0.5f."},
    {NULL, "Each pixel is that of the column before: the centre of texel x is at x + 0.5f."},
    {"axes-exchanged", "x and y are exchanged in the fetch: x runs along a row."},
    {NULL, "All pixels are that of a corner: the texture takes normalised coordinates and those of "
           "the fetch count texels. Leave normalizedCoords at 0, or divide by the size."},
    {NULL, "Every pixel is that of texel (0, 0): the texture counts texels, and the coordinates "
           "are divided by the size."}};
static const struct deviation stored_place_mistakes[] = {
    {"transposed-output", "The result is written column by column (transposed): pixel (x, y) is "
                          "number y * width + x."},
    {NULL, "The result is upside down: row y goes to row y."},
    {NULL, "The result is mirrored: column x goes to column x."}};
static const struct deviation rows_mistakes[] = {
    {"row-length", "The rows of the picture are taken to be `height` elements long: pitch and row "
                   "length of the copy are those of `width` elements, in bytes."},
    {NULL, "Every row of the array is the picture's first: the pitch of the copy is 0, or its "
           "height 1."},
    {"width-height-exchanged", "Width and height of the array are exchanged: the rows of the "
                               "picture run into one another. The width comes first."}};
static const struct dimension place_dimensions[PLACE_DIMENSIONS] = {
    DIMENSION(fetched_mistakes), DIMENSION(stored_place_mistakes), DIMENSION(rows_mistakes)};

struct places {
    uint64_t seed;
    int width, height;
    bool colours;
};

static int held(int i, int count) {
    return i < 0 ? 0 : i >= count ? count - 1 : i;
}

/* The number of the pixel that stands in the place of number i; -1: nothing is known. */
static int source_pixel_of(const struct places *p, const int *model, int i) {
    int w = p->width, h = p->height, x = i % w, y = i / w;
    if (model[STORED] == 1)
        x = i / h, y = i % h;
    else if (model[STORED] == 2)
        y = h - 1 - y;
    else if (model[STORED] == 3)
        x = w - 1 - x;
    int fetched = model[FETCHED], at_x = x, at_y = y;
    if (fetched == 1 || fetched == 3)
        at_x++;
    if (fetched == 2 || fetched == 3)
        at_y++;
    if (fetched == 4)
        at_x--;
    if (fetched == 5)
        at_x = y, at_y = x;
    if (fetched == 6) /* normalised coordinates from 1 on: clamped; half is in the middle */
        at_x = x == 0 ? w / 2 : w - 1, at_y = y == 0 ? h / 2 : h - 1;
    if (fetched == 7)
        at_x = at_y = 0;
    if (model[ROWS] == 3) {
        at_x = held(at_x, h), at_y = held(at_y, w);
        return at_y * h + at_x;
    }
    at_x = held(at_x, w), at_y = held(at_y, h);
    return model[ROWS] == 1 ? at_y * h + at_x : model[ROWS] == 2 ? at_x : at_y * w + at_x;
}

static double placed_value(const void *context, const int *model, size_t i) {
    const struct places *p = context;
    int pixel = source_pixel_of(p, model, (int)i);
    if (pixel < 0 || pixel >= p->width * p->height)
        return NAN;
    return p->colours ? pixel : (double)((float)hidden_byte(p->seed, pixel) / 255.0f);
}

static void explain_places(const struct run *run, const char *name, const double *got, int width,
                           int height, bool colours) {
    struct places places = {run->seed, width, height, colours};
    const struct value_family family = {.dimensions = place_dimensions,
                                        .count = PLACE_DIMENSIONS,
                                        .most = 2,
                                        .got = got,
                                        .got_count = (size_t)width * (size_t)height,
                                        .value = placed_value,
                                        .context = &places};
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
enum { LAYER, LAYER_OF_A, LAYER_OF_B, LAYER_TERMS, LAYER_DIMENSIONS };
static const struct deviation layer_mistakes[] = {
    {"one-layer", "Every product is that of layer 0: give tex2DLayered the number of the layer."},
    {"layer-out-of-range",
     "Product l is that of layer l + 1, and the last two are the same: layers count from 0, and a "
     "number beyond the last one is clamped to it, without an error."},
    {NULL,
     "Only layer 0 holds a matrix, the others are 0: the copy does not bring them. The depth "
     "of its extent is the number of layers, and of the source make_cudaPitchedPtr is told the "
     "height of one layer, n rows: the next one is taken so many rows further on."},
    {NULL, "The layers are in the opposite order."},
    {NULL, "The last layer is 0: the depth of the copy's extent is the number of layers, all of "
           "them."},
    {NULL, "Every product is that of the last layer."}};
static const struct deviation layer_a_mistakes[] = {
    {NULL, "A is read from layer 0 always: layer l of A goes with layer l of B."},
    {NULL, "A is read from the layer after: layer l of A goes with layer l of B."},
    {NULL, "A is read transposed: x runs along a row, element (row, j) is at (j + 0.5f, row + "
           "0.5f)."}};
static const struct deviation layer_b_mistakes[] = {
    {NULL, "B is read from layer 0 always: layer l of A goes with layer l of B."},
    {NULL, "B is read from the layer after: layer l of A goes with layer l of B."},
    {NULL, "B is read transposed: x runs along a row, element (j, column) is at (column + 0.5f, j "
           "+ 0.5f)."}};
static const struct deviation layer_terms_mistakes[] = {
    {NULL, "The last term is left out: the sum runs over all n."},
    {NULL, "A and B are exchanged: c = a b."},
    {NULL, "Both factors are A's: c = a b, the second comes from B's texture, which is made of b."},
    {NULL, "Both factors are B's: c = a b, the first comes from A's texture, which is made of a."},
    {NULL, "The products are written transposed: element (row, column) is row * n + column."},
    {NULL,
     "Layer l holds the sum of the products of layers 0 to l: `sum` starts at 0 in each layer, "
     "inside the loop over them."}};
enum { RUNNING_SUM = 6 };
static const struct dimension layer_dimensions[LAYER_DIMENSIONS] = {
    DIMENSION(layer_mistakes), DIMENSION(layer_a_mistakes), DIMENSION(layer_b_mistakes),
    DIMENSION(layer_terms_mistakes)};

struct layered {
    uint64_t seed;
    int n, layers;
};

static int layer_of(const struct layered *l, int layer, int mistake) {
    int next = layer + 1 < l->layers ? layer + 1 : l->layers - 1;
    return mistake == 1 ? 0 : mistake == 2 ? next : layer;
}

static double layered_value(const void *context, const int *model, size_t i) {
    const struct layered *l = context;
    int n = l->n, layer = (int)i / (n * n), row = (int)i % (n * n) / n, column = (int)i % n;
    int mistake = model[LAYER], terms = model[LAYER_TERMS];
    double sum = 0;
    if ((mistake == 3 && layer > 0) || (mistake == 5 && layer == l->layers - 1))
        return 0;
    layer = mistake == 4   ? l->layers - 1 - layer
            : mistake == 6 ? l->layers - 1
                           : layer_of(l, layer, mistake);
    if (terms == 5) {
        int other = row;
        row = column, column = other;
    }
    int a = layer_of(l, layer, model[LAYER_OF_A]) * n * n,
        b = layer_of(l, layer, model[LAYER_OF_B]) * n * n;
    if (terms == RUNNING_SUM) {
        int one[LAYER_DIMENSIONS] = {mistake, model[LAYER_OF_A], model[LAYER_OF_B], 0};
        for (int before = (int)i; before >= 0; before -= n * n)
            sum += layered_value(context, one, (size_t)before);
        return sum;
    }
    const unsigned first = terms == 2 || terms == 4, second = terms == 2 || terms == 3 ? 0 : 1;
    for (int j = 0; j < (terms == 1 ? n - 1 : n); j++)
        sum += hidden_element(l->seed, first,
                              a + (model[LAYER_OF_A] == 3 ? j * n + row : row * n + j)) *
               hidden_element(l->seed, second,
                              b + (model[LAYER_OF_B] == 3 ? column * n + j : j * n + column));
    return sum;
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
    static const int asked[LAYER_DIMENSIONS] = {0};
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
        if (got[i] != layered_value(&l, asked, (size_t)i)) {
            judge_wrong((size_t)i, got[i], layered_value(&l, asked, (size_t)i));
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
    struct value_family family = {.dimensions = layer_dimensions,
                                  .count = LAYER_DIMENSIONS,
                                  .most = 2,
                                  .got = got,
                                  .got_count = (size_t)count,
                                  .tolerance = 0.01,
                                  .value = layered_value,
                                  .context = &l};
    judge_explain_values("multiply_layers", &family);
    fail(NULL, "Layer %d, element (%d, %d) is %.7g, expected %.7g (%d of %d are wrong).",
         first / size, first % size / l.n, first % l.n, got[first],
         layered_value(&l, asked, (size_t)first), wrong, count);
}

/* How the map may be read otherwise. */
enum { ALONG_X, ALONG_Y, UNIT_OF_PLACE, FILTER, MAP_DIMENSIONS };
static const struct deviation along_x_mistakes[] = {
    {"wrong-address-mode", "The map ends in the east: along x it repeats. Set addressMode[0] to "
                           "cudaAddressModeWrap."},
    {"wrong-address-mode", "East and west of the map lies black, the border colour: along x it "
                           "repeats. Set addressMode[0] to cudaAddressModeWrap."},
    {"wrong-address-mode", "The map comes back mirrored in the east: set addressMode[0] to "
                           "cudaAddressModeWrap."}};
static const struct deviation along_y_mistakes[] = {
    {"wrong-address-mode", "Beyond the pole comes the other pole: along y the map ends. Set "
                           "addressMode[1] to cudaAddressModeClamp."},
    {"wrong-address-mode", "Beyond the poles lies black, the border colour: along y the map's edge "
                           "goes on. Set addressMode[1] to cudaAddressModeClamp."},
    {"wrong-address-mode", "Beyond the poles the map comes back mirrored: set addressMode[1] to "
                           "cudaAddressModeClamp."}};
static const struct deviation unit_mistakes[] = {
    {"wrap-on-unnormalized", "Coordinates count texels here, and wrap is honoured for normalised "
                             "ones only: set normalizedCoords."}};
static const struct deviation map_filter_mistakes[] = {
    {"point-filter",
     "The values are those of single texels: set filterMode to cudaFilterModeLinear."}};
static const struct dimension map_dimensions[MAP_DIMENSIONS] = {
    DIMENSION(along_x_mistakes), DIMENSION(along_y_mistakes), DIMENSION(unit_mistakes),
    DIMENSION(map_filter_mistakes)};

struct map {
    uint64_t seed;
    const struct picture *picture;
    cpudev_texture texture;
};

static bool prepare_map(void *context, const int *model) {
    static const cpudev_address_mode x[] = {CPUDEV_WRAP, CPUDEV_CLAMP, CPUDEV_BORDER,
                                            CPUDEV_MIRROR},
                                     y[] = {CPUDEV_CLAMP, CPUDEV_WRAP, CPUDEV_BORDER,
                                            CPUDEV_MIRROR};
    struct map *m = context;
    m->texture = texture_of(m->picture, m->picture->width, m->picture->height,
                            (struct reading){!model[FILTER], !model[UNIT_OF_PLACE],
                                             x[model[ALONG_X]], y[model[ALONG_Y]], 0});
    return true;
}

static double map_value(const void *context, const int *model, size_t i) {
    const struct map *m = context;
    (void)model;
    return (double)sample(&m->texture, hidden_place(m->seed, 0, (int)i),
                          hidden_place(m->seed, 1, (int)i));
}

void check_map(const struct run *run) {
    struct picture p = hidden_picture(run);
    struct map m = {.seed = run->seed, .picture = &p};
    const int asked[MAP_DIMENSIONS] = {0};
    int first = -1, wrong = 0, outside = 0;
    judge_call_succeeded(run, "map", "make_map");
    const double *got = judge_numbers(run, "map", LAB10_PLACES);
    if (!got)
        fail(NULL, "make_map returned, but its texture could not be read.");
    judge_field("places", LAB10_PLACES, 1, 1);
    prepare_map(&m, asked);
    for (int i = LAB10_PLACES; i-- > 0;) {
        float x = hidden_place(run->seed, 0, i), y = hidden_place(run->seed, 1, i);
        if (got[i] == map_value(&m, asked, (size_t)i))
            continue;
        judge_wrong((size_t)i, got[i], map_value(&m, asked, (size_t)i));
        first = i;
        wrong++;
        outside += x < 0 || x >= 1 || y < 0 || y >= 1;
    }
    if (!wrong)
        pass("Right at all %d places, on the map and beyond its edges.", LAB10_PLACES);
    int exchanged[MAP_DIMENSIONS] = {1, 1, 0, 0}, same = 0;
    prepare_map(&m, exchanged);
    for (int i = 0; i < LAB10_PLACES; i++)
        same += got[i] == map_value(&m, exchanged, (size_t)i);
    if (same == LAB10_PLACES)
        fail("axes-exchanged",
             "The map clamps along x and wraps along y: addressMode[0] is that of x, "
             "addressMode[1] that of y.");
    const struct value_family family = {.dimensions = map_dimensions,
                                        .count = MAP_DIMENSIONS,
                                        .most = 3,
                                        .got = got,
                                        .got_count = LAB10_PLACES,
                                        .tolerance = 0,
                                        .prepare = prepare_map,
                                        .value = map_value,
                                        .context = &m};
    judge_explain_values("make_map", &family);
    fail(NULL,
         "At (%.6g, %.6g) the map gives %.7g, which is not its value there: %d of %d places "
         "are wrong, %d of them beyond its edges.",
         hidden_place(run->seed, 0, first), hidden_place(run->seed, 1, first), got[first], wrong,
         LAB10_PLACES, outside);
}
