#include "judge.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void settle(struct verdict *v, enum outcome outcome, const char *format, va_list args) {
    if (v->outcome != OUTCOME_NONE) {
        fprintf(stderr, "judge: the check goes on after its verdict: %s\n", v->message);
        exit(3);
    }
    v->outcome = outcome;
    vsnprintf(v->message, sizeof v->message, format, args);
}

enum outcome pass(struct verdict *v, const char *format, ...) {
    va_list args;
    va_start(args, format);
    settle(v, OUTCOME_PASS, format, args);
    va_end(args);
    return OUTCOME_PASS;
}

enum outcome fail(struct verdict *v, const char *diagnosis, const char *format, ...) {
    va_list args;
    va_start(args, format);
    settle(v, OUTCOME_FAIL, format, args);
    va_end(args);
    v->diagnosis = diagnosis;
    return OUTCOME_FAIL;
}

void judge_add(struct verdict *v, const char *format, ...) {
    size_t length = strlen(v->message);
    va_list args;
    va_start(args, format);
    vsnprintf(v->message + length, sizeof v->message - length, format, args);
    va_end(args);
}

void measured(struct verdict *v, const char *name, double value) {
    size_t length = strlen(v->measured);
    if (isfinite(value))
        snprintf(v->measured + length, sizeof v->measured - length, "%s\"%s\": %.9g",
                 length ? ", " : "", name, value);
}

/* Text that may come from a student's program: only printable ASCII and UTF-8's bytes go on. */
static void print_text(const char *text) {
    putchar('"');
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '"' || *c == '\\')
            printf("\\%c", *c);
        else if (*c == '\n')
            fputs("\\n", stdout);
        else if (*c < 0x20 || *c == 0x7f)
            putchar(' ');
        else
            putchar(*c);
    }
    putchar('"');
}

void judge_print(const struct verdict *v, const char *id) {
    printf("{\"id\": ");
    print_text(id);
    printf(", \"status\": \"%s\", \"message\": ", v->outcome == OUTCOME_PASS ? "pass" : "fail");
    print_text(v->message);
    printf(", \"diagnosis\": ");
    if (v->diagnosis)
        print_text(v->diagnosis);
    else
        printf("null");
    printf(", \"measured\": {%s}}\n", v->measured);
}
