/* A table of times: what was launched between two events and before them (the CPU device's counts),
 * and whether the times are those of one launch (what the harness measured of the same kernels). */
#include "judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LAUNCHES = 50000 };

struct launch {
    double order, events, threads[2]; /* of the grid, along x and y */
    double stored;                    /* bytes */
    bool asked;                       /* of the kernel that is looked at */
    bool listed;                      /* of one of the table's */
};

static int by_order(const void *a, const void *b) {
    double x = ((const struct launch *)a)->order, y = ((const struct launch *)b)->order;
    return (x > y) - (x < y);
}

static bool is_listed(const struct judge_times *t, const char *kernel) {
    for (int k = 0; k < t->kernel_count; k++)
        if (strstr(kernel, t->kernels[k]))
            return true;
    return false;
}

/* All launches of the run in their order; those of `kernel` are marked. */
static size_t load_launches(const struct run *run, const struct judge_times *t, const char *kernel,
                            struct launch *launches) {
    size_t count = 0;
    double order = NAN, blocks[2] = {0}, threads[2] = {0};
    struct count entry;
    for (const char *text = run->counts;
         count < MOST_LAUNCHES && judge_next_count(&text, &entry);) {
        if (strcmp(entry.name, "launch") == 0)
            order = entry.value;
        else if (strcmp(entry.name, "grid.0") == 0 || strcmp(entry.name, "grid.1") == 0)
            blocks[entry.name[5] - '0'] = entry.value;
        else if (strcmp(entry.name, "block.0") == 0 || strcmp(entry.name, "block.1") == 0)
            threads[entry.name[6] - '0'] = entry.value;
        else if (strcmp(entry.name, "events") == 0)
            launches[count++] = (struct launch){order,
                                                entry.value,
                                                {blocks[0] * threads[0], blocks[1] * threads[1]},
                                                0,
                                                strstr(entry.kernel, kernel) != NULL,
                                                is_listed(t, entry.kernel)};
        else if (strcmp(entry.name, "global_stores.bytes") == 0 && count > 0)
            launches[count - 1].stored = entry.value; /* told behind the events */
    }
    qsort(launches, count, sizeof *launches, by_order);
    return count;
}

static void judge_kernel(const struct judge_times *t, const char *kernel,
                         const struct launch *launches, size_t count) {
    size_t launched = 0, groups = 0, whole = 0;
    const struct launch *small = NULL;
    double before = 0, last = NAN;
    bool event_first = false, others = false;
    for (size_t i = 0; i < count; i++) {
        others |= !launches[i].listed;
        if (!launches[i].asked)
            continue;
        if (launched++ == 0) {
            before = i > 0 ? launches[i - 1].events : 0;
            event_first = launches[i].events > before;
        }
        if (launches[i].stored >= t->bytes)
            whole++;
        else
            small = &launches[i];
        groups += !(launches[i].events == last);
        last = launches[i].events;
    }
    if (launched == 0 && others && t->by_any)
        return;
    if (launched == 0)
        fail(NULL,
             "%s never launches %s, and its table has a row for it: another kernel was "
             "timed in its place.",
             t->function, kernel);
    if (launched < (size_t)t->rows * 5 + 1)
        fail(NULL,
             "%s launches %s %zu times for %d row%s: a time is averaged over at least 5 "
             "launches after one that is not counted.",
             t->function, kernel, launched, t->rows, t->rows > 1 ? "s" : "");
    if (small && whole < (size_t)t->rows * 5)
        fail(NULL,
             "%s launches %s with %.0f x %.0f threads, and %.0f of its %.0f results are "
             "written. Round the number of blocks up, (n + threads - 1) / threads, or less "
             "is timed than the row says.",
             t->function, kernel, small->threads[0], small->threads[1], small->stored / 4,
             t->bytes / 4);
    if (event_first && groups <= (size_t)t->rows)
        fail("no-warm-up",
             "%s: the first launch of %s is timed with the others: it loads the kernel and "
             "warms the caches. Launch once before the first event; that launch is not "
             "counted.",
             t->function, kernel);
}

void judge_launches_timed(const struct run *run, const struct judge_times *t) {
    struct launch *launches = malloc(MOST_LAUNCHES * sizeof *launches);
    judge_by_counts(true);
    for (int k = 0; launches && !run->gpu && k < t->kernel_count; k++) {
        size_t count = load_launches(run, t, t->kernels[k], launches);
        if (count > (size_t)t->own)
            judge_kernel(t, t->kernels[k], launches, count - (size_t)t->own);
    }
    judge_by_counts(false);
    free(launches);
}

void judge_times_whole(const char *function, const double *ms, size_t count) {
    enum { LAUNCHES = 100 };
    for (int launches = 1; launches <= LAUNCHES; launches++) {
        size_t whole = 0;
        for (size_t i = 0; i < count; i++) {
            const double sum = ms[i] * launches;
            /* Of two times that are no such thing both come that near, for one of the numbers,
             * in less than one case of 10,000; longer ones lose little and are let be. */
            whole += sum < 1000 && fabs(sum - round(sum)) < 2e-7 * fmax(sum, 1);
        }
        if (whole == count)
            fail(NULL,
                 "%s: all the times are whole milliseconds, divided by %d: the fractions "
                 "are cut off. A launch takes microseconds; keep the time in float or "
                 "double (std::chrono::duration<float, std::milli>) before it is divided.",
                 function, launches);
    }
}

void judge_times_plausible(const char *function, double time, double least, double most) {
    const double wide = 4;
    if (!(least > 0) || (time >= least / wide && time <= most * wide))
        return;
    double times = time < least ? least / time : time / most;
    if (times > 300 && times < 3000 && time < least)
        fail(NULL,
             "%s: the times are about %.0f times too short for one launch of these kernels. Either "
             "a clock was read while they still ran (a launch returns at once: events around "
             "the launches, or cudaDeviceSynchronize() before the clock is read), or they are in "
             "seconds where milliseconds are meant.",
             function, times);
    if (times > 300 && times < 3000)
        fail(NULL,
             "%s: the times are about %.0f times too %s: one is in milliseconds and the "
             "other in seconds. cudaEventElapsedTime gives milliseconds.",
             function, times, time < least ? "short" : "long");
    if (times > 300 && time < least)
        fail_fact("timed-without-sync",
                  "%s: the times are about %.0f times too short for one launch of these kernels, "
                  "so the kernels do not lie between the two moments. Both events belong to the "
                  "stream of the launches, one before them and one behind; another clock is read "
                  "when cudaDeviceSynchronize() has returned.",
                  function, times);
    if (times > 300)
        fail(NULL,
             "%s: the times are about %.0f times too long for one launch of these kernels: "
             "time the launches alone, divide by their number, and give milliseconds.",
             function, times);
    fail("not-averaged",
         "%s: the times are about %.1f times too %s for one launch of these kernels. The "
         "time between two events is that of all launches between them: divide it by their "
         "number, once, and leave copies outside.",
         function, times, time < least ? "short" : "long");
}
