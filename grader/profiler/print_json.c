#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "print.h"
#include "../common/json.h"

/* "name": "...", after a comma when it is not the first member. */
static void print_member(FILE *out, const char *name, const char *text) {
    fprintf(out, "\"%s\": ", name);
    json_string(out, text);
}

static void print_times(FILE *out, const ProfileRow *row) {
    if (row->time)
        fprintf(out, ", \"time_ns\": %llu, \"min_ns\": %llu, \"max_ns\": %llu",
                (unsigned long long)row->time, (unsigned long long)row->least,
                (unsigned long long)row->most);
    else
        fputs(", \"time_ns\": null, \"min_ns\": null, \"max_ns\": null", out);
}

static void print_shape(FILE *out, const TraceActivity *a) {
    fprintf(out,
            ", \"grid\": [%d, %d, %d], \"block\": [%d, %d, %d], \"registers\": %u, "
            "\"static_shared\": %u, \"dynamic_shared\": %u, \"stream\": %u",
            a->grid[0], a->grid[1], a->grid[2], a->block[0], a->block[1], a->block[2], a->registers,
            a->static_bytes, a->dynamic_bytes, a->stream);
}

static void print_counts(FILE *out, const Trace *trace, const char *kernel) {
    const char *comma = "";
    fputs(", \"counts\": {", out);
    for (size_t i = 0; i < trace->count_count; i++)
        if (!strcmp(trace->counts[i].kernel, kernel)) {
            fputs(comma, out);
            json_string(out, trace->counts[i].counter);
            fprintf(out, isfinite(trace->counts[i].value) ? ": %.10g" : ": null",
                    trace->counts[i].value);
            comma = ", ";
        }
    fputc('}', out);
}

static void print_rows(FILE *out, const Trace *trace, const ProfileTable *table, const char *member,
                       bool kernels) {
    const char *comma = "";
    fprintf(out, ",\n \"%s\": [", member);
    for (size_t i = 0; i < table->count; i++) {
        const ProfileRow *row = &table->rows[i];
        bool kernel = row->first && row->first->kind == TRACE_KERNEL;
        if (kernel != kernels)
            continue;
        fprintf(out, "%s\n  {", comma);
        print_member(out, "name", row->name);
        fprintf(out, ", \"calls\": %zu", row->calls);
        print_times(out, row);
        if (kernel) {
            print_shape(out, row->first);
            fprintf(out, ", \"shapes\": %zu", row->shapes);
            print_counts(out, trace, row->name);
        } else if (row->first) {
            fprintf(out, ", \"bytes\": %llu", (unsigned long long)row->bytes);
        }
        fputc('}', out);
        comma = ",";
    }
    fputc(']', out);
}

static void print_activities(FILE *out, const Trace *trace) {
    uint64_t origin = trace_origin(trace);
    fputs(",\n \"trace\": [", out);
    for (size_t i = 0; i < trace->activity_count; i++) {
        const TraceActivity *a = &trace->activities[i];
        fprintf(out, "%s\n  {", i ? "," : "");
        print_member(out, "name", a->name);
        fprintf(out, ", \"start_ns\": %llu, \"time_ns\": %llu",
                (unsigned long long)(trace_since(a, origin)),
                (unsigned long long)(a->end - a->start));
        if (a->kind == TRACE_KERNEL)
            print_shape(out, a);
        else
            fprintf(out, ", \"bytes\": %llu, \"stream\": %u", (unsigned long long)a->bytes,
                    a->stream);
        fputc('}', out);
    }
    fputc(']', out);
}

void prof_print_json(FILE *out, const Trace *trace, bool activities) {
    ProfileTable table = profile_activities(trace), calls = profile_calls(trace);
    fputs("{\"schema\": \"gpu-memory-labs/profile/1\", ", out);
    print_member(out, "program", trace->program);
    fputs(", ", out);
    print_member(out, "device_name", trace->device);
    fprintf(out, ", \"processes\": %zu, \"complete\": %s, \"dropped\": %llu, ", trace->processes,
            trace->unfinished || trace->dropped || trace->error ? "false" : "true",
            (unsigned long long)trace->dropped);
    print_member(out, "error", trace->error);
    print_rows(out, trace, &table, "kernels", true);
    print_rows(out, trace, &table, "copies", false);
    print_rows(out, trace, &calls, "api", false);
    if (activities)
        print_activities(out, trace);
    fputs("}\n", out);
    free(table.rows);
    free(calls.rows);
}
