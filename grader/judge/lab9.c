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

struct readout {
    const char *name, *words;
    bool linear;
    cpudev_address_mode address;
    bool normalized;
};

static const struct readout readouts[] = {
    {"point", "point filtering, clamp", false, CPUDEV_CLAMP, false},
    {"linear", "linear filtering, clamp", true, CPUDEV_CLAMP, false},
    {"border", "point filtering, border", false, CPUDEV_BORDER, false},
    {"wrap", "linear filtering, wrap, normalised", true, CPUDEV_WRAP, true},
    {"mirror", "point filtering, mirror, normalised", false, CPUDEV_MIRROR, true},
    {"surprise", "linear filtering, border", true, CPUDEV_BORDER, false}};

/* A texture object that a student may have made in place of the one that was asked for. */
struct made {
    bool linear, normalized;
    cpudev_address_mode address_x, address_y;
    float border;
};

static cpudev_texture texture_made(const struct run *run, struct made made, float *texels) {
    cpudev_texture t =
        hidden_row(run, texels, made.linear, made.address_x, made.normalized, made.border);
    t.address[1] = made.address_y;
    cpudev_texture_prepare(&t);
    return t;
}

/* How many samples `value` at `x` are what the texture object `made` would give. */
static int agreeing(const struct run *run, struct made made, const double *x, const double *value,
                    int *first) {
    float texels[MOST_TEXELS];
    cpudev_texture t = texture_made(run, made, texels);
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

static struct made as_asked(const struct run *run, struct readout r) {
    return (struct made){r.linear, r.normalized, r.address, r.address, hidden_border(run->seed)};
}

static int deviations(struct made asked, struct made made) {
    return (asked.linear != made.linear) + (asked.normalized != made.normalized) +
           (asked.address_x != made.address_x) + (asked.address_y != made.address_y) +
           (asked.border != made.border);
}

/* The texture object nearest to the one asked for that gives all these samples. */
static bool find_made(const struct run *run, struct made asked, const double *x,
                      const double *value, struct made *best) {
    int least = 6, first;
    for (int n = 0; n < 2 * 2 * 4 * 4 * 2; n++) {
        struct made m = {n & 1, n >> 1 & 1, (cpudev_address_mode)(n >> 2 & 3),
                         (cpudev_address_mode)(n >> 4 & 3), n >> 6 ? 0.0f : asked.border};
        if (deviations(asked, m) < least && agreeing(run, m, x, value, &first) == LAB9_SAMPLES) {
            least = deviations(asked, m);
            *best = m;
        }
    }
    return least < 6;
}

static const char *const mode_words[] = {"wrap", "clamp", "mirror", "border"};

/* Names what is different in the texture object whose samples these are. */
static enum outcome explain_made(struct verdict *v, struct readout r, struct made asked,
                                 struct made made) {
    char text[1200] = "";
    const char *name = NULL;
    size_t end = 0;
#define DIFFERS(of, diagnosis, ...)                                                                \
    if (asked.of != made.of) {                                                                     \
        name = name ? name : diagnosis;                                                            \
        end += (size_t)snprintf(text + end, sizeof text - end, __VA_ARGS__);                       \
    }
    DIFFERS(linear, asked.linear ? "point-filter" : "filter-ignored",
            " The samples are those of %s filtering: set filterMode to what `reading` says.",
            made.linear ? "linear" : "point")
    DIFFERS(normalized, "normalized-coordinates",
            " The samples are those of %s coordinates: set normalizedCoords to what `reading` "
            "says.",
            made.normalized ? "normalised" : "unnormalised")
    DIFFERS(address_x, "wrong-address-mode",
            " Outside the row they are those of %s: set addressMode[0] to what `reading` says.",
            mode_words[made.address_x])
    DIFFERS(address_y, "wrong-address-mode",
            " Along y they are those of %s, which shows where a row is filtered linearly: set "
            "addressMode[1] to what `reading` says as well.",
            mode_words[made.address_y])
    DIFFERS(border, "border-colour-missing",
            " Outside the row they are 0, not the border colour: a texture of one channel takes "
            "its border from borderColor[0].")
#undef DIFFERS
    return fail(v, name, "With %s:%s", r.words, text);
}

/* Samples with point filtering that are right as long as they lie in the first texels, and wrong
 * behind them: not all of the row arrived. */
static enum outcome judge_arrived(const struct run *run, struct verdict *v, struct made asked,
                                  const double *x, const double *value) {
    int count = count_of(run), arrived = count, wrong_before = 0;
    float texels[MOST_TEXELS];
    cpudev_texture t =
        hidden_row(run, texels, false, asked.address_x, asked.normalized, asked.border);
    cpudev_texture_prepare(&t);
    if (asked.linear || asked.normalized)
        return OUTCOME_NONE;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < LAB9_SAMPLES; i++) {
            int texel = (int)floor(x[i]);
            bool right = value[i] == sample(&t, (float)x[i]);
            if (texel < 0 || texel >= count)
                continue;
            if (pass == 0 && !right && texel < arrived)
                arrived = texel;
            wrong_before += pass == 1 && right && texel >= arrived;
        }
    if (arrived == count || arrived > count / 2 + 1 || wrong_before)
        return OUTCOME_NONE;
    return fail(v, NULL,
                "Only the first %d of %d texels are right, those behind them never arrived: the "
                "pitch and the length of the copy are bytes, count * sizeof(float), and the array "
                "has `count` elements.",
                arrived, count);
}

static enum outcome check_one_reading(const struct run *run, struct verdict *v,
                                      struct readout reading) {
    char key[40];
    int first = 0, count = count_of(run);
    float base = hidden_base(run->seed), increment = hidden_increment(run->seed, count);
    struct made asked = as_asked(run, reading), made = asked;
    if (reading.normalized) {
        base /= (float)count;
        increment /= (float)count;
    }
    snprintf(key, sizeof key, "%s.handles", reading.name);
    const double *handles = judge_numbers(run, key, 2);
    if (handles && !(handles[0] && handles[1]))
        return fail(v, "row-not-returned",
                    "make_row returns cudaSuccess, but leaves %s of the caller's Row at 0: write "
                    "what was made to *row before it returns.",
                    !handles[0] && !handles[1] ? "both handles"
                    : !handles[0]              ? "the texture object"
                                               : "the array");
    if (!judge_call_succeeded(run, v, reading.name, "make_row or read_row"))
        return OUTCOME_FAIL;
    snprintf(key, sizeof key, "%s.x", reading.name);
    const double *x = judge_numbers(run, key, LAB9_SAMPLES),
                 *value = judge_numbers(run, reading.name, LAB9_SAMPLES);
    if (!x || !value)
        return fail(v, NULL, "The samples with %s did not come back.", reading.words);
    if (judge_unwritten(v, "read_row", "samples", x, LAB9_SAMPLES, LAB9_UNWRITTEN) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    for (int i = 0; i < LAB9_SAMPLES; i++) {
        float place = fmaf((float)i, increment, base);
        if (x[i] != place)
            return fail(
                v, NULL,
                "Sample %d lies at x = %.9g; it is to lie at %.9g: fmaf(i, increment, base).", i,
                x[i], place);
    }
    if (agreeing(run, asked, x, value, &first) == LAB9_SAMPLES)
        return OUTCOME_NONE;
    judge_field(v, "samples", LAB9_SAMPLES, 1, 1);
    float texels[MOST_TEXELS];
    cpudev_texture row = texture_made(run, asked, texels);
    for (int i = 0; i < LAB9_SAMPLES; i++)
        if (value[i] != sample(&row, (float)x[i]))
            judge_wrong(v, (size_t)i, value[i], sample(&row, (float)x[i]));
    if (find_made(run, asked, x, value, &made))
        return explain_made(v, reading, asked, made);
    if (judge_arrived(run, v, asked, x, value) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    return fail(v, NULL, "With %s the sample at x = %.6g is %.9g, which is no reading of this row.",
                reading.words, x[first], value[first]);
}

static enum outcome check_point(const struct run *run, struct verdict *v) {
    if (check_one_reading(run, v, readouts[0]) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (judge_used(run, v, "read_row", "texture.accesses", LAB9_SAMPLES, "texture fetches") ==
        OUTCOME_FAIL)
        return OUTCOME_FAIL;
    return pass(v, "All %d samples are right.", LAB9_SAMPLES);
}

static enum outcome check_reading(const struct run *run, struct verdict *v) {
    for (size_t i = 1; i < sizeof readouts / sizeof *readouts; i++)
        if (check_one_reading(run, v, readouts[i]) == OUTCOME_FAIL)
            return OUTCOME_FAIL;
    if (judge_used(run, v, "read_row", "texture.accesses", 5 * LAB9_SAMPLES, "texture fetches") ==
        OUTCOME_FAIL)
        return OUTCOME_FAIL;
    return pass(v, "All five ways of reading are right.");
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
