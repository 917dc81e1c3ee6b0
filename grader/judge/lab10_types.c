/* Lab 10, step 3: bytes, colours, layers and address modes. */
#include "lab10.h"

#include <math.h>

static enum outcome pass_if_fetched(const struct run *run, struct verdict *v, const char *function,
                                    int count) {
    if (judge_used(run, v, function, "texture.accesses", count, "texture fetches") == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    return pass(v, "All %d pixels are right.", count);
}

enum outcome check_bytes(const struct run *run, struct verdict *v) {
    int width = (int)judge_argument(run, "width"),
        count = width * (int)judge_argument(run, "height");
    int by_256 = 0, raw = 0, wrong = 0, first = 0, is_signed = 0, bits = 0;
    if (!judge_call_succeeded(run, v, "bytes", "read_bytes"))
        return OUTCOME_FAIL;
    const double *got = judge_numbers(run, "bytes", (size_t)count);
    if (!got)
        return fail(v, NULL, "read_bytes returned, but its results are not there.");
    judge_field(v, "pixels", (size_t)width, (size_t)(count / width), 1);
    for (int i = count; i-- > 0;) {
        int byte = hidden_byte(run->seed, i);
        if (got[i] != (double)((float)byte / 255.0f)) {
            judge_wrong(v, (size_t)i, got[i], (float)byte / 255.0f);
            wrong++;
            first = i;
        }
        by_256 += got[i] == byte / 256.0;
        raw += got[i] == byte;
        int value = (signed char)byte;
        is_signed += got[i] == (double)(value == -128 ? -1.0f : (float)value / 127.0f);
        bits += got[i] == ldexp(byte, -149);
    }
    if (!wrong)
        return pass_if_fetched(run, v, "read_bytes", count);
    if (by_256 == count)
        return fail(v, "divided-by-256",
                    "255 becomes 255/256: normalised floats run from 0 to 1, so 255 becomes 1.");
    if (is_signed == count)
        return fail(v, NULL,
                    "The bytes are taken for signed ones: from 128 on they come back negative. The "
                    "channel format is that of unsigned char, cudaChannelFormatKindUnsigned.");
    if (judge_unwritten_picture(v, "read_bytes", got, (size_t)width, (size_t)(count / width),
                                LAB10_CANARY) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (raw == count || bits == count)
        return fail(v, "read-as-stored",
                    "The bytes come back as they are stored, 0 to 255: set the read mode to "
                    "cudaReadModeNormalizedFloat.");
    return fail(v, NULL, "%d of %d pixels are wrong, the first is (%d, %d) = %.9g, expected %.9g.",
                wrong, count, first % width, first / width, got[first],
                (float)hidden_byte(run->seed, first) / 255.0f);
}

/* Component k of pixel i. */
static double colour_of(const struct run *run, int i, int k) {
    return k == 0 ? hidden_pixel(run->seed, i) : k == 1 ? i : k == 2 ? -i : 0.5;
}

/* Where each component comes from: one of the four, or the constants 0 and 1 that a missing channel
 * gives. */
static enum outcome explain_colours(const struct run *run, struct verdict *v, const double *got,
                                    int count) {
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
        return OUTCOME_NONE;
    if (constant > 0 && from[3] >= 4)
        return fail(v, NULL,
                    "%d of the four components are the same everywhere (0, or 1 for w), which is "
                    "what a channel that the format does not have gives. An element has four "
                    "channels: cudaCreateChannelDesc<float4>().",
                    constant);
    if (from[0] < 0 || from[1] < 0 || from[2] < 0 || from[3] < 0)
        return OUTCOME_NONE;
    return fail(v, "components-swapped",
                "The components are exchanged: yours are %s, %s, %s, %s in place of x, y, z, w (x "
                "is red, y green, z blue, w alpha; the first in memory is x).",
                sources[from[0]], sources[from[1]], sources[from[2]], sources[from[3]]);
}

enum outcome check_colours(const struct run *run, struct verdict *v) {
    int width = (int)judge_argument(run, "width"),
        count = width * (int)judge_argument(run, "height");
    if (!judge_call_succeeded(run, v, "colours", "read_colours"))
        return OUTCOME_FAIL;
    const double *got = judge_numbers(run, "colours", (size_t)(4 * count));
    if (!got)
        return fail(v, NULL, "read_colours returned, but its results are not there.");
    judge_field(v, "components (x: 0 .. w: 3) of the pixels", (size_t)width,
                (size_t)(count / width), 4);
    for (int i = 0; i < 4 * count; i++)
        if (got[i] != colour_of(run, i / 4, i % 4))
            judge_wrong(v, (size_t)(i % 4 * count + i / 4), got[i], colour_of(run, i / 4, i % 4));
    if (explain_colours(run, v, got, count) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    for (int i = 0; i < count; i++) {
        double expected[4] = {hidden_pixel(run->seed, i), i, -i, 0.5};
        for (int k = 0; k < 4; k++)
            if (got[4 * i + k] != expected[k])
                return fail(v, NULL, "Pixel (%d, %d), component %c: %.7g, expected %.7g.",
                            i % width, i / width, "xyzw"[k], got[4 * i + k], expected[k]);
    }
    return pass_if_fetched(run, v, "read_colours", count);
}

/* What can be done otherwise with the layers of a product. */
enum { LAYER, LAYER_OF_A, LAYER_OF_B, LAYER_TERMS, LAYER_DIMENSIONS };
static const struct deviation layer_mistakes[] = {
    {"one-layer", "Every product is that of layer 0: give tex2DLayered the number of the layer."},
    {"layer-out-of-range",
     "Product l is that of layer l + 1, and the last two are the same: layers count from 0, and a "
     "number beyond the last one is clamped to it, without an error."},
    {NULL, "Only layer 0 holds a matrix, the others are 0: not all layers are copied. The depth of "
           "the copy's extent is the number of layers."},
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
    {NULL, "The products are written transposed: element (row, column) is row * n + column."}};
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
    if (terms == 3) {
        int other = row;
        row = column, column = other;
    }
    int a = layer_of(l, layer, model[LAYER_OF_A]) * n * n,
        b = layer_of(l, layer, model[LAYER_OF_B]) * n * n;
    unsigned first = terms == 2;
    for (int j = 0; j < (terms == 1 ? n - 1 : n); j++)
        sum += hidden_element(l->seed, first,
                              a + (model[LAYER_OF_A] == 3 ? j * n + row : row * n + j)) *
               hidden_element(l->seed, 1 - first,
                              b + (model[LAYER_OF_B] == 3 ? column * n + j : j * n + column));
    return sum;
}

enum outcome check_layers(const struct run *run, struct verdict *v) {
    static const int asked[LAYER_DIMENSIONS] = {0};
    struct layered l = {run->seed, (int)judge_argument(run, "n"),
                        (int)judge_argument(run, "layers")};
    int size = l.n * l.n, count = size * l.layers, wrong = 0, first = 0, unwritten = 0, after = 0;
    if (!judge_call_succeeded(run, v, "layers", "multiply_layers"))
        return OUTCOME_FAIL;
    const double *got = judge_numbers(run, "layers", (size_t)count);
    if (!got)
        return fail(v, NULL, "multiply_layers returned, but its results are not there.");
    judge_field(v, "elements", (size_t)l.n, (size_t)l.n, (size_t)l.layers);
    for (int i = count; i-- > 0;) {
        bool missing = judge_is_unwritten(got[i], LAB10_CANARY);
        unwritten += missing;
        after += missing && i >= size;
        if (got[i] != layered_value(&l, asked, (size_t)i)) {
            judge_wrong(v, (size_t)i, got[i], layered_value(&l, asked, (size_t)i));
            wrong++;
            first = i;
        }
    }
    if (!wrong) {
        if (judge_used(run, v, "multiply_layers", "texture.accesses", 2.0 * count,
                       "texture fetches") == OUTCOME_FAIL)
            return OUTCOME_FAIL;
        return pass(v, "All %d products are right.", l.layers);
    }
    if (unwritten == count - size && after == unwritten)
        return fail(v, NULL,
                    "Only layer 0 of the result is written, layers 1 to %d never are: one block "
                    "along z for every layer, or one launch each.",
                    l.layers - 1);
    if (judge_unwritten(v, "multiply_layers", "elements", got, (size_t)count, LAB10_CANARY) ==
        OUTCOME_FAIL)
        return OUTCOME_FAIL;
    struct value_family family = {
        layer_dimensions, LAYER_DIMENSIONS, 2, got, (size_t)count, 0.01, NULL, layered_value, &l};
    if (judge_explain_values(v, "multiply_layers", &family) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    return fail(v, NULL, "Layer %d, element (%d, %d) is %.7g, expected %.7g (%d of %d are wrong).",
                first / size, first % size / l.n, first % l.n, got[first],
                layered_value(&l, asked, (size_t)first), wrong, count);
}

/* The ways in which the map may be read: the first one is asked for. */
static const struct map_reading {
    struct reading how;
    const char *diagnosis, *words;
} map_readings[] = {
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
    {{true, true, CPUDEV_WRAP, CPUDEV_BORDER, 0},
     "wrong-address-mode",
     "Beyond the poles lies black, the border colour: along y the map's edge goes on. Set "
     "addressMode[1] to cudaAddressModeClamp."},
    {{true, true, CPUDEV_BORDER, CPUDEV_CLAMP, 0},
     "wrong-address-mode",
     "East and west of the map lies black, the border colour: along x it repeats. Set "
     "addressMode[0] to cudaAddressModeWrap."},
    {{true, true, CPUDEV_BORDER, CPUDEV_BORDER, 0},
     "wrong-address-mode",
     "Beyond the map lies black, the border colour: set addressMode[0] to "
     "cudaAddressModeWrap and addressMode[1] to cudaAddressModeClamp."},
    {{true, true, CPUDEV_MIRROR, CPUDEV_CLAMP, 0},
     "wrong-address-mode",
     "The map comes back mirrored in the east: set addressMode[0] to cudaAddressModeWrap."},
    {{true, true, CPUDEV_WRAP, CPUDEV_MIRROR, 0},
     "wrong-address-mode",
     "Beyond the poles the map comes back mirrored: set addressMode[1] to "
     "cudaAddressModeClamp."},
    {{true, true, CPUDEV_MIRROR, CPUDEV_MIRROR, 0},
     "wrong-address-mode",
     "The map comes back mirrored: set addressMode[0] to cudaAddressModeWrap and "
     "addressMode[1] to cudaAddressModeClamp."},
    {{true, false, CPUDEV_WRAP, CPUDEV_CLAMP, 0},
     "wrap-on-unnormalized",
     "Coordinates count texels here, and wrap is honoured for normalised ones only: set "
     "normalizedCoords."},
    {{false, true, CPUDEV_WRAP, CPUDEV_CLAMP, 0},
     "point-filter",
     "The values are those of single texels: set filterMode to cudaFilterModeLinear."}};

enum outcome check_map(const struct run *run, struct verdict *v) {
    struct picture p = hidden_picture(run);
    int first = -1;
    if (!judge_call_succeeded(run, v, "map", "make_map"))
        return OUTCOME_FAIL;
    const double *got = judge_numbers(run, "map", LAB10_PLACES);
    if (!got)
        return fail(v, NULL, "make_map returned, but its texture could not be read.");
    for (size_t r = 0; r < sizeof map_readings / sizeof *map_readings; r++) {
        cpudev_texture t = texture_of(&p, p.width, p.height, map_readings[r].how);
        int agree = 0;
        if (r == 0)
            judge_field(v, "places", LAB10_PLACES, 1, 1);
        for (int i = 0; i < LAB10_PLACES; i++) {
            float value = sample(&t, hidden_place(run->seed, 0, i), hidden_place(run->seed, 1, i));
            bool same = got[i] == value;
            agree += same;
            if (!same && r == 0)
                judge_wrong(v, (size_t)i, got[i], value);
            if (!same && r == 0 && first < 0)
                first = i;
        }
        if (agree == LAB10_PLACES && r == 0)
            return pass(v, "Right at all %d places, on the map and beyond its edges.",
                        LAB10_PLACES);
        if (agree == LAB10_PLACES && r > 0)
            return fail(v, map_readings[r].diagnosis, "%s", map_readings[r].words);
    }
    return fail(v, NULL, "At (%.6g, %.6g) the map gives %.7g, which is not its value there.",
                hidden_place(run->seed, 0, first), hidden_place(run->seed, 1, first), got[first]);
}
