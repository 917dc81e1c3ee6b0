/* nvcc|g++|gcc|c++|cc ARG...: notes that it was called so.
 * calls PROGRAM make ARG...: make, and what PROGRAM is made of. */
#define _GNU_SOURCE
#include "calls.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *need(void *memory) {
    if (!memory)
        fail("no memory");
    return memory;
}

void add(struct list *list, const char *item) {
    list->items = need(realloc(list->items, (list->count + 2) * sizeof *list->items));
    list->items[list->count++] = need(strdup(item));
    list->items[list->count] = NULL;
}

char *text(const char *format, ...) {
    va_list arguments;
    char *result = NULL;
    va_start(arguments, format);
    if (vasprintf(&result, format, arguments) < 0)
        fail("no memory");
    va_end(arguments);
    return result;
}

const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("error: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

int main(int argc, char **argv) {
    const char *name = base_name(argc ? argv[0] : "");
    if (!getenv("CALLS_FOLDER") || !getenv("CALLS_HOME") || !getenv("CALLS_COMPILER"))
        fail("%s: the environment that make was started with is gone", name);
    if (strcmp(name, "calls") != 0)
        return note_call(argv + 1, strcmp(name, "nvcc") == 0);
    if (argc < 3)
        fail("calls wants a program and a command");
    return linked_after(argv[1], argv + 2);
}
