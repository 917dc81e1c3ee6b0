/* Lab 9: the texture unit under the microscope. */
#include "lab9.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const struct finding_rule lab_findings[] = {
    {"use-after-free", NULL, "array-freed-early",
     "The array is freed while a texture object still reads it: destroy the texture object first."},
    {0}};

int count_of(const struct run *run) {
    return (int)judge_argument(run, "count");
}

cpudev_texture hidden_row(const struct run *run, float *texels, bool linear,
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

float sample(const cpudev_texture *t, float x) {
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
static enum outcome explain_reading(const struct run *run, struct verdict *v, struct reading asked,
                                    const double *x, const double *value) {
    struct reading other = asked;
    int first;
    other.linear = !asked.linear;
    if (agreeing(run, other, x, value, &first) == LAB9_SAMPLES)
        return fail(
            v, asked.linear ? "point-filter" : "filter-ignored",
            "With %s the samples are those of %s filtering: set filterMode to what `reading` says.",
            asked.words, other.linear ? "linear" : "point");
    other = asked;
    other.normalized = !asked.normalized;
    if (agreeing(run, other, x, value, &first) == LAB9_SAMPLES)
        return fail(v, "normalized-coordinates",
                    "With %s the samples are those of %s coordinates: set normalizedCoords to what "
                    "`reading` says.",
                    asked.words, other.normalized ? "normalised" : "unnormalised");
    for (int mode = CPUDEV_WRAP; mode <= CPUDEV_BORDER; mode++) {
        other = asked;
        other.address = (cpudev_address_mode)mode;
        if (agreeing(run, other, x, value, &first) == LAB9_SAMPLES)
            return fail(v, "wrong-address-mode",
                        "With %s the samples outside the row are those of another address mode: "
                        "set addressMode[0] to what `reading` says.",
                        asked.words);
    }
    return OUTCOME_NONE;
}

static enum outcome check_one_reading(const struct run *run, struct verdict *v,
                                      struct reading reading) {
    char key[40];
    int first = 0, count = count_of(run);
    float base = hidden_base(run->seed), increment = hidden_increment(run->seed, count);
    if (reading.normalized) {
        base /= (float)count;
        increment /= (float)count;
    }
    if (!judge_call_succeeded(run, v, reading.name, "make_row or read_row"))
        return OUTCOME_FAIL;
    snprintf(key, sizeof key, "%s.x", reading.name);
    const double *x = judge_numbers(run, key, LAB9_SAMPLES),
                 *value = judge_numbers(run, reading.name, LAB9_SAMPLES);
    if (!x || !value)
        return fail(v, NULL, "The samples with %s did not come back.", reading.words);
    for (int i = 0; i < LAB9_SAMPLES; i++) {
        float place = fmaf((float)i, increment, base);
        if (x[i] != place)
            return fail(
                v, NULL,
                "Sample %d lies at x = %.9g; it is to lie at %.9g: fmaf(i, increment, base).", i,
                x[i], place);
    }
    if (agreeing(run, reading, x, value, &first) == LAB9_SAMPLES)
        return OUTCOME_NONE;
    if (explain_reading(run, v, reading, x, value) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    return fail(v, NULL, "With %s the sample at x = %.6g is %.9g, which is no reading of this row.",
                reading.words, x[first], value[first]);
}

static enum outcome check_point(const struct run *run, struct verdict *v) {
    if (check_one_reading(run, v, readings[0]) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    return pass(v, "All %d samples are right.", LAB9_SAMPLES);
}

static enum outcome check_reading(const struct run *run, struct verdict *v) {
    for (size_t i = 1; i < sizeof readings / sizeof *readings; i++)
        if (check_one_reading(run, v, readings[i]) == OUTCOME_FAIL)
            return OUTCOME_FAIL;
    return pass(v, "All four ways of reading are right.");
}

static enum outcome check_free(const struct run *run, struct verdict *v) {
    const double *left = judge_numbers(run, "left", 2);
    if (!judge_succeeded(run, v, "make_row") || !judge_succeeded(run, v, "free_row"))
        return OUTCOME_FAIL;
    if (!left || left[0] != 0 || left[1] != 0)
        return fail(
            v, "left-behind",
            "free_row leaves the old handles in the Row: set both to 0, so that nobody uses them.");
    return pass(v, "Nothing stays allocated.");
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

static enum outcome check_texels(const struct run *run, struct verdict *v) {
    int count = count_of(run);
    bool normalized = judge_argument(run, "normalized") != 0;
    const double *texels[LAB9_MODES];
    for (int mode = 0; mode < LAB9_MODES; mode++)
        if (!(texels[mode] = judge_numbers(run, mode_names[mode], LAB9_SAMPLES)))
            return fail(v, NULL, "texel_at did not come back (%s).", mode_names[mode]);
    if (texels[0][0] == -2 && texels[1][0] == -2)
        return fail(v, NULL, "texel_at is still to be written.");
    if (all_texels_by(run, AS_THE_UNIT, texels, normalized))
        return pass(v, "Right at %d coordinates with all four address modes.", LAB9_SAMPLES);
    if (all_texels_by(run, TRUNCATE, texels, normalized))
        return fail(v, "truncated-coordinate",
                    "Below 0 your texel is one too high: a conversion to int goes towards zero, "
                    "and texel -1 covers [-1, 0). Use floor.");
    if (!normalized && all_texels_by(run, WRAP_ALWAYS, texels, normalized))
        return fail(v, "wrap-on-unnormalized",
                    "You wrap and mirror coordinates that count texels. The unit honours these "
                    "modes for normalised coordinates only; otherwise they act as clamp.");
    if (normalized && all_texels_by(run, NOT_CUT, texels, normalized))
        return fail(v, "coordinate-not-cut",
                    "Right except within a hair of an edge: the unit first cuts x to a multiple of "
                    "2^-21, downwards, and multiplies by the number of texels after that.");
    if (all_texels_by(run, MIRROR_SHIFTED, texels, normalized))
        return fail(v, "mirror-shifted",
                    "Your mirror image is one texel off: -1 is the image of texel 0, so a negative "
                    "i becomes -i - 1.");
    int n = 0; /* a sample of one mode after the other's: the first wrong one, and there is one */
    while (texels[n / LAB9_SAMPLES][n % LAB9_SAMPLES] ==
           texel_by(AS_THE_UNIT, hidden_coordinate(run->seed, n % LAB9_SAMPLES, count, normalized),
                    count, n / LAB9_SAMPLES, normalized))
        n++;
    int mode = n / LAB9_SAMPLES, i = n % LAB9_SAMPLES;
    float x = hidden_coordinate(run->seed, i, count, normalized);
    int expected = texel_by(AS_THE_UNIT, x, count, mode, normalized);
    return fail(v, NULL, "%s, %s, %d texels: at x = %.9g texel_at says %.0f, the unit reads %d%s.",
                mode_names[mode], normalized ? "normalised" : "unnormalised", count, x,
                texels[mode][i], expected, expected < 0 ? " (the border)" : "");
}

/* ---- step 3 ---------------------------------------------------------------------------------- */

static enum outcome check_centres(const struct run *run, struct verdict *v) {
    int count = count_of(run), off = 0, added_late = 0;
    const double *centres[2] = {judge_numbers(run, "centres0", (size_t)count),
                                judge_numbers(run, "centres1", (size_t)count)};
    if (!centres[0] || !centres[1])
        return fail(v, NULL, "centre_of did not come back.");
    for (int i = 0; i < count; i++) {
        off += centres[0][i] == i;
        added_late += fabs(centres[1][i] - ((double)i / count + 0.5)) < 1e-6;
    }
    if (off == count)
        return fail(v, "no-half-texel",
                    "centre_of(i) is i, the edge between texels i - 1 and i: linear filtering "
                    "gives their mean there. The texel's centre is half a texel further.");
    if (added_late == count)
        return fail(v, "half-after-division",
                    "The half texel is added after the division by the number of texels: half a "
                    "texel is 0.5 / count of a normalised row. It is (i + 0.5) / count.");
    for (int normalized = 0; normalized < 2; normalized++)
        for (int i = 0; i < count; i++) {
            double expected = normalized ? (i + 0.5) / count : i + 0.5;
            if (!(fabs(centres[normalized][i] - expected) <= 1e-6 * fabs(expected)))
                return fail(v, NULL, "centre_of(%d, %d, %d) is %.9g, expected %.9g.", i, count,
                            normalized, centres[normalized][i], expected);
        }
    return pass(v, "Right for both kinds of coordinates.");
}

static enum outcome check_texels_back(const struct run *run, struct verdict *v) {
    static const char *const names[2] = {"plain", "norm"};
    int count = count_of(run);
    for (int normalized = 0; normalized < 2; normalized++) {
        float texels[MOST_TEXELS];
        cpudev_texture t = hidden_row(run, texels, true, CPUDEV_CLAMP, false, 0);
        if (!judge_call_succeeded(run, v, names[normalized], "read_texels"))
            return OUTCOME_FAIL;
        const double *back = judge_numbers(run, names[normalized], (size_t)count);
        int half_off = 0;
        for (int i = 0; back && i < count; i++)
            half_off += back[i] == sample(&t, (float)i);
        if (half_off == count)
            return fail(v, "no-half-texel",
                        "What is read at i is the mean of texels i - 1 and i: add 0.5f to each "
                        "coordinate (before a division by the number of texels).");
        /* A normalised centre is cut to 2^-21, far less than half a step of the weight at this
         * size. */
        for (int i = 0; back && i < count; i++)
            if (back[i] != texels[i])
                return fail(v, NULL, "%s coordinates: texel %d reads %.9g, it is %.9g.",
                            normalized ? "Normalised" : "Unnormalised", i, back[i], texels[i]);
        if (!back)
            return fail(v, NULL, "read_texels returned, but its results are not there.");
    }
    return pass(v, "All %d texels come back.", count);
}

/* ---- step 4 ---------------------------------------------------------------------------------- */

static float clamped_fine(const struct run *run, int i) {
    return fminf(fmaxf(hidden_fine(run->seed, i, count_of(run)), 0.0f), (float)count_of(run));
}

static enum outcome check_weight(const struct run *run, struct verdict *v) {
    const double *weight = judge_numbers(run, "weight", LAB9_SAMPLES),
                 *left = judge_numbers(run, "left", LAB9_SAMPLES);
    int cut = 0, split_first = 0, wrong = 0, first = 0;
    if (!weight || !left)
        return fail(v, NULL, "weight_at did not come back.");
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
        return pass(v, "Right at all %d coordinates.", LAB9_SAMPLES);
    if (cut == LAB9_SAMPLES)
        return fail(v, "truncated-weight",
                    "Your weight is cut to eight bits; the unit rounds to the nearest 1/256, a tie "
                    "upwards: floor(256 * (x - 0.5) + 0.5).");
    if (split_first == LAB9_SAMPLES)
        return fail(v, "split-before-snap",
                    "Split after rounding: just below a texel's centre the weight rounds to "
                    "256/256, which is weight 0 of the next texel.");
    float x = clamped_fine(run, first);
    double snapped = floor(256 * ((double)x - 0.5) + 0.5);
    return fail(
        v, NULL, "At x = %.9g the weight is %.0f with left texel %.0f, expected %.0f and %.0f.", x,
        weight[first], left[first], snapped - 256 * floor(snapped / 256), floor(snapped / 256));
}

static enum outcome check_filter(const struct run *run, struct verdict *v) {
    float texels[MOST_TEXELS];
    cpudev_texture t = hidden_row(run, texels, true, CPUDEV_CLAMP, false, 0);
    const double *filter = judge_numbers(run, "filter", LAB9_SAMPLES);
    int spurious = 0, uncut = 0, wrong = 0, first = 0, count = count_of(run);
    if (!filter)
        return fail(v, NULL, "filter_row did not come back.");
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
        return pass(v, "Bit for bit the unit's at all %d coordinates.", LAB9_SAMPLES);
    if (uncut == LAB9_SAMPLES)
        return fail(v, "weight-not-cut",
                    "That is interpolation with the full fraction: the unit's weight has eight "
                    "bits behind the point. Use weight_at.");
    if (spurious == LAB9_SAMPLES)
        return fail(v, "no-half-texel",
                    "Your samples are the right ones, half a texel off: texel i lies at i + 0.5.");
    return fail(v, NULL, "At x = %.9g filter_row gives %.9g, the unit %.9g.",
                clamped_fine(run, first), filter[first], sample(&t, clamped_fine(run, first)));
}

static enum outcome check_exact(const struct run *run, struct verdict *v) {
    float texels[MOST_TEXELS];
    cpudev_texture t = hidden_row(run, texels, true, CPUDEV_CLAMP, false, 0);
    const double *exact = judge_numbers(run, "exact", LAB9_SAMPLES);
    int wrong = 0, first = 0, cut = 0, count = count_of(run);
    double expected_first = 0;
    if (!exact)
        return fail(v, NULL, "filter_row_exact did not come back.");
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
        return pass(v, "Right at all %d coordinates.", LAB9_SAMPLES);
    if (cut == LAB9_SAMPLES)
        return fail(v, "weight-cut-twice",
                    "filter_row_exact is what a programmer expects: the full fraction of x - 1/2, "
                    "not the unit's 1.8 weight.");
    return fail(v, NULL, "At x = %.9g filter_row_exact gives %.9g, expected %.9g.",
                clamped_fine(run, first), exact[first], expected_first);
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
