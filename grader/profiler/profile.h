/* A trace summed up: one row a kernel, a kind of copy, an API call. */
#ifndef GRADER_PROFILER_PROFILE_H
#define GRADER_PROFILER_PROFILE_H

#include "trace.h"

typedef struct {
    const char *name;
    size_t calls;
    uint64_t time, least, most; /* ns: the sum, the shortest, the longest */
    uint64_t bytes;             /* copies and sets: the sum */
    const TraceActivity *first; /* NULL for API calls */
    size_t shapes;              /* kernels: different grids, blocks or shared memory sizes */
} ProfileRow;

typedef struct {
    ProfileRow *rows; /* most time first; where there are no times, by first appearance */
    size_t count;
    uint64_t time; /* ns, the sum of the rows */
} ProfileTable;

/* Kernels, copies and sets. */
ProfileTable profile_activities(const Trace *trace);

/* API calls. */
ProfileTable profile_calls(const Trace *trace);

#endif
