/* One process's verdict: pairs of samples until the statistics decide. */
#ifndef GRADER_TIMING_MEASURE_H
#define GRADER_TIMING_MEASURE_H

#include <stdint.h>
#include "bench.h"
#include "stats.h"

typedef struct {
    StatsJudgement judgement;
    double d[STATS_MAX_PAIRS]; /* ln(time A / time B) of each pair, in the order measured */
    size_t pairs;              /* in d */
    double us[JOB_SIDES];      /* median time of one launch */
    double disturbed;          /* share of samples over 1.3 times their side's median */
    double seconds;            /* of GPU time */
} Measurement;

/* Chooses the number of launches a sample from the reference's speed, and makes room for them.
 * Both sides have then run once and were checked. Ends the process when the job is too short. */
void measure_prepare(Bench *bench, uint64_t key);

/* Measures until decided, or (always) to the last look. Outputs of every sample are checked. */
Measurement measure(Bench *bench, double threshold, uint64_t key, bool all_pairs);

/* Ends the process when a side is faster than its bytes can be moved. */
void measure_refuse_impossible(const Bench *bench, const Measurement *result);

/* The next key of a sequence of random numbers. */
uint64_t measure_next_key(uint64_t *state);

#endif
