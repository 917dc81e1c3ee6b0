#define _GNU_SOURCE
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"

void *allocate(void *old, size_t bytes) {
    void *memory = realloc(old, bytes ? bytes : 1);
    if (!memory)
        fail(EXIT_DEVICE, "no memory for %zu bytes", bytes);
    return memory;
}

char *text(const char *format, ...) {
    char *result;
    va_list arguments;
    va_start(arguments, format);
    const int length = vasprintf(&result, format, arguments);
    va_end(arguments);
    if (length < 0)
        fail(EXIT_DEVICE, "no memory for a text");
    return result;
}

void add(struct list *list, const char *item) {
    list->items = allocate(list->items, (list->count + 2) * sizeof *list->items);
    list->items[list->count++] = item;
    list->items[list->count] = NULL;
}

void add_all(struct list *list, const struct list *more) {
    for (size_t i = 0; i < more->count; i++)
        add(list, more->items[i]);
}

const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

char *without_suffix(const char *name) {
    const char *dot = strrchr(base_name(name), '.');
    return dot ? text("%.*s", (int)(dot - name), name) : text("%s", name);
}

bool starts_with(const char *whole, const char *start) {
    return strncmp(whole, start, strlen(start)) == 0;
}

void fail(int status, const char *format, ...) {
    va_list arguments;
    fputs("nvcc-cpu: error: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    process_end(status);
}
