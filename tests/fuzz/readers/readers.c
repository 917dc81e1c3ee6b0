/* The judge's readers of what a run left: how it ended, what it printed, raw, the counts, the
 * findings and the file of write_csv. A lab of its own, whose checks only read. */
#include "../../../grader/judge/judge.h"

#include <math.h>

const struct finding_rule lab_findings[] = {{"memory-leak", "x", "leak", "Free it."}, {0}};
const struct check lab_checks[] = {{0}};

bool lab_has_work(const struct run *run, const char *kernel, const long at[3]) {
    return run->seed && kernel && at[0] == at[1];
}

/* In the order in which they stand in the input; the rest is raw. */
static const char *const names[] = {"ended", "stdout", "findings.tsv", "counts.tsv"};
enum { NAMED = sizeof names / sizeof *names };
static struct fuzz_part files[NAMED + 1];

int fuzz_file(const char *path, struct fuzz_part *part) {
    const char *name = strchr(path, '/') + 1;
    size_t i = 0;
    while (i < NAMED && strcmp(name, names[i]) != 0)
        i++;
    *part = files[i];
    return i < NAMED || strcmp(name, "said/raw") == 0;
}

static void read_csv(const void *context) {
    static const struct csv_number numbers[] = {{1, 0.5}, {2, 0.5}};
    const struct run *run = context;
    const char *text = judge_csv_text(run, "a,b\n");
    for (int line = 0; line < 3; line++)
        if (judge_csv_row(judge_csv_line(text, line), "a", numbers, 2))
            break;
    judge_csv_end(run);
}

static void read_end(const void *run) {
    judge_end(run);
}

static void read_findings(const void *run) {
    judge_findings(run);
}

static void read_call(const void *run) {
    judge_succeeded(run, "call");
}

static void read_numbers(const void *context) {
    const struct run *run = context;
    for (size_t count = 0; count < 5; count++) {
        const double *numbers = judge_numbers(run, "numbers", count);
        for (size_t i = 0; numbers && i < count; i++)
            measured("number", numbers[i]);
    }
    measured("count", judge_count(run, "kernel", 1, "words"));
}

void fuzz_one(const uint8_t *data, size_t size) {
    struct fuzz_part rest = {data, size};
    for (size_t i = 0; i < NAMED; i++)
        files[i] = fuzz_next(&rest);
    files[NAMED] = rest;
    struct run run = {.seed = 1};
    struct verdict v = {0}, call = {0}, found = {0}, csv = {0};
    judge_load(&run, "run");
    if (judge_ask(&v, read_end, &run) == OUTCOME_PASS ||
        judge_ask(&found, read_findings, &run) == OUTCOME_PASS ||
        judge_ask(&call, read_call, &run) == OUTCOME_PASS)
        abort();
    judge_ask(&found, read_numbers, &run);
    judge_has_finding(&run, "memory-leak", "x");
    if (judge_ask(&csv, read_csv, &run) == OUTCOME_NONE)
        abort();
    if (found.outcome == OUTCOME_FAIL)
        judge_add(&found, " Besides: %s", v.message);
    judge_print(fuzz_sink(), &v, "1.1");
    judge_print(fuzz_sink(), &found, "1.1");
}
