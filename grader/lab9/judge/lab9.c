/* Lab 9: the texture unit under the microscope. */
#include "lab9.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const struct finding_rule lab_findings[] = {
    {"use-after-free", NULL, "array-freed-early",
     "The array is freed while a texture object still reads it: destroy the texture object first."},
    {0}};

bool lab_has_work(const struct run *run, const char *kernel, const long at[3]) {
    const long x = at[0], y = at[1];
    /* Of many samples (lab9_further.c) those behind all blocks of the short readings: which launch
     * a thread is of is not known. */
    const bool long_run = judge_part(run, "read") || judge_part(run, "samples");
    const bool many = long_run && x >= LAB9_SAMPLES + 1024 && x < LAB9_MANY;
    const int samples = judge_part(run, "guard") ? LAB9_FEW : LAB9_SAMPLES;
    return strstr(kernel, "sample_row") && y == 0 && (x < samples || many);
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
    {"surprise", "linear filtering, border, its colour below 0", true, CPUDEV_BORDER, false}};

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
    const float border = hidden_border(run->seed);
    return (struct made){r.linear, r.normalized, r.address, r.address,
                         strcmp(r.name, "surprise") == 0 ? -border : border};
}

static int deviations(struct made asked, struct made made) {
    return (asked.linear != made.linear) + (asked.normalized != made.normalized) +
           (asked.address_x != made.address_x) + (asked.address_y != made.address_y) +
           (asked.border != made.border);
}

/* The texture object nearest to the one asked for that gives all these samples. */
static bool find_made(const struct run *run, struct made asked, const double *x,
                      const double *value, struct made *best) {
    int least = 6, first, lowest = 0;
    for (int i = 1; i < LAB9_SAMPLES; i++)
        lowest = x[i] < x[lowest] ? i : lowest;
    /* Before the row there is the border alone, whatever its colour is. */
    const float borders[3] = {asked.border, 0, (float)value[lowest]};
    for (int n = 0; n < 2 * 2 * 4 * 4 * 3; n++) {
        struct made m = {n & 1, n >> 1 & 1, (cpudev_address_mode)(n >> 2 & 3),
                         (cpudev_address_mode)(n >> 4 & 3), borders[n >> 6]};
        if (n >> 6 == 2 && m.address_x != CPUDEV_BORDER)
            continue;
        if (deviations(asked, m) < least && agreeing(run, m, x, value, &first) == LAB9_SAMPLES) {
            least = deviations(asked, m);
            *best = m;
        }
    }
    return least < 6;
}

static const char *const mode_words[] = {"wrap", "clamp", "mirror", "border"};

/* Names what is different in the texture object whose samples these are. */
static void explain_made(struct readout r, struct made asked, struct made made) {
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
    DIFFERS(
        border, made.border == 0 ? "border-colour-missing" : NULL,
        " Outside the row they are %.9g, not the border colour, %.9g%s: a texture of one channel "
        "takes its border from borderColor[0], a float.",
        (double)made.border, (double)asked.border,
        made.border != 0 && fabsf(made.border - asked.border) < 1
            ? ", whose fraction is gone, as where it is an int"
            : "")
#undef DIFFERS
    fail(name, "With %s:%s", r.words, text);
}

/* Samples with point filtering that are right as long as they lie in the first texels, and wrong
 * behind them: not all of the row arrived. */
/* Right inside the row, and beyond its end 0 or what no texel holds: the array is longer. */
static void judge_longer(const struct run *run, struct made asked, const double *x,
                         const double *value) {
    const int count = count_of(run);
    int wrong = 0, first;
    float texels[MOST_TEXELS];
    cpudev_texture t =
        hidden_row(run, texels, asked.linear, asked.address_x, asked.normalized, asked.border);
    if (asked.normalized || agreeing(run, asked, x, value, &first) == LAB9_SAMPLES)
        return;
    for (int i = 0; i < LAB9_SAMPLES; i++) {
        const bool right = value[i] == (double)sample(&t, (float)x[i]);
        if (!right && x[i] < count - 0.5)
            return;
        wrong += !right;
    }
    if (!wrong)
        return;
    fail(NULL, "Inside the row all samples are right, and beyond its last texel they are none of "
               "its own: the array has more than `count` elements. cudaMallocArray takes elements, "
               "not bytes.");
}

static void judge_arrived(const struct run *run, struct made asked, const double *x,
                          const double *value) {
    int count = count_of(run), arrived = count, wrong_before = 0;
    bool all_same = true; /* what is read of those that are not there */
    double there = NAN;
    float texels[MOST_TEXELS];
    cpudev_texture t =
        hidden_row(run, texels, false, asked.address_x, asked.normalized, asked.border);
    cpudev_texture_prepare(&t);
    if (asked.linear || asked.normalized)
        return;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < LAB9_SAMPLES; i++) {
            int texel = (int)floor(x[i]);
            bool right = value[i] == sample(&t, (float)x[i]);
            if (texel < 0 || texel >= count)
                continue;
            if (pass == 0 && !right && texel < arrived)
                arrived = texel;
            wrong_before += pass == 1 && right && texel >= arrived;
            if (right)
                continue;
            there = isnan(there) ? value[i] : there;
            all_same &= value[i] == there;
        }
    if (arrived == count || wrong_before || (arrived > count / 2 + 1 && !all_same))
        return;
    fail(NULL,
         "Only the first %d of %d texels are right, those behind them never arrived: the "
         "pitch and the length of the copy are bytes, count * sizeof(float), and the array "
         "has `count` elements, each of one float, cudaCreateChannelDesc<float>().",
         arrived, count);
}

/* What people take for the place of sample i. */
static float place_of(struct choice *c, int i, float base, float increment, int count) {
    const float n = (float)i;
    INSTEAD(fmaf(n, base, increment), NULL, "Base and increment are exchanged");
    INSTEAD(base + increment, NULL,
            "All samples lie at base + increment: the number of the sample is missing");
    INSTEAD(n, NULL, "Sample i lies at i: base and increment are missing");
    INSTEAD(truncf(fmaf(n, increment, base)), NULL,
            "The place is cut to a whole number: it has a fraction, keep it a float");
    INSTEAD(floorf(fmaf(n, increment, base)), NULL,
            "The place is cut to a whole number: it has a fraction, keep it a float");
    INSTEAD(fmaf(n + 1, increment, base), NULL,
            "Every sample lies one increment too far: samples count from 0");
    INSTEAD(fmaf(n - 1, increment, base), NULL,
            "Every sample lies one increment before its place: samples count from 0");
    INSTEAD(n * increment, NULL, "Base is missing");
    INSTEAD(base, NULL, "All samples lie at base: i * increment is missing");
    INSTEAD(fmaf(n, increment, base) + 0.5f, NULL, "Half a texel is added to the place");
    INSTEAD(fmaf(n, increment, base) - 0.5f, NULL, "Half a texel is taken away from the place");
    INSTEAD(fmaf(-n, increment, base), NULL, "The increment is taken away, not added");
    INSTEAD(base + n, NULL, "Sample i lies at base + i: the increment is missing");
    INSTEAD(fmaf(n, increment, base) / (float)count, NULL,
            "The place is divided by the number of texels; base and increment count what `reading` "
            "says already");
    INSTEAD((n + base) * increment, NULL, "Base is multiplied by the increment too");
    INSTEAD(fmaf(n + 0.5f, increment, base), NULL, "Half an increment is added to the place");
    INSTEAD(fmaf((float)(i % LAB9_BLOCK), increment, base), "wrong-thread-index",
            "The number of the sample is counted from the block's start, threadIdx.x: it is i = "
            "blockIdx.x * blockDim.x + threadIdx.x");
    INSTEAD(fmaf(n, increment, -base), NULL, "Base has the wrong sign");
    ASKED(fmaf(n, increment, base));
}

/* Fails when the samples do not lie where they are to. */
static void explain_places(const struct run *run, struct made asked, float base, float increment,
                           const double *x, const double *value) {
    int first = -1, near = 0, exchanged = 0, one, count = count_of(run);
    struct choice asked_place = {0};
    double exact[LAB9_SAMPLES];
    for (int i = 0; i < LAB9_SAMPLES; i++) {
        exact[i] = (double)place_of(&asked_place, i, base, increment, count);
        if (x[i] != exact[i] && first < 0)
            first = i;
        near += fabs(x[i] - exact[i]) <= 4e-6 * (1 + fabs(exact[i]));
        exchanged += value[i] == exact[i];
    }
    if (first < 0)
        return;
    if (exchanged == LAB9_SAMPLES)
        fail(NULL, "The place of a sample and its value are exchanged: out[i] is (x, value).%s",
             agreeing(run, asked, exact, x, &one) == LAB9_SAMPLES ? " Both are right." : "");
    judge_note(" sample %d lies at x = %.9g, it is to lie at %.9g, fmaf(i, increment, base).",
               first, x[first], exact[first]);
    for (int line = 1; line <= asked_place.count; line++) {
        struct choice place = {.number = line};
        int fits = 0;
        for (int i = 0; i < LAB9_SAMPLES; i++)
            fits += x[i] == (double)place_of(&place, i, base, increment, count);
        if (fits == LAB9_SAMPLES)
            fail(place.diagnosis, "%s:", place.text);
    }
    if (near == LAB9_SAMPLES)
        fail(NULL, "The places are right but for their last bits: i * increment + base rounds "
                   "twice, or in another precision, and fmaf once:");
    fail(NULL, "The samples lie at other places:");
}

/* Where the unit was asked in place of x. */
static float read_at(struct choice *c, float x, int i, int count) {
    const float n = (float)count;
    INSTEAD(x + 0.5f, NULL, "at x + 0.5: add nothing to x");
    INSTEAD(x - 0.5f, NULL, "at x - 0.5: take nothing from x");
    INSTEAD(x + 1, NULL, "at x + 1: add nothing to x");
    INSTEAD(x - 1, NULL, "at x - 1: take nothing from x");
    INSTEAD(floorf(x), NULL, "at x cut to a whole number: keep it a float");
    INSTEAD(x * n, NULL, "at x * count: x is in the units that `reading` asks for already");
    INSTEAD(x / n, NULL, "at x / count: x is in the units that `reading` asks for already");
    INSTEAD((x + 0.5f) / n, NULL,
            "at (x + 0.5) / count: x is in the units that `reading` asks for already");
    INSTEAD(-x, NULL, "at -x");
    INSTEAD((float)i, NULL,
            "at i, the number of the sample: it lies at x = fmaf(i, increment, base)");
    INSTEAD((float)i + 0.5f, NULL,
            "at i + 0.5, by the number of the sample: it lies at x = fmaf(i, increment, base)");
    INSTEAD(((float)i + 0.5f) / n, NULL,
            "at (i + 0.5) / count, by the number of the sample: it lies at x = fmaf(i, increment, "
            "base)");
    ASKED(x);
}

/* The value at another place than x, by a texture object that may be another one, too. */
static void explain_shift(const struct run *run, struct readout r, struct made asked,
                          const double *x, const double *value) {
    double places[LAB9_SAMPLES];
    struct made made = asked;
    struct choice at = {0};
    read_at(&at, 0, 0, 1);
    for (int line = 1, lines = at.count; line <= lines; line++) {
        at = (struct choice){.number = line};
        for (int i = 0; i < LAB9_SAMPLES; i++)
            places[i] = (double)read_at(&at, (float)x[i], i, count_of(run));
        if (find_made(run, asked, places, value, &made) && deviations(asked, made) <= 1) {
            if (deviations(asked, made) == 0)
                fail(NULL, "With %s the value is not that at x, but that %s.", r.words, at.text);
            judge_note(" And the value is not that at x, but that %s.", at.text);
            explain_made(r, asked, made);
            return;
        }
    }
}

/* Judges the samples that were written as `key`, by `function`. */
static void judge_samples(const struct run *run, struct readout reading, const char *name,
                          const char *function) {
    char key[40];
    int first = 0, count = count_of(run);
    float base = hidden_base(run->seed), increment = hidden_increment(run->seed, count);
    struct made asked = as_asked(run, reading), made = asked;
    if (reading.normalized) {
        base /= (float)count;
        increment /= (float)count;
    }
    snprintf(key, sizeof key, "%s.handles", name);
    const double *handles = judge_numbers(run, key, 2);
    if (handles && !(handles[0] && handles[1]))
        fail("row-not-returned",
             "make_row returns cudaSuccess, but leaves %s of the caller's Row at 0: write "
             "what was made to *row before it returns.",
             !handles[0] && !handles[1] ? "both handles"
             : !handles[0]              ? "the texture object"
                                        : "the array");
    judge_call_succeeded(run, name, function);
    snprintf(key, sizeof key, "%s.x", name);
    const double *x = judge_numbers(run, key, LAB9_SAMPLES),
                 *value = judge_numbers(run, name, LAB9_SAMPLES);
    if (!x || !value)
        fail(NULL, "The samples with %s did not come back.", reading.words);
    judge_unwritten(run, function, "samples", x, LAB9_SAMPLES, LAB9_UNWRITTEN);
    explain_places(run, asked, base, increment, x, value);
    if (agreeing(run, asked, x, value, &first) == LAB9_SAMPLES)
        return;
    judge_field("samples", LAB9_SAMPLES, 1, 1);
    float texels[MOST_TEXELS];
    cpudev_texture row = texture_made(run, asked, texels);
    for (int i = 0; i < LAB9_SAMPLES; i++)
        if (value[i] != sample(&row, (float)x[i]))
            judge_wrong((size_t)i, value[i], sample(&row, (float)x[i]));
    if (find_made(run, asked, x, value, &made)) {
        explain_made(reading, asked, made);
        return;
    }
    explain_shift(run, reading, asked, x, value);
    judge_arrived(run, asked, x, value);
    judge_longer(run, asked, x, value);
    fail(NULL, "With %s the sample at x = %.6g is %.9g, which is no reading of this row.",
         reading.words, x[first], value[first]);
}

/* Judges a row of make_row, which a kernel of ours has read. */
static void check_one_reading(const struct run *run, struct readout reading) {
    judge_samples(run, reading, reading.name, "make_row");
}

static void check_point(const struct run *run) {
    check_one_reading(run, readouts[0]);
    pass("All %d samples are right.", LAB9_SAMPLES);
}

static void check_reading(const struct run *run) {
    for (size_t i = 1; i < sizeof readouts / sizeof *readouts; i++)
        check_one_reading(run, readouts[i]);
    pass("All five ways of reading are right.");
}

/* Do the samples come from the texture unit? */
static void judge_fetches(const struct run *run, const char *function, const char *name) {
    judge_used(run, function, "texture.accesses", LAB9_SAMPLES, "texture fetches");
    judge_follows(run, function, name, LAB9_SAMPLES, JUDGE_MORE_FLOAT, "texture fetches");
    pass("All %d samples are right, and those of a longer reading.", LAB9_SAMPLES);
}

/* Fails for samples that are right where they are, and are those of blocks of another size than
 * the launch's. */
static void judge_fixed_block(const struct run *run) {
    static const int sizes[] = {128, 256, 64, 32, 192, 96, 16, 0}; /* 0: all blocks the same */
    const double *x = judge_numbers(run, "samples.x", LAB9_SAMPLES),
                 *value = judge_numbers(run, "samples", LAB9_SAMPLES);
    const float base = hidden_base(run->seed),
                increment = hidden_increment(run->seed, count_of(run));
    float texels[MOST_TEXELS];
    const cpudev_texture row = texture_made(run, as_asked(run, readouts[0]), texels);
    for (size_t s = 0; x && value && s < sizeof sizes / sizeof *sizes; s++) {
        bool written[LAB9_SAMPLES] = {false};
        int same = 0;
        for (int block = 0; block < LAB9_SAMPLES / LAB9_BLOCK; block++)
            for (int i = block * sizes[s]; i < block * sizes[s] + LAB9_BLOCK; i++)
                if (i < LAB9_SAMPLES)
                    written[i] = true;
        for (int i = 0; i < LAB9_SAMPLES; i++) {
            const float place = fmaf((float)i, increment, base);
            same += written[i] ? x[i] == (double)place && value[i] == (double)sample(&row, place)
                               : x[i] == (double)LAB9_UNWRITTEN;
        }
        if (same == LAB9_SAMPLES && sizes[s] == 0)
            fail("wrong-thread-index",
                 "Every block of sample_row writes the samples of the first one, 0 to %d: "
                 "the index is counted from the block's start, and is to be blockIdx.x * "
                 "blockDim.x + threadIdx.x.",
                 LAB9_BLOCK - 1);
        if (same == LAB9_SAMPLES)
            fail("fixed-block-size",
                 "sample_row takes each block for one of %d threads, and these have %d: the "
                 "samples are right, and not all of them are written. i = blockIdx.x * "
                 "blockDim.x + threadIdx.x, with the block's own size.",
                 sizes[s], LAB9_BLOCK);
    }
}

static void check_samples(const struct run *run) {
    judge_fixed_block(run);
    judge_samples(run, readouts[0], "samples", "sample_row");
    judge_further_samples(run);
    judge_fetches(run, "sample_row", "samples");
}

static void check_read(const struct run *run) {
    judge_samples(run, readouts[0], "read", "read_row");
    judge_further_reading(run);
    judge_fetches(run, "read_row", "read");
}

/* sample_row with threads to spare: which samples it gives is for check_samples to say. */
static void check_guard(const struct run *run) {
    judge_call_succeeded(run, "guard", "sample_row");
    const size_t places = LAB9_FEW + LAB9_PAST_END;
    const double *x = judge_numbers(run, "guard.x", places),
                 *value = judge_numbers(run, "guard", places);
    int written = 0;
    if (!x || !value)
        fail(NULL, "sample_row ran, but its results did not come back.");
    for (size_t i = LAB9_FEW; i < places; i++)
        if (x[i] != (double)LAB9_UNWRITTEN || value[i] != (double)LAB9_UNWRITTEN)
            fail("missing-bounds-guard",
                 "out[%zu] was changed, and there are %d samples. More threads run than "
                 "there are samples: let a thread work only if (i < n).",
                 i, LAB9_FEW);
    for (int i = 0; i < LAB9_FEW; i++)
        written += value[i] != (double)LAB9_UNWRITTEN;
    if (!written)
        fail("never-written",
             "sample_row touches nothing behind the last sample, for it writes none at all: "
             "a guard keeps every thread out, or the kernel is still to be written. Let a "
             "thread work if (i < n).");
    pass("Threads without a sample touch nothing.");
}

static void check_free(const struct run *run) {
    const double *left = judge_numbers(run, "left", 2);
    judge_succeeded(run, "make_row");
    judge_succeeded(run, "free_row");
    if (!left || left[0] != 0 || left[1] != 0)
        fail(
            "left-behind",
            "free_row leaves the old handles in the Row: set both to 0, so that nobody uses them.");
    pass("Nothing stays allocated.");
}

const struct check lab_checks[] = {{"point", check_point, NULL},
                                   {"reading", check_reading, NULL},
                                   {"samples", check_samples, NULL},
                                   {"guard", check_guard, NULL},
                                   {"read", check_read, NULL},
                                   {"free", check_free, NULL},
                                   {"unnormalised", check_unnormalised, NULL},
                                   {"unnormalised-border", check_unnormalised_border, NULL},
                                   {"normalised", check_normalised, NULL},
                                   {"cuts", check_cuts, NULL},
                                   {"outside", check_outside, NULL},
                                   {"wrap", check_wrap, NULL},
                                   {"mirror", check_mirror, NULL},
                                   {"sizes", check_sizes, NULL},
                                   {"centres", check_centres, NULL},
                                   {"texels-back", check_texels_back, NULL},
                                   {"weight", check_weight, NULL},
                                   {"filter", check_filter, NULL},
                                   {"exact", check_exact, NULL},
                                   {"plane", check_plane, NULL},
                                   {"hardware", check_hardware, NULL},
                                   {"border", check_border, NULL},
                                   {"failing", judge_failing, NULL},
                                   {0}};
