#include "judge.h"
#include "../common/json.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *agreed; /* the only claim that may be made; NULL: any */

static void settle(struct verdict *v, enum outcome outcome, const char *format, va_list args) {
    if (v->outcome != OUTCOME_NONE) {
        fprintf(stderr, "judge: the check goes on after its verdict: %s\n", v->message);
        exit(3);
    }
    v->outcome = outcome;
    vsnprintf(v->message, sizeof v->message, format, args);
    if (outcome != OUTCOME_FAIL)
        return;
    v->counted = v->by_counts;
    for (int i = v->note_count; i-- > 0;)
        judge_add(v, "%s", v->notes[i]);
}

void judge_note(struct verdict *v, const char *format, ...) {
    va_list args;
    va_start(args, format);
    if (v->note_count == JUDGE_NOTES || vasprintf(&v->notes[v->note_count++], format, args) < 0) {
        fprintf(stderr, "judge: too much is noted: %s\n", format);
        exit(3);
    }
    va_end(args);
}

void judge_note_ends(struct verdict *v) {
    free(v->notes[--v->note_count]);
}

void judge_by_counts(struct verdict *v, bool so) {
    v->by_counts = so;
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
    v->claim = diagnosis;
    return OUTCOME_FAIL;
}

enum outcome fail_claim(struct verdict *v, const char *diagnosis, const char *format, ...) {
    va_list args;
    va_start(args, format);
    settle(v, OUTCOME_FAIL, format, args);
    va_end(args);
    v->diagnosis = diagnosis;
    v->claim = diagnosis ? diagnosis : format;
    return OUTCOME_FAIL;
}

enum outcome fail_claiming(struct verdict *v, const char *diagnosis, const char *claim,
                           const char *format, ...) {
    va_list args;
    va_start(args, format);
    settle(v, OUTCOME_FAIL, format, args);
    va_end(args);
    v->diagnosis = diagnosis;
    v->claim = strdup(claim);
    return OUTCOME_FAIL;
}

enum outcome fail_fact(struct verdict *v, const char *diagnosis, const char *format, ...) {
    va_list args;
    va_start(args, format);
    settle(v, OUTCOME_FAIL, format, args);
    va_end(args);
    v->diagnosis = diagnosis;
    return OUTCOME_FAIL;
}

bool judge_would_fail(struct verdict *found,
                      enum outcome (*judge)(struct verdict *v, const void *context),
                      const void *context) {
    *found = (struct verdict){0};
    return judge(found, context) == OUTCOME_FAIL;
}

enum outcome judge_fail_as(struct verdict *v, const struct verdict *found) {
    *v = *found;
    return OUTCOME_FAIL;
}

void judge_agree(const char *claim) {
    agreed = claim;
}

bool judge_may_claim(const char *claim) {
    return !agreed || !claim || strcmp(agreed, claim) == 0;
}

void judge_begin_with_about(struct verdict *v) {
    char message[sizeof v->message];
    snprintf(message, sizeof message, "%s", v->message);
    snprintf(v->message, sizeof v->message, "%s%.1650s", v->about, message);
}

void judge_withdraw(struct verdict *v) {
    v->diagnosis = NULL;
    v->claim = NULL;
    judge_say_wrong(v, v->message, sizeof v->message);
    if (!*v->message)
        snprintf(v->message, sizeof v->message, "The results are not those that are asked for.");
    judge_begin_with_about(v);
}

void judge_append(char *text, size_t size, const char *format, ...) {
    const size_t length = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + length, size - length, format, args);
    va_end(args);
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
    if (v->outcome == OUTCOME_FAIL && v->claim) {
        fprintf(out, ", \"claim\": ");
        json_string(out, v->claim);
    }
    fprintf(out, ", \"measured\": {%s", v->measured);
    judge_print_wrong(out, v);
    fprintf(out, "}%s}\n", v->counted ? ", \"counted\": true" : "");
}
