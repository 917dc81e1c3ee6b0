#include "stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const size_t stats_look[STATS_LOOKS] = {15, 45, STATS_MAX_PAIRS};

size_t stats_rank(size_t n, double alpha) {
    /* P(d(k) > median) = P(Binomial(n, 1/2) <= k - 1); both tails together must stay <= alpha. */
    double term = pow(0.5, (double)n); /* P(Binomial = i), starting at i = 0 */
    double tail = 0.0;
    size_t rank = 0;
    for (size_t i = 0; 2 * i < n; i++) {
        tail += term;
        if (2.0 * tail > alpha)
            break;
        rank = i + 1;
        term *= (double)(n - i) / (double)(i + 1);
    }
    return rank;
}

static int compare_doubles(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

bool stats_interval(const double *d, size_t n, double alpha, StatsInterval *out) {
    size_t rank = stats_rank(n, alpha);
    if (rank == 0 || n > STATS_MAX_PAIRS)
        return false;
    double sorted[STATS_MAX_PAIRS];
    memcpy(sorted, d, n * sizeof *d);
    qsort(sorted, n, sizeof *sorted, compare_doubles);
    out->low = sorted[rank - 1];
    out->high = sorted[n - rank];
    out->median = n % 2 ? sorted[n / 2] : 0.5 * (sorted[n / 2 - 1] + sorted[n / 2]);
    return true;
}

StatsJudgement stats_judge(const double *d, size_t n, StatsSense sense, double threshold) {
    StatsJudgement result = {.verdict = STATS_UNDECIDED, .need_more = n < STATS_MAX_PAIRS};
    double limit = log(threshold);
    for (size_t look = 0; look < STATS_LOOKS && stats_look[look] <= n; look++) {
        StatsInterval interval;
        if (!stats_interval(d, stats_look[look], STATS_ALPHA, &interval))
            continue;
        result.interval = interval;
        result.pairs = stats_look[look];
        /* On the threshold itself the requirement is met: "at most", "at least". */
        bool below = sense == STATS_AT_MOST ? interval.high <= limit : interval.high < limit;
        bool above = sense == STATS_AT_MOST ? interval.low > limit : interval.low >= limit;
        if (below || above) {
            bool met = sense == STATS_AT_MOST ? below : above;
            result.verdict = met ? STATS_PASS : STATS_FAIL;
            result.need_more = false;
            return result;
        }
    }
    return result;
}

StatsVerdict stats_agree(StatsVerdict first, StatsVerdict second) {
    return first == second ? first : STATS_UNDECIDED;
}

const char *stats_verdict_name(StatsVerdict verdict) {
    switch (verdict) {
    case STATS_PASS:
        return "pass";
    case STATS_FAIL:
        return "fail";
    case STATS_UNDECIDED:
        break;
    }
    return "undecided";
}
