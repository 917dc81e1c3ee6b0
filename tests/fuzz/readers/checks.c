/* The checks of a lab's judge (one fuzzer a lab) on any numbers, none of them read from a text: the
 * input's first byte picks the check, the others say whether a result is there and what its numbers
 * are. */
#include "../../../grader/judge/judge.h"

#include <math.h>

static struct fuzz_part numbers;

int fuzz_file(const char *path, struct fuzz_part *part) {
    *part = numbers;
    return strstr(path, "table.csv") != NULL;
}

static uint8_t next(void) {
    if (numbers.size == 0)
        return 0;
    numbers.size--;
    return *numbers.data++;
}

static double next_number(void) {
    static const double rare[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300, 77, 4e9, -4e9, 0.5, 801};
    uint8_t byte = next();
    size_t i = (size_t)byte - 200;
    return byte >= 200 && i < sizeof rare / sizeof *rare ? rare[i] : byte - 20;
}

/* The sizes that the plans of all labs choose, small ones. */
double judge_argument(const struct run *run, const char *name) {
    static const struct {
        const char *name;
        double value;
    } arguments[] = {{"CM_SIZE", 20}, {"COEF", 4},       {"PART_SIZE", 8},
                     {"RADIUS", 2.5}, {"TABLE_SIZE", 9}, {"THREADSPERBLOCK", 12},
                     {"words", 19},   {"count", 32},     {"quads", 1000},
                     {"size", 6},     {"radii", 2}};
    (void)run;
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++)
        if (strcmp(name, arguments[i].name) == 0)
            return arguments[i].value;
    return 7;
}

const double *judge_numbers(const struct run *run, const char *name, size_t count) {
    (void)run;
    (void)name;
    if (next() % 8 == 7)
        return NULL;
    double *values = malloc(count * sizeof *values);
    if (!values)
        abort();
    double fill = next_number();
    for (size_t i = 0; i < count; i++)
        values[i] = numbers.size ? next_number() : fill;
    return values;
}

double judge_number(const struct run *run, const char *name, double missing) {
    (void)run;
    /* Most calls succeed, or no check would go on. */
    if (strstr(name, ".error"))
        return next() < 240 ? 0 : next_number();
    return next() % 8 == 7 ? missing : next_number();
}

const char *judge_argument_text(const struct run *run, const char *name) {
    static const char *const lists[] = {"", "\n", "make_row\n", "make_row,read_row\nmore", "a_B,,"};
    (void)run;
    (void)name;
    return lists[next() % 5];
}

bool judge_has_argument(const struct run *run, const char *name) {
    (void)run;
    (void)name;
    return next() % 4 != 0;
}

bool judge_part(const struct run *run, const char *name) {
    (void)run;
    (void)name;
    return next() % 4 == 0;
}

double judge_count(const struct run *run, const char *kernel, int launch, const char *name) {
    (void)run;
    (void)kernel;
    (void)launch;
    (void)name;
    return next() % 8 == 7 ? NAN : next_number();
}

bool judge_next_count(const char **text, struct count *count) {
    (void)text;
    if (numbers.size == 0)
        return false;
    *count = (struct count){
        .kernel = "integral_hardware", .name = "events", .launch = 0, .value = next_number()};
    return next() % 8 != 7;
}

void fuzz_one(const uint8_t *data, size_t size) {
    size_t count = 0;
    while (lab_checks[count].name)
        count++;
    struct finding finding = {"uninitialized-read", "k", "a.cu:1", "__shared__"};
    struct run run = {.dir = "run", .ended = "ok", .output = "1 2 3 4\n", .errors = ""};
    struct verdict v = {0};
    numbers = (struct fuzz_part){data, size};
    const struct check *check = &lab_checks[next() % count];
    uint8_t how = next();
    run.seed = how & 7;
    run.gpu = how & 8;
    run.findings = &finding;
    run.finding_count = how >> 4 & 1;
    enum outcome outcome = judge_check(&v, check, &run);
    if (outcome == OUTCOME_NONE || outcome != v.outcome)
        abort();
    judge_print(fuzz_sink(), &v, check->name);
}
