#include "judge.h"
#include "../common/json.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *agreed; /* the only claim that may be made; NULL: any */

/* The check that is asked: its verdict, and where that ends. */
static struct verdict *asked;
static jmp_buf *end;

struct verdict *judge_verdict(void) {
    if (!asked) {
        fprintf(stderr, "judge: a verdict, and no check is asked\n");
        exit(3);
    }
    return asked;
}

enum outcome judge_ask(struct verdict *v, void (*judge)(const void *context), const void *context) {
    struct verdict *const outer = asked;
    jmp_buf *const outer_end = end;
    jmp_buf here;
    asked = v;
    end = &here;
    if (setjmp(here) == 0)
        judge(context);
    asked = outer;
    end = outer_end;
    return v->outcome;
}

struct question {
    const struct check *check;
    const struct run *run;
};
static void ask_check(const void *context) {
    const struct question *q = context;
    q->check->judge(q->run);
}

enum outcome judge_check(struct verdict *v, const struct check *check, const struct run *run) {
    return judge_ask(v, ask_check, &(const struct question){check, run});
}

bool judge_would_fail(struct verdict *found, void (*judge)(const void *context),
                      const void *context) {
    *found = (struct verdict){0};
    return judge_ask(found, judge, context) == OUTCOME_FAIL;
}

static void say(enum outcome outcome, const char *diagnosis, const char *claim, const char *format,
                va_list args) {
    struct verdict *const v = judge_verdict();
    v->outcome = outcome;
    v->diagnosis = diagnosis;
    v->claim = claim;
    vsnprintf(v->message, sizeof v->message, format, args);
    if (outcome != OUTCOME_FAIL)
        return;
    v->counted = v->by_counts;
    for (int i = v->note_count; i-- > 0;)
        judge_add(v, "%s", v->notes[i]);
}

void pass(const char *format, ...) {
    va_list args;
    va_start(args, format);
    say(OUTCOME_PASS, NULL, NULL, format, args);
    va_end(args);
    longjmp(*end, 1);
}

void fail(const char *diagnosis, const char *format, ...) {
    va_list args;
    va_start(args, format);
    say(OUTCOME_FAIL, diagnosis, diagnosis, format, args);
    va_end(args);
    longjmp(*end, 1);
}

void fail_claim(const char *diagnosis, const char *format, ...) {
    va_list args;
    va_start(args, format);
    say(OUTCOME_FAIL, diagnosis, diagnosis ? diagnosis : format, format, args);
    va_end(args);
    longjmp(*end, 1);
}

void fail_claiming(const char *diagnosis, const char *claim, const char *format, ...) {
    va_list args;
    va_start(args, format);
    say(OUTCOME_FAIL, diagnosis, strdup(claim), format, args);
    va_end(args);
    longjmp(*end, 1);
}

void fail_fact(const char *diagnosis, const char *format, ...) {
    va_list args;
    va_start(args, format);
    say(OUTCOME_FAIL, diagnosis, NULL, format, args);
    va_end(args);
    longjmp(*end, 1);
}

void judge_fail_as(const struct verdict *found) {
    *judge_verdict() = *found;
    longjmp(*end, 1);
}

void judge_note(const char *format, ...) {
    struct verdict *const v = judge_verdict();
    va_list args;
    va_start(args, format);
    if (v->note_count == JUDGE_NOTES || vasprintf(&v->notes[v->note_count++], format, args) < 0) {
        fprintf(stderr, "judge: too much is noted: %s\n", format);
        exit(3);
    }
    va_end(args);
}

void judge_note_ends(void) {
    struct verdict *const v = judge_verdict();
    free(v->notes[--v->note_count]);
}

void judge_by_counts(bool so) {
    judge_verdict()->by_counts = so;
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

void measured(const char *name, double value) {
    struct verdict *const v = judge_verdict();
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
