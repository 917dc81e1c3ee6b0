/* Functions of the student's where one of their CUDA calls fails (harness/failing.h): the page asks
 * for the error, and for nothing left allocated. */
#include "judge.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char when_failing[] =
    "in a call in which the grader lets one CUDA call fail, as on a GPU that is full or broken";

enum { SECOND_CALL = 1000000 }; /* findings of a second call, in which nothing fails */

/* The CUDA call that failed as number `nth`, "cudaMalloc at step1_sum.cu:12". */
static void name_call(const struct run *run, int nth, char *text, size_t size) {
    char mark[60];
    snprintf(mark, sizeof mark, "it is call number %d, which", nth);
    snprintf(text, size, "its CUDA call number %d", nth);
    for (size_t i = 0; i < run->refused_count; i++) {
        const struct finding *f = &run->refused[i];
        if (strstr(f->text, mark) && strstr(f->text, " returned") &&
            judge_is_students(run, f->where, strlen(f->where)))
            snprintf(text, size, "%.*s at %s", (int)(strstr(f->text, " returned") - f->text),
                     f->text, f->where);
    }
}

/* A function that raw tells of as `key`: NAME, or NAME_VERSION. */
static enum outcome judge_function(const struct run *run, struct verdict *v, const char *key) {
    enum { MOST = 64 };
    char part[120], call[300], name[80];
    const char *version = strrchr(key, '_');
    snprintf(
        name, sizeof name, "%.*s",
        (int)(version && isupper((unsigned char)version[1]) ? version - key : (int)strlen(key)),
        key);
    snprintf(part, sizeof part, "%s.first", key);
    const double first = judge_number(run, part, NAN);
    if (first != 0) /* undisturbed it fails too, or what comes before it does: other tests tell */
        return OUTCOME_NONE;
    snprintf(part, sizeof part, "%s.count", key);
    const double count = judge_number(run, part, NAN);
    if (isnan(count) || count < 0 || count > MOST)
        return fail(v, NULL, "%s did not come back: the program ended inside it, %s.", name,
                    when_failing);
    snprintf(part, sizeof part, "%s.codes", key);
    const double *codes = judge_numbers(run, part, (size_t)count);
    snprintf(part, sizeof part, "%s.given", key);
    const double *given = judge_numbers(run, part, (size_t)count);
    snprintf(part, sizeof part, "%s.same", key);
    const double *same = judge_numbers(run, part, (size_t)count);
    if (count > 0 && (!codes || !given || !same))
        return fail(v, NULL, "What %s returned is missing, %s.", name, when_failing);
    for (int i = 0; i < (int)count; i++) {
        if (codes[i] == given[i] || (codes[i] == 0 && same[i] != 0))
            continue;
        char error[60], returned[60];
        name_call(run, i + 1, call, sizeof call);
        snprintf(error, sizeof error, "%s", judge_error_name(given[i]));
        snprintf(returned, sizeof returned, "%s", judge_error_name(codes[i]));
        return fail(
            v, "lost-error",
            "%s returns %s although %s failed with %s (the grader lets one call after the "
            "other fail, as on a GPU that is full or broken). Look at what every CUDA call "
            "returns, at cudaGetLastError() after a launch, and hand on the first error as it is.",
            name, returned, call, error);
    }
    snprintf(part, sizeof part, "%s.after", key);
    const double after = judge_number(run, part, NAN);
    if (after == 0)
        return OUTCOME_NONE;
    return fail(
        v, "broken-by-error",
        "%s, right before, %s after a call in which the grader let one CUDA call fail: what that one "
        "left behind must not reach the next (a variable that stays from call to call, memory "
        "freed and still used).",
        name, after < 0 ? "gives other results" : "returns an error");
}

void judge_keep_failing(struct run *run) {
    size_t kept = 0;
    for (size_t i = 0; i < run->finding_count; i++)
        if (run->findings[i].failing || strcmp(run->findings[i].kind, "unreadable-finding") == 0)
            run->findings[kept++] = run->findings[i];
    run->finding_count = kept;
}

enum outcome judge_failing(const struct run *run, struct verdict *v) {
    struct verdict found = {0};
    char key[80];
    if (!run->checked)
        return pass(v, "Only the CPU device lets calls fail.");
    if (judge_findings(run, &found) == OUTCOME_FAIL)
        return fail(v, found.diagnosis, "This shows %s. %.1700s",
                    run->findings[0].failing == SECOND_CALL
                        ? "in a second call with the same arguments"
                        : when_failing,
                    found.message);
    for (const char *calls = judge_argument_text(run, "calls"); *calls;
         calls += strcspn(calls, ",\n"), calls += *calls == ',') {
        if (*calls == '\n')
            break;
        snprintf(key, sizeof key, "%.*s", (int)strcspn(calls, ",\n"), calls);
        if (judge_function(run, v, key) == OUTCOME_FAIL)
            return OUTCOME_FAIL;
    }
    return pass(v, "Where a CUDA call fails the error comes back, and nothing stays allocated.");
}

/* Did it end before a call was let fail, or after one that failed by itself? */
static bool ended_undisturbed(const struct run *run) {
    char part[120];
    const char *calls = judge_argument_text(run, "calls");
    while (*calls && *calls != '\n') {
        const size_t length = strcspn(calls, ",\n");
        snprintf(part, sizeof part, "%.*s.first", (int)length, calls);
        if (judge_number(run, part, NAN) != 0)
            return true;
        snprintf(part, sizeof part, "%.*s.after", (int)length, calls);
        if (isnan(judge_number(run, part, NAN)))
            return false;
        calls += length + (calls[length] == ',');
    }
    return false;
}

enum outcome judge_ended_failing(const struct run *run, struct verdict *v) {
    char message[sizeof v->message];
    if (ended_undisturbed(run)) {
        *v = (struct verdict){0};
        return pass(v, "It ends where nothing fails, too: what its other tests tell.");
    }
    snprintf(message, sizeof message, "%s", v->message);
    snprintf(v->message, sizeof v->message, "This shows %s. %.1700s", when_failing, message);
    return OUTCOME_FAIL;
}
