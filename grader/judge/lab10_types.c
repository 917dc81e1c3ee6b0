/* Lab 10, step 3: bytes, colours, layers and address modes. */
#include "lab10.h"

enum outcome check_bytes(const struct run *run, struct verdict *v) {
    int width = (int)judge_argument(run, "width"),
        count = width * (int)judge_argument(run, "height");
    int by_256 = 0, raw = 0, wrong = 0, first = 0;
    if (!judge_call_succeeded(run, v, "bytes", "read_bytes"))
        return OUTCOME_FAIL;
    const double *got = judge_numbers(run, "bytes", (size_t)count);
    if (!got)
        return fail(v, NULL, "read_bytes returned, but its results are not there.");
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
        return pass(v, "All %d pixels are right.", count);
    if (by_256 == count)
        return fail(v, "divided-by-256",
                    "255 becomes 255/256: normalised floats run from 0 to 1, so 255 becomes 1.");
    if (raw == count)
        return fail(v, "read-as-stored",
                    "The bytes come back as they are stored, 0 to 255: set the read mode to "
                    "cudaReadModeNormalizedFloat.");
    return fail(v, NULL, "%d of %d pixels are wrong, the first is (%d, %d) = %.9g, expected %.9g.",
                wrong, count, first % width, first / width, got[first],
                (float)hidden_byte(run->seed, first) / 255.0f);
}

enum outcome check_colours(const struct run *run, struct verdict *v) {
    int width = (int)judge_argument(run, "width"),
        count = width * (int)judge_argument(run, "height");
    int exchanged = 0;
    if (!judge_call_succeeded(run, v, "colours", "read_colours"))
        return OUTCOME_FAIL;
    const double *got = judge_numbers(run, "colours", (size_t)(4 * count));
    if (!got)
        return fail(v, NULL, "read_colours returned, but its results are not there.");
    for (int i = 1; i < count; i++)
        exchanged += got[4 * i] == 0.5 && got[4 * i + 3] == hidden_pixel(run->seed, i);
    if (exchanged == count - 1)
        return fail(v, "components-swapped",
                    "The four components come back in reverse order: x is red, w is alpha.");
    for (int i = 0; i < count; i++) {
        double expected[4] = {hidden_pixel(run->seed, i), i, -i, 0.5};
        for (int k = 0; k < 4; k++)
            if (got[4 * i + k] != expected[k])
                return fail(v, NULL, "Pixel (%d, %d), component %c: %.7g, expected %.7g.",
                            i % width, i / width, "xyzw"[k], got[4 * i + k], expected[k]);
    }
    return pass(v, "All %d colours are right.", count);
}

/* Element of layer `l` of the product with layer `from` of A and B. */
static double layer_element(const struct run *run, int n, int from, int row, int column) {
    double sum = 0;
    for (int j = 0; j < n; j++)
        sum += hidden_element(run->seed, 0, (from * n + row) * n + j) *
               hidden_element(run->seed, 1, (from * n + j) * n + column);
    return sum;
}

enum outcome check_layers(const struct run *run, struct verdict *v) {
    int n = (int)judge_argument(run, "n"), layers = (int)judge_argument(run, "layers"),
        size = n * n;
    int first_layer = 0, shifted = 0, wrong = 0, first = 0, count = size * layers;
    if (!judge_call_succeeded(run, v, "layers", "multiply_layers"))
        return OUTCOME_FAIL;
    const double *got = judge_numbers(run, "layers", (size_t)count);
    if (!got)
        return fail(v, NULL, "multiply_layers returned, but its results are not there.");
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
        return pass(v, "All %d products are right.", layers);
    if (first_layer == count)
        return fail(v, "one-layer",
                    "Every product is that of layer 0: give tex2DLayered the number of the layer.");
    if (shifted == count)
        return fail(v, "layer-out-of-range",
                    "Product l is that of layer l + 1, and the last two are the same: layers count "
                    "from 0, and a number beyond the last one is clamped to it, without an error.");
    return fail(v, NULL, "Layer %d, element (%d, %d) is %.7g, expected %.7g.", first / size,
                first % size / n, first % n, got[first],
                layer_element(run, n, first / size, first % size / n, first % n));
}

enum outcome check_map(const struct run *run, struct verdict *v) {
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
    if (!judge_call_succeeded(run, v, "map", "make_map"))
        return OUTCOME_FAIL;
    const double *got = judge_numbers(run, "map", LAB10_PLACES);
    if (!got)
        return fail(v, NULL, "make_map returned, but its texture could not be read.");
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
            return pass(v, "Right at all %d places, on the map and beyond its edges.",
                        LAB10_PLACES);
        if (agree == LAB10_PLACES && r > 0)
            return fail(v, rules[r].diagnosis, "%s", rules[r].words);
    }
    return fail(v, NULL, "At (%.6g, %.6g) the map gives %.7g, which is not its value there.",
                hidden_place(run->seed, 0, first), hidden_place(run->seed, 1, first), got[first]);
}
