/* source.c - from a code address to the student's file and line, by addr2line.
 *
 * Runs only when something is reported. Inlined code of the device's own headers and of the
 * system's is skipped, so that an atomicAdd is reported where it was called.
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

/* Reads the lines of one address, up to the next address's; where does that begin, if there is one?
 */
static char *first_of_students(char *lines, check_source *source) {
    *source = (check_source){NULL, 0};
    while (lines && *lines && strncmp(lines, "0x", 2) != 0) {
        char *end = strchr(lines, '\n');
        if (end)
            *end = '\0';
        if (!source->file) {
            *source = parse_frame(lines);
            if (source->file && cpudev_is_foreign(source->file))
                source->file = NULL;
        }
        lines = end ? end + 1 : NULL;
    }
    return lines;
}

static const check_source *known(const void *pc) {
    for (size_t i = 0; i < cached; i++)
        if (cache[i].pc == pc)
            return &cache[i].source;
    return NULL;
}

static void remember(const void *pc, check_source source) {
    void *grown = realloc(cache, (cached + 1) * sizeof *cache);
    if (!grown)
        return;
    cache = grown;
    cache[cached].pc = pc;
    cache[cached++].source = source;
}

/* Asks for n at once and remembers them, but for those that there was no room for. */
static void ask(const void *const *pcs, size_t n) {
    static char output[CPUDEV_SOURCE_ADDRESSES * 4 * MAX_LINE];
    const void *before[CPUDEV_SOURCE_ADDRESSES] = {NULL};
    /* a return address is the next instruction: step back into the call */
    for (size_t i = 0; i < n; i++)
        before[i] = (const char *)pcs[i] - 1;
    if (!cpudev_source_lines(before, n, output, sizeof output))
        return;
    const bool whole = strlen(output) < sizeof output - 1;
    char *lines = output;
    for (size_t i = 0; i < n && lines && strncmp(lines, "0x", 2) == 0; i++) {
        check_source source;
        lines = strchr(lines, '\n');
        lines = first_of_students(lines ? lines + 1 : NULL, &source);
        if (whole || (lines && *lines))
            remember(pcs[i], source);
    }
}

void check_sources_of(const void *const *pcs, size_t n) {
    const void *asked[CPUDEV_SOURCE_ADDRESSES];
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        if (!known(pcs[i]))
            asked[count++] = pcs[i];
        if (count == CPUDEV_SOURCE_ADDRESSES || (count && i == n - 1)) {
            ask(asked, count);
            count = 0;
        }
    }
}

check_source check_source_of(const void *pc) {
    if (!known(pc))
        ask(&pc, 1);
    const check_source *source = known(pc);
    if (source)
        return *source;
    remember(pc, (check_source){NULL, 0}); /* nobody is asked twice */
    return (check_source){NULL, 0};
}
