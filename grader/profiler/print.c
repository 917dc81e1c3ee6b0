/* print: prints traced runs as tables. grader/labprof calls it; see usage(). */
#include <stdlib.h>
#include <string.h>
#include "print.h"

static void usage(FILE *out) {
    fputs("usage: print [--trace] [--csv | --json | --chrome] FILE.trace...\n"
          "\n"
          "Prints the trace files of one run of a program, all its processes together.\n"
          "  --trace   every kernel and copy, by start, instead of sums\n"
          "  --csv     as CSV with a line of units; --json: as one JSON object\n"
          "  --chrome  every call, kernel and copy in Chrome's trace-event format\n"
          "\n"
          "Exit status: 0 printed; 1 a file cannot be read; 2 wrong usage.\n",
          out);
}

/* What a reader must know before believing the tables. */
static void print_warnings(FILE *out, const Trace *trace) {
    fprintf(out, "==%ld== Profiling application: %s\n", trace->pid,
            trace->program ? trace->program : "?");
    if (trace->processes > 1)
        fprintf(out, "==%ld== %zu processes used CUDA; the tables hold all of them.\n", trace->pid,
                trace->processes);
    if (trace->unfinished)
        fprintf(out,
                "==%ld== Incomplete: %s ended without CUDA's exit (killed, or _exit). The tables "
                "hold what was traced until shortly before.\n",
                trace->pid, trace->unfinished > 1 ? "several processes" : "the program");
    if (trace->dropped)
        fprintf(out, "==%ld== Incomplete: %llu records were dropped for lack of room.\n",
                trace->pid, (unsigned long long)trace->dropped);
    if (trace->error)
        fprintf(out, "==%ld== Not traced: %s\n", trace->pid, trace->error);
}

int main(int argc, char **argv) {
    bool every = false, csv = false, json = false, chrome = false;
    static Trace trace;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help")) {
            usage(stdout);
            return 0;
        } else if (!strcmp(argv[i], "--trace")) {
            every = true;
        } else if (!strcmp(argv[i], "--csv")) {
            csv = true;
        } else if (!strcmp(argv[i], "--json")) {
            json = true;
        } else if (!strcmp(argv[i], "--chrome")) {
            chrome = true;
        } else if (argv[i][0] == '-') {
            fprintf(stderr, "print: unknown option '%s'; see print --help\n", argv[i]);
            return 2;
        } else if (!trace_read(&trace, argv[i])) {
            fprintf(stderr, "print: %s cannot be read\n", argv[i]);
            return 1;
        }
    }
    if (trace.processes == 0 || csv + json + chrome > 1) {
        fprintf(stderr, "print: give trace files, and at most one of --csv, --json and --chrome\n");
        return 2;
    }
    trace_finish(&trace);
    if (chrome) {
        prof_print_chrome(stdout, &trace);
        return 0;
    }
    if (json) {
        prof_print_json(stdout, &trace, every);
        return 0;
    }
    print_warnings(stdout, &trace);
    if (csv && every)
        prof_print_trace_csv(stdout, &trace);
    else if (csv)
        prof_print_summary_csv(stdout, &trace);
    else if (every)
        prof_print_trace(stdout, &trace);
    else
        prof_print_summary(stdout, &trace);
    return 0;
}
