/* Lab 9: the texture unit under the microscope. */
#include "judge.h"
#include "lab9/inputs.h"
#include "texture_unit.h"

#include <math.h>
#include <string.h>

const struct finding_rule lab_findings[] = {
    {"use-after-free", NULL, "array-freed-early",
     "The array is freed while a texture object still reads it: destroy the texture object first."},
    {0}};

enum { MOST_TEXELS = 64 };

static int count_of(const struct run *run) {
    return (int)run_argument(run, "count");
}

/* The row of hidden texels as the texture unit sees it. */
static cpudev_texture hidden_row(const struct run *run, float *texels, bool linear,
                                 cpudev_address_mode address, bool normalized, float border) {
    int count = count_of(run);
    for (int i = 0; i < count; i++)
        texels[i] = hidden_texel(run->seed, i);
    cpudev_texture t = {.data = (const unsigned char *)texels,
                        .row_pitch = (size_t)count * sizeof(float),
                        .width = count,
                        .height = 1,
                        .depth = 1,
                        .shape = CPUDEV_TEXTURE_1D,
                        .format = CPUDEV_TEXEL_F32,
                        .channels = 1,
                        .address = {address, address, address},
                        .linear = linear,
                        .normalized = normalized,
                        .border_colour = {border}};
    cpudev_texture_prepare(&t);
    return t;
}

static float sample(const cpudev_texture *t, float x) {
    cpudev_texel texel;
    cpudev_texture_sample(t, x, 0.0f, 0.0f, 0, &texel);
    return texel.f[0];
}

/* ---- step 1 ---------------------------------------------------------------------------------- */

struct reading {
    const char *name, *words;
    bool linear;
    cpudev_address_mode address;
    bool normalized;
};

static const struct reading readings[] = {
    {"point", "point filtering, clamp", false, CPUDEV_CLAMP, false},
    {"linear", "linear filtering, clamp", true, CPUDEV_CLAMP, false},
    {"border", "point filtering, border", false, CPUDEV_BORDER, false},
    {"wrap", "linear filtering, wrap, normalised", true, CPUDEV_WRAP, true},
    {"mirror", "point filtering, mirror, normalised", false, CPUDEV_MIRROR, true}};

/* How many of the samples `value` at `x` are what `reading` would give. */
static int agreeing(const struct run *run, struct reading reading, const double *x,
                    const double *value, int *first) {
    float texels[MOST_TEXELS];
    cpudev_texture t = hidden_row(run, texels, reading.linear, reading.address, reading.normalized,
                                  hidden_border(run->seed));
    int right = 0;
    *first = -1;
    for (int i = 0; i < LAB9_SAMPLES; i++) {
        if (value[i] == sample(&t, (float)x[i]))
            right++;
        else if (*first < 0)
            *first = i;
    }
    return right;
}

/* Names the mistake whose row the samples are. */
static void explain_reading(const struct run *run, struct verdict *v, struct reading asked,
                            const double *x, const double *value) {
    struct reading other = asked;
    int first;
    other.linear = !asked.linear;
    if (agreeing(run, other, x, value, &first) == LAB9_SAMPLES)
        fail(
            v, asked.linear ? "point-filter" : "filter-ignored",
            "With %s the samples are those of %s filtering: set filterMode to what `reading` says.",
            asked.words, other.linear ? "linear" : "point");
    other = asked;
    other.normalized = !asked.normalized;
    if (agreeing(run, other, x, value, &first) == LAB9_SAMPLES)
        fail(v, "normalized-coordinates",
             "With %s the samples are those of %s coordinates: set normalizedCoords to what "
             "`reading` says.",
             asked.words, other.normalized ? "normalised" : "unnormalised");
    for (int mode = CPUDEV_WRAP; mode <= CPUDEV_BORDER; mode++) {
        other = asked;
        other.address = (cpudev_address_mode)mode;
        if (agreeing(run, other, x, value, &first) == LAB9_SAMPLES)
            fail(v, "wrong-address-mode",
                 "With %s the samples outside the row are those of another address mode: set "
                 "addressMode[0] to what "
                 "`reading` says.",
                 asked.words);
    }
}

static void check_one_reading(const struct run *run, struct verdict *v, struct reading reading) {
    char key[40] = "";
    int first = 0, count = count_of(run);
    float base = hidden_base(run->seed), increment = hidden_increment(run->seed, count);
    if (reading.normalized) {
        base /= (float)count;
        increment /= (float)count;
    }
    if (!call_succeeded(run, v, reading.name, "make_row or read_row"))
        return;
    strncat(strcpy(key, reading.name), ".x", sizeof key - 10);
    const double *x = run_numbers(run, key, LAB9_SAMPLES),
                 *value = run_numbers(run, reading.name, LAB9_SAMPLES);
    if (!x || !value) {
        fail(v, NULL, "The samples with %s did not come back.", reading.words);
        return;
    }
    for (int i = 0; i < LAB9_SAMPLES; i++) {
        float place = fmaf((float)i, increment, base);
        if (x[i] != place)
            fail(v, NULL,
                 "Sample %d lies at x = %.9g; it is to lie at %.9g: fmaf(i, increment, base).", i,
                 x[i], place);
    }
    if (agreeing(run, reading, x, value, &first) == LAB9_SAMPLES)
        return;
    explain_reading(run, v, reading, x, value);
    fail(v, NULL, "With %s the sample at x = %.6g is %.9g, which is no reading of this row.",
         reading.words, x[first], value[first]);
}

static void check_point(const struct run *run, struct verdict *v) {
    check_one_reading(run, v, readings[0]);
    pass(v, "All %d samples are right.", LAB9_SAMPLES);
}

static void check_reading(const struct run *run, struct verdict *v) {
    for (size_t i = 1; i < sizeof readings / sizeof *readings; i++)
        check_one_reading(run, v, readings[i]);
    pass(v, "All four ways of reading are right.");
}

static void check_free(const struct run *run, struct verdict *v) {
    const double *left = run_numbers(run, "left", 2);
    if (!succeeded(run, v, "make_row") || !succeeded(run, v, "free_row"))
        return;
    if (!left || left[0] != 0 || left[1] != 0)
        fail(
            v, "left-behind",
            "free_row leaves the old handles in the Row: set both to 0, so that nobody uses them.");
    pass(v, "Nothing stays allocated.");
}

/* ---- step 2 ---------------------------------------------------------------------------------- */

static const char *const mode_names[LAB9_MODES] = {"wrap", "clamp", "mirror", "border"};

/* Number of the texel by the unit's rules, -1 for the border; `rules` takes one of them away. */
enum rules { AS_THE_UNIT, TRUNCATE, WRAP_ALWAYS, NOT_CUT, MIRROR_SHIFTED };

static int texel_by(enum rules rules, double x, int count, int mode, bool normalized) {
    double place = x;
    if (normalized)
        place = (rules == NOT_CUT ? x : floor(ldexp(x, 21)) * 0x1p-21) * count;
    long i = (long)(rules == TRUNCATE ? trunc(place) : floor(place));
    if (mode == CPUDEV_BORDER)
        return i < 0 || i >= count ? -1 : (int)i;
    if (mode == CPUDEV_CLAMP || (!normalized && rules != WRAP_ALWAYS))
        return i < 0 ? 0 : i >= count ? count - 1 : (int)i;
    if (mode == CPUDEV_WRAP)
        return (int)((i % count + count) % count);
    long j = i < 0 ? -i - (rules == MIRROR_SHIFTED ? 0 : 1) : i;
    return (int)(j / count % 2 ? count - 1 - j % count : j % count);
}

static bool all_texels_by(const struct run *run, enum rules rules, const double *const *texels,
                          bool normalized) {
    int count = count_of(run);
    for (int mode = 0; mode < LAB9_MODES; mode++)
        for (int i = 0; i < LAB9_SAMPLES; i++)
            if (texels[mode][i] != texel_by(rules,
                                            hidden_coordinate(run->seed, i, count, normalized),
                                            count, mode, normalized))
                return false;
    return true;
}

static void check_texels(const struct run *run, struct verdict *v) {
    int count = count_of(run);
    bool normalized = run_argument(run, "normalized") != 0;
    const double *texels[LAB9_MODES];
    for (int mode = 0; mode < LAB9_MODES; mode++)
        if (!(texels[mode] = run_numbers(run, mode_names[mode], LAB9_SAMPLES))) {
            fail(v, NULL, "texel_at did not come back (%s).", mode_names[mode]);
            return;
        }
    if (texels[0][0] == -2 && texels[1][0] == -2)
        fail(v, NULL, "texel_at is still to be written.");
    if (all_texels_by(run, AS_THE_UNIT, texels, normalized))
        pass(v, "Right at %d coordinates with all four address modes.", LAB9_SAMPLES);
    if (all_texels_by(run, TRUNCATE, texels, normalized))
        fail(v, "truncated-coordinate",
             "Below 0 your texel is one too high: a conversion to int goes towards zero, and texel "
             "-1 covers [-1, 0). "
             "Use floor.");
    if (!normalized && all_texels_by(run, WRAP_ALWAYS, texels, normalized))
        fail(v, "wrap-on-unnormalized",
             "You wrap and mirror coordinates that count texels. The unit honours these modes for "
             "normalised "
             "coordinates only; otherwise they act as clamp.");
    if (normalized && all_texels_by(run, NOT_CUT, texels, normalized))
        fail(v, "coordinate-not-cut",
             "Right except within a hair of an edge: the unit first cuts x to a multiple of 2^-21, "
             "downwards, and "
             "multiplies by the number of texels after that.");
    if (all_texels_by(run, MIRROR_SHIFTED, texels, normalized))
        fail(v, "mirror-shifted",
             "Your mirror image is one texel off: -1 is the image of texel 0, so a negative i "
             "becomes -i - 1.");
    for (int mode = 0; mode < LAB9_MODES; mode++)
        for (int i = 0; i < LAB9_SAMPLES; i++) {
            float x = hidden_coordinate(run->seed, i, count, normalized);
            int expected = texel_by(AS_THE_UNIT, x, count, mode, normalized);
            if (texels[mode][i] != expected)
                fail(v, NULL,
                     "%s, %s, %d texels: at x = %.9g texel_at says %.0f, the unit reads %d%s.",
                     mode_names[mode], normalized ? "normalised" : "unnormalised", count, x,
                     texels[mode][i], expected, expected < 0 ? " (the border)" : "");
        }
}

/* ---- step 3 ---------------------------------------------------------------------------------- */

static void check_centres(const struct run *run, struct verdict *v) {
    int count = count_of(run), off = 0, added_late = 0;
    const double *centres[2] = {run_numbers(run, "centres0", (size_t)count),
                                run_numbers(run, "centres1", (size_t)count)};
    if (!centres[0] || !centres[1]) {
        fail(v, NULL, "centre_of did not come back.");
        return;
    }
    for (int i = 0; i < count; i++) {
        off += centres[0][i] == i;
        added_late += fabs(centres[1][i] - ((double)i / count + 0.5)) < 1e-6;
    }
    if (off == count)
        fail(v, "no-half-texel",
             "centre_of(i) is i, the edge between texels i - 1 and i: linear filtering gives their "
             "mean there. The "
             "texel's centre is half a texel further.");
    if (added_late == count)
        fail(v, "half-after-division",
             "The half texel is added after the division by the number of texels: half a texel "
             "is 0.5 / count of a normalised row. It is (i + 0.5) / count.");
    for (int normalized = 0; normalized < 2; normalized++)
        for (int i = 0; i < count; i++) {
            double expected = normalized ? (i + 0.5) / count : i + 0.5;
            if (!(fabs(centres[normalized][i] - expected) <= 1e-6 * fabs(expected)))
                fail(v, NULL, "centre_of(%d, %d, %d) is %.9g, expected %.9g.", i, count, normalized,
                     centres[normalized][i], expected);
        }
    pass(v, "Right for both kinds of coordinates.");
}

static void check_texels_back(const struct run *run, struct verdict *v) {
    static const char *const names[2] = {"plain", "norm"};
    int count = count_of(run);
    for (int normalized = 0; normalized < 2; normalized++) {
        float texels[MOST_TEXELS];
        cpudev_texture t = hidden_row(run, texels, true, CPUDEV_CLAMP, false, 0);
        if (!call_succeeded(run, v, names[normalized], "read_texels"))
            return;
        const double *back = run_numbers(run, names[normalized], (size_t)count);
        int half_off = 0;
        for (int i = 0; back && i < count; i++)
            half_off += back[i] == sample(&t, (float)i);
        if (half_off == count)
            fail(v, "no-half-texel",
                 "What is read at i is the mean of texels i - 1 and i: add 0.5f to each coordinate "
                 "(before a division by "
                 "the number of texels).");
        /* A normalised centre is cut to 2^-21, far less than half a step of the weight at this
         * size. */
        for (int i = 0; back && i < count; i++)
            if (back[i] != texels[i])
                fail(v, NULL, "%s coordinates: texel %d reads %.9g, it is %.9g.",
                     normalized ? "Normalised" : "Unnormalised", i, back[i], texels[i]);
        if (!back)
            fail(v, NULL, "read_texels returned, but its results are not there.");
    }
    pass(v, "All %d texels come back.", count);
}

/* ---- step 4 ---------------------------------------------------------------------------------- */

static float clamped_fine(const struct run *run, int i) {
    return fminf(fmaxf(hidden_fine(run->seed, i, count_of(run)), 0.0f), (float)count_of(run));
}

static void check_weight(const struct run *run, struct verdict *v) {
    const double *weight = run_numbers(run, "weight", LAB9_SAMPLES),
                 *left = run_numbers(run, "left", LAB9_SAMPLES);
    int cut = 0, split_first = 0, wrong = 0, first = 0;
    if (!weight || !left) {
        fail(v, NULL, "weight_at did not come back.");
        return;
    }
    for (int i = LAB9_SAMPLES; i-- > 0;) {
        double place = (double)clamped_fine(run, i) - 0.5;
        double snapped = floor(256 * place + 0.5), texel = floor(snapped / 256);
        double fraction = place - floor(place);
        if (weight[i] != snapped - 256 * texel || left[i] != texel) {
            wrong++;
            first = i;
        }
        cut += weight[i] == floor(256 * fraction) && left[i] == floor(place);
        split_first += weight[i] == floor(256 * fraction + 0.5) && left[i] == floor(place);
    }
    if (!wrong)
        pass(v, "Right at all %d coordinates.", LAB9_SAMPLES);
    if (cut == LAB9_SAMPLES)
        fail(v, "truncated-weight",
             "Your weight is cut to eight bits; the unit rounds to the nearest 1/256, a tie "
             "upwards: "
             "floor(256 * (x - 0.5) + 0.5).");
    if (split_first == LAB9_SAMPLES)
        fail(v, "split-before-snap",
             "Split after rounding: just below a texel's centre the weight rounds to 256/256, "
             "which is weight 0 of the "
             "next texel.");
    float x = clamped_fine(run, first);
    double snapped = floor(256 * ((double)x - 0.5) + 0.5);
    fail(v, NULL, "At x = %.9g the weight is %.0f with left texel %.0f, expected %.0f and %.0f.", x,
         weight[first], left[first], snapped - 256 * floor(snapped / 256), floor(snapped / 256));
}

static void check_filter(const struct run *run, struct verdict *v) {
    float texels[MOST_TEXELS];
    cpudev_texture t = hidden_row(run, texels, true, CPUDEV_CLAMP, false, 0);
    const double *filter = run_numbers(run, "filter", LAB9_SAMPLES);
    int spurious = 0, uncut = 0, wrong = 0, first = 0, count = count_of(run);
    if (!filter) {
        fail(v, NULL, "filter_row did not come back.");
        return;
    }
    for (int i = LAB9_SAMPLES; i-- > 0;) {
        float x = clamped_fine(run, i);
        double place = fmin(fmax((double)x - 0.5, 0), count - 1), fraction = place - floor(place);
        double full = (1 - fraction) * texels[(int)place] +
                      fraction * texels[(int)fmin(floor(place) + 1, count - 1)];
        if (filter[i] != sample(&t, x)) {
            wrong++;
            first = i;
        }
        spurious += filter[i] == sample(&t, x + 0.5f);
        uncut += fabs(filter[i] - full) <= 1e-4;
    }
    if (!wrong)
        pass(v, "Bit for bit the unit's at all %d coordinates.", LAB9_SAMPLES);
    if (uncut == LAB9_SAMPLES)
        fail(
            v, "weight-not-cut",
            "That is interpolation with the full fraction: the unit's weight has eight bits behind "
            "the point. Use weight_at.");
    if (spurious == LAB9_SAMPLES)
        fail(v, "no-half-texel",
             "Your samples are the right ones, half a texel off: texel i lies at i + 0.5.");
    fail(v, NULL, "At x = %.9g filter_row gives %.9g, the unit %.9g.", clamped_fine(run, first),
         filter[first], sample(&t, clamped_fine(run, first)));
}

static void check_exact(const struct run *run, struct verdict *v) {
    float texels[MOST_TEXELS];
    cpudev_texture t = hidden_row(run, texels, true, CPUDEV_CLAMP, false, 0);
    const double *exact = run_numbers(run, "exact", LAB9_SAMPLES);
    int wrong = 0, first = 0, cut = 0, count = count_of(run);
    double expected_first = 0;
    if (!exact) {
        fail(v, NULL, "filter_row_exact did not come back.");
        return;
    }
    for (int i = LAB9_SAMPLES; i-- > 0;) {
        double place = fmin(fmax((double)clamped_fine(run, i) - 0.5, 0), count - 1),
               fraction = place - floor(place);
        double left = texels[(int)place], right = texels[(int)fmin(floor(place) + 1, count - 1)];
        double expected = (1 - fraction) * left + fraction * right;
        cut += exact[i] == sample(&t, clamped_fine(run, i));
        if (!(fabs(exact[i] - expected) <= 1e-6 * 256)) { /* float rounding, texels up to 256 */
            wrong++;
            first = i;
            expected_first = expected;
        }
    }
    if (!wrong)
        pass(v, "Right at all %d coordinates.", LAB9_SAMPLES);
    if (cut == LAB9_SAMPLES)
        fail(v, "weight-cut-twice",
             "filter_row_exact is what a programmer expects: the full fraction of x - 1/2, not the "
             "unit's 1.8 weight.");
    fail(v, NULL, "At x = %.9g filter_row_exact gives %.9g, expected %.9g.",
         clamped_fine(run, first), exact[first], expected_first);
}

/* ---- step 5 ---------------------------------------------------------------------------------- */

/* The unit's weights in 256ths, read from a 2 x 2 texture of unit vectors. */
static void unit_weights(int a, int b, int w[4]) {
    static const float unit[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    cpudev_texture t = {.data = (const unsigned char *)unit,
                        .row_pitch = 2 * 4 * sizeof(float),
                        .width = 2,
                        .height = 2,
                        .depth = 1,
                        .shape = CPUDEV_TEXTURE_2D,
                        .format = CPUDEV_TEXEL_F32,
                        .channels = 4,
                        .address = {CPUDEV_CLAMP, CPUDEV_CLAMP, CPUDEV_CLAMP},
                        .linear = true};
    cpudev_texel texel;
    cpudev_texture_prepare(&t);
    cpudev_texture_sample(&t, 0.5f + (float)a / 256, 0.5f + (float)b / 256, 0, 0, &texel);
    for (int i = 0; i < 4; i++)
        w[i] = (int)lrintf(256 * texel.f[i]);
}

/* Compares weight quadruples; explains the usual mistakes. at(i) gives a and b of quadruple i. */
static void judge_weights(struct verdict *v, const char *name, const double *weights, double scale,
                          int quadruples, void (*at)(uint64_t seed, int i, int *a, int *b),
                          uint64_t seed) {
    int exchanged = 0, truncated = 0, rounded = 0, wrong = 0, first = 0, expected[4] = {0};
    for (int i = quadruples; i-- > 0;) {
        int a, b, w[4], swapped[4];
        const double *got = weights + 4 * i;
        at(seed, i, &a, &b);
        unit_weights(a, b, w);
        unit_weights(b, a, swapped);
        double product[4] = {(256 - a) * (256 - b) / 256.0, a * (256 - b) / 256.0,
                             (256 - a) * b / 256.0, a * b / 256.0};
        bool same = true, is_swapped = true, is_cut = true, is_rounded = true;
        for (int k = 0; k < 4; k++) {
            same &= got[k] * scale == w[k];
            is_swapped &= got[k] * scale == swapped[k];
            is_cut &= got[k] * scale == floor(product[k]);
            is_rounded &= got[k] * scale == floor(product[k] + 0.5);
        }
        exchanged += is_swapped;
        truncated += is_cut;
        rounded += is_rounded;
        if (!same) {
            wrong++;
            first = i;
            memcpy(expected, w, sizeof w);
        }
    }
    measured(v, "wrong", wrong);
    if (!wrong)
        return;
    if (exchanged == quadruples)
        fail(v, "x-y-exchanged", "%s: a and b are exchanged; a goes with x, b with y.", name);
    if (truncated == quadruples)
        fail(v, "truncated-weight",
             "%s: the products are cut to 256ths, so that up to 3/256 of the weight is lost. The "
             "unit's four weights add "
             "up to 256: one part is rounded, the other gets the rest.",
             name);
    if (rounded == quadruples)
        fail(v, "naive-product",
             "%s: each product of two 1.8 weights is rounded by itself, and the sum is not always "
             "256. The unit rounds "
             "one part of each column and gives the rest to the other row.",
             name);
    int a, b;
    at(seed, first, &a, &b);
    const double *got = weights + 4 * first;
    fail(v, NULL, "%s at a = %d, b = %d: %g %g %g %g, expected %d %d %d %d.", name, a, b,
         got[0] * scale, got[1] * scale, got[2] * scale, got[3] * scale, expected[0], expected[1],
         expected[2], expected[3]);
}

static void at_grid(uint64_t seed, int i, int *a, int *b) {
    *a = hidden_fraction(seed, 0, i / LAB9_PLANE);
    *b = hidden_fraction(seed, 1, i % LAB9_PLANE);
}

static void at_diagonal(uint64_t seed, int i, int *a, int *b) {
    *a = hidden_fraction(seed, 0, i);
    *b = hidden_fraction(seed, 1, LAB9_PLANE - 1 - i);
}

static void check_plane(const struct run *run, struct verdict *v) {
    const double *weights = run_numbers(run, "weights", LAB9_PLANE * LAB9_PLANE * 4);
    if (!weights) {
        fail(v, NULL, "plane_weights did not come back.");
        return;
    }
    if (weights[0] < 0)
        fail(v, NULL, "plane_weights is still to be written.");
    judge_weights(v, "plane_weights", weights, 1, LAB9_PLANE * LAB9_PLANE, at_grid, run->seed);
    pass(v, "Right for all %d pairs of fractions.", LAB9_PLANE * LAB9_PLANE);
}

static void check_hardware(const struct run *run, struct verdict *v) {
    if (!call_succeeded(run, v, "hardware", "read_plane_weights"))
        return;
    const double *weights = run_numbers(run, "hardware", LAB9_PLANE * 4);
    if (!weights) {
        fail(v, NULL, "read_plane_weights returned, but its results are not there.");
        return;
    }
    int nearest = 0;
    for (int i = 0; i < LAB9_PLANE * 4; i++)
        nearest += weights[i] == 0 || weights[i] == 1;
    if (nearest == LAB9_PLANE * 4)
        fail(v, "point-filter",
             "Every weight is 0 or 1: the texture is read with point filtering. Set filterMode to "
             "cudaFilterModeLinear.");
    judge_weights(v, "read_plane_weights", weights, 256, LAB9_PLANE, at_diagonal, run->seed);
    pass(v, "The hardware's weights, read from the hardware.");
}

static void check_border(const struct run *run, struct verdict *v) {
    float texels[MOST_TEXELS], border = hidden_border(run->seed);
    cpudev_texture t = hidden_row(run, texels, true, CPUDEV_BORDER, false, border);
    const double *got = run_numbers(run, "border", LAB9_SAMPLES);
    int plain = 0, clamped = 0, wrong = 0, first = 0, count = count_of(run);
    if (!got) {
        fail(v, NULL, "filter_row_border did not come back.");
        return;
    }
    for (int i = LAB9_SAMPLES; i-- > 0;) {
        float x = hidden_fine(run->seed, i, count);
        double snapped = floor(256 * ((double)x - 0.5) + 0.5), texel = floor(snapped / 256),
               a = snapped - 256 * texel;
        double left = texel < 0 || texel >= count ? border : texels[(int)texel];
        double right = texel + 1 < 0 || texel + 1 >= count ? border : texels[(int)texel + 1];
        double one_row = ((256 - a) * left + a * right) / 256;
        if (got[i] != sample(&t, x)) {
            wrong++;
            first = i;
        }
        plain += got[i] == (double)(float)one_row;
        clamped += fabs(got[i] - (one_row + border) / 2) <= 1e-3;
    }
    if (!wrong)
        pass(v, "Bit for bit the unit's at all %d coordinates.", LAB9_SAMPLES);
    if (plain == LAB9_SAMPLES)
        fail(v, "border-without-second-row",
             "That is what one expects of one row. The unit filters it as a picture one texel "
             "high, half a texel off: half "
             "of every value is the border colour, inside the row too.");
    fail(v, NULL, "At x = %.9g filter_row_border gives %.9g, the unit %.9g.%s",
         hidden_fine(run->seed, first, count), got[first],
         sample(&t, hidden_fine(run->seed, first, count)),
         clamped > LAB9_SAMPLES * 9 / 10
             ? " Half the border colour is right; mind how the weights are rounded."
             : "");
}

const struct check lab_checks[] = {{"point", check_point, NULL},
                                   {"reading", check_reading, NULL},
                                   {"free", check_free, NULL},
                                   {"texels", check_texels, NULL},
                                   {"centres", check_centres, NULL},
                                   {"texels-back", check_texels_back, NULL},
                                   {"weight", check_weight, NULL},
                                   {"filter", check_filter, NULL},
                                   {"exact", check_exact, NULL},
                                   {"plane", check_plane, NULL},
                                   {"hardware", check_hardware, NULL},
                                   {"border", check_border, NULL},
                                   {0}};
