/* Lab 9, step 4: nine bits. */
#include "lab9.h"
#include "row.h"

#include <math.h>

static const struct row_model unit = {
    .place = PLACE_CENTRE, .rule = RULE_NEAREST, .scale = 256, .edge = EDGE_CLAMP};
/* What the skeleton returns. */
enum { WEIGHT_TO_DO = -1 };
#define VALUE_TO_DO (-1.0e30f)

static float clamped_fine(const struct run *run, int i) {
    return fminf(fmaxf(hidden_fine(run->seed, i, count_of(run)), 0.0f), (float)count_of(run));
}

/* ---- weight_at ---- */

/* What weight_at returned, as a model of the weight, of which side, and of *left. */
struct weight_model {
    struct row_model row;
    bool of_left, left_is_right;
    bool left_of_x, left_held; /* the texel that x lies in; not below 0 */
    bool doubled;              /* the weight twice */
};

static int weights_fitting(const struct run *run, struct weight_model m, const double *weight,
                           const double *left) {
    int fits = 0;
    for (int i = 0; i < LAB9_SAMPLES; i++) {
        double w, l;
        row_weight(m.row, clamped_fine(run, i), &w, &l);
        if (m.left_of_x)
            l = floor((double)clamped_fine(run, i));
        l += m.left_is_right;
        if (m.left_held && l < 0)
            l = 0;
        fits +=
            weight[i] == (m.doubled ? 2 : 1) * (m.of_left ? m.row.scale - w : w) && left[i] == l;
    }
    return fits;
}

static bool explain_weight(const struct run *run, const double *weight, const double *left,
                           struct weight_model *found) {
    static const int scales[] = {256, 512, 255, 128, 1024};
    int least = 9;
    for (int place = 0; place < ROW_PLACES; place++)
        for (int rule = 0; rule < RULE_FULL; rule++)
            for (int scale = 0; scale < 5; scale++)
                for (int flags = 0; flags < 512; flags++) {
                    struct weight_model m = {.row = {.place = (enum row_place)place,
                                                     .rule = (enum row_rule)rule,
                                                     .scale = scales[scale],
                                                     .split_first = flags & 1,
                                                     .trunc = flags >> 1 & 1,
                                                     .left_first = flags >> 8,
                                                     .split = scale && flags >> 4 & 1 ? 256 : 0},
                                             .of_left = flags >> 2 & 1,
                                             .left_is_right = flags >> 3 & 1,
                                             .left_of_x = flags >> 5 & 1,
                                             .left_held = flags >> 6 & 1,
                                             .doubled = flags >> 7 & 1};
                    int cost = (place != 0) + (rule != 0) + (scale != 0) +
                               __builtin_popcount((unsigned)flags);
                    if (cost > 3)
                        continue;
                    if (cost < least && weights_fitting(run, m, weight, left) == LAB9_SAMPLES) {
                        least = cost;
                        *found = m;
                    }
                }
    return least < 9;
}

void check_weight(const struct run *run) {
    const double *weight = judge_numbers(run, "weight", LAB9_SAMPLES),
                 *left = judge_numbers(run, "left", LAB9_SAMPLES);
    struct weight_model found = {0};
    if (!weight || !left)
        fail(NULL, "weight_at did not come back.");
    if (weight[0] == WEIGHT_TO_DO && weight[LAB9_SAMPLES - 1] == WEIGHT_TO_DO)
        fail(NULL, "weight_at is still to be written.");
    judge_launched_nothing(run, "weight_at");
    double w, l;
    judge_field("weights", LAB9_SAMPLES, 1, 1);
    for (int i = 0; i < LAB9_SAMPLES; i++) {
        row_weight(unit, clamped_fine(run, i), &w, &l);
        if (weight[i] != w)
            judge_wrong((size_t)i, weight[i], w);
    }
    if (explain_weight(run, weight, left, &found)) {
        judge_note(
            "%s%s%s%s",
            found.of_left ? " And: the weight is the left-hand texel's, not the right-hand one's."
                          : "",
            found.left_is_right || found.left_of_x ? " And: *left is not the left-hand texel." : "",
            found.left_held ? " And: *left is held at 0, and is -1 where x < 0.5." : "",
            found.doubled ? " And: the weight is doubled." : "");
        row_tell("weight_at", unit, found.row);
        judge_note_ends();
        if (found.of_left)
            fail("weights-exchanged",
                 "weight_at gives the weight of the left-hand texel, 256 - w: asked for is "
                 "the right-hand one's.");
        if (found.left_is_right)
            fail("left-off-by-one",
                 "The weight is right, but *left is one too high: it is the number of the "
                 "left-hand texel, and here that of the right-hand one.");
        if (found.left_of_x)
            fail("left-off-by-one",
                 "The weight is right, but *left is the texel that x lies in, floor(x): the "
                 "left-hand one is the whole part of x - 0.5 after rounding.");
        if (found.left_held)
            fail(NULL, "The weight is right, but *left is held at 0: it is -1 where x < 0.5, and "
                       "clamping is filter_row's business.");
        if (found.doubled)
            fail("weight-scale", "weight_at gives the weight twice: it counts 256ths.");
        pass("Right at all %d coordinates.", LAB9_SAMPLES);
    }
    int wrong_weight = 0, wrong_left = 0, first = -1;
    for (int i = 0; i < LAB9_SAMPLES; i++) {
        row_weight(unit, clamped_fine(run, i), &w, &l);
        wrong_weight += weight[i] != w;
        wrong_left += left[i] != l;
        if (first < 0 && (weight[i] != w || left[i] != l))
            first = i;
    }
    row_weight(unit, clamped_fine(run, first), &w, &l);
    fail(NULL,
         "%d of %d weights and %d of the left-hand texels are wrong. At x = %.9g the weight "
         "is %.0f with left texel %.0f, expected %.0f and %.0f.",
         wrong_weight, LAB9_SAMPLES, wrong_left, clamped_fine(run, first), weight[first],
         left[first], w, l);
}

/* ---- filter_row, filter_row_exact ---- */

/* The values are the asked ones, but not bit for bit: how were they rounded? */
static void tell_rounding(const char *function, const struct row_samples *s,
                          struct row_model asked) {
    for (int digits = 0; digits < 7; digits++) {
        double unit_of_digits = pow(10, -digits);
        int fits = 0, telling = 0; /* a float of 1000 has four digits behind the point anyway */
        for (int i = 0; i < s->samples; i++) {
            double value = row_value(asked, s->texels, s->count, s->border, s->x[i]);
            /* A value in the middle may go either way. */
            double slack = (1e-5 + 1.2e-7 * fabs(s->got[i])) / unit_of_digits + 1e-9;
            double off = fabs(s->got[i] / unit_of_digits - nearbyint(s->got[i] / unit_of_digits));
            telling += slack < 0.1;
            fits += off < slack && fabs(s->got[i] - value) <= 0.51 * unit_of_digits;
        }
        if (fits == s->samples && telling > s->samples / 10)
            fail("digits-lost",
                 "%s: the values are rounded to %d decimal digits. Return the float itself; "
                 "digits are a matter of printing.",
                 function, digits);
    }
}

/* Judges `got` (to `tolerance`, 0: bit for bit) against the model that was asked for. */
/* Is every wrong value 0, and none that has the whole weight? */
static bool zeros_alone(const double *got, const float *x, const float *texels,
                        struct row_model asked, int count) {
    int zeros = 0;
    for (int i = 0; i < LAB9_SAMPLES; i++) {
        double weight, left;
        row_weight(asked, (double)x[i], &weight, &left);
        if (got[i] == 0 && weight != 0)
            zeros++;
        else if (got[i] != (float)row_value(asked, texels, count, 0, x[i]))
            return false;
    }
    return zeros > 0;
}

static void judge_row(const struct run *run, const char *function, const char *key,
                      struct row_model asked, double tolerance) {
    float texels[MOST_TEXELS], x[LAB9_SAMPLES];
    const double *got = judge_numbers(run, key, LAB9_SAMPLES);
    int wrong = 0, first = 0, count = count_of(run), low = 0, high = 0;
    double worst = 0;
    for (int i = 0; i < count; i++)
        texels[i] = hidden_wide_texel(run->seed, i);
    if (!got)
        fail(NULL, "%s did not come back.", function);
    if (got[0] == VALUE_TO_DO && got[LAB9_SAMPLES - 1] == VALUE_TO_DO)
        fail(NULL, "%s is still to be written.", function);
    judge_launched_nothing(run, function);
    judge_field("values", LAB9_SAMPLES, 1, 1);
    for (int i = LAB9_SAMPLES; i-- > 0;) {
        x[i] = clamped_fine(run, i);
        double expected = row_value(asked, texels, count, 0, x[i]);
        if (!tolerance)
            expected = (float)expected;
        if (fabs(got[i] - expected) <= tolerance)
            continue;
        judge_wrong((size_t)i, got[i], expected);
        worst = fmax(worst, fabs(got[i] - expected));
        wrong++;
        first = i;
        low += x[i] < 0.5f;
        high += x[i] > (float)count - 0.5f;
    }
    int off = 0;
    for (int i = 0; i < LAB9_SAMPLES; i++)
        off += got[i] != (double)(float)row_value(asked, texels, count, 0, x[i]);
    if (!wrong && off * 20 > LAB9_SAMPLES)
        fail("float-for-double",
             "%s: right but for the last bits, at %d of %d coordinates: it is computed in "
             "float. Compute it in double throughout, and round once, to float.",
             function, off, LAB9_SAMPLES);
    if (!wrong)
        judge_further_rows(run, function, asked, tolerance);
    if (!wrong)
        pass(tolerance ? "Right at all %d coordinates."
                       : "Bit for bit the unit's at all %d coordinates.",
             LAB9_SAMPLES);
    int coarse = 0;
    for (int i = 0; i < LAB9_SAMPLES; i++)
        coarse += got[i] * 256 == floor(got[i] * 256) &&
                  fabs(got[i] - row_value(asked, texels, count, 0, x[i])) < 1.01 / 256;
    if (coarse == LAB9_SAMPLES && asked.rule != RULE_FULL)
        fail(NULL,
             "%s: the sum is cut to whole 256ths: an int holds no texel's fraction. Compute "
             "it in double, divide by 256, and round once, to float.",
             function);
    struct row_samples samples = {texels, x, got, count, LAB9_SAMPLES, 0, 4e-3};
    struct row_model found = {0};
    tell_rounding(function, &samples, asked);
    if (row_explain(&samples, asked, &found)) {
        row_tell(function, asked, found);
        fail("float-for-double",
             "%s: right but for the last bits (by up to %.2g, %d of %d): the sum is computed "
             "in float. Compute it in double, which is exact here, and round once.",
             function, worst, wrong, LAB9_SAMPLES);
    }
    const char *const causes =
        zeros_alone(got, x, texels, asked, count)
            ? " It gives 0 wherever both texels count: where ints are divided, "
              "weight / 256 is 0. Multiply first, and divide in double."
        : wrong == high ? " Only to the right of the last centre: there the right-hand "
                          "texel is number `count`, and the last one is to be taken."
        : wrong == low  ? " Only to the left of the first centre: there the left-hand "
                          "texel is number -1, and the first one is to be taken."
                        : "";
    fail(NULL,
         "%s: %d of %d values are wrong (%d left of the first centre, %d right of the last). "
         "At x = %.9g it gives %.9g, expected %.9g.%s",
         function, wrong, LAB9_SAMPLES, low, high, x[first], got[first],
         row_value(asked, texels, count, 0, x[first]), causes);
}

void check_filter(const struct run *run) {
    judge_row(run, "filter_row", "filter", unit, 0);
}

void check_exact(const struct run *run) {
    struct row_model exact = unit;
    exact.rule = RULE_FULL;
    judge_row(run, "filter_row_exact", "exact", exact,
              1e-6 * 1024); /* float rounding, texels up to 1024 */
}
