/* The ways to print a profile. All write whole tables to out. */
#ifndef GRADER_PROFILER_PRINT_H
#define GRADER_PROFILER_PRINT_H

#include <stdio.h>
#include "profile.h"

/* nvprof's tables: GPU activities and API calls summed up; every activity, by start. */
void prof_print_summary(FILE *out, const Trace *trace);
void prof_print_trace(FILE *out, const Trace *trace);

/* The same as CSV, with nvprof's second header line, the units. */
void prof_print_summary_csv(FILE *out, const Trace *trace);
void prof_print_trace_csv(FILE *out, const Trace *trace);

/* One JSON object, "gpu-memory-labs/profile/1" (grader/profiler/README.md); every activity too when
 * asked for. */
void prof_print_json(FILE *out, const Trace *trace, bool activities);

/* Chrome's trace-event format, for Perfetto: API calls by thread, kernels and copies by stream.
 * Returns how many of them there are; none where nothing has a time, as on the CPU device. */
size_t prof_print_chrome(FILE *out, const Trace *trace);

/* Five significant digits and a unit: "2.3680us", "4.0000KB", "12.345GB/s"; "-" for no time. */
void prof_format_time(char text[24], uint64_t nanoseconds);
void prof_format_bytes(char text[24], double bytes, const char *suffix);

#endif
