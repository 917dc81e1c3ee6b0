#include "trace.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of the C++ runtime library; NULL when name is no mangled name. */
extern char *__cxa_demangle(const char *name, char *buffer, size_t *length, int *status);

enum { FIELDS = 20 };

/* Text that lives as long as the process: there are few different names, and one run to print. */
static const char *keep(const char *text) {
    char *copy = strdup(text);
    if (!copy)
        abort();
    return copy;
}

static void *append(void *array, size_t count, size_t size) {
    if ((count & (count - 1)) == 0) { /* grows at powers of two */
        array = realloc(array, (count ? 2 * count : 1) * size);
        if (!array)
            abort();
    }
    return array;
}

static int split(char *line, char *field[FIELDS]) {
    int count = 0;
    for (char *rest = line; rest && count < FIELDS; count++)
        field[count] = strsep(&rest, "\t");
    return count;
}

static uint64_t whole(const char *text) {
    return strtoull(text, NULL, 10);
}

static const char *demangled(const char *name) {
    char *text = __cxa_demangle(name, NULL, NULL, NULL);
    return text ? text : keep(name);
}

/* "cudaLaunchKernel_v7000" -> "cudaLaunchKernel", "cuMemcpyHtoD_v2_ptsz" -> "cuMemcpyHtoD" */
static const char *call_name(char *name) {
    char *suffix = strstr(name, "_ptsz");
    if (!suffix)
        suffix = strstr(name, "_ptds");
    if (suffix)
        *suffix = '\0';
    char *end = name + strlen(name);
    while (end > name && isdigit((unsigned char)end[-1]))
        end--;
    if (end - name > 2 && *end && end[-1] == 'v' && end[-2] == '_')
        end[-2] = '\0';
    return keep(name);
}

static TraceActivity *new_activity(Trace *trace, TraceKind kind, char **field) {
    trace->activities = append(trace->activities, trace->activity_count, sizeof *trace->activities);
    TraceActivity *activity = &trace->activities[trace->activity_count++];
    *activity = (TraceActivity){.kind = kind,
                                .start = whole(field[1]),
                                .end = whole(field[2]),
                                .device = (unsigned)whole(field[3]),
                                .context = (unsigned)whole(field[4]),
                                .stream = (unsigned)whole(field[5])};
    return activity;
}

static void read_kernel(Trace *trace, char **field) {
    TraceActivity *kernel = new_activity(trace, TRACE_KERNEL, field);
    for (int i = 0; i < 3; i++) {
        kernel->grid[i] = atoi(field[6 + i]);
        kernel->block[i] = atoi(field[9 + i]);
    }
    kernel->registers = (unsigned)whole(field[12]);
    kernel->static_bytes = (unsigned)whole(field[13]);
    kernel->dynamic_bytes = (unsigned)whole(field[14]);
    kernel->name = demangled(field[16]);
}

static void read_copy(Trace *trace, char **field) {
    TraceActivity *copy = new_activity(trace, TRACE_COPY, field);
    char name[64];
    snprintf(name, sizeof name, "[CUDA memcpy %s]", field[7]);
    copy->bytes = whole(field[6]);
    copy->name = keep(name);
    copy->from = keep(field[8]);
    copy->to = keep(field[9]);
}

static void read_set(Trace *trace, char **field) {
    TraceActivity *set = new_activity(trace, TRACE_SET, field);
    set->bytes = whole(field[6]);
    set->to = keep(field[7]);
    set->name = "[CUDA memset]";
}

static void read_call(Trace *trace, char **field, bool runtime) {
    trace->calls = append(trace->calls, trace->call_count, sizeof *trace->calls);
    trace->calls[trace->call_count++] =
        (TraceCall){.start = whole(field[1]),
                    .end = whole(field[2]),
                    .thread = whole(field[3]) ^ (unsigned long)trace->processes << 40,
                    .runtime = runtime,
                    .name = call_name(field[5])};
}

static void read_count(Trace *trace, char **field) {
    trace->counts = append(trace->counts, trace->count_count, sizeof *trace->counts);
    trace->counts[trace->count_count++] = (TraceCount){
        .kernel = demangled(field[1]), .counter = keep(field[2]), .value = atof(field[3])};
}

static void read_process(Trace *trace, char **field) {
    if (trace->processes++ == 0) {
        trace->pid = atol(field[1]);
        trace->program = keep(field[2]);
    }
}

/* Nothing of a line that a traced program can write is a command to a terminal: no control
 * character of ASCII but the tabulators between fields, and none of Unicode's second such block. */
static void make_plain(char *line) {
    for (unsigned char *c = (unsigned char *)line; *c; c++) {
        bool second = c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0;
        if (second)
            *c++ = '?';
        if (second || (*c < 0x20 && *c != '\t') || *c == 0x7f)
            *c = '?';
    }
}

static void read_line(Trace *trace, char *line, bool *ended) {
    make_plain(line);
    char *field[FIELDS] = {line};
    int count = split(line, field);
    const char *word = field[0];
    if (!strcmp(word, "kernel") && count == 17)
        read_kernel(trace, field);
    else if (!strcmp(word, "copy") && count == 11)
        read_copy(trace, field);
    else if (!strcmp(word, "set") && count == 9)
        read_set(trace, field);
    else if ((!strcmp(word, "runtime") || !strcmp(word, "driver")) && count == 6)
        read_call(trace, field, word[0] == 'r');
    else if (!strcmp(word, "count") && count == 4)
        read_count(trace, field);
    else if (!strcmp(word, "process") && count == 3)
        read_process(trace, field);
    else if (!strcmp(word, "device") && count == 3)
        trace->device = trace->device ? trace->device : keep(field[2]);
    else if (!strcmp(word, "dropped") && count == 2)
        trace->dropped += whole(field[1]);
    else if (!strcmp(word, "error") && count == 2)
        trace->error = keep(field[1]);
    else if (!strcmp(word, "end"))
        *ended = true;
}

bool trace_read(Trace *trace, const char *path) {
    FILE *in = fopen(path, "r");
    if (!in)
        return false;
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    bool ended = false;
    while ((length = getline(&line, &capacity, in)) > 0) {
        if (line[length - 1] != '\n')
            break; /* cut short */
        line[length - 1] = '\0';
        read_line(trace, line, &ended);
    }
    free(line);
    fclose(in);
    trace->unfinished += !ended;
    return true;
}

static int by_start(const void *left, const void *right) {
    const TraceActivity *a = left, *b = right;
    return (a->start > b->start) - (a->start < b->start);
}

/* By thread, then start; an enclosing call before the ones it made. */
static int by_thread(const void *left, const void *right) {
    const TraceCall *a = left, *b = right;
    if (a->thread != b->thread)
        return a->thread < b->thread ? -1 : 1;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    if (a->end != b->end)
        return a->end > b->end ? -1 : 1;
    return b->runtime - a->runtime;
}

uint64_t trace_origin(const Trace *trace) {
    for (size_t i = 0; i < trace->activity_count; i++)
        if (trace->activities[i].start)
            return trace->activities[i].start;
    return 0;
}

void trace_finish(Trace *trace) {
    if (trace->activity_count)
        qsort(trace->activities, trace->activity_count, sizeof *trace->activities, by_start);
    if (!trace->call_count)
        return;
    qsort(trace->calls, trace->call_count, sizeof *trace->calls, by_thread);
    size_t kept = 0;
    const TraceCall *outer = NULL; /* the last runtime call kept */
    for (size_t i = 0; i < trace->call_count; i++) {
        TraceCall call = trace->calls[i];
        bool inside = outer && outer->thread == call.thread && call.end <= outer->end;
        if (inside && !call.runtime)
            continue;
        trace->calls[kept] = call;
        if (call.runtime && !inside)
            outer = &trace->calls[kept];
        kept++;
    }
    trace->call_count = kept;
}
