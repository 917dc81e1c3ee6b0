/* The two ways to end before the last word, and memory that is there. */
#include "admit.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void refuse(const char *place, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    printf("%s: error: ", place);
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
    exit(fflush(stdout) ? 3 : 1);
}

void stumble(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("admit: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(3);
}

void *need(void *memory) {
    if (!memory)
        stumble("no memory");
    return memory;
}
