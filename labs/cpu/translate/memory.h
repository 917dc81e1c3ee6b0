/* memory.h - memory that is there, or the program ends with a message. Nothing is freed:
 * the translator lives for one source file. */
#ifndef TRANSLATE_MEMORY_H
#define TRANSLATE_MEMORY_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* gcc 12's analyzer takes one list for another where a function grows two of them, and what it grew
 * before for freed. Nothing here is freed. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wunknown-warning-option"
#pragma GCC diagnostic ignored "-Wanalyzer-double-free"
static inline void *checked_realloc(void *p, size_t bytes) {
    p = realloc(p, bytes ? bytes : 1);
    if (!p) {
        fprintf(stderr, "nvcc-cpu: error: out of memory (%zu bytes asked for)\n", bytes);
        exit(3);
    }
    return p;
}
#pragma GCC diagnostic pop

static inline char *checked_copy(const char *text, size_t length) {
    char *copy = checked_realloc(NULL, length + 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

#endif
