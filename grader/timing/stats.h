/* Verdicts on the ratio of two times, from paired measurements.
 *
 * A pair is one sample of A beside one sample of B; its value is d = ln(time A / time B). What is
 * judged is the median of d: a median ignores the samples that another process disturbed, and its
 * order-statistic interval needs no assumption about how they are distributed.
 *
 * Pairs are looked at three times (after 15, 45 and 135). Each look may decide, each with an error
 * of at most STATS_ALPHA, so that a clear case costs 15 pairs and a close one 135.
 */
#ifndef GRADER_TIMING_STATS_H
#define GRADER_TIMING_STATS_H

#include <stdbool.h>
#include <stddef.h>

#define STATS_LOOKS 3
#define STATS_MAX_PAIRS 135
#define STATS_ALPHA 0.001

/* Number of pairs at each look, ascending. */
extern const size_t stats_look[STATS_LOOKS];

typedef enum { STATS_AT_MOST, STATS_AT_LEAST } StatsSense;
typedef enum { STATS_PASS, STATS_FAIL, STATS_UNDECIDED } StatsVerdict;

/* Median of d and the interval that covers the true median with probability >= 1 - alpha.
 * All three are log-ratios; exp() of them are ratios. */
typedef struct {
    double low;
    double median;
    double high;
} StatsInterval;

typedef struct {
    StatsVerdict verdict;
    StatsInterval interval;
    size_t pairs;   /* pairs used: the look that decided, or all looked at */
    bool need_more; /* undecided so far, and a later look remains */
} StatsJudgement;

/* Rank k (from 1) such that [d(k), d(n+1-k)] of n sorted values covers the median with probability
 * >= 1 - alpha; 0 when n is too small for that. n <= 1000. */
size_t stats_rank(size_t n, double alpha);

/* Interval of the median of d[0..n-1], n <= STATS_MAX_PAIRS. False when n is too small for
 * alpha. */
bool stats_interval(const double *d, size_t n, double alpha, StatsInterval *out);

/* Judges d[0..n-1] against a threshold on the ratio (not its logarithm), look by look: the first
 * look whose interval lies wholly on one side of the threshold decides. */
StatsJudgement stats_judge(const double *d, size_t n, StatsSense sense, double threshold);

/* Two independent processes must agree; if they do not, the answer is undecided. */
StatsVerdict stats_agree(StatsVerdict first, StatsVerdict second);

/* "pass", "fail" or "undecided". */
const char *stats_verdict_name(StatsVerdict verdict);

#endif
