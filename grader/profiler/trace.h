/* A traced run of a program, read from the files that liblabprof.so (GPU) or cpu.jq (CPU device)
 * wrote. Each line of such a file is one record, its fields separated by tabs; times in ns:
 *
 *   process PID PROGRAM                     first line of a process
 *   device  ID NAME
 *   kernel  START END DEVICE CONTEXT STREAM GRID(3) BLOCK(3) REGISTERS STATIC DYNAMIC ID NAME
 *   copy    START END DEVICE CONTEXT STREAM BYTES KIND FROM TO ID
 *   set     START END DEVICE CONTEXT STREAM BYTES TO ID
 *   runtime START END THREAD ID NAME        a call of the runtime API
 *   driver  START END THREAD ID NAME        a call of the driver API
 *   count   KERNEL COUNTER VALUE            a count of all launches of a kernel, from a checker
 *   dropped N                               records that CUPTI had no room for
 *   error   TEXT                            why nothing was traced
 *   end                                     last line; without it the process was killed
 */
#ifndef GRADER_PROFILER_TRACE_H
#define GRADER_PROFILER_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { TRACE_KERNEL, TRACE_COPY, TRACE_SET } TraceKind;

typedef struct {
    TraceKind kind;
    uint64_t start, end; /* ns; both 0 where there is no time: on the CPU device, or the program was
                            killed while the kernel ran */
    unsigned device, context, stream;
    int grid[3], block[3];                /* kernels; as are the next two lines */
    unsigned registers;                   /* a thread */
    unsigned static_bytes, dynamic_bytes; /* shared memory a block */
    uint64_t bytes;                       /* copies and sets */
    const char *from, *to;                /* kinds of memory */
    const char *name;                     /* demangled, or "[CUDA memcpy HtoD]" */
} TraceActivity;

typedef struct {
    uint64_t start, end;  /* ns */
    unsigned long thread; /* of one process */
    bool runtime;
    const char *name; /* without version suffix */
} TraceCall;

typedef struct {
    const char *kernel, *counter;
    double value;
} TraceCount;

typedef struct {
    TraceActivity *activities; /* by start */
    size_t activity_count;
    TraceCall *calls; /* without the driver calls that a runtime call made */
    size_t call_count;
    TraceCount *counts;
    size_t count_count;
    const char *program; /* of the first process */
    long pid;
    const char *device; /* name; NULL when none was recorded */
    const char *error;  /* of the last process that could not be traced; NULL: none */
    size_t processes, unfinished;
    uint64_t dropped;
} Trace;

/* Reads one file into trace (zeroed before the first one). False when it cannot be read. Lines that
 * are cut short, as the last one of a killed process may be, are left out. */
bool trace_read(Trace *trace, const char *path);

/* The earliest start of an activity that has one; 0 when none has. After trace_finish. */
uint64_t trace_origin(const Trace *trace);

/* When an activity started, in ns after the origin; 0 when it has no time. */
static inline uint64_t trace_since(const TraceActivity *activity, uint64_t origin) {
    return activity->start ? activity->start - origin : 0;
}

/* Sorts and cleans what was read; call once, after the last file. */
void trace_finish(Trace *trace);

#endif
