/* Lab 9's mistakes, as its judge models them. */
#include "../../grader/lab9/judge/address.c"
#include "../../grader/lab9/judge/bits.c"
#include "../../grader/lab9/judge/further.c"
#include "../../grader/lab9/judge/plane.c"

#include "../draws/draws.h"

/* ---- step 2 ---- */

static double numbers[LAB9_MODES][LAB9_SAMPLES], further[LAB9_MODES][LAB9_SAMPLES];

/* The further calls, which are right. */
static void write_further(const struct run *run, bool normalized) {
    static const char *const names[LAB9_MODES] = {"other.wrap", "other.clamp", "other.mirror",
                                                  "other.border"};
    for (int mode = 0; mode < LAB9_MODES; mode++) {
        for (int i = 0; i < LAB9_SAMPLES; i++)
            further[mode][i] =
                (double)texel_read((double)hidden_other_coordinate(run->seed, i, normalized),
                                   hidden_other_count(i), mode, normalized);
        draws_wrote(names[mode], further[mode], LAB9_SAMPLES);
    }
}

static void write_texels(const struct run *run, bool normalized, struct shared s, int other_mode,
                         enum outside other) {
    int count = count_of(run);
    draws_forget();
    for (int mode = 0; mode < LAB9_MODES; mode++) {
        for (int i = 0; i < LAB9_SAMPLES; i++) {
            double x = (double)hidden_coordinate(run->seed, i, count, normalized);
            numbers[mode][i] =
                (double)address(mode == other_mode ? other : asked_of(mode, normalized),
                                texel_of(s, x, normalized), s.length);
        }
        draws_wrote(mode_names[mode], numbers[mode], LAB9_SAMPLES);
    }
    write_further(run, normalized);
}

/* The first of the tests of this run that fails, or the first of all. */
static const char *failing_test(const struct run *run, bool normalized) {
    static const char *const tests[2][6] = {
        {"unnormalised", "unnormalised-border"},
        {"normalised", "cuts", "outside", "wrap", "mirror", "sizes"}};
    for (int t = 0; t < 6 && tests[normalized][t]; t++)
        for (const struct check *check = lab_checks; check->name; check++) {
            struct verdict v = {0};
            if (strcmp(check->name, tests[normalized][t]) == 0 &&
                judge_check(&v, check, run) == OUTCOME_FAIL)
                return check->name;
        }
    return tests[normalized][0];
}

static void texels(const struct run *run) {
    const bool normalized = judge_argument(run, "normalized") != 0;
    const int count = count_of(run);
    const struct shared unit_row = {CUT_DOWN, WHOLE_FLOOR, count, count};
    write_texels(run, normalized, unit_row, -1, OUT_CLAMP);
    draws_expect_pass(run, failing_test(run, normalized));
    for (int cut = 1; cut < CUTS; cut++) {
        struct shared s = unit_row;
        s.cut = (enum cut)cut;
        if (normalized ? cut == CUT_TIMES : cut != CUT_TIMES)
            continue;
        write_texels(run, normalized, s, -1, OUT_CLAMP);
        struct deviation w = words_of_shared(run, s);
        draws_expect(run, failing_test(run, normalized), w.text, w.diagnosis);
    }
    for (int whole = 1; whole < WHOLES; whole++) {
        struct shared s = unit_row;
        s.whole = (enum whole)whole;
        write_texels(run, normalized, s, -1, OUT_CLAMP);
        struct deviation w = words_of_shared(run, s);
        draws_expect(run, failing_test(run, normalized), w.text, w.diagnosis);
    }
    for (int mode = 0; mode < LAB9_MODES; mode++)
        for (int o = 0; o < OUTSIDES; o++) {
            const enum outside outside = (enum outside)o;
            if (outside == asked_of(mode, normalized))
                continue;
            write_texels(run, normalized, unit_row, mode, outside);
            struct deviation w = words_of_mode(mode, normalized, outside);
            draws_expect(run, failing_test(run, normalized), w.text, w.diagnosis);
        }
}

/* ---- steps 4 and 5, along a row ---- */

static double row_got[LAB9_SAMPLES], row_left[LAB9_SAMPLES];

static void weights(const struct run *run, struct row_model m, const char *name) {
    for (int i = 0; i < LAB9_SAMPLES; i++)
        row_weight(m, (double)clamped_fine(run, i), &row_got[i], &row_left[i]);
    draws_forget();
    draws_wrote("weight", row_got, LAB9_SAMPLES);
    draws_wrote("left", row_left, LAB9_SAMPLES);
    if (name)
        draws_expect(run, "weight", name, name);
    else
        draws_expect_pass(run, "weight");
}

static void values(const struct run *run, const char *check, struct row_model m, const char *name) {
    float texels_of[MOST_TEXELS];
    const bool border = strcmp(check, "border") == 0;
    const int count = count_of(run);
    for (int i = 0; i < count; i++)
        texels_of[i] = border ? hidden_texel(run->seed, i) : hidden_wide_texel(run->seed, i);
    for (int i = 0; i < LAB9_SAMPLES; i++)
        row_got[i] = (double)(float)row_value(
            m, texels_of, count, border ? (double)hidden_border(run->seed) : 0,
            border ? (double)hidden_fine(run->seed, i, count) : (double)clamped_fine(run, i));
    draws_forget();
    draws_wrote(check, row_got, LAB9_SAMPLES);
    for (int row = 0; row < 2 && !border; row++) {
        const int length = row ? 1 : count;
        for (int i = 0; i < length; i++)
            texels_of[i] =
                row ? hidden_wide_texel(run->seed, i) : hidden_second_texel(run->seed, i);
        for (int i = 0; i < LAB9_SAMPLES; i++)
            further[row][i] = (double)(float)row_value(
                m, texels_of, length, 0,
                (double)fminf(fmaxf(hidden_fine(run->seed, i, length), 0.0f), (float)length));
        draws_wrote(row ? "single" : "second", further[row], LAB9_SAMPLES);
    }
    if (name)
        draws_expect(run, check, name, name);
    else
        draws_expect_pass(run, check);
}

static void row(const struct run *run, const char *check, struct row_model asked) {
    const bool weight = strcmp(check, "weight") == 0, exact = strcmp(check, "exact") == 0;
#define TRY(field, value, name)                                                                    \
    {                                                                                              \
        struct row_model m = asked;                                                                \
        m.field = (value);                                                                         \
        if (weight)                                                                                \
            weights(run, m, name);                                                                 \
        else                                                                                       \
            values(run, check, m, name);                                                           \
    }
    TRY(scale, asked.scale, NULL)
    TRY(place, PLACE_EDGE, "no-half-texel")
    TRY(place, PLACE_PLUS, weight ? "left-off-by-one" : "no-half-texel") /* the same weight */
    TRY(trunc, true, "truncated-coordinate")
    if (!weight) {
        TRY(exchanged, true, "weights-exchanged")
        TRY(edge, asked.edge == EDGE_CLAMP ? EDGE_BORDER : EDGE_CLAMP,
            asked.edge == EDGE_CLAMP ? "edge-not-clamped" : "border-clamped")
    }
    if (exact) {
        TRY(rule, RULE_NEAREST, "weight-cut-twice")
        return;
    }
    TRY(rule, RULE_CUT, "truncated-weight")
    TRY(rule, RULE_UP, "truncated-weight")
    TRY(rule, RULE_EVEN, "tie-rule")
    TRY(rule, RULE_DOWN, "tie-rule")
    if (weight) { /* where x < 1/2 filter_row mixes texel 0 with itself */
        TRY(rule, RULE_AWAY, "tie-rule")
        TRY(split_first, true, "split-before-snap")
        TRY(scale, 512, "weight-scale")
        TRY(scale, 255, "weight-scale")
        TRY(scale, 128, "weight-scale")
    } else if (!asked.second) {
        TRY(rule, RULE_FULL, "weight-not-cut")
        TRY(scale, 255, "weight-scale")
        TRY(scale, 128, "weight-scale")
    } else {
        TRY(second, SECOND_NONE, "border-without-second-row")
    }
#undef TRY
}

/* ---- step 5: the plane ---- */

static double plane[4 * LAB9_PLANE * LAB9_PLANE];

static void ask_plane(const void *model) {
    tell_plane("", *(const struct plane_model *)model);
}

static void planes(const struct run *run, const char *check, const char *key, int count,
                   place_of *at, double scale) {
    for (int n = 0; n < ROUNDINGS * 8; n++) {
        const struct plane_model m = {(enum rounding)(n / 8), n & 1, n >> 1 & 1, n >> 2 & 1};
        struct verdict told;
        if (plane_deviations(m) > 1 || (strcmp(check, "hardware") == 0 && m.rounding != UNIT))
            continue; /* the hardware rounds as it does */
        for (int i = 0; i < count; i++) {
            int a, b;
            at(run->seed, i, &a, &b);
            model_weights(m, a, b, &plane[4 * i]);
            for (int k = 0; k < 4; k++)
                plane[4 * i + k] *= scale;
        }
        draws_forget();
        if (strcmp(check, "hardware") == 0)
            draws_wrote_number("hardware.error", 0);
        draws_wrote(key, plane, 4 * (size_t)count);
        if (plane_deviations(m) == 0)
            draws_expect_pass(run, check);
        else if (judge_would_fail(&told, ask_plane, &m))
            draws_expect(run, check, told.message, told.diagnosis);
    }
}

static void surprises(const struct run *run) {
    float texels_of[MOST_TEXELS], x[LAB9_SAMPLES];
    const int count = count_of(run);
    const struct surprise s = {texels_of, x, count, (double)hidden_border(run->seed)};
    const struct value_family family = surprises_family(&s, NULL);
    struct dimension dimensions[FAMILY_DIMENSIONS];
    int choice[FAMILY_DIMENSIONS] = {0};
    for (int i = 0; i < count; i++)
        texels_of[i] = hidden_texel(run->seed, i);
    for (int i = 0; i < LAB9_SAMPLES; i++)
        x[i] = hidden_fine(run->seed, i, count);
    judge_list_lines(&family, dimensions);
    for (int d = 0; d < family.count; d++) {
        for (choice[d] = 1; choice[d] <= dimensions[d].count; choice[d]++) {
            const struct deviation *deviation = &dimensions[d].values[choice[d] - 1];
            struct choice line = {.number = d == family.count - 1 ? choice[d] : 0};
            const enum rounding rounding = rounding_of(&line);
            if (rounding == CEIL || rounding == REST_OF_CEIL || rounding == NEAREST)
                continue; /* with b = 128 every product is a tie, or whole */
            for (size_t i = 0; i < LAB9_SAMPLES; i++)
                row_got[i] = (double)(float)judge_value(&family, choice, i);
            draws_forget();
            draws_wrote("border", row_got, LAB9_SAMPLES);
            draws_expect(run, "border", deviation->text, deviation->diagnosis);
        }
        choice[d] = 0;
    }
}

void draws_run(const struct run *run, const char *name) {
    struct row_model exact = unit, border = unit;
    exact.rule = RULE_FULL;
    border.edge = EDGE_BORDER;
    border.second = SECOND_UNIT;
    if (strcmp(name, "unnormalised") == 0 || strcmp(name, "normalised") == 0)
        texels(run);
    if (strcmp(name, "bits-weight") == 0)
        row(run, "weight", unit);
    if (strcmp(name, "bits-filter") == 0)
        row(run, "filter", unit);
    if (strcmp(name, "bits-exact") == 0)
        row(run, "exact", exact);
    if (strcmp(name, "plane-border") == 0) {
        row(run, "border", border);
        surprises(run);
    }
    if (strcmp(name, "plane-weights") == 0)
        planes(run, "plane", "weights", LAB9_PLANE * LAB9_PLANE, at_grid, 1);
    if (strcmp(name, "plane-hardware") == 0)
        planes(run, "hardware", "hardware", LAB9_PLANE, at_diagonal, 1.0 / 256);
}
