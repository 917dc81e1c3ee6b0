/* The profiler's reader of traces and all its ways to print them: two files of one run. The trace
 * of a submission is made in the box, in reach of its program. */
#include "../../../grader/profiler/print.h"

static struct fuzz_part files[2];

int fuzz_file(const char *path, struct fuzz_part *part) {
    *part = files[*path == 'b'];
    return 1;
}

void fuzz_one(const uint8_t *data, size_t size) {
    struct fuzz_part rest = {data, size};
    Trace trace = {0};
    files[0] = fuzz_next(&rest);
    files[1] = rest;
    if (!trace_read(&trace, "a") || (files[1].size && !trace_read(&trace, "b")))
        abort();
    if (trace.processes == 0)
        return;
    trace_finish(&trace);
    prof_print_summary(fuzz_sink(), &trace);
    prof_print_trace(fuzz_sink(), &trace);
    prof_print_summary_csv(fuzz_sink(), &trace);
    prof_print_trace_csv(fuzz_sink(), &trace);
    prof_print_json(fuzz_sink(), &trace, true);
}
