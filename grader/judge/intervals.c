/* What a submission's own events measured (harness/timed.h), against the times that it reports.
 * Both come from one run of one clock, so what lies between them is arithmetic: exact, however busy
 * the machine is. Which kernel ran between two events is what the CPU device counted. */
#include "judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INTERVALS = 12000, MOST_ROWS = 64 };
enum { NO_KERNEL = -1, SEVERAL = -2 };

struct interval {
    double from, to, ms, others;
    int kernel, launches;
};

/* The kernels that were launched in each interval. */
static void place_launches(const struct run *run, const struct judge_times *t,
                           struct interval *intervals, int count) {
    struct count launch;
    for (const char *text = run->counts; judge_next_count(&text, &launch);) {
        const double records = launch.value;
        if (strcmp(launch.name, "events") != 0)
            continue;
        int kernel = SEVERAL;
        for (int k = 0; k < t->kernel_count; k++)
            if (strstr(launch.kernel, t->kernels[k]))
                kernel = k;
        for (int i = 0; i < count; i++)
            if (records >= intervals[i].from && records < intervals[i].to) {
                intervals[i].launches++;
                intervals[i].kernel =
                    intervals[i].kernel == NO_KERNEL || intervals[i].kernel == kernel ? kernel
                                                                                      : SEVERAL;
            }
    }
}

/* The run's intervals, *count of them; NULL when there are none, or too many. */
static struct interval *load_intervals(const struct run *run, const struct judge_times *t,
                                       int *count) {
    *count = (int)judge_number(run, "intervals", 0);
    if (*count < 1 || *count > MOST_INTERVALS)
        return NULL;
    const double *numbers = judge_numbers(run, "interval", 4 * (size_t)*count);
    struct interval *intervals = numbers ? malloc((size_t)*count * sizeof *intervals) : NULL;
    for (int i = 0; intervals && i < *count; i++)
        intervals[i] = (struct interval){numbers[4 * i],     numbers[4 * i + 1], numbers[4 * i + 2],
                                         numbers[4 * i + 3], NO_KERNEL,          0};
    if (intervals && !run->gpu)
        place_launches(run, t, intervals, *count);
    return intervals;
}

/* What was measured for a row: all its intervals. */
struct measured {
    double ms;
    int intervals, launches;
};

/* Deals the intervals out to the rows: those of a kernel, in their order, to its rows in theirs. On
 * a GPU nobody knows the kernels, and they are dealt out as they come. Whether every row has as
 * many as the others, of its kernel alone, and nothing but launches lies between. */
static bool deal_out(const struct run *run, const struct judge_times *t,
                     const struct interval *intervals, int count, struct measured *rows) {
    const int row_count = t->kernel_count * t->rows, each = count / row_count;
    int dealt[MOST_ROWS] = {0};
    if (row_count > MOST_ROWS || count % row_count)
        return false;
    memset(rows, 0, (size_t)row_count * sizeof *rows);
    for (int i = 0; i < count; i++) {
        const struct interval *n = &intervals[i];
        int row = i / each;
        if (!(n->ms > 0) || n->others != 0)
            return false;
        if (!run->gpu) {
            if (n->kernel < 0 || dealt[n->kernel] >= each * t->rows)
                return false;
            row = n->kernel + t->kernel_count * (dealt[n->kernel]++ / each);
        }
        rows[row].ms += n->ms;
        rows[row].launches += n->launches;
        rows[row].intervals++;
    }
    return true;
}

static bool near(double a, double b) {
    return fabs(a / b - 1) < 1e-3;
}

/* Is every reported time `factor` times what was measured, of one launch? */
static bool all_are(const double *ms, const struct measured *rows, int count, double factor) {
    for (int i = 0; i < count; i++)
        if (!near(ms[i], factor * rows[i].ms / rows[i].launches))
            return false;
    return true;
}

/* Fails when rows have each other's time, or all one row's. */
static void judge_others_time(const struct judge_times *t, const double *ms,
                              const struct measured *rows, int count) {
    int of[MOST_ROWS], moved = -1;
    bool one = true;
    for (int i = 0; i < count; i++) {
        of[i] = -1;
        for (int j = 0; j < count && of[i] != i; j++)
            if (near(ms[i], rows[j].ms / rows[j].launches) && (of[i] < 0 || j == i))
                of[i] = j;
        if (of[i] < 0)
            return;
        one &= of[i] == of[0];
        if (of[i] != i && moved < 0)
            moved = i;
    }
    const char *const from = t->kernels[of[moved] % t->kernel_count],
                      *const to = t->kernels[moved % t->kernel_count];
    judge_by_counts(true);
    if (one && count > 2)
        fail("times-exchanged",
             "%s: every row has the time of row %d, that of %s: take each kernel's time to "
             "its own row.",
             t->function, of[0], from);
    fail("times-exchanged",
         "%s: times are exchanged: where that of %s belongs stands %.4g ms, which is what "
         "the events measured of row %d, %s.",
         t->function, to, ms[moved], of[moved], from);
}

/* Fails when a time that is reported has copies or allocations in it. Other intervals may have
 * them: nobody reports their time. */
static void judge_others_timed(const struct judge_times *t, const double *ms,
                               const struct interval *intervals, int count) {
    for (int i = 0; i < count; i++) {
        const struct interval *n = &intervals[i];
        if (n->others == 0 || n->kernel < 0 || n->launches == 0)
            continue;
        for (int row = n->kernel; row < t->kernel_count * t->rows; row += t->kernel_count)
            if (near(ms[row], n->ms / n->launches)) {
                judge_by_counts(true);
                fail(NULL,
                     "%s: the time of row %d, %s, has %.0f copies or allocations in it, "
                     "which lie between its two events: nothing but launches belongs "
                     "there.",
                     t->function, row, t->kernels[n->kernel], n->others);
            }
    }
}

/* A mistake that makes every time `times` what it should be. */
struct slip {
    double times;
    const char *diagnosis, *text;
};

static void judge_slips(const struct judge_times *t, const double *ms, const struct measured *rows,
                        int count, double bytes) {
    const double launches = (double)rows[0].launches / rows[0].intervals, all = rows[0].launches;
    const struct slip numbers[] = {
        {1, NULL, ""},
        {all, "not-averaged",
         "The time between two events is that of all launches between them: divide it by their "
         "number, once."},
        {1 / all, "not-averaged",
         "The time between the events is divided by the number of launches twice: once is the time "
         "of one."},
        {launches / (launches + 1), "not-averaged",
         "The time between the events is divided by one more than the launches between them: the "
         "first launch, before the first event, does not count."},
        {launches / (launches - 1), "not-averaged",
         "The time between the events is divided by one less than the launches between them: the "
         "first launch belongs before the first event, where it does not count."},
    };
    const struct slip units[] = {
        {1, NULL, ""},
        {1e-3, "seconds-for-milliseconds",
         "The times are in seconds. cudaEventElapsedTime gives milliseconds, and they are asked "
         "for."},
        {1e3, "microseconds-for-milliseconds",
         "The times are a thousand times too long. cudaEventElapsedTime gives milliseconds, and "
         "they are asked for."},
    };
    const struct slip rates[] = {
        {1, NULL, ""},
        {1e-3, "seconds-for-milliseconds",
         "The GB/s are a thousand times too many: cudaEventElapsedTime gives milliseconds, and "
         "bytes / (ms * 10^6) are 10^9 bytes a second."},
        {1e3, "seconds-for-milliseconds",
         "The GB/s are a thousandth of what they should be: cudaEventElapsedTime gives "
         "milliseconds, and bytes / (ms * 10^6) are 10^9 bytes a second."},
        {1e6, "seconds-for-milliseconds",
         "The GB/s are a millionth of what they should be: bytes / (ms * 10^6) are 10^9 bytes a "
         "second."},
        {1e-6, "seconds-for-milliseconds",
         "The GB/s are a million times too many: bytes / (ms * 10^6) are 10^9 bytes a second."},
        {1e-9, "bytes-miscounted",
         "Bytes a second are given, and 10^9 bytes a second are asked for."},
    };
    const struct slip shares[] = {
        {1, NULL, ""},
        {2, "bytes-miscounted",
         "The GB/s are half of what they should be: a kernel reads its words and writes as many, 8 "
         "bytes for each."},
        {0.5, "bytes-miscounted",
         "The GB/s are twice what they should be: a word is 4 bytes that are read and 4 that are "
         "written."},
        {4, "bytes-miscounted", "Words are counted, and a word has 4 bytes."},
        {8, "bytes-miscounted",
         "Words are counted, not bytes: for each 4 are read and 4 are written."},
        {0.125, "bytes-miscounted", "Bits are counted, and GB are bytes."},
        {1.073741824, "bytes-miscounted", "1 GB is 10^9 bytes here, not 2^30."},
        {1.048576, "bytes-miscounted", "1 GB is 10^9 bytes here, not 1000 * 2^20."},
        {1.024, "bytes-miscounted", "1 GB is 10^9 bytes here, not 1024 * 10^6."},
    };
    const struct slip *unit = bytes > 0 ? rates : units;
    const int number_count = sizeof numbers / sizeof *numbers,
              unit_count = bytes > 0 ? sizeof rates / sizeof *rates : sizeof units / sizeof *units,
              share_count = bytes > 0 ? sizeof shares / sizeof *shares : 1;
    /* One slip explains better than two, and two better than three. */
    for (int slips = 1; slips <= 3; slips++)
        for (int n = 0; n < number_count; n++)
            for (int u = 0; u < unit_count; u++)
                for (int s = 0; s < share_count; s++) {
                    const double factor = numbers[n].times * unit[u].times * shares[s].times;
                    if ((n > 0) + (u > 0) + (s > 0) != slips || !all_are(ms, rows, count, factor))
                        continue;
                    const char *const name = n   ? numbers[n].diagnosis
                                             : u ? unit[u].diagnosis
                                                 : shares[s].diagnosis;
                    const char *const texts[3] = {numbers[n].text, unit[u].text, shares[s].text};
                    char text[800] = "";
                    for (int i = 0; i < 3; i++)
                        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s",
                                 *texts[i] ? " " : "", texts[i]);
                    judge_by_counts(true);
                    if (bytes > 0)
                        fail(name,
                             "%s: row 0 says %.4g GB/s, and by its own events one launch "
                             "takes %.4g ms, which are %.4g.%s",
                             t->function, bytes / ms[0] / 1e6, rows[0].ms / all,
                             bytes / (rows[0].ms / all) / 1e6, text);
                    fail(name,
                         "%s: %.4g ms are given for %s, and by its own events one launch "
                         "takes %.4g ms.%s",
                         t->function, ms[0], t->kernels[0], rows[0].ms / all, text);
                }
    const double divided = round(rows[0].ms / ms[0]);
    if (divided < 2 || !all_are(ms, rows, count, all / divided))
        return;
    judge_by_counts(true);
    fail("not-averaged",
         "%s: what the events measured is divided by %.0f, and between them lie %.0f launches "
         "of %s. Record the first event before all of them, the second behind all of them.",
         t->function, divided, all, t->kernels[0]);
}

/* On a GPU launches are not counted: are the times what was measured, over one number of launches
 * that is as large as is asked for? */
static bool averaged(const double *ms, const struct measured *rows, int count) {
    const double launches = round(rows[0].ms / ms[0]);
    for (int i = 0; i < count; i++)
        if (!near(ms[i] * launches, rows[i].ms))
            return false;
    return launches >= 5;
}

bool judge_times_reported(const struct run *run, const struct judge_times *t, const double *ms,
                          double bytes) {
    const int count = t->kernel_count * t->rows;
    struct measured rows[MOST_ROWS];
    int interval_count;
    struct interval *intervals = load_intervals(run, t, &interval_count);
    const bool dealt = intervals && deal_out(run, t, intervals, interval_count, rows);
    if (intervals && !run->gpu)
        judge_others_timed(t, ms, intervals, interval_count);
    free(intervals);
    if (!dealt)
        return false;
    if (run->gpu)
        return averaged(ms, rows, count);
    for (int i = 0; i < count; i++)
        if (rows[i].launches == 0)
            return false;
    if (all_are(ms, rows, count, 1))
        return true;
    judge_slips(t, ms, rows, count, bytes);
    judge_others_time(t, ms, rows, count);
    return false;
}
