/* source.c - from a code address to the student's file and line, by addr2line.
 *
 * Runs only when something is reported. Inlined code of the device's own headers is skipped, so
 * that an atomicAdd is reported where it was called.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "checker.h"

enum { MAX_LINE = 4096 };

static struct {
    const void *pc;
    check_source source;
} * cache;
static size_t cached;

/* The path as the student knows it: relative to the current folder where it lies below it. */
static const char *short_path(const char *path) {
    char here[MAX_LINE];
    if (path[0] == '/' && getcwd(here, sizeof here)) {
        size_t n = strlen(here);
        if (!strncmp(path, here, n) && path[n] == '/')
            path += n + 1;
    }
    while (!strncmp(path, "./", 2))
        path += 2;
    return strdup(path);
}

check_source check_source_named(const char *file, unsigned line) {
    return (check_source){file ? short_path(file) : NULL, line};
}

/* One frame of `addr2line -i`: "file:line" or "file:line (discriminator n)" or "??:0". */
static check_source parse_frame(char *text) {
    char *colon = strrchr(text, ':');
    unsigned line = 0;
    if (!colon || text[0] == '?' || sscanf(colon + 1, "%u", &line) != 1 || line == 0)
        return (check_source){NULL, 0};
    *colon = '\0';
    return check_source_named(text, line);
}

static bool is_device_header(const char *file) {
    return strstr(file, "include/cpu_device/") || strstr(file, "cpu/include/");
}

static check_source run_addr2line(uintptr_t address) {
    check_source none = {NULL, 0};
    char program[64], where[32];
    snprintf(program, sizeof program, "/proc/%d/exe", (int)getpid());
    snprintf(where, sizeof where, "0x%jx", (uintmax_t)address);
    char *arguments[] = {"addr2line", "-i", "-e", program, where, NULL};
    char *environment[] = {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", NULL};
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        return none;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    pid_t child;
    int failed = posix_spawnp(&child, "addr2line", &actions, NULL, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    FILE *frames = failed ? NULL : fdopen(ends[0], "r");
    if (!frames) {
        close(ends[0]);
        return none;
    }
    char line[MAX_LINE];
    check_source found = none;
    while (fgets(line, sizeof line, frames)) {
        check_source s = parse_frame(line);
        if (!found.file && s.file && !is_device_header(s.file))
            found = s;
    }
    fclose(frames);
    waitpid(child, NULL, 0);
    return found;
}

check_source check_source_of(const void *pc) {
    for (size_t i = 0; i < cached; i++)
        if (cache[i].pc == pc)
            return cache[i].source;
    /* a return address is the next instruction: step back into the call */
    check_source s =
        pc ? run_addr2line((uintptr_t)pc - cpudev_program_bias() - 1) : (check_source){NULL, 0};
    void *grown = realloc(cache, (cached + 1) * sizeof *cache);
    if (grown) {
        cache = grown;
        cache[cached].pc = pc;
        cache[cached++].source = s;
    }
    return s;
}
