#define _GNU_SOURCE
#include "calls.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DEPTH = 20, UNITS = 200 };

/* One line of the notes, and the number of its call. */
struct line {
    size_t call;
    char *words;
};

static struct {
    struct line *lines;
    size_t count;
} notes;

struct unit {
    char *mark;
    bool relocatable, device_linked;
    size_t line; /* of its source; flags follow */
    char *name;
};

static struct unit units[UNITS];
static size_t unit_count;
static bool needs_device_link;
static struct list refused;

static void read_notes(void) {
    FILE *file = fopen(text("%s/notes", getenv("CALLS_FOLDER")), "re");
    char *line = NULL;
    size_t room = 0, call = 0;
    while (file && getline(&line, &room, file) > 0) {
        line[strcspn(line, "\n")] = '\0';
        call += strncmp(line, "call ", 5) == 0;
        notes.lines = realloc(notes.lines, (notes.count + 1) * sizeof *notes.lines);
        if (!notes.lines)
            fail("no memory");
        notes.lines[notes.count++] = (struct line){call, text("%s", line)};
    }
    free(line);
    if (file)
        fclose(file);
}

static const char *after(const char *words, const char *first) {
    const size_t length = strlen(first);
    return strncmp(words, first, length) == 0 ? words + length : NULL;
}

/* The first line of the call whose number is in this mark; notes.count: there is none. */
static size_t call_of(const char *mark) {
    const char *first = text("call %.16s ", mark + strlen("gpu-labs-call-"));
    size_t i = 0;
    while (i < notes.count && !after(notes.lines[i].words, first))
        i++;
    return i;
}

static void add_unit(const char *mark, size_t line, bool archived, bool in_device) {
    char name[256], how[32];
    if (sscanf(notes.lines[line].words, "source %*x %255s %31s", name, how) != 2)
        return;
    for (size_t i = 0; i < unit_count && (archived || in_device); i++)
        if (strcmp(units[i].mark, mark) == 0) {
            units[i].device_linked |= in_device;
            return;
        }
    if (unit_count < UNITS && !in_device)
        units[unit_count++] = (struct unit){text("%s", mark), strcmp(how, "relocatable") == 0,
                                            false, line, text("%s", name)};
}

/* What the call that made this mark brings into the program, or only into its device code. */
static void follow(const char *mark, bool archived, bool in_device, int depth) {
    const size_t first = call_of(mark);
    if (depth > DEPTH || first == notes.count)
        return;
    const bool compiled = strstr(notes.lines[first].words, " compile ");
    const bool device = strstr(notes.lines[first].words, " device-link ");
    if (device && !in_device && needs_device_link)
        in_device = true; /* its sources are objects of their own besides */
    else if (device)
        return;
    const char *number = text("source %s ", mark + MARK_SIZE - 4);
    for (size_t i = first; i < notes.count && notes.lines[i].call == notes.lines[first].call; i++) {
        const char *words = notes.lines[i].words, *more;
        if (after(words, compiled ? number : "source "))
            add_unit(compiled ? mark : text("%s%s", mark, words), i, archived, in_device);
        else if ((more = after(words, "has ")) && !compiled)
            follow(more, archived, in_device, depth + 1);
        else if ((more = after(words, "holds ")) && !compiled)
            follow(more, true, in_device, depth + 1);
        else if (after(words, "no-device-link") && depth == 0)
            needs_device_link = true;
        else if (after(words, "refused "))
            add(&refused, words);
    }
}

/* What nvcc was not asked to link is not linked. */
static void look_at_device_link(void) {
    for (size_t i = 0; i < unit_count && needs_device_link; i++)
        if (units[i].relocatable && !units[i].device_linked) {
            add(&refused,
                text("refused nvcc does not link the program, and no nvcc -dlink before it was "
                     "given %s's object: device code is linked by nvcc",
                     units[i].name));
            return;
        }
}

static void write_linked(const char *program) {
    const char *path = text("%s/linked", getenv("CALLS_FOLDER"));
    struct list marks = {0};
    bool archive;
    FILE *file = fopen(path, "we");
    if (!file)
        fail("cannot make %s: %s", path, strerror(errno));
    if (!marks_read(program, &marks, &archive)) {
        fputs("program missing\n", file);
    } else if (!marks.count) {
        fputs("program unmarked\n", file);
    } else {
        const size_t first = call_of(marks.items[0]);
        const bool linked = first < notes.count && strstr(notes.lines[first].words, " link ");
        fprintf(file, "program %s\n", linked ? "program" : "object");
        for (int turn = 0; turn < 2; turn++) /* units first, then what is device-linked of them */
            if (turn == 0 || needs_device_link)
                follow(marks.items[0], turn > 0, false, 0);
        look_at_device_link();
    }
    for (size_t i = 0; i < unit_count; i++) {
        fprintf(file, "unit %s %s\n", units[i].name,
                units[i].relocatable ? "relocatable" : "whole");
        for (size_t l = units[i].line + 1; l < notes.count; l++) {
            const char *words = notes.lines[l].words;
            if (!after(words, "flag ") && !after(words, "folder ") && !after(words, "header "))
                break;
            fprintf(file, "%s\n", words);
        }
    }
    for (size_t i = 0; i < refused.count; i++)
        fprintf(file, "%s\n", refused.items[i]);
    fclose(file);
}

static int run(char **command, int output) {
    int status;
    const pid_t child = fork();
    if (child < 0)
        fail("cannot start %s: %s", command[0], strerror(errno));
    if (child == 0) {
        if (output >= 0)
            dup2(output, STDOUT_FILENO);
        execvp(command[0], command);
        fprintf(stderr, "cannot start %s: %s\n", command[0], strerror(errno));
        _exit(127);
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* What the Makefile says that NVCC is; "": it could not be asked. */
static char *nvcc_of(char **command) {
    struct list ask = {0};
    char *answer = text("%s", ""), line[4096];
    FILE *said = tmpfile();
    for (; *command; command++)
        add(&ask, *command);
    add(&ask, "--eval=.gpu-labs-nvcc:;@echo 'gpu-labs-nvcc=$(NVCC)'");
    add(&ask, ".gpu-labs-nvcc");
    if (!said)
        fail("no temporary file: %s", strerror(errno));
    run(ask.items, fileno(said));
    rewind(said);
    while (fgets(line, sizeof line, said))
        if (after(line, "gpu-labs-nvcc="))
            answer = text("%.*s", (int)strcspn(line, "\n") - 14, line + 14);
    fclose(said);
    return answer;
}

/* How much of these words is the compiler: up to the one that is called nvcc something, else the
 * first. */
static size_t compiler_length(const char *words) {
    size_t length = strcspn(words, " ");
    for (const char *at = words; *at; at += *at == ' ') {
        const size_t word = strcspn(at, " ");
        const char *name = base_name(text("%.*s", (int)word, at));
        if (at[0] != '-' && strncmp(name, "nvcc", 4) == 0)
            length = (size_t)(at + word - words);
        at += word;
    }
    return length;
}

/* Once more when the Makefile has a compiler of its own that is not here, with ours in that one's
 * place and what stands behind it kept. */
static void again(char **command, int *status) {
    struct list more = {0};
    const char *own = nvcc_of(command);
    const size_t length = compiler_length(own);
    const char *program = text("%.*s", (int)length, own);
    if (!length || strcmp(program, "nvcc") == 0)
        return;
    printf("(again, with the grader's compiler in the place of %s)\n", program);
    fflush(stdout);
    for (; *command; command++)
        add(&more, *command);
    add(&more, "-B");
    add(&more, text("NVCC='%s/bin/nvcc'%s", getenv("CALLS_HOME"), own + length));
    *status = run(more.items, -1);
}

int linked_after(const char *program, char **command) {
    struct list marks = {0};
    bool archive;
    int status = run(command, -1);
    if (!marks_read(program, &marks, &archive) || !marks.count)
        again(command, &status);
    read_notes();
    write_linked(program);
    return status;
}
