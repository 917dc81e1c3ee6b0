#define _GNU_SOURCE
#include "box.h"
#include "../common/json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *box_report_status(enum box_status status) {
    static const char *const names[] = {
        [STATUS_OK] = "ok",
        [STATUS_EXIT] = "exit",
        [STATUS_SIGNAL] = "signal",
        [STATUS_WALL] = "wall",
        [STATUS_CPU] = "cpu",
        [STATUS_MEMORY] = "memory",
        [STATUS_PROCESSES] = "processes",
        [STATUS_OUTPUT] = "output",
        [STATUS_FILES] = "files",
        [STATUS_NO_SANDBOX] = "sandbox-missing",
    };
    return names[status];
}

const char *box_report_signal(int signal) {
    const char *name = sigabbrev_np(signal);
    return name ? box_format("SIG%s", name) : box_format("signal %d", signal);
}

void box_report_print(FILE *file, const struct box_outcome *out) {
    fprintf(file, "{\"status\": \"%s\", \"exit\": %d, \"signal\": ", box_report_status(out->status),
            out->exit_code);
    json_string(file, out->signal ? box_report_signal(out->signal) : NULL);
    fprintf(file, ", \"seconds\": %.3f, \"cpu\": %.3f, \"waited\": %.3f", out->seconds, out->cpu,
            out->waited);
    fprintf(file, ", \"max_rss_kib\": %ld, \"message\": ", out->max_rss_kib);
    json_string(file, out->message);
    fprintf(file, ", \"output_dropped\": %lld", out->output_dropped);
    fputs(", \"account\": ", file);
    json_string(file, box_account_name(out->account));
    fputs(", \"dropped\": [", file);
    for (size_t i = 0; i < out->dropped_count; ++i) {
        fputs(i ? ", " : "", file);
        json_string(file, out->dropped[i]);
    }
    fputs("]}\n", file);
}

/* What a shell asks after, a line each, so that it needs no other program to read it. */
static void print_words(FILE *file, const struct box_outcome *out) {
    const char *account = box_account_name(out->account);
    fprintf(file, "%s\n%d\n%s\n%.3f\n%lld\n%s\n", box_report_status(out->status), out->exit_code,
            out->signal ? box_report_signal(out->signal) : "", out->seconds, out->output_dropped,
            account ? account : "");
    for (const char *c = out->message; c && *c; ++c)
        fputc((unsigned char)*c < ' ' ? ' ' : *c, file);
    fprintf(file, "\n%.3f\n%.3f\n", out->cpu, out->waited);
}

static void write_whole(const char *path, const struct box_outcome *out,
                        void (*print)(FILE *, const struct box_outcome *)) {
    char *part = box_format("%s.part%d", path, (int)getpid());
    FILE *file = fopen(part, "wx");
    if (!file)
        box_die(EXIT_OURS, "cannot write the report %s: %s", part, strerror(errno));
    print(file, out);
    if (fclose(file) || rename(part, path))
        box_die(EXIT_OURS, "cannot write the report %s: %s", path, strerror(errno));
}

void box_report_write(const char *path, const struct box_outcome *out) {
    write_whole(box_format("%s.words", path), out, print_words);
    write_whole(path, out, box_report_print);
}
