/* findings.c - reports: each finding once, at its first occurrence, counted to the end.
 *
 * stderr:  cpu-device: KIND: FILE:LINE: text; kernel K, block (x,y,z), thread (x,y,z)
 * CPU_DEVICE_FINDINGS=FILE: the same as JSON, one object a line, rewritten with each new finding so
 * that a program that is killed leaves it behind. A program with findings ends with status 86.
 * CPU_DEVICE_FINDINGS=socket:N: each of them when it is found; at the end the calls that were
 * refused once more, the last one last, and {"kind": "end", ...}, which says what there was.
 *
 * A call that the runtime refuses is told in the same two places, and is no finding.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "checker.h"
#include "json.h"

enum { MAX_FINDINGS = 100, MAX_REFUSED = 100, EXIT_FINDINGS = 86 };

typedef struct {
    const char *kind;
    const void *pc;
    check_source where;
    char kernel[200]; /* "": host code */
    cpudev_uint3 block, thread;
    char text[1024];
    uint64_t count;
    int failing; /* check_failing_call */
} finding;

static finding findings[MAX_FINDINGS];
static size_t finding_count;
static uint64_t beyond; /* findings for which there was no room */
static bool finished;

/* Calls that the runtime refused, each place and error once; the last to be refused is the last. */
static struct {
    finding call;
    cudaError_t error;
} refused[MAX_REFUSED];
static size_t refused_count;

static finding *find(const char *kind, const void *pc, check_source where) {
    for (size_t i = 0; i < finding_count; i++) {
        finding *f = &findings[i];
        bool same_place = pc ? f->pc == pc
                             : where.file && f->where.file && f->where.line == where.line &&
                                   !strcmp(f->where.file, where.file);
        if (same_place && !strcmp(f->kind, kind))
            return f;
    }
    return NULL;
}

bool check_is_found(const void *pc) {
    for (size_t i = 0; i < finding_count; i++)
        if (pc && findings[i].pc == pc)
            return true;
    return false;
}

bool check_repeated(const char *kind, const void *pc) {
    finding *f = find(kind, pc, (check_source){NULL, 0});
    if (f)
        f->count++;
    return f;
}

static const char *order_name(void) {
    return cpudev_order == CPUDEV_FORWARD   ? "forward"
           : cpudev_order == CPUDEV_REVERSE ? "reverse"
                                            : "random";
}

static void print_order(void) {
    if (cpudev_order == CPUDEV_RANDOM)
        fprintf(stderr,
                "cpu-device: this run's order of threads: CPU_DEVICE_ORDER=random:%" PRIu64 "\n",
                cpudev_order_seed);
    else
        fprintf(stderr, "cpu-device: this run's order of threads: CPU_DEVICE_ORDER=%s\n",
                order_name());
}

static void print_finding(const finding *f) {
    flockfile(stderr);
    fprintf(stderr, "cpu-device: %s: ", f->kind);
    if (f->where.file)
        fprintf(stderr, "%s:%u: ", f->where.file, f->where.line);
    fputs(f->text, stderr);
    if (f->kernel[0])
        fprintf(stderr, "; kernel %s, block (%u,%u,%u), thread (%u,%u,%u)", f->kernel, f->block.x,
                f->block.y, f->block.z, f->thread.x, f->thread.y, f->thread.z);
    if (f->failing)
        fputs(f->failing == CHECK_SECOND_CALL ? "; in a second call" : "; where a call is let fail",
              stderr);
    fputc('\n', stderr);
    if (finding_count == 1)
        print_order();
    funlockfile(stderr);
}

/* ---- JSON lines ------------------------------------------------------------------------------ */

static void write_json(FILE *out, const finding *f) {
    fprintf(out, "{\"kind\": \"%s\", \"file\": ", f->kind);
    if (f->where.file)
        check_json_string(out, f->where.file);
    else
        fputs("null", out);
    fprintf(out, ", \"line\": %u, \"kernel\": ", f->where.line);
    if (f->kernel[0]) {
        check_json_string(out, f->kernel);
        fprintf(out, ", \"block\": [%u, %u, %u], \"thread\": [%u, %u, %u]", f->block.x, f->block.y,
                f->block.z, f->thread.x, f->thread.y, f->thread.z);
    } else {
        fputs("null, \"block\": null, \"thread\": null", out);
    }
    fputs(", \"text\": ", out);
    check_json_string(out, f->text);
    if (f->failing)
        fprintf(out, ", \"failing\": %d", f->failing);
    fprintf(out, ", \"count\": %" PRIu64 ", \"order\": \"%s\", \"seed\": %" PRIu64 "}\n", f->count,
            order_name(), cpudev_order_seed);
}

static char *findings_path;
static int findings_socket = -1;

static void tell(const finding *f) {
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = findings_socket < 0 ? NULL : open_memstream(&text, &bytes);
    if (!out)
        return;
    write_json(out, f);
    if (fclose(out) == 0)
        check_tell(findings_socket, "findings", text, bytes);
    free(text);
}

static bool gave_up; /* the checker ended the program */

static void tell_end(size_t profile) {
    char text[200];
    for (size_t i = 0; i < refused_count; i++)
        tell(&refused[i].call);
    const int bytes =
        snprintf(text, sizeof text,
                 "{\"kind\": \"end\", \"findings\": %zu, \"profile\": %zu, \"gave_up\": %s}\n",
                 finding_count, profile, gave_up ? "true" : "false");
    check_tell(findings_socket, "findings", text, (size_t)bytes);
}

static void write_findings_file(void) {
    FILE *out = findings_path ? check_new_file(findings_path) : NULL;
    if (!findings_path)
        return;
    if (!out) {
        cpudev_complain("CPU_DEVICE_FINDINGS=%s cannot be written: %m", findings_path);
        return;
    }
    for (size_t i = 0; i < finding_count; i++)
        write_json(out, &findings[i]);
    for (size_t i = 0; i < refused_count; i++)
        write_json(out, &refused[i].call);
    fclose(out);
}

/* ---- reports --------------------------------------------------------------------------------- */

static void add(const char *kind, const void *pc, check_source where, const char *format,
                va_list arguments) {
    if (finding_count == MAX_FINDINGS) {
        beyond++;
        return;
    }
    finding *f = &findings[finding_count++];
    *f = (finding){
        .kind = kind, .pc = pc, .where = where, .count = 1, .failing = check_failing_call};
    if (cpudev_self) {
        cpudev_kernel_name(cpudev_self->kernel, f->kernel, sizeof f->kernel);
        f->block = cpudev_self->block;
        f->thread = cpudev_self->thread;
    }
    vsnprintf(f->text, sizeof f->text, format, arguments);
    print_finding(f);
    tell(f);
    write_findings_file();
}

void check_report(const char *kind, const void *pc, const char *format, ...) {
    if (check_repeated(kind, pc))
        return;
    va_list arguments;
    va_start(arguments, format);
    add(kind, pc, check_source_of(pc), format, arguments);
    va_end(arguments);
}

void check_report_at(const char *kind, check_source where, const char *format, ...) {
    finding *known = find(kind, NULL, where);
    if (known) {
        known->count++;
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    add(kind, NULL, where, format, arguments);
    va_end(arguments);
}

/* The place of this call and error, moved behind all others; a new one where there is room, else
 * that of the call that was not refused for longest. */
static finding *refused_call(const void *pc, cudaError_t e) {
    size_t i = 0;
    while (i < refused_count && (refused[i].call.pc != pc || refused[i].error != e))
        i++;
    finding kept = {.kind = "refused-call", .pc = pc};
    if (i < refused_count)
        kept = refused[i].call;
    else if (refused_count < MAX_REFUSED)
        refused_count++;
    else
        i = 0;
    memmove(&refused[i], &refused[i + 1], (refused_count - 1 - i) * sizeof *refused);
    refused[refused_count - 1].call = kept;
    refused[refused_count - 1].error = e;
    return &refused[refused_count - 1].call;
}

void check_refused(const void *pc, cudaError_t e, bool said, const char *format, ...) {
    finding *call = refused_call(pc, e);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(call->text, sizeof call->text, format, arguments);
    va_end(arguments);
    /* A program that tries again and again writes no file each time. */
    if (call->count++ && !check_failing_call)
        return;
    call->where = check_source_of(pc);
    if (!said) {
        fputs("cpu-device: refused: ", stderr);
        if (call->where.file)
            fprintf(stderr, "%s:%u: ", call->where.file, call->where.line);
        fprintf(stderr, "%s\n", call->text);
    }
    tell(call);
    write_findings_file();
}

/* ---- the end --------------------------------------------------------------------------------- */

static void print_summary(void) {
    fprintf(stderr, "cpu-device: %zu finding%s", finding_count, finding_count == 1 ? "" : "s");
    if (beyond)
        fprintf(stderr, " and %" PRIu64 " more that are not shown", beyond);
    fputs(":\n", stderr);
    for (size_t i = 0; i < finding_count; i++) {
        const finding *f = &findings[i];
        fprintf(stderr, "cpu-device:   %s", f->kind);
        if (f->where.file)
            fprintf(stderr, " at %s:%u", f->where.file, f->where.line);
        fprintf(stderr, ", %" PRIu64 " time%s\n", f->count, f->count == 1 ? "" : "s");
    }
}

/* What was found is all there is. */
static void finish(int status, void *unused) {
    (void)unused;
    if (finished)
        return;
    finished = true;
    if (!gave_up)
        cpudev_end_work();
    check_settle();
    cpudev_self = NULL;
    check_disturb(NULL); /* the program may have ended itself meanwhile */
    check_host_finish(status);
    const size_t profile = check_profiling ? profile_finish() : 0;
    write_findings_file();
    if (findings_socket >= 0)
        tell_end(profile);
    if (!finding_count)
        return;
    fflush(NULL);
    print_summary();
    fflush(stderr);
}

static void leave(int status, void *unused) {
    (void)status;
    (void)unused;
    if (finding_count)
        _exit(EXIT_FINDINGS);
}

void check_give_up(const char *why) {
    fprintf(stderr, "cpu-device: the program ends here: %s\n", why);
    gave_up = true;
    finish(EXIT_FINDINGS, NULL);
    _exit(EXIT_FINDINGS);
}

/* Handlers run in the reverse order of their registration: `finish` after the runtime has carried
 * out what was pending and after the destructors of the program; `leave` after who built the
 * program with a constructor of priority 103 has said its last word; a grader's harness does. */
static __attribute__((constructor(102))) void register_leave(void) {
    on_exit(leave, NULL);
}

static __attribute__((constructor(104))) void register_finish(void) {
    findings_socket = check_socket_of("CPU_DEVICE_FINDINGS");
    findings_path = findings_socket < 0 ? check_path_of("CPU_DEVICE_FINDINGS") : NULL;
    on_exit(finish, NULL);
}

/* The runtime's own exit handler comes before `finish`, which knows the program's exit status. */
void cpudev_hook_exit(void) {
    check_settle();
}

void cpudev_hook_synchronized(void) {}
