/* Lab 9: calls with other sizes, blocks and rows than the first ones, which were right. */
#include "lab9.h"

#include "row.h"

#include <math.h>
#include <stdio.h>

enum { OUT_OF_ROW = -1 };

/* The texel that a point read gives: 2^-21 is exact in the product of a normalised one. */
static long texel_read(double x, long count, int mode, bool normalized) {
    const double place = normalized ? ldexp(floor(ldexp(x, 21)), -21) * (double)count : x;
    const long i = (long)floor(place), clamped = i < 0 ? 0 : i >= count ? count - 1 : i;
    const long j = i < 0 ? -i - 1 : i;
    switch (normalized || mode == CPUDEV_BORDER ? mode : CPUDEV_CLAMP) {
    case CPUDEV_BORDER:
        return i == clamped ? i : OUT_OF_ROW;
    case CPUDEV_WRAP:
        return (i % count + count) % count;
    case CPUDEV_MIRROR:
        return j / count % 2 ? count - 1 - j % count : j % count;
    default:
        return clamped;
    }
}

/* In what the wrong calls have in common: words, and the rule's name. */
static struct deviation common_of(bool large, bool powers) {
    if (large)
        return (struct deviation){"product-overflows",
                                  "All of them are coordinates far outside, whose product with "
                                  "2^21 or with count does not fit 32 bits: compute it in double, "
                                  "which is exact here, or in 64 bits."};
    if (powers)
        return (struct deviation){"mask-for-remainder",
                                  "Only rows of 2^k texels are right: bits of a number are its "
                                  "remainder for powers of two alone. Take % count."};
    return (struct deviation){NULL, "A row has 1 texel or up to 8192, and |x| is below 2^20, or "
                                    "below 8 where it is normalised."};
}

void judge_further_texels(const struct run *run, const struct group *g, bool normalized) {
    static const char *const names[LAB9_MODES] = {"wrap", "clamp", "mirror", "border"};
    int wrong = 0, calls = 0, first = -1, first_mode = 0;
    bool large = true, powers = true;
    double said = 0;
    for (int mode = 0; mode < LAB9_MODES; mode++) {
        char name[20];
        snprintf(name, sizeof name, "other.%s", names[mode]);
        const double *texels = judge_numbers(run, name, LAB9_SAMPLES);
        if (!texels)
            fail(NULL,
                 "texel_at did not come back for rows of 1 to 8192 texels and coordinates "
                 "far outside (%s).",
                 names[mode]);
        for (int i = 0; i < LAB9_SAMPLES; i++) {
            const int count = hidden_other_count(i);
            const double x = (double)hidden_other_coordinate(run->seed, i, normalized);
            if (!lab9_judges(g, mode, x, count, true))
                continue;
            calls++;
            if (texels[i] == (double)texel_read(x, count, mode, normalized))
                continue;
            large &= fabs(x) * (normalized ? count : 1) >= 1024;
            powers &= (count & (count - 1)) != 0;
            if (wrong++ == 0) {
                first = i;
                first_mode = mode;
                said = texels[i];
            }
        }
    }
    if (!wrong)
        return;
    const int count = hidden_other_count(first);
    const double x = (double)hidden_other_coordinate(run->seed, first, normalized);
    const struct deviation common = common_of(large, powers);
    fail(common.diagnosis,
         "texel_at is right for %d texels and coordinates near the row, and wrong in %d of "
         "%d calls with other sizes. With address mode %s, %d texels and x = %.9g it says "
         "%.0f, the unit reads %ld. %s",
         count_of(run), wrong, calls, names[first_mode], count, x, said,
         texel_read(x, count, first_mode, normalized), common.text);
}

/* Compares the values of samples i, i + every ... of a reading with what a row gives there. */
static int wrong_values(const struct run *run, const double *got, int count, int every,
                        float increment, int *first) {
    float texels[MOST_TEXELS];
    cpudev_texture row = hidden_row(run, texels, false, CPUDEV_CLAMP, false, 0);
    int wrong = 0;
    for (int i = count; i-- > 0;)
        if (got[i] != sample(&row, fmaf((float)(i * every), increment, hidden_base(run->seed)))) {
            *first = i;
            wrong++;
        }
    return wrong;
}

/* Judges every LAB9_EVERY-th value of many samples. */
static void judge_many(const struct run *run, const char *function, int samples) {
    char call[60];
    int first = 0;
    snprintf(call, sizeof call, "%s with %d samples", function, samples);
    judge_call_succeeded(run, "many", call);
    const int picked = (samples + LAB9_EVERY - 1) / LAB9_EVERY;
    const double *many = judge_numbers(run, "many", (size_t)picked);
    if (!many)
        fail(NULL, "%s: further samples did not come back.", call);
    if (!wrong_values(run, many, picked, LAB9_EVERY,
                      hidden_many_increment(run->seed, count_of(run)), &first))
        return;
    fail("fixed-size",
         "%s is right for %d samples, and not for %d: of every %dth the first "
         "wrong one is number %d, which %s. n may be any number: look for an index or "
         "memory that is too small for it, and for a fixed number of blocks.",
         function, LAB9_SAMPLES, samples, LAB9_EVERY, first * LAB9_EVERY,
         many[first] == (double)LAB9_UNWRITTEN ? "is never written" : "is another one's value");
}

void judge_further_samples(const struct run *run) {
    int first = 0;
    judge_call_succeeded(run, "blocks", "sample_row in blocks of 25 threads");
    const double *blocks = judge_numbers(run, "blocks", LAB9_SAMPLES);
    if (!blocks)
        fail(NULL, "Further samples did not come back.");
    if (wrong_values(run, blocks, LAB9_SAMPLES, 1, hidden_increment(run->seed, count_of(run)),
                     &first))
        fail("fixed-block-size",
             "sample_row is right in blocks of %d threads, and not in blocks of 25: sample "
             "%d of %d %s. i = blockIdx.x * blockDim.x + threadIdx.x, "
             "with the block's own size.",
             LAB9_BLOCK, first, LAB9_SAMPLES,
             blocks[first] == (double)LAB9_UNWRITTEN ? "is never written" : "is wrong");
    judge_many(run, "sample_row", LAB9_MANY_EVEN);
}

void judge_further_reading(const struct run *run) {
    judge_many(run, "read_row", LAB9_MANY);
}

void judge_long_row(const struct run *run) {
    judge_call_succeeded(run, "long", "read_texels with 317 texels");
    const double *back = judge_numbers(run, "long", LAB9_LONG);
    int wrong = 0, first = 0;
    if (!back)
        fail(NULL, "read_texels returned for a long row, but its results are not there.");
    for (int i = LAB9_LONG; i-- > 0;)
        if (back[i] != (double)hidden_texel(run->seed, i)) {
            wrong++;
            first = i;
        }
    if (!wrong)
        return;
    fail("fixed-size",
         "read_texels is right for %d texels, and not for %d: %d are wrong, from number %d "
         "on. count may be any number: look for memory, blocks or an index of a fixed size.",
         count_of(run), LAB9_LONG, wrong, first);
}

void judge_further_rows(const struct run *run, const char *function, struct row_model asked,
                        double tolerance) {
    static const char *const names[2] = {"second", "single"};
    for (int row = 0; row < 2; row++) {
        const double *got = judge_numbers(run, names[row], LAB9_SAMPLES);
        const int count = row ? 1 : count_of(run);
        float texels[MOST_TEXELS];
        for (int i = 0; i < count; i++)
            texels[i] = row ? hidden_wide_texel(run->seed, i) : hidden_second_texel(run->seed, i);
        if (!got)
            fail(NULL, "%s did not come back from a further row.", function);
        for (int i = 0; i < LAB9_SAMPLES; i++) {
            const float x = fminf(fmaxf(hidden_fine(run->seed, i, count), 0.0f), (float)count);
            double expected = row_value(asked, texels, count, 0, x);
            if (!tolerance)
                expected = (float)expected;
            if (fabs(got[i] - expected) <= tolerance)
                continue;
            if (row)
                fail(NULL,
                     "%s is right for rows of %d texels, and not for one of a single texel: "
                     "at x = %.9g it gives %.9g, and the texel is %.9g.",
                     function, count_of(run), (double)x, got[i], expected);
            fail("stale-data",
                 "%s is right for the first row, and not for another one of as many "
                 "texels: at x = %.9g it gives %.9g, expected %.9g. Nothing may be kept "
                 "from one call to the next: read texels in each.",
                 function, (double)x, got[i], expected);
        }
    }
}
