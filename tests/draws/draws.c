/* Usage: draws-LAB <ARGUMENTS
 * For each line `run SEED NAME ARG...` of tests/draws/arguments: every mistake that the lab's
 * models can compute is judged. Prints those that no test notices, and those that are told another
 * name; "told NAME" for each name that was told rightly; and at the end how many mistakes there
 * were. Exit status: 0 all are noticed and named, 1 some are not. */
#include "draws.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *draws_arguments;
static struct {
    const char *name;
    const double *values;
    size_t count;
    double own;
} written[64];
static size_t written_count;
static int asked, missed, misnamed;

void draws_forget(void) {
    written_count = 0;
}

void draws_wrote(const char *name, const double *values, size_t count) {
    if (written_count == sizeof written / sizeof *written)
        abort();
    written[written_count].name = name;
    written[written_count].values = values;
    written[written_count++].count = count;
}

void draws_wrote_number(const char *name, double value) {
    written[written_count].own = value;
    draws_wrote(name, &written[written_count].own, 1);
}

/* ---- in the place of run.c ------------------------------------------------------------------- */

static const char *argument(const char *name) {
    size_t length = strlen(name);
    for (const char *at = draws_arguments; at && *at; at = strchr(at, ' ')) {
        at += *at == ' ';
        if (strncmp(at, name, length) == 0 && at[length] == '=')
            return at + length + 1;
    }
    return NULL;
}

bool judge_has_argument(const struct run *run, const char *name) {
    (void)run;
    return argument(name) != NULL;
}

const char *judge_argument_text(const struct run *run, const char *name) {
    (void)run;
    const char *value = argument(name);
    if (!value) {
        fprintf(stderr, "draws: no argument %s in: %s\n", name, draws_arguments);
        exit(2);
    }
    return value;
}

double judge_argument(const struct run *run, const char *name) {
    return atof(judge_argument_text(run, name));
}

bool judge_part(const struct run *run, const char *name) {
    (void)run;
    const char *value = argument("part");
    return value && strncmp(value, name, strlen(name)) == 0 && strchr(" ", value[strlen(name)]);
}

const double *judge_numbers(const struct run *run, const char *name, size_t count) {
    (void)run;
    for (size_t i = 0; i < written_count; i++)
        if (strcmp(written[i].name, name) == 0 && written[i].count == count)
            return written[i].values;
    return NULL;
}

double judge_number(const struct run *run, const char *name, double missing) {
    const double *value = judge_numbers(run, name, 1);
    if (value)
        return *value;
    return strstr(name, ".error") ? 0 : missing; /* calls succeed where nothing else is said */
}

double judge_count(const struct run *run, const char *kernel, int launch, const char *name) {
    (void)run, (void)kernel, (void)launch, (void)name;
    return 1;
}

bool judge_next_count(const char **text, struct count *count) {
    (void)text, (void)count;
    return false;
}

void judge_load(struct run *run, const char *dir) {
    (void)run, (void)dir;
}

/* ---- in the place of technique.c: numbers alone are drawn, made as the step asks ---------------
 */

double judge_total(const struct run *run, const char *kernel, const char *name) {
    (void)run, (void)kernel, (void)name;
    return 0;
}

int judge_launches(const struct run *run, const char *kernel) {
    (void)run, (void)kernel;
    return 0;
}

void judge_used(const struct run *run, const char *function, const char *name, double least,
                const char *what) {
    (void)run, (void)function, (void)name, (void)least, (void)what;
}

size_t judge_followers(const struct run *run, const char *name, size_t count, const bool *of,
                       double more, size_t *asked) {
    (void)run, (void)name, (void)more;
    *asked = 0;
    for (size_t i = 0; i < count; i++)
        *asked += !of || of[i];
    return *asked;
}

void judge_follows(const struct run *run, const char *function, const char *name, size_t count,
                   double more, const char *what) {
    (void)run, (void)function, (void)name, (void)count, (void)more, (void)what;
}

void judge_changes(const struct run *run, const char *function, const char *name, size_t count,
                   const char *what) {
    (void)run, (void)function, (void)name, (void)count, (void)what;
}

void judge_launched(const struct run *run, const char *function, int calls) {
    (void)run, (void)function, (void)calls;
}

void judge_not_used(const struct run *run, const char *function, const char *name,
                    const char *what) {
    (void)run, (void)function, (void)name, (void)what;
}

void judge_launched_nothing(const struct run *run, const char *function) {
    (void)run, (void)function;
}

/* ---- the verdicts ---------------------------------------------------------------------------- */

static enum outcome verdict(const struct run *run, const char *name, struct verdict *v) {
    for (const struct check *check = lab_checks; check->name; check++)
        if (strcmp(check->name, name) == 0)
            return judge_check(v, check, run);
    fprintf(stderr, "draws: there is no check %s\n", name);
    exit(2);
}

/* Prints a name the first time that it is told. */
static void told(const char *name) {
    static const char *names[200];
    size_t i = 0;
    while (i < 199 && names[i] && strcmp(names[i], name) != 0)
        i++;
    if (!names[i])
        printf("told %s\n", names[i] = name);
}

void draws_expect_pass(const struct run *run, const char *check) {
    struct verdict v = {0};
    asked++;
    if (verdict(run, check, &v) != OUTCOME_PASS && ++missed)
        printf("seed %llu, %s: what is right fails: %s\n", (unsigned long long)run->seed, check,
               v.message);
}

void draws_expect(const struct run *run, const char *check, const char *mistake,
                  const char *known) {
    struct verdict v = {0};
    asked++;
    if (verdict(run, check, &v) == OUTCOME_PASS) {
        missed++;
        printf("seed %llu, %s: not noticed: %s\n", (unsigned long long)run->seed, check, mistake);
    } else if (known && v.diagnosis && strcmp(v.diagnosis, known) == 0) {
        told(known);
    } else if (known) {
        misnamed++;
        printf("seed %llu, %s: told %s, and it is %s: %s\n", (unsigned long long)run->seed, check,
               v.diagnosis ? v.diagnosis : "no name", known, mistake);
    }
}

int main(void) {
    char line[1000], name[100];
    while (fgets(line, sizeof line, stdin)) {
        unsigned long long seed;
        int rest;
        line[strcspn(line, "\n")] = '\0';
        if (sscanf(line, "run %llu %99s %n", &seed, name, &rest) != 2)
            continue;
        static const char counts[] = "k\t0\tlaunch\t9\nk\t0\ttexture.requests\t9\n"
                                     "k\t0\tconstant.requests\t9\n";
        struct run run = {.dir = "", .seed = seed, .ended = "ok", .output = "", .errors = ""};
        run.counts = (char *)counts;
        run.checked = true;
        draws_arguments = line + rest;
        draws_forget();
        draws_run(&run, name);
    }
    printf("%d asked, %d not noticed, %d with another name\n", asked, missed, misnamed);
    return missed || misnamed;
}
