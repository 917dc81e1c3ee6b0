// What a table of times is made of, for `make check`: what the student's events measured (the
// linker sends these calls here, CHECK_WRAP in the lab's Makefile) and what was launched between
// them (as the CPU device counted it). Included by the lab's main file after selftest.h.
//
//   CHECK_WRAP = cudaEventRecord cudaEventElapsedTime cudaMemcpy cudaMemset cudaMemsetAsync
#ifndef LABS_COMMON_INTERVALS_H
#define LABS_COMMON_INTERVALS_H

#include <math.h>
#include "selftest.h"

static std::vector<float>
    events_measured; // milliseconds, in the order in which they were asked for
// How many events had been recorded when the first and the second of each were, those included.
struct Span {
    int first, last;
    bool holds(int events) const {
        return events >= first && events < last;
    }
};
static std::vector<Span> spans_measured;
static std::vector<std::pair<cudaEvent_t, int>> records; // each event, and how many there were then
static std::vector<int> others; // copies and sets: how many there were then
static int events_recorded;

// Forgets what was measured before.
static inline void measure_anew(void) {
    events_measured.clear();
    spans_measured.clear();
    records.clear();
    others.clear();
    events_recorded = 0;
}

static inline int recorded_at(cudaEvent_t event) {
    for (size_t i = records.size(); i-- > 0;)
        if (records[i].first == event)
            return records[i].second;
    return 0;
}

extern "C" {
cudaError_t __real_cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
cudaError_t __real_cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t stop);
cudaError_t __real_cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind);
cudaError_t __real_cudaMemset(void *to, int value, size_t bytes);
cudaError_t __real_cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream);

cudaError_t __wrap_cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    events_recorded++;
    records.push_back({event, events_recorded});
    return __real_cudaEventRecord(event, stream);
}

cudaError_t __wrap_cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t stop) {
    cudaError_t error = __real_cudaEventElapsedTime(ms, start, stop);
    if (error == cudaSuccess) {
        events_measured.push_back(*ms);
        spans_measured.push_back({recorded_at(start), recorded_at(stop)});
    }
    return error;
}

cudaError_t __wrap_cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind) {
    others.push_back(events_recorded);
    return __real_cudaMemcpy(to, from, bytes, kind);
}

cudaError_t __wrap_cudaMemset(void *to, int value, size_t bytes) {
    others.push_back(events_recorded);
    return __real_cudaMemset(to, value, bytes);
}

cudaError_t __wrap_cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream) {
    others.push_back(events_recorded);
    return __real_cudaMemsetAsync(to, value, bytes, stream);
}
}

// A launch of the check before, and how many events had been recorded then.
struct CountedLaunch {
    std::string kernel;
    int events;
    double sectors; // that its loads from global memory asked for
};

// In their order; none where nothing was counted (a GPU counts nothing).
static inline std::vector<CountedLaunch> counted_launches(void) {
    const char *file = getenv("CPU_DEVICE_PROFILE");
    const std::string text = file ? selftest_text(std::string(file) + ".before") : "";
    const std::string mark = "\"kernel\": \"";
    std::vector<CountedLaunch> launches;
    for (size_t at = 0; (at = text.find(mark, at)) != std::string::npos;) {
        at += mark.size();
        const size_t events = text.find("\"events\": ", at),
                     loads = text.find("\"global_loads\":", at),
                     sectors = text.find("\"sectors\": ", loads);
        if (events == std::string::npos || sectors == std::string::npos)
            break;
        launches.push_back({text.substr(at, text.find('"', at) - at),
                            atoi(text.c_str() + events + strlen("\"events\": ")),
                            atof(text.c_str() + sectors + strlen("\"sectors\": "))});
    }
    return launches;
}

static inline bool near(double value, double other) {
    return fabs(value - other) <= 1e-3 * fabs(other);
}

static inline bool is_timed(int events) {
    for (const Span &span : spans_measured)
        if (span.holds(events))
            return true;
    return false;
}

// The first launch of a kernel lies outside of the events, or it is timed with the others.
static inline void check_warm_up(const char *function, const std::vector<CountedLaunch> &launches) {
    for (size_t i = 0; i < launches.size(); i++) {
        bool first = is_timed(launches[i].events);
        for (size_t j = 0; j < i && first; j++)
            first = launches[j].kernel != launches[i].kernel;
        if (first)
            mistake("no-warm-up",
                    "%s: the first launch of %s is timed with the others\n"
                    "It loads the kernel and warms the caches: launch once before the first event.",
                    function, launches[i].kernel.c_str());
    }
}

// What may be behind times that are `factor` times too short, of `launches` each.
static inline const char *factor_name(double factor, int launches, bool bytes) {
    const double gibi = 1.073741824, million = 1e6;
    if (near(factor * launches, 1) || near(factor * launches, launches + 1))
        return "not-averaged";
    if (near(factor, 1000) || near(factor, 0.001) || near(factor, million))
        return "seconds-for-milliseconds";
    if (bytes && (near(factor, 2) || near(factor, 0.5) || near(factor, gibi) ||
                  near(factor, 1 / gibi) || near(factor, 4) || near(factor, 0.25)))
        return "bytes-miscounted";
    return NULL;
}

// Times of one launch each that are those of all launches between the events, or in seconds, or of
// whole milliseconds divided by one number: told before anybody's clock has a say.
static inline void check_units(const char *function, const std::vector<double> &ms) {
    bool alike = events_measured.size() == ms.size();
    for (size_t r = 0; r < ms.size() && alike; r++)
        alike = ms[r] > 0.0 && near(events_measured[r] / ms[r], events_measured[0] / ms[0]);
    const double factor = alike ? events_measured[0] / ms[0] : 0.0;
    if (alike && near(factor, 1))
        mistake("not-averaged",
                "%s: each time is that of all launches between the two events\n"
                "Divide it by their number.",
                function);
    if (alike && factor > 4000 && near(factor, 1000 * floor(factor / 1000 + 0.5)))
        mistake("seconds-for-milliseconds",
                "%s: the times are in seconds; cudaEventElapsedTime gives milliseconds", function);
    for (int launches = 1; launches <= 100 && events_measured.empty(); launches++) {
        bool whole = true;
        for (double time : ms) {
            const double sum = time * launches;
            whole = whole && sum > 0.5 && sum < 20000 && fabs(sum - floor(sum + 0.5)) < 2e-7 * sum;
        }
        if (whole)
            mistake(NULL,
                    "%s: all times are whole milliseconds, divided by %d\n"
                    "Keep the fractions: a launch takes microseconds.",
                    function, launches);
    }
}

// Row r of the table says that a launch took ms[r] milliseconds (`bytes`: it says what was moved in
// that time), and says so after one call of `function`, whose launches are those of the check
// before. No claim where it does not measure once for each row.
static inline void check_intervals(const char *function, const std::vector<double> &ms,
                                   bool bytes) {
    const std::vector<CountedLaunch> launches = counted_launches();
    const size_t rows = ms.size();
    std::vector<int> between(rows);
    bool alike = true;
    if (launches.empty() || spans_measured.size() != rows)
        return;
    for (size_t r = 0; r < rows; r++)
        for (const CountedLaunch &launch : launches)
            between[r] += spans_measured[r].holds(launch.events);
    for (size_t r = 0; r < rows; r++)
        if (between[r] == 0)
            return;
    for (int events : others)
        if (is_timed(events))
            mistake(NULL, "%s: memory is copied or set between the two events, and timed with them",
                    function);
    check_warm_up(function, launches);
    std::vector<double> factors;
    for (size_t r = 0; r < rows; r++) {
        if (between[r] < 5)
            mistake(near(events_measured[r] / between[r], ms[r]) ? NULL : "not-averaged",
                    "%s: row %zu is the time of %d launches between its two events, expected the "
                    "mean of at least 5",
                    function, r, between[r]);
        factors.push_back(events_measured[r] / between[r] / ms[r]);
        alike = alike && near(factors[r], factors[0]) && between[r] == between[0];
    }
    if (alike && near(factors[0], 1))
        return;
    for (size_t r = 0; r < rows; r++) {
        bool other = false;
        for (size_t s = 0; s < rows; s++)
            other = other || near(events_measured[s] / between[s], ms[r]);
        if (!near(factors[r], 1))
            mistake(
                alike   ? factor_name(factors[0], between[0], bytes)
                : other ? "times-exchanged"
                        : NULL,
                "%s: row %zu says %.4g ms for one launch; its events measured %.4g ms for %d of "
                "them, which is %.4g ms for each",
                function, r, ms[r], events_measured[r], between[r],
                events_measured[r] / between[r]);
    }
}

#endif
