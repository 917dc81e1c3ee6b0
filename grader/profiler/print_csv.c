#include <stdlib.h>
#include <string.h>
#include "print.h"

/* A unit for a column: the largest in which its largest value is at least 1. */
typedef struct {
    const char *name;
    double scale; /* multiply ns or bytes by it */
} Unit;

static Unit time_unit(uint64_t largest) {
    if (largest >= 1000000000)
        return (Unit){"s", 1e-9};
    if (largest >= 1000000)
        return (Unit){"ms", 1e-6};
    if (largest >= 1000)
        return (Unit){"us", 1e-3};
    return (Unit){"ns", 1.0};
}

static Unit byte_unit(uint64_t largest) {
    if (largest >= 1u << 30)
        return (Unit){"GB", 0x1p-30};
    if (largest >= 1u << 20)
        return (Unit){"MB", 0x1p-20};
    if (largest >= 1u << 10)
        return (Unit){"KB", 0x1p-10};
    return (Unit){"B", 1.0};
}

/* A spreadsheet takes what begins so for a formula; no C++ name does. */
static void print_quoted(FILE *out, const char *text) {
    fputs(*text && strchr("=+-@", *text) ? "\"'" : "\"", out);
    for (; *text; text++)
        fputs(*text == '"' ? "\"\"" : (char[]){*text, '\0'}, out);
    fputc('"', out);
}

static uint64_t average(const ProfileRow *row) {
    return row->time / row->calls;
}

/* The largest value of each time column over both tables. */
static void widen(const ProfileTable *table, uint64_t largest[4]) {
    for (size_t i = 0; i < table->count; i++) {
        const ProfileRow *row = &table->rows[i];
        uint64_t values[4] = {row->time, average(row), row->least, row->most};
        for (int k = 0; k < 4; k++)
            largest[k] = values[k] > largest[k] ? values[k] : largest[k];
    }
}

static void print_rows(FILE *out, const ProfileTable *table, const char *type, const Unit unit[4]) {
    for (size_t i = 0; i < table->count; i++) {
        const ProfileRow *row = &table->rows[i];
        fprintf(out, "\"%s\",%.6f,%.6f,%zu,%.6f,%.6f,%.6f,", type,
                table->time ? 100.0 * (double)row->time / (double)table->time : 0.0,
                unit[0].scale * (double)row->time, row->calls,
                unit[1].scale * (double)row->time / (double)row->calls,
                unit[2].scale * (double)row->least, unit[3].scale * (double)row->most);
        print_quoted(out, row->name);
        fputc('\n', out);
    }
}

static void print_counts(FILE *out, const Trace *trace) {
    if (trace->count_count)
        fprintf(out, "\n\"Kernel\",\"Counter\",\"Value\"\n,,\n");
    for (size_t i = 0; i < trace->count_count; i++) {
        print_quoted(out, trace->counts[i].kernel);
        fputc(',', out);
        print_quoted(out, trace->counts[i].counter);
        fprintf(out, ",%.10g\n", trace->counts[i].value);
    }
}

void prof_print_summary_csv(FILE *out, const Trace *trace) {
    ProfileTable activities = profile_activities(trace), calls = profile_calls(trace);
    uint64_t largest[4] = {0};
    widen(&activities, largest);
    widen(&calls, largest);
    Unit unit[4];
    for (int k = 0; k < 4; k++)
        unit[k] = time_unit(largest[k]);
    fprintf(out, "\"Type\",\"Time(%%)\",\"Time\",\"Calls\",\"Avg\",\"Min\",\"Max\",\"Name\"\n");
    fprintf(out, ",%%,%s,,%s,%s,%s,\n", unit[0].name, unit[1].name, unit[2].name, unit[3].name);
    print_rows(out, &activities, "GPU activities", unit);
    print_rows(out, &calls, "API calls", unit);
    print_counts(out, trace);
    free(activities.rows);
    free(calls.rows);
}

typedef struct {
    Unit start, duration, fixed, dynamic, size;
} TraceUnits;

static TraceUnits trace_units(const Trace *trace, uint64_t origin) {
    uint64_t start = 0, duration = 0, fixed = 0, dynamic = 0, size = 0;
    for (size_t i = 0; i < trace->activity_count; i++) {
        const TraceActivity *a = &trace->activities[i];
        start = trace_since(a, origin) > start ? trace_since(a, origin) : start;
        duration = a->end - a->start > duration ? a->end - a->start : duration;
        fixed = a->static_bytes > fixed ? a->static_bytes : fixed;
        dynamic = a->dynamic_bytes > dynamic ? a->dynamic_bytes : dynamic;
        size = a->bytes > size ? a->bytes : size;
    }
    return (TraceUnits){time_unit(start), time_unit(duration), byte_unit(fixed), byte_unit(dynamic),
                        byte_unit(size)};
}

static void print_memories(FILE *out, const TraceActivity *a, const TraceUnits *unit) {
    double time = (double)(a->end - a->start);
    fprintf(out, ",,,,,,,,,%.6f,%.6f,", unit->size.scale * (double)a->bytes,
            time > 0.0 ? 0x1p-30 * 1e9 * (double)a->bytes / time : 0.0);
    print_quoted(out, a->from ? a->from : "");
    fputc(',', out);
    print_quoted(out, a->to ? a->to : "");
    fputc(',', out);
}

static void print_activity(FILE *out, const Trace *trace, const TraceActivity *a,
                           const TraceUnits *unit, uint64_t origin) {
    double time = (double)(a->end - a->start);
    fprintf(out, "%.6f,%.6f,", unit->start.scale * (double)(trace_since(a, origin)),
            unit->duration.scale * time);
    if (a->kind == TRACE_KERNEL)
        fprintf(out, "%d,%d,%d,%d,%d,%d,%u,%.6f,%.6f,,,,,", a->grid[0], a->grid[1], a->grid[2],
                a->block[0], a->block[1], a->block[2], a->registers,
                unit->fixed.scale * a->static_bytes, unit->dynamic.scale * a->dynamic_bytes);
    else
        print_memories(out, a, unit);
    char device[256];
    snprintf(device, sizeof device, "%.200s (%u)", trace->device ? trace->device : "GPU",
             a->device);
    print_quoted(out, device);
    fprintf(out, ",\"%u\",\"%u\",", a->context, a->stream);
    print_quoted(out, a->name);
    fputc('\n', out);
}

void prof_print_trace_csv(FILE *out, const Trace *trace) {
    uint64_t origin = trace_origin(trace);
    TraceUnits unit = trace_units(trace, origin);
    fprintf(out, "\"Start\",\"Duration\",\"Grid X\",\"Grid Y\",\"Grid Z\",\"Block X\",\"Block Y\","
                 "\"Block Z\",\"Registers Per Thread\",\"Static SMem\",\"Dynamic SMem\",\"Size\","
                 "\"Throughput\",\"SrcMemType\",\"DstMemType\",\"Device\",\"Context\",\"Stream\","
                 "\"Name\"\n");
    fprintf(out, "%s,%s,,,,,,,,%s,%s,%s,GB/s,,,,,,\n", unit.start.name, unit.duration.name,
            unit.fixed.name, unit.dynamic.name, unit.size.name);
    for (size_t i = 0; i < trace->activity_count; i++)
        print_activity(out, trace, &trace->activities[i], &unit, origin);
    print_counts(out, trace);
}
