/* Lab 9, step 5: the weights of a plane, and the border's surprise. */
#include "lab9.h"

#include <math.h>
#include <string.h>

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
static enum outcome judge_weights(struct verdict *v, const char *name, const double *weights,
                                  double scale, int quadruples,
                                  void (*at)(uint64_t seed, int i, int *a, int *b), uint64_t seed) {
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
        return OUTCOME_NONE;
    if (exchanged == quadruples)
        return fail(v, "x-y-exchanged", "%s: a and b are exchanged; a goes with x, b with y.",
                    name);
    if (truncated == quadruples)
        return fail(
            v, "truncated-weight",
            "%s: the products are cut to 256ths, so that up to 3/256 of the weight is lost. The "
            "unit's four weights add up to 256: one part is rounded, the other gets the rest.",
            name);
    if (rounded == quadruples)
        return fail(
            v, "naive-product",
            "%s: each product of two 1.8 weights is rounded by itself, and the sum is not always "
            "256. The unit rounds one part of each column and gives the rest to the other row.",
            name);
    int a, b;
    at(seed, first, &a, &b);
    const double *got = weights + 4 * first;
    return fail(v, NULL, "%s at a = %d, b = %d: %g %g %g %g, expected %d %d %d %d.", name, a, b,
                got[0] * scale, got[1] * scale, got[2] * scale, got[3] * scale, expected[0],
                expected[1], expected[2], expected[3]);
}

static void at_grid(uint64_t seed, int i, int *a, int *b) {
    *a = hidden_fraction(seed, 0, i / LAB9_PLANE);
    *b = hidden_fraction(seed, 1, i % LAB9_PLANE);
}

static void at_diagonal(uint64_t seed, int i, int *a, int *b) {
    *a = hidden_fraction(seed, 0, i);
    *b = hidden_fraction(seed, 1, LAB9_PLANE - 1 - i);
}

enum outcome check_plane(const struct run *run, struct verdict *v) {
    const double *weights = judge_numbers(run, "weights", LAB9_PLANE * LAB9_PLANE * 4);
    if (!weights)
        return fail(v, NULL, "plane_weights did not come back.");
    if (weights[0] < 0)
        return fail(v, NULL, "plane_weights is still to be written.");
    if (judge_weights(v, "plane_weights", weights, 1, LAB9_PLANE * LAB9_PLANE, at_grid,
                      run->seed) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    return pass(v, "Right for all %d pairs of fractions.", LAB9_PLANE * LAB9_PLANE);
}

enum outcome check_hardware(const struct run *run, struct verdict *v) {
    if (!judge_call_succeeded(run, v, "hardware", "read_plane_weights"))
        return OUTCOME_FAIL;
    const double *weights = judge_numbers(run, "hardware", LAB9_PLANE * 4);
    if (!weights)
        return fail(v, NULL, "read_plane_weights returned, but its results are not there.");
    int nearest = 0;
    for (int i = 0; i < LAB9_PLANE * 4; i++)
        nearest += weights[i] == 0 || weights[i] == 1;
    if (nearest == LAB9_PLANE * 4)
        return fail(v, "point-filter",
                    "Every weight is 0 or 1: the texture is read with point filtering. Set "
                    "filterMode to cudaFilterModeLinear.");
    if (judge_weights(v, "read_plane_weights", weights, 256, LAB9_PLANE, at_diagonal, run->seed) ==
        OUTCOME_FAIL)
        return OUTCOME_FAIL;
    return pass(v, "The hardware's weights, read from the hardware.");
}

enum outcome check_border(const struct run *run, struct verdict *v) {
    float texels[MOST_TEXELS], border = hidden_border(run->seed);
    cpudev_texture t = hidden_row(run, texels, true, CPUDEV_BORDER, false, border);
    const double *got = judge_numbers(run, "border", LAB9_SAMPLES);
    int plain = 0, clamped = 0, wrong = 0, first = 0, count = count_of(run);
    if (!got)
        return fail(v, NULL, "filter_row_border did not come back.");
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
        return pass(v, "Bit for bit the unit's at all %d coordinates.", LAB9_SAMPLES);
    if (plain == LAB9_SAMPLES)
        return fail(
            v, "border-without-second-row",
            "That is what one expects of one row. The unit filters it as a picture one texel high, "
            "half a texel off: half of every value is the border colour, inside the row too.");
    return fail(v, NULL, "At x = %.9g filter_row_border gives %.9g, the unit %.9g.%s",
                hidden_fine(run->seed, first, count), got[first],
                sample(&t, hidden_fine(run->seed, first, count)),
                clamped > LAB9_SAMPLES * 9 / 10
                    ? " Half the border colour is right; mind how the weights are rounded."
                    : "");
}
