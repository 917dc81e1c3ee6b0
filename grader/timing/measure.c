#include "measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "end.h"

uint64_t measure_next_key(uint64_t *state) {
    uint64_t x = *state += 0x9E3779B97F4A7C15ull;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}

/* One sample of a side, with its inputs checked; us for one launch. */
static double checked_sample(Bench *bench, int side, uint64_t key, uint64_t inputs) {
    double us = bench_sample(bench, side) / (double)bench->sets;
    const JobSide *one = &bench->job->sides[side];
    if (bench_checksum(bench) != inputs) {
        if (!one->student)
            end_error("input-written", "the reference's kernel %s wrote to its inputs",
                      one->kernel);
        end_fail("input-written", "kernel %s wrote to memory that it may only read", one->kernel);
    }
    bench_check(bench, side, key);
    bench_wipe(bench, side); /* or the other side could copy it: both get the same inputs */
    return us;
}

void measure_prepare(Bench *bench, uint64_t key) {
    bench_reserve(bench, 1);
    double fastest = INFINITY;
    for (int turn = 0; turn < 8; turn++) { /* the first turns also wake the clocks */
        uint64_t fresh = measure_next_key(&key);
        bench_refill(bench, fresh);
        for (int side = 0; side < JOB_SIDES; side++) {
            double us = bench_sample_expected(bench, side);
            if (turn > 0 && us < fastest)
                fastest = us;
        }
        if (turn > 0)
            continue;
        uint64_t inputs = bench_checksum(bench);
        bench_refill(bench, fresh); /* the same again: the samples above unmasked the outputs */
        for (int side = 0; side < JOB_SIDES; side++)
            checked_sample(bench, side, fresh, inputs);
    }
    double sets = ceil(bench->job->sample_us / fastest);
    if (sets > BENCH_MAX_SETS)
        end_error("too-short",
                  "the job's kernel takes %.2f us: %d launches do not fill a sample of %.0f us; "
                  "make the job larger",
                  fastest, BENCH_MAX_SETS, bench->job->sample_us);
    bench_reserve(bench, sets < 2.0 ? 2 : (size_t)sets);
}

static int compare_doubles(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double median(const double *values, size_t n) {
    double sorted[STATS_MAX_PAIRS];
    memcpy(sorted, values, n * sizeof *values);
    qsort(sorted, n, sizeof *sorted, compare_doubles);
    return n % 2 ? sorted[n / 2] : 0.5 * (sorted[n / 2 - 1] + sorted[n / 2]);
}

Measurement measure(Bench *bench, double threshold, uint64_t key, bool all_pairs) {
    const size_t warm_up = 2; /* pairs that are run, checked and not counted */
    double us[JOB_SIDES][STATS_MAX_PAIRS];
    Measurement result = {.pairs = 0};
    bench->seconds = 0.0;
    for (size_t look = 0; look < STATS_LOOKS; look++) {
        for (size_t pair = result.pairs; pair < stats_look[look] + (result.pairs ? 0 : warm_up);
             pair++) {
            uint64_t fresh = measure_next_key(&key);
            bench_refill(bench, fresh);
            uint64_t inputs = bench_checksum(bench);
            double time[JOB_SIDES];
            for (int turn = 0; turn < JOB_SIDES; turn++) { /* A B, then B A: ABBA */
                int side = (int)(pair % 2) ^ turn;
                time[side] = checked_sample(bench, side, fresh, inputs);
            }
            if (look == 0 && pair < warm_up)
                continue;
            size_t at = look == 0 ? pair - warm_up : pair;
            us[0][at] = time[0];
            us[1][at] = time[1];
            result.d[at] = log(time[0] / time[1]);
        }
        result.pairs = stats_look[look];
        result.judgement = stats_judge(result.d, result.pairs, bench->job->sense, threshold);
        if (!all_pairs && !result.judgement.need_more)
            break;
    }
    size_t disturbed = 0;
    for (int side = 0; side < JOB_SIDES; side++) {
        result.us[side] = median(us[side], result.pairs);
        for (size_t i = 0; i < result.pairs; i++)
            disturbed += us[side][i] > 1.3 * result.us[side];
    }
    result.disturbed = (double)disturbed / (double)(JOB_SIDES * result.pairs);
    result.seconds = bench->seconds;
    return result;
}

static double attribute(const Bench *bench, CUdevice_attribute which) {
    int value = 0;
    module_check(driver.device_attribute(&value, which, bench->device), "reading the GPU's data");
    return value;
}

void measure_refuse_impossible(const Bench *bench, const Measurement *result) {
    if (bench->job->bytes <= 0.0)
        return;
    double clock = 1e3 * attribute(bench, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE); /* kHz */
    double width = attribute(bench, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH) / 8.0;
    double cache = attribute(bench, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
    double peak = 2.0 * clock * width; /* bytes a second, two transfers a clock */
    /* Data that stays in the cache moves faster than memory; no GPU's cache by more than 3
     * times. */
    if ((double)bench_footprint(bench) < 4.0 * cache)
        peak *= 3.0;
    double least = 1e6 * bench->job->bytes / peak;
    for (int side = 0; side < JOB_SIDES; side++)
        if (bench->job->sides[side].student && result->us[side] < least)
            end_fail("too-fast",
                     "kernel %s seemed to take %.2f us; the %.0f bytes it must move take at least "
                     "%.2f us on this GPU",
                     bench->job->sides[side].kernel, result->us[side], bench->job->bytes, least);
}
