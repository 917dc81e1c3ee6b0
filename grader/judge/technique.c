/* The technique is part of the answer: what the CPU device counted in a run says whether a result
 * came from where the step asks for. On a GPU nothing is counted; the checker's run of the same
 * program is. */
#include "judge.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static double sum_of(const struct run *run, const char *kernel, const char *name, int *lines) {
    double sum = 0;
    *lines = 0;
    struct count count;
    for (const char *text = run->counts; judge_next_count(&text, &count);)
        if (strstr(count.kernel, kernel) && strcmp(count.name, name) == 0) {
            sum += count.value;
            ++*lines;
        }
    return sum;
}

double judge_total(const struct run *run, const char *kernel, const char *name) {
    int lines;
    return sum_of(run, kernel, name, &lines);
}

int judge_launches(const struct run *run, const char *kernel) {
    int lines;
    sum_of(run, kernel, "launch", &lines);
    return lines;
}

/* Fails where nobody knows what was counted: a program cannot get rid of its counts and be
 * believed. */
static void judge_counted(const struct run *run, const char *function) {
    if (run->counted)
        return;
    fail("technique-missing",
         "What the CPU device counted while %s ran is gone, so nobody knows how it came by "
         "its results. Leave the file `profile` alone.",
         function);
}

void judge_used(const struct run *run, const char *function, const char *name, double least,
                const char *what) {
    if (run->gpu || run->call)
        return;
    judge_counted(run, function);
    const double total = judge_total(run, "", name);
    if (total >= least)
        return;
    if (judge_launches(run, "") == 0)
        fail("technique-missing",
             "%s launches no kernel: its results come from the host. The step is about %s.",
             function, what);
    if (total == 0)
        fail("technique-missing",
             "%s launches a kernel, but nothing in it uses %s, which the step is about.", function,
             what);
    fail("technique-missing",
         "%s uses %s %.0f times, and its results need at least %.0f: the rest of them comes "
         "from elsewhere. The step is about %s.",
         function, what, total, least, what);
}

/* Is `now` what `before` was, and `more`? Words wrap. more: NAN where any other number will do. */
static bool is_more(double before, double now, double more) {
    if (isnan(more))
        return now != before && !(isnan(now) && isnan(before));
    if (!isfinite(before))
        return isnan(before) ? isnan(now) : now == before;
    if (more == JUDGE_MORE_FLOAT)
        return fabs(now - before - more) <= 1e-4 + 1e-5 * fabs(before);
    return (uint32_t)(int64_t)now == (uint32_t)(int64_t)before + (uint32_t)(int64_t)more;
}

enum { AGAIN = 3 }; /* calls at most that nobody disturbs (harness.h) */

/* Were most of `count` results other ones at a call that nobody disturbed? */
static bool is_fickle(const struct run *run, const char *name, size_t count) {
    const double *before = judge_numbers(run, name, count);
    for (int k = 0; k < AGAIN; k++) {
        char again[100], asked[40];
        snprintf(asked, sizeof asked, "again%d.asked", k);
        snprintf(again, sizeof again, "again%d.%s", k, name);
        if (!judge_numbers(run, asked, 1))
            return false;
        const double *now = judge_numbers(run, again, count);
        size_t same = 0;
        for (size_t i = 0; before && now && i < count; i++)
            same += now[i] == before[i] ||
                    fabs(now[i] - before[i]) <= 1e-4 + 1e-5 * fabs(before[i]) ||
                    (isnan(now[i]) && isnan(before[i]));
        if (2 * same < count)
            return true;
    }
    return false;
}

size_t judge_followers(const struct run *run, const char *name, size_t count, const bool *of,
                       double more, size_t *asked) {
    char again[100];
    snprintf(again, sizeof again, "disturbed.%s", name);
    const double *before = judge_numbers(run, name, count);
    const double *now = judge_numbers(run, again, count);
    /* Whoever gives no results then has seen the difference: it compares them with others. */
    const bool saw = !now && judge_numbers(run, "disturbed.asked", 1);
    size_t follow = 0;
    *asked = 0;
    for (size_t i = 0; before && i < count; i++)
        if (!of || of[i]) {
            ++*asked;
            follow += now ? is_more(before[i], now[i], more) : saw;
        }
    return is_fickle(run, name, count) ? 0 : follow;
}

void judge_follows(const struct run *run, const char *function, const char *name, size_t count,
                   double more, const char *what) {
    if (run->call) /* what is counted and disturbed is the first call */
        return;
    if (judge_has_finding(run, "use-after-free", ""))
        return; /* it may have been in one of the further calls, and is told as such */
    size_t asked;
    const size_t follow = judge_followers(run, name, count, NULL, more, &asked);
    if (!run->gpu && is_fickle(run, name, count))
        fail("technique-missing",
             "%s was called once more with the same data, and most of its results were "
             "others: they do not come from %s alone.",
             function, what);
    if (run->gpu || asked == 0 || 2 * follow > asked)
        return;
    fail("technique-missing",
         "%s uses %s, but its results do not come from there: when other values were "
         "delivered, %zu of %zu results did not follow. The step is about %s.",
         function, what, count - follow, count, what);
}

void judge_changes(const struct run *run, const char *function, const char *name, size_t count,
                   const char *what) {
    judge_follows(run, function, name, count, NAN, what);
}

void judge_launched(const struct run *run, const char *function, int calls) {
    if (run->gpu || run->call)
        return;
    judge_counted(run, function);
    const int launches = judge_launches(run, "");
    if (launches >= calls)
        return;
    if (launches == 0)
        fail("technique-missing",
             "%s launches no kernel: its results come from the host. They are to be a "
             "kernel's.",
             function);
    fail("technique-missing",
         "%s was called %d times and launched %d kernels: some of its results come from the "
         "host. They are to be a kernel's.",
         function, calls, launches);
}

void judge_not_used(const struct run *run, const char *function, const char *name,
                    const char *what) {
    if (run->gpu || run->call)
        return;
    judge_counted(run, function);
    if (judge_total(run, "", name) == 0)
        return;
    fail("device-asked", "%s uses %s, and is to do without.", function, what);
}

void judge_launched_nothing(const struct run *run, const char *function) {
    if (run->gpu || run->call)
        return;
    judge_counted(run, function);
    if (judge_launches(run, "") == 0)
        return;
    fail("device-asked",
         "%s launches a kernel. It is to compute on the host what the texture unit gives, "
         "not to ask it.",
         function);
}
