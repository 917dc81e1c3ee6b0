/* Functions of the student's where one of their CUDA calls fails (harness/failing.h): the page asks
 * for the error, and for nothing left allocated. */
#include "judge.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NOWHERE, SECOND_CALL = 1000000 }; /* findings of a second call, in which nothing fails */

struct function {
    char key[80];  /* in raw: NAME, or NAME_VERSION */
    char name[80]; /* NAME */
};

/* The next of the functions that the run was to try; false: there is no other. */
static bool next_function(const char **calls, struct function *f) {
    const size_t length = strcspn(*calls, ",\n");
    if (length == 0)
        return false;
    snprintf(f->key, sizeof f->key, "%.*s", (int)length, *calls);
    *calls += length + ((*calls)[length] == ',');
    snprintf(f->name, sizeof f->name, "%s", f->key);
    char *const version = strrchr(f->name, '_');
    if (version && isupper((unsigned char)version[1]))
        *version = '\0';
    return true;
}

static double number_of(const struct run *run, const struct function *f, const char *what) {
    char name[240];
    snprintf(name, sizeof name, "%s.%s", f->key, what);
    return judge_number(run, name, NAN);
}

struct trial {
    int number; /* by which the checker knows it */
    bool returned;
    double code, given; /* what the function returned, the error of the call that failed */
    bool same, asked;   /* the results are those of the first call; the last error was asked for */
};

/* The function's trial number `nth`, from 0; false: there was none. */
static bool load_trial(const struct run *run, const struct function *f, int nth, struct trial *t) {
    char name[120];
    snprintf(name, sizeof name, "trial%d", nth);
    const double number = number_of(run, f, name);
    if (isnan(number))
        return false;
    snprintf(name, sizeof name, "%s.result%d", f->key, nth);
    const double *const result = judge_numbers(run, name, 4);
    *t = (struct trial){.number = (int)number, .returned = result != NULL};
    if (result) {
        t->code = result[0];
        t->given = result[1];
        t->same = result[2] != 0;
        t->asked = result[3] != 0;
    }
    return true;
}

/* Finds "... returned ERROR: it is let fail here, in trial N" among these calls. */
static const struct finding *find_call(const struct finding *calls, size_t count, int number) {
    char mark[60];
    const size_t length =
        (size_t)snprintf(mark, sizeof mark, "it is let fail here, in trial %d", number);
    for (size_t i = 0; i < count; i++) {
        const char *text = strstr(calls[i].text, mark);
        if (text && !isdigit((unsigned char)text[length]) && strstr(calls[i].text, " returned"))
            return &calls[i];
    }
    return NULL;
}

/* The CUDA call that failed in that trial, "cudaMalloc at step1_sum.cu:12". */
static void name_call(const struct run *run, int number, char *text, size_t size) {
    const struct finding *own = find_call(run->refused, run->refused_count, number);
    const struct finding *other = find_call(run->elsewhere, run->elsewhere_count, number);
    if (own && judge_is_students(run, own->where, strlen(own->where)))
        snprintf(text, size, "%.*s at %s", (int)(strstr(own->text, " returned") - own->text),
                 own->text, own->where);
    else if (own || other) {
        const char *const what = own ? own->text : other->text;
        snprintf(text, size, "%.*s in a function of the lab that it calls",
                 (int)(strstr(what, " returned") - what), what);
    } else
        snprintf(text, size, "one of its CUDA calls");
}

/* "This shows ...": where a finding of this number, or the end of the program, belongs. */
static void name_place(const struct run *run, int number, char *text, size_t size) {
    char call[300];
    name_call(run, number, call, sizeof call);
    if (number == SECOND_CALL)
        snprintf(text, size, "in a second call with the same arguments");
    else
        snprintf(text, size,
                 "where %s fails (the grader lets one CUDA call after the other fail, as on a GPU "
                 "that is full or broken)",
                 call);
}

/* Fails for a trial in which the error was lost. */
static void judge_trial(const struct run *run, const struct function *f, const struct trial *t) {
    static const char why[] =
        "the grader lets one CUDA call after the other fail, as on a GPU that is full or broken";
    char call[300], error[60], returned[60];
    if (!t->returned || t->given == 0 || t->code == t->given || (t->code == 0 && t->same))
        return;
    name_call(run, t->number, call, sizeof call);
    snprintf(error, sizeof error, "%s", judge_error_name(t->given));
    snprintf(returned, sizeof returned, "%s", judge_error_name(t->code));
    const char *const launch = strstr(call, "kernel launch at ");
    if (launch && !t->asked)
        fail_fact("lost-error",
                  "%s returns %s although the %s failed with %s (%s). This launch was not "
                  "checked: a launch returns nothing, so ask cudaGetLastError() behind it "
                  "(CUDA_TRY_LAUNCH() of check.h does) and hand on what it says.",
                  f->name, returned, launch + strlen("kernel "), error, why);
    fail_fact("lost-error",
              "%s returns %s although %s failed with %s (%s). Look at what every CUDA call "
              "returns, at cudaGetLastError() after a launch, and hand on the first error as it "
              "is.",
              f->name, returned, call, error, why);
}

static void judge_lost(const struct run *run) {
    struct function f;
    struct trial t;
    for (const char *calls = judge_argument_text(run, "calls"); next_function(&calls, &f);)
        for (int nth = 0; load_trial(run, &f, nth, &t); nth++)
            judge_trial(run, &f, &t);
}

/* The function was tried, and is afterwards as before. */
static void judge_function(const struct run *run, const struct function *f) {
    const double first = number_of(run, f, "first"), calls = number_of(run, f, "calls"),
                 after = number_of(run, f, "after");
    struct trial t;
    int trials = 0;
    if (isnan(first))
        fail_fact(NULL,
                  "%s was not tried where a CUDA call fails: what the lab calls before it does "
                  "not work yet. Mend that first; other tests tell what is wrong.",
                  f->name);
    if (first != 0)
        fail_fact(NULL,
                  "%s returns %s where nothing fails, so it was not tried where a CUDA call "
                  "fails. Mend that first; other tests tell what is wrong.",
                  f->name, judge_error_name(first));
    if (calls == 0)
        fail_fact(NULL,
                  "%s makes no CUDA call that allocates, copies, sets or launches, so nothing "
                  "can fail in it.",
                  f->name);
    for (; load_trial(run, f, trials, &t); trials++)
        if (!t.returned)
            fail_fact(NULL, "What %s returned where a CUDA call fails is missing.", f->name);
    if (isnan(calls) || isnan(after) || trials == 0)
        fail_fact(NULL, "What %s did where a CUDA call fails is missing.", f->name);
    if (after == 0)
        return;
    fail_fact(
        "broken-by-error",
        "%s, right before, %s after a call in which the grader let one CUDA call fail: what that one "
        "left behind must not reach the next (a variable that stays from call to call, memory "
        "freed and still used).",
        f->name, after < 0 ? "gives other results" : "returns an error");
}

/* What a launch or a copy that failed was to write is not there: who reads it before the error is
 * asked for hands that on all the same. */
static bool comes_of_the_failure(const struct finding *f) {
    return f->failing && f->failing != SECOND_CALL && strcmp(f->kind, "uninitialized-read") == 0;
}

void judge_keep_failing(struct run *run) {
    size_t kept = 0;
    for (size_t i = 0; i < run->finding_count; i++) {
        const struct finding *f = &run->findings[i];
        if ((f->failing && !comes_of_the_failure(f)) || strcmp(f->kind, "unreadable-finding") == 0)
            run->findings[kept++] = *f;
    }
    run->finding_count = kept;
}

static void ask_findings(const void *run) {
    judge_findings(run);
}

/* A lost error comes before what the checker found, which often follows from it. */
void judge_failing(const struct run *run) {
    struct verdict found;
    struct function f;
    char place[500];
    if (!run->checked)
        pass("Only the CPU device lets calls fail.");
    judge_lost(run);
    struct run shown = *run; /* with what was found first, and in that call besides */
    while (shown.finding_count > 1 &&
           shown.findings[shown.finding_count - 1].failing != shown.findings[0].failing)
        shown.finding_count--;
    if (judge_would_fail(&found, ask_findings, &shown)) {
        name_place(run, shown.findings[0].failing, place, sizeof place);
        fail_fact(found.diagnosis, "This shows %s. %.1700s", place, found.message);
    }
    for (const char *calls = judge_argument_text(run, "calls"); next_function(&calls, &f);)
        judge_function(run, &f);
    pass("Where a CUDA call fails the error comes back, and nothing stays allocated.");
}

/* The trial in which the program ended; SECOND_CALL: in the second call; NOWHERE: before anything
 * was let fail, or after all of it. */
static int ended_in(const struct run *run) {
    struct function f;
    struct trial t = {0};
    for (const char *calls = judge_argument_text(run, "calls"); next_function(&calls, &f);) {
        if (number_of(run, &f, "first") != 0)
            return NOWHERE;
        if (!isnan(number_of(run, &f, "after")))
            continue;
        int nth = 0;
        while (load_trial(run, &f, nth, &t) && t.returned)
            nth++;
        if (load_trial(run, &f, nth, &t) || nth > 0) /* it broke in that one, or by the last */
            return t.number;
        return SECOND_CALL;
    }
    return NOWHERE;
}

static void ask_lost(const void *run) {
    judge_lost(run);
}

void judge_ended_failing(const struct run *run, struct verdict *v) {
    char message[sizeof v->message], place[500];
    struct verdict lost;
    snprintf(message, sizeof message, "%s", v->message);
    if (judge_would_fail(&lost, ask_lost, run)) {
        judge_add(&lost, " Then the program ended: %.1000s", message);
        *v = lost;
        return;
    }
    const int number = ended_in(run);
    if (number == NOWHERE) {
        snprintf(v->message, sizeof v->message,
                 "The program ends where nothing is let fail, too: mend that first. %.1700s",
                 message);
        return;
    }
    name_place(run, number, place, sizeof place);
    snprintf(v->message, sizeof v->message, "This shows %s. %.1400s", place, message);
}
