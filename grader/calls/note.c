/* A call's note, one write to CALLS_FOLDER/notes:
 *   call ID compile|link|device-link|library nvcc|other
 *   source NUMBER NAME relocatable|whole    then its flag, folder and header lines
 *   has MARK / holds MARK                   an input; the second: a member of an archive
 *   unmarked NAME                           an input that no call made
 *   no-device-link                          the program is linked, its device code is not
 *   refused SENTENCE
 *   end */
#define _GNU_SOURCE
#include "calls.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Real compilers are those behind ours on PATH. */
static void leave_path(void) {
    const char *home = text("%s/bin", getenv("CALLS_HOME")), *path = getenv("PATH");
    char *left = text("%s", "");
    for (const char *at = path ? path : ""; *at; at += *at == ':') {
        const size_t length = strcspn(at, ":");
        if (length != strlen(home) || strncmp(at, home, length) != 0)
            left = text("%s%s%.*s", left, *left ? ":" : "", (int)length, at);
        at += length;
    }
    setenv("PATH", left, 1);
}

static _Noreturn void become(const char *program, char **arguments) {
    struct list command = {0};
    add(&command, program);
    for (; *arguments; arguments++)
        add(&command, *arguments);
    leave_path();
    execvp(program, command.items);
    fail("cannot start %s: %s", program, strerror(errno));
}

/* The status with which it ended; what it prints to standard output goes nowhere. */
static int run_quietly(const char *program, char **arguments) {
    int status;
    const pid_t child = fork();
    if (child < 0)
        fail("cannot start %s: %s", program, strerror(errno));
    if (child == 0) {
        const int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDOUT_FILENO);
        become(program, arguments);
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* The driver shows its commands on standard error, and its complaints too: asked again when there
 * are any. */
static int would_compile(char **arguments) {
    struct list dry = {0};
    add(&dry, "-c");
    add(&dry, "exec \"$0\" --dryrun \"$@\" 2>/dev/null");
    add(&dry, getenv("CALLS_COMPILER"));
    for (char **at = arguments; *at; at++)
        add(&dry, *at);
    const int status = run_quietly("/bin/sh", dry.items);
    if (status == 0)
        return 0;
    dry.items[1] = text("\"$0\" --dryrun \"$@\" 2>&1 | grep -v '^#[$] ' >&2");
    run_quietly("/bin/sh", dry.items);
    return status;
}

/* -Xcompiler's, which the driver hands on unseen. */
static int would_take(const struct list *host) {
    struct list command = {0};
    if (!host->count)
        return 0;
    for (size_t i = 0; i < host->count; i++)
        add(&command, host->items[i]);
    for (const char *const *word =
             (const char *const[]){"-fsyntax-only", "-x", "c++", "/dev/null", NULL};
         *word; word++)
        add(&command, *word);
    return run_quietly("g++", command.items);
}

static const char *result_of(const struct call *call, const struct input *input) {
    const char *name = base_name(input->name), *dot = strrchr(name, '.');
    const char *beside = text("%.*s.o", dot ? (int)(dot - name) : (int)strlen(name), name);
    return call->output   ? call->output
           : call->folder ? text("%s/%s", call->folder, beside)
                          : beside;
}

/* An empty rule is a rule: make reads it, and recipes move it about. */
static void write_rule(const struct call *call, const char *result) {
    const char *dot = strrchr(base_name(result), '.');
    const char *path = call->depend_file ? call->depend_file
                       : dot             ? text("%.*s.d", (int)(dot - result), result)
                                         : text("%s.d", result);
    FILE *file = fopen(path, "we");
    if (!file)
        fail("cannot make %s: %s", path, strerror(errno));
    fclose(file);
}

static void write_results(const struct call *call, unsigned long long id) {
    const char *result = call->output;
    switch (call->mode) {
    case MODE_COMPILE:
        for (size_t i = 0; i < call->input_count; i++)
            if (call->inputs[i].is_source) {
                result = result_of(call, &call->inputs[i]);
                mark_write(result, KIND_OBJECT, id, i);
                if (call->depend)
                    write_rule(call, result);
            }
        return;
    case MODE_DEVICE_LINK:
        mark_write(result ? result : "a_dlink.o", KIND_OBJECT, id, 0);
        break;
    case MODE_LIBRARY:
        mark_write(result ? result : "a.a", KIND_LIBRARY, id, 0);
        break;
    default:
        mark_write(result ? result : "a.out", KIND_PROGRAM, id, 0);
        break;
    }
    if (call->depend)
        write_rule(call, result ? result : "a.out");
}

static char *full_path(const char *path) {
    char here[PATH_MAX];
    if (path[0] == '/' || !getcwd(here, sizeof here))
        return text("%s", path);
    return text("%s/%s", here, path);
}

static void tell_inputs(FILE *note, const struct call *call) {
    for (size_t i = 0; i < call->input_count; i++) {
        const struct input *input = &call->inputs[i];
        struct list marks = {0};
        bool archive = false;
        if (input->is_source) {
            fprintf(note, "source %04zx %s %s\n", i, base_name(input->name),
                    call->relocatable ? "relocatable" : "whole");
            for (size_t f = 0; f < call->flags.count; f++) {
                const char *flag = call->flags.items[f], *value = strchr(flag, ' ') + 1;
                fprintf(note, "%.*s%s\n", (int)(value - flag), flag,
                        flag[1] == 'l' ? value : full_path(value));
            }
            continue;
        }
        marks_read(input->name, &marks, &archive);
        for (size_t m = 0; m < marks.count; m++)
            fprintf(note, "%s %s\n", archive ? "holds" : "has", marks.items[m]);
        if (!marks.count)
            fprintf(note, "unmarked %s\n", base_name(input->name));
    }
}

static void tell(const struct call *call, unsigned long long id) {
    static const char *const modes[] = {"link", "compile", "device-link", "library"};
    char *bytes = NULL;
    size_t size = 0;
    FILE *note = open_memstream(&bytes, &size);
    if (!note)
        fail("no memory");
    fprintf(note, "call %016llx %s %s\n", id, modes[call->mode], call->by_nvcc ? "nvcc" : "other");
    tell_inputs(note, call);
    if (call->mode == MODE_LINK && !call->device_linked)
        fputs("no-device-link\n", note);
    for (size_t i = 0; i < call->refused.count; i++)
        fprintf(note, "refused %s\n", call->refused.items[i]);
    fputs("end\n", note);
    fclose(note);
    const char *path = text("%s/notes", getenv("CALLS_FOLDER"));
    const int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    if (file < 0 || write(file, bytes, size) != (ssize_t)size)
        fail("cannot write %s: %s", path, strerror(errno));
    close(file);
}

static bool uses_ours(const struct call *call) {
    for (size_t i = 0; i < call->input_count; i++) {
        struct list marks = {0};
        bool archive;
        if (!call->inputs[i].is_source)
            marks_read(call->inputs[i].name, &marks, &archive);
        if (marks.count)
            return true;
    }
    return false;
}

/* The words of a variable that nvcc reads. */
static void add_words(struct list *list, const char *variable) {
    const char *value = getenv(variable);
    for (const char *at = value ? value : ""; *at; at += strspn(at, " \t")) {
        const size_t length = strcspn(at, " \t");
        if (length)
            add(list, text("%.*s", (int)length, at));
        at += length;
    }
}

static char **with_environment(char **arguments) {
    struct list all = {0};
    add(&all, ""); /* so that there is a list */
    add_words(&all, "NVCC_PREPEND_FLAGS");
    for (; *arguments; arguments++)
        add(&all, *arguments);
    add_words(&all, "NVCC_APPEND_FLAGS");
    return all.items + 1;
}

int note_call(char **arguments, bool by_nvcc) {
    if (by_nvcc)
        arguments = with_environment(arguments);
    const struct call call = call_read(arguments, by_nvcc);
    const unsigned long long id = mark_new();
    if (by_nvcc && call.mode == MODE_ASK)
        become(getenv("CALLS_COMPILER"), arguments);
    if (!by_nvcc && (call.mode == MODE_ASK || !uses_ours(&call)))
        become(program_invocation_short_name, arguments);
    if (call.mode == MODE_NOTHING)
        return 0;
    if (by_nvcc) {
        int status = would_compile(arguments);
        if (status == 0)
            status = would_take(&call.host);
        if (status != 0)
            return status;
    }
    write_results(&call, id);
    tell(&call, id);
    return 0;
}
