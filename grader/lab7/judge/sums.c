/* Lab 7: how a block's values are added up. */
#include "integral.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double add(const double *values, int from, int to) {
    double sum = 0;
    for (int t = from; t < to; t++)
        sum += values[t];
    return sum;
}

/* The sum of a halving reduction that takes the count for a power of two. */
static double halving_sum(const double *values, int count) {
    double copy[1024];
    memcpy(copy, values, (size_t)count * sizeof *copy);
    for (int half = count / 2; half > 0; half /= 2)
        for (int t = 0; t < half; t++)
            copy[t] += copy[t + half];
    return copy[0];
}

/* The sum of a reduction that folds the upper half, rounded up, onto the lower one and does not ask
 * whether there is a partner: of an odd number the middle one gets what lies behind them. */
static double unguarded_sum(const double *values, int count) {
    double copy[1025] = {0};
    memcpy(copy, values, (size_t)count * sizeof *copy);
    for (int left = count, half; left > 1; left = half) {
        half = (left + 1) / 2;
        for (int t = 0; t < half; t++)
            copy[t] += copy[t + half];
    }
    return copy[0];
}

/* The same for one that asks, and stops too early: when `last` or fewer are left. */
static double stopped_sum(const double *values, int count, int last) {
    double copy[1024];
    memcpy(copy, values, (size_t)count * sizeof *copy);
    for (int left = count, half; left > last; left = half) {
        half = (left + 1) / 2;
        for (int t = 0; t + half < left; t++)
            copy[t] += copy[t + half];
    }
    return copy[0];
}

/* The halving one that rounds down, and stops when half is `last`. */
static double stopped_halving_sum(const double *values, int count, int last) {
    double copy[1024];
    memcpy(copy, values, (size_t)count * sizeof *copy);
    for (int half = count / 2; half > last; half /= 2)
        for (int t = 0; t < half; t++)
            copy[t] += copy[t + half];
    return copy[0];
}

static int power_below(int count) {
    int power = 1;
    while (2 * power <= count)
        power *= 2;
    return power;
}

static double square(double value) {
    return value * value;
}

static double add_as(double (*of)(double), const double *values, int count) {
    double sum = 0;
    for (int t = 0; t < count; t++)
        sum += of(values[t]);
    return sum;
}

static double farthest(double (*of)(double, double), const double *values, int count) {
    double value = values[0];
    for (int t = 1; t < count; t++)
        value = of(value, values[t]);
    return value;
}

double block_sum(struct choice *c, const double *values, int count) {
    INSTEAD(
        halving_sum(values, count), "power-of-two-reduction",
        "The reduction halves the block, and an odd number of values loses its last one: it is right "
        "only when the block size is a power of two, and here it is not. Fold (count + 1) / 2 onto "
        "the lower half, or pad with zeros.");
    INSTEAD(values[0], NULL, "Thread 0 gets its own value back: nothing is added to it.");
    INSTEAD(add(values, 0, count < 32 ? count : 32), "sum-incomplete",
            "Only the first warp's 32 values are in the sum: the sums of the other "
            "warps are to be added, through shared memory.");
    INSTEAD(add(values, 0, count / 32 * 32), "sum-incomplete",
            "Only whole warps are in the sum: the block is no multiple of 32, and the "
            "last warp with its fewer threads is lost. Round the number of warps up.");
    INSTEAD(
        add(values, 0, power_below(count)), "power-of-two-reduction",
        "Only the first values are in the sum, up to the power of two below the block: the reduction "
        "begins there, or at a fixed number such as 128, or adds up the sums of so many warps alone, and what lies beyond is not in it. "
        "Begin with all THREADSPERBLOCK of them.");
    INSTEAD(add(values, 0, count - 1), "sum-incomplete",
            "The last thread's value is not in the sum.");
    INSTEAD(add(values, 0, count) / count, "sum-incomplete",
            "The sum is divided by the number of threads: it is to be the sum.");
    INSTEAD(add_as(trunc, values, count), "sum-in-integers",
            "The values are cut to whole numbers on the way: sum them as floats.");
    INSTEAD(add(values, 1, count), "sum-incomplete", "The first thread's value is not in the sum.");
    INSTEAD(2 * add(values, 0, count), "sum-incomplete", "Every value counts twice in the sum.");
    INSTEAD(add(values, count / 32 * 32, count), "sum-incomplete",
            "Only the last, incomplete warp is in the sum.");
    INSTEAD(0, NULL,
            "The sum is 0: it is returned to another thread than thread 0, say, or never stored.");
    INSTEAD(farthest(fmax, values, count), NULL,
            "The largest of the values is returned, not their sum.");
    INSTEAD(farthest(fmin, values, count), NULL,
            "The least of the values is returned, not their sum.");
    INSTEAD(values[0] + add(values, 0, count), "sum-incomplete",
            "Thread 0's value is in the sum twice: it is in shared memory already, and a "
            "total begins with 0.");
    INSTEAD(add_as(square, values, count), NULL,
            "The squares of the values are added up, not the values.");
    INSTEAD(
        unguarded_sum(values, count), "partner-missing",
        "Where an odd number of values is folded, (count + 1) / 2 onto each other, the middle one has "
        "no partner, and what lies behind the values is added to it: a thread adds only if t + half < "
        "count.");
    INSTEAD(stopped_sum(values, count, 2), "sum-incomplete",
            "The reduction ends one turn too early, with two values left: it goes on "
            "while there is more than one.");
    INSTEAD(
        stopped_sum(values, count, 32), "sum-incomplete",
        "The reduction ends with 32 values left, and those are never added up: a last warp adds its "
        "own, in shuffles for instance, or the loop goes on to the end.");
    INSTEAD(
        stopped_halving_sum(values, count, 1), "power-of-two-reduction",
        "The reduction halves the block and ends one turn too early (half > 1): what is left is two "
        "values or three. It goes on while half > 0; and of an odd number it loses one: fold (count + "
        "1) / 2 onto the lower half.");
    INSTEAD(
        stopped_halving_sum(values, count, 32), "power-of-two-reduction",
        "The reduction halves the block down to a warp, whose values are never added up; and of an "
        "odd number it loses one: fold (count + 1) / 2 onto the lower half, down to one value.");
    ASKED(add(values, 0, count));
}

static double sum_lines(const void *context, struct choice *choices, size_t i) {
    const double values[64] = {0};
    (void)context, (void)i;
    return block_sum(choices, values, 64);
}

void list_sums(struct dimension *dimension) {
    judge_list_lines(&(struct value_family){.count = 1, .got_count = 1, .with = sum_lines},
                     dimension);
}

struct sums {
    const double *got;
    double values[5][1024];
    int threads;
};

static int sums_fit(const int *choice, const void *context) {
    const struct sums *s = context;
    struct choice how = {.number = choice[0]};
    for (int b = 0; b < 5; b++)
        if (!(fabs(s->got[b] - block_sum(&how, s->values[b], s->threads)) <= 1e-6 * s->got[b]))
            return 0;
    return 5;
}

/* Fails when what each thread's value counts for tells how the sums came about. */
static void judge_shares(const struct run *run, const struct sums *s, const char *what) {
    const double *shares = judge_numbers(run, "shares", (size_t)s->threads);
    char missing[200] = "", twice[200] = "", which[600] = "";
    if (!shares)
        return;
    for (int b = 0; b < 5; b++) {
        double sum = 0;
        for (int t = 0; t < s->threads; t++)
            sum += shares[t] * s->values[b][t];
        if (s->got[b] != sum) /* a sum of another kind */
            return;
    }
    const size_t threads = (size_t)s->threads,
                 none = judge_list(shares, threads, 0, missing, sizeof missing),
                 doubled = judge_list(shares, threads, 2, twice, sizeof twice),
                 once = judge_list(shares, threads, 1, (char[200]){0}, 200);
    if (none == threads || none + doubled + once == 0)
        return;
    if (none)
        judge_append(which, sizeof which, " Never added: %s of thread%s %s.",
                     none > 1 ? "those" : "that", none > 1 ? "s" : "", missing);
    if (doubled)
        judge_append(which, sizeof which, " Twice in the sum: %s of thread%s %s.",
                     doubled > 1 ? "those" : "that", doubled > 1 ? "s" : "", twice);
    for (int t = 0, told = 0; t < s->threads && !told; t++)
        if (shares[t] != 0 && shares[t] != 1 && shares[t] != 2) {
            judge_append(which, sizeof which, " That of thread %d counts %.6g times.", t,
                         shares[t]);
            told = 1;
        }
    fail("sum-incomplete", "%s Not every thread's value counts once.%s", what, which);
}

/* Fails when all blocks have the sum of a reduction that ends with more than one value left. */
static void judge_stopped(const struct sums *s, const char *what) {
    for (int last = 2; last < s->threads; last++)
        for (int halving = 0; halving < 2; halving++) {
            int same = 0;
            while (same < 5 &&
                   s->got[same] == (halving ? stopped_halving_sum(s->values[same], s->threads, last)
                                            : stopped_sum(s->values[same], s->threads, last)))
                same++;
            if (same == 5)
                fail("sum-incomplete",
                     "%s The reduction ends too early, with %s%d values left: it goes on "
                     "while there is more than one.",
                     what, halving ? "about " : "up to ", last);
        }
}

void judge_no_partner(const struct run *run, const char *what, int threads) {
    char outside[60];
    snprintf(outside, sizeof outside, " of type float [%d]", threads);
    if (!judge_has_finding(run, "out-of-bounds-read", outside) ||
        judge_has_finding(run, "out-of-bounds-write", ""))
        return;
    fail("partner-missing",
         "%s A thread adds a value from behind the block's %d: however the values are "
         "folded onto each other, it asks before whether its partner, t + half or the like, "
         "is below THREADSPERBLOCK, which is no power of two here.",
         what, threads);
}

void judge_no_number(const struct run *run, const char *what, const double *got, int blocks,
                     int threads) {
    int none = 0;
    for (int b = 0; b < blocks; b++)
        none += isnan(got[b]);
    if (!none || threads % 32 == 0 || judge_has_finding(run, "uninitialized-read", ""))
        return;
    fail(NULL,
         "%s It is no number (NaN), and no memory was read that nobody wrote. Where values "
         "are handed on by shuffles: the last warp of %d threads has %d lanes, and from a "
         "lane that is not there comes nothing that may be added. Else look for a division "
         "by 0.",
         what, threads, threads % 32);
}

void check_sums(const struct run *run) {
    struct dimension dimension[1];
    const struct family family = {dimension, 1, 1, sums_fit};
    static struct sums s;
    int wrong = 0, carried = 0;
    double before = 0;
    s.threads = (int)judge_argument(run, "THREADSPERBLOCK");
    s.got = judge_numbers(run, "sums", 5);
    judge_succeeded(run, "block_sum");
    if (!s.got)
        fail(NULL, "The sums cannot be read.");
    judge_field("sums", 5, 1, 1);
    for (int b = 0; b < 5; b++) {
        for (int t = 0; t < s.threads; t++)
            s.values[b][t] = (double)hidden_summand(run->seed, b, t);
        double expected = add(s.values[b], 0, s.threads);
        if (s.got[b] != expected) { /* quarters below 2^22: no rounding */
            judge_wrong((size_t)b, s.got[b], expected);
            wrong++;
        }
        carried += s.got[b] == expected + before;
        before = s.got[b];
    }
    if (!wrong)
        judge_no_partner(run, "The sums are right here, by luck.", s.threads);
    if (!wrong)
        pass("The sums of %d blocks of %d threads are exact.", 5, s.threads);
    char what[200];
    snprintf(what, sizeof what, "block_sum of %d values is %.9g, expected %.9g.", s.threads,
             s.got[0], add(s.values[0], 0, s.threads));
    if (carried == 5)
        fail("total-not-zeroed",
             "%s Each block's sum goes on from the one before: set the total to 0 at the "
             "start of each block, and __syncthreads() before the first is added.",
             what);
    if (judge_uninitialized_shared(run, 4) &&
        judge_has_finding(run, "shared-memory-race", " (4 bytes)"))
        fail("missing-syncthreads",
             "%s One place in shared memory is set by a thread and added to or read by "
             "others, and no barrier stands between: __syncthreads() behind the line that "
             "sets the total to 0, and again before it is read.",
             what);
    if (judge_uninitialized_shared(run, 4))
        fail("total-not-zeroed",
             "%s The total in shared memory is never set to 0: shared memory holds garbage "
             "when a block starts. One thread sets it, then __syncthreads(), then all add.",
             what);
    judge_no_partner(run, what, s.threads);
    judge_no_number(run, what, s.got, 5, s.threads);
    list_sums(dimension);
    judge_explain(what, &family, &s);
    judge_stopped(&s, what);
    judge_shares(run, &s, what);
    fail(NULL, "%s %d of 5 blocks are wrong.", what, wrong);
}
