/* timed.h - what grader_timed.h hands on: the intervals between the student's events. Raw:
 * intervals (how many the student asked cudaEventElapsedTime for; -1 when there were too many) and
 * interval, of each: how many records of events there had been when its first and its last event
 * were recorded, its milliseconds, and how many copies, allocations and the like lay between them.
 */
#ifndef HARNESS_TIMED_H
#define HARNESS_TIMED_H

#include "harness.h"
#include <map>

enum { MOST_INTERVALS = 12000 };

struct TimedMoment {
    double records, others;
};

static std::map<cudaEvent_t, TimedMoment> timed_moments;
static std::vector<double> timed_intervals;
static double timed_records, timed_others;

static void timed_note(cudaEvent_t event) {
    timed_moments[event] = {++timed_records, timed_others};
}

cudaError_t timed_record(cudaEvent_t event, cudaStream_t stream) {
    cudaError_t error = cudaEventRecord(event, stream);
    if (error == cudaSuccess)
        timed_note(event);
    return error;
}

cudaError_t timed_record_with_flags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    cudaError_t error = cudaEventRecordWithFlags(event, stream, flags);
    if (error == cudaSuccess)
        timed_note(event);
    return error;
}

cudaError_t timed_elapsed(float *ms, cudaEvent_t from, cudaEvent_t to) {
    cudaError_t error = cudaEventElapsedTime(ms, from, to);
    if (error == cudaSuccess && timed_intervals.size() <= 4 * MOST_INTERVALS) {
        const TimedMoment a = timed_moments[from], b = timed_moments[to];
        for (double number : {a.records, b.records, (double)*ms, b.others - a.others})
            timed_intervals.push_back(number);
    }
    return error;
}

void timed_other(void) {
    timed_others++;
}

// Writes the intervals of the call that was made; those of later calls are not of interest.
static void write_intervals() {
    const size_t count = timed_intervals.size() / 4;
    write_number("intervals", count > MOST_INTERVALS ? -1 : (double)count);
    write_raw("interval", timed_intervals);
}

#endif
