#include <stdlib.h>
#include "print.h"
#include "../common/json.h"

/* The two rows of tracks: "processes" in the words of the format, whose numbers are free. */
enum { HOST = 1, GPU = 2 };

static void print_name(FILE *out, const char *what, int process, unsigned long track,
                       const char *name) {
    fprintf(out,
            "{\"ph\": \"M\", \"name\": \"%s\", \"pid\": %d, \"tid\": %lu, \"args\": {\"name\": ",
            what, process, track);
    json_string(out, name);
    fputs("}}", out);
}

/* Microseconds, to the nanosecond. */
static void print_times(FILE *out, uint64_t start, uint64_t end, uint64_t origin) {
    uint64_t since = start - origin, time = end > start ? end - start : 0;
    fprintf(out, "\"ts\": %llu.%03llu, \"dur\": %llu.%03llu", (unsigned long long)(since / 1000),
            (unsigned long long)(since % 1000), (unsigned long long)(time / 1000),
            (unsigned long long)(time % 1000));
}

static void print_call(FILE *out, const TraceCall *call, unsigned long track, uint64_t origin) {
    fputs(",\n{\"ph\": \"X\", \"cat\": \"api\", \"name\": ", out);
    json_string(out, call->name);
    fprintf(out, ", \"pid\": %d, \"tid\": %lu, ", HOST, track);
    print_times(out, call->start, call->end, origin);
    fputc('}', out);
}

static void print_activity(FILE *out, const TraceActivity *a, uint64_t origin) {
    fprintf(out, ",\n{\"ph\": \"X\", \"cat\": \"%s\", \"name\": ",
            a->kind == TRACE_KERNEL ? "kernel" : "copy");
    json_string(out, a->name);
    fprintf(out, ", \"pid\": %d, \"tid\": %u, ", GPU, a->stream);
    print_times(out, a->start, a->end, origin);
    if (a->kind == TRACE_KERNEL)
        fprintf(out,
                ", \"args\": {\"grid\": \"%d x %d x %d\", \"block\": \"%d x %d x %d\", "
                "\"registers\": %u, \"static shared\": %u, \"dynamic shared\": %u}}",
                a->grid[0], a->grid[1], a->grid[2], a->block[0], a->block[1], a->block[2],
                a->registers, a->static_bytes, a->dynamic_bytes);
    else
        fprintf(out, ", \"args\": {\"bytes\": %llu}}", (unsigned long long)a->bytes);
}

static int by_number(const void *left, const void *right) {
    unsigned long a = *(const unsigned long *)left, b = *(const unsigned long *)right;
    return (a > b) - (a < b);
}

/* Sorts the numbers and leaves each once; how many there are then. */
static size_t distinct(unsigned long *numbers, size_t count) {
    size_t left = 0;
    if (count)
        qsort(numbers, count, sizeof *numbers, by_number);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || numbers[i] != numbers[i - 1])
            numbers[left++] = numbers[i];
    return left;
}

static void print_track(FILE *out, int process, unsigned long track, const char *what) {
    char name[64];
    snprintf(name, sizeof name, "%s %lu", what, track);
    fputs(",\n", out);
    print_name(out, "thread_name", process, track, name);
}

/* Threads get small numbers: their own are addresses, too large for the format's readers. */
static size_t print_calls(FILE *out, const Trace *trace, unsigned long *threads, uint64_t origin) {
    size_t count = 0, timed = 0;
    for (size_t i = 0; i < trace->call_count; i++)
        threads[i] = trace->calls[i].thread;
    count = distinct(threads, trace->call_count);
    for (size_t i = 0; i < count; i++)
        print_track(out, HOST, i + 1, "thread");
    for (size_t i = 0; i < trace->call_count; i++)
        if (trace->calls[i].start) {
            const unsigned long *at = bsearch(&(unsigned long){trace->calls[i].thread}, threads,
                                              count, sizeof *threads, by_number);
            print_call(out, &trace->calls[i], (unsigned long)(at - threads) + 1, origin);
            timed++;
        }
    return timed;
}

static size_t print_activities(FILE *out, const Trace *trace, unsigned long *streams,
                               uint64_t origin) {
    size_t count = 0, timed = 0;
    for (size_t i = 0; i < trace->activity_count; i++)
        if (trace->activities[i].start) {
            print_activity(out, &trace->activities[i], origin);
            streams[timed++] = trace->activities[i].stream;
        }
    count = distinct(streams, timed);
    for (size_t i = 0; i < count; i++)
        print_track(out, GPU, streams[i], "stream");
    return timed;
}

static uint64_t earliest(const Trace *trace) {
    uint64_t origin = UINT64_MAX;
    for (size_t i = 0; i < trace->activity_count; i++)
        if (trace->activities[i].start && trace->activities[i].start < origin)
            origin = trace->activities[i].start;
    for (size_t i = 0; i < trace->call_count; i++)
        if (trace->calls[i].start && trace->calls[i].start < origin)
            origin = trace->calls[i].start;
    return origin;
}

size_t prof_print_chrome(FILE *out, const Trace *trace) {
    size_t most =
        trace->activity_count > trace->call_count ? trace->activity_count : trace->call_count;
    unsigned long *tracks = malloc((most + 1) * sizeof *tracks);
    uint64_t origin = earliest(trace);
    if (!tracks)
        abort();
    fputs("{\"displayTimeUnit\": \"ns\",\n\"traceEvents\": [\n", out);
    print_name(out, "process_name", HOST, 0, trace->program ? trace->program : "host");
    fputs(",\n", out);
    print_name(out, "process_name", GPU, 0, trace->device ? trace->device : "GPU");
    size_t events = print_calls(out, trace, tracks, origin);
    events += print_activities(out, trace, tracks, origin);
    fputs("\n]}\n", out);
    free(tracks);
    return events;
}
