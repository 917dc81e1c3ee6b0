/* source.c - from a code address to the student's file and line, by addr2line.
 *
 * Runs only when something is reported. Inlined code of the device's own headers is skipped, so
 * that an atomicAdd is reported where it was called.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

static check_source first_of_students(const void *pc) {
    char lines[2 * MAX_LINE], *rest;
    if (!cpudev_source_lines(pc, lines, sizeof lines))
        return (check_source){NULL, 0};
    for (char *line = strtok_r(lines, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        const check_source s = parse_frame(line);
        if (s.file && !is_device_header(s.file))
            return s;
    }
    return (check_source){NULL, 0};
}

check_source check_source_of(const void *pc) {
    for (size_t i = 0; i < cached; i++)
        if (cache[i].pc == pc)
            return cache[i].source;
    /* a return address is the next instruction: step back into the call */
    check_source s = first_of_students((const char *)pc - 1);
    void *grown = realloc(cache, (cached + 1) * sizeof *cache);
    if (grown) {
        cache = grown;
        cache[cached].pc = pc;
        cache[cached++].source = s;
    }
    return s;
}
