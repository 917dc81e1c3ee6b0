#include <stdlib.h>
#include <string.h>
#include "print.h"

/* 12.345, 1.2345, 123.45: five significant digits, as nvprof printed them. */
static void format_number(char text[24], double value, const char *unit) {
    int decimals = value >= 999.95 ? 1 : value >= 99.995 ? 2 : value >= 9.9995 ? 3 : 4;
    snprintf(text, 24, "%.*f%s", decimals, value, unit);
}

void prof_format_time(char text[24], uint64_t nanoseconds) {
    double value = (double)nanoseconds;
    if (nanoseconds == 0)
        strcpy(text, "-");
    else if (nanoseconds < 1000)
        snprintf(text, 24, "%lluns", (unsigned long long)nanoseconds);
    else if (value < 1e6)
        format_number(text, 1e-3 * value, "us");
    else if (value < 1e9)
        format_number(text, 1e-6 * value, "ms");
    else
        format_number(text, 1e-9 * value, "s");
}

void prof_format_bytes(char text[24], double bytes, const char *suffix) {
    static const char *const units[] = {"B", "KB", "MB", "GB", "TB"};
    size_t unit = 0;
    while (bytes >= 1024.0 && unit + 1 < sizeof units / sizeof *units) {
        bytes /= 1024.0;
        unit++;
    }
    char with_unit[16];
    snprintf(with_unit, sizeof with_unit, "%s%s", units[unit], suffix);
    if (unit == 0)
        snprintf(text, 24, "%.0f%s", bytes, with_unit);
    else
        format_number(text, bytes, with_unit);
}

static void print_rows(FILE *out, const ProfileTable *table, const char *heading) {
    for (size_t i = 0; i < table->count; i++) {
        const ProfileRow *row = &table->rows[i];
        char share[24] = "-", time[24], average[24], least[24], most[24];
        if (table->time)
            snprintf(share, sizeof share, "%.2f%%",
                     100.0 * (double)row->time / (double)table->time);
        prof_format_time(time, row->time);
        prof_format_time(average, (row->time + row->calls / 2) / row->calls);
        prof_format_time(least, row->least);
        prof_format_time(most, row->most);
        fprintf(out, "%16s  %7s  %8s  %8zu  %8s  %8s  %8s  %s\n", i ? "" : heading, share, time,
                row->calls, average, least, most, row->name);
    }
}

static void print_counts(FILE *out, const Trace *trace) {
    const char *kernel = "";
    for (size_t i = 0; i < trace->count_count; i++) {
        const TraceCount *count = &trace->counts[i];
        if (i == 0)
            fprintf(out, "==%ld== Counts, all launches together:\n", trace->pid);
        if (strcmp(kernel, count->kernel))
            fprintf(out, "  %s\n", count->kernel);
        kernel = count->kernel;
        fprintf(out, "    %16.10g  %s\n", count->value, count->counter);
    }
}

void prof_print_summary(FILE *out, const Trace *trace) {
    ProfileTable activities = profile_activities(trace), calls = profile_calls(trace);
    fprintf(out, "==%ld== Profiling result:\n", trace->pid);
    if (activities.count == 0)
        fprintf(out, "No kernels were profiled.\n");
    if (activities.count || calls.count)
        fprintf(out, "%16s  %7s  %8s  %8s  %8s  %8s  %8s  %s\n", "Type", "Time(%)", "Time", "Calls",
                "Avg", "Min", "Max", "Name");
    print_rows(out, &activities, "GPU activities:");
    print_rows(out, &calls, "API calls:");
    print_counts(out, trace);
    free(activities.rows);
    free(calls.rows);
}

static void print_activity(FILE *out, const Trace *trace, const TraceActivity *activity,
                           uint64_t origin) {
    char start[24], duration[24], grid[48] = "-", block[48] = "-", registers[24] = "-";
    char fixed[24] = "-", dynamic[24] = "-", size[24] = "-", rate[24] = "-", device[32];
    uint64_t time = activity->end - activity->start;
    if (activity->start == origin && origin)
        strcpy(start, "0ns");
    else
        prof_format_time(start, trace_since(activity, origin));
    prof_format_time(duration, time);
    if (activity->kind == TRACE_KERNEL) {
        const int *g = activity->grid, *b = activity->block;
        snprintf(grid, sizeof grid, "(%d %d %d)", g[0], g[1], g[2]);
        snprintf(block, sizeof block, "(%d %d %d)", b[0], b[1], b[2]);
        snprintf(registers, sizeof registers, "%u", activity->registers);
        prof_format_bytes(fixed, activity->static_bytes, "");
        prof_format_bytes(dynamic, activity->dynamic_bytes, "");
    } else {
        prof_format_bytes(size, (double)activity->bytes, "");
        if (time)
            prof_format_bytes(rate, 1e9 * (double)activity->bytes / (double)time, "/s");
    }
    snprintf(device, sizeof device, "%.12s (%u)", trace->device ? trace->device : "GPU",
             activity->device);
    fprintf(out, "%8s  %8s  %18s  %14s  %8s  %8s  %8s  %8s  %11s  %10s  %10s  %16s  %7u  %6u  %s\n",
            start, duration, grid, block, registers, fixed, dynamic, size, rate,
            activity->from ? activity->from : "-", activity->to ? activity->to : "-", device,
            activity->context, activity->stream, activity->name);
}

void prof_print_trace(FILE *out, const Trace *trace) {
    fprintf(out, "==%ld== Profiling result:\n", trace->pid);
    if (trace->activity_count == 0)
        fprintf(out, "No kernels were profiled.\n");
    else
        fprintf(out,
                "%8s  %8s  %18s  %14s  %8s  %8s  %8s  %8s  %11s  %10s  %10s  %16s  %7s  %6s  %s\n",
                "Start", "Duration", "Grid Size", "Block Size", "Regs*", "SSMem*", "DSMem*", "Size",
                "Throughput", "SrcMemType", "DstMemType", "Device", "Context", "Stream", "Name");
    uint64_t origin = trace_origin(trace);
    for (size_t i = 0; i < trace->activity_count; i++)
        print_activity(out, trace, &trace->activities[i], origin);
    if (trace->activity_count)
        fprintf(out, "\nRegs: registers a thread. SSMem, DSMem: static and dynamic shared memory a "
                     "block.\n");
    print_counts(out, trace);
}
