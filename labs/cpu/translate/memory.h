/* memory.h - memory that is there, or the program ends with a message. Nothing is freed:
 * the translator lives for one source file. */
#ifndef TRANSLATE_MEMORY_H
#define TRANSLATE_MEMORY_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void *checked_realloc(void *p, size_t bytes) {
    p = realloc(p, bytes ? bytes : 1);
    if (!p) {
        fprintf(stderr, "nvcc-cpu: error: out of memory (%zu bytes asked for)\n", bytes);
        exit(3);
    }
    return p;
}

static inline char *checked_copy(const char *text, size_t length) {
    char *copy = checked_realloc(NULL, length + 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

#endif
