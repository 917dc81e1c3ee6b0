/* emit.c - writes to standard output, or to a string while something is captured. */
#define _GNU_SOURCE
#include "emit.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_CAPTURES = 16 };

static struct {
    FILE *stream;
    char *text;
    size_t size;
} captures[MAX_CAPTURES];
static int capturing, indentation;

static FILE *out(void) {
    return capturing ? captures[capturing - 1].stream : stdout;
}

void emit(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(out(), format, arguments);
    va_end(arguments);
}

void line_begin(void) {
    fprintf(out(), "%*s", 4 * indentation, "");
}

void line(const char *format, ...) {
    va_list arguments;
    line_begin();
    va_start(arguments, format);
    vfprintf(out(), format, arguments);
    va_end(arguments);
    fputc('\n', out());
}

void indent(int change) {
    indentation += change;
}

void capture_begin(void) {
    if (capturing == MAX_CAPTURES)
        abort();
    captures[capturing].text = NULL;
    captures[capturing].stream =
        open_memstream(&captures[capturing].text, &captures[capturing].size);
    if (!captures[capturing].stream) {
        perror("generate: no memory");
        exit(1);
    }
    capturing++;
}

char *capture_end(void) {
    capturing--;
    fclose(captures[capturing].stream);
    return captures[capturing].text;
}
