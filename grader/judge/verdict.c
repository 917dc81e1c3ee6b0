#include "judge.h"
#include "../common/json.h"

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

/* A message may quote what a student's program printed, and is shown on a terminal. */
static void blank_controls(char *text) {
    for (; *text; text++)
        if (((unsigned char)*text < 0x20 && *text != '\n') || *text == 0x7f)
            *text = ' ';
}

void judge_print(FILE *out, struct verdict *v, const char *id) {
    blank_controls(v->message);
    fprintf(out, "{\"id\": ");
    json_string(out, id);
    fprintf(out,
            ", \"status\": \"%s\", \"message\": ", v->outcome == OUTCOME_PASS ? "pass" : "fail");
    json_string(out, v->message);
    fprintf(out, ", \"diagnosis\": ");
    json_string(out, v->diagnosis);
    fprintf(out, ", \"measured\": {%s", v->measured);
    judge_print_wrong(out, v);
    fprintf(out, "}%s}\n", v->counted ? ", \"counted\": true" : "");
}
