/* failing.c - for a grader and the labs' own checks: one call fails, as on a device that is full or
 * broken. */
#include <stdio.h>
#include <string.h>

#include "checker.h"

int check_failing_call;

static int trials;
static int until = -1; /* calls that still succeed before it; -1: all do */
static int calls;
static cudaError_t failed;
static bool unnamed; /* a call fails just now */
static bool asked;   /* for the last error, after one failed */
static char name[300];

cudaError_t check_failing(int nth) {
    const cudaError_t before = failed;
    check_failing_call = nth < 0 ? 0 : nth >= CHECK_NO_CALL ? CHECK_SECOND_CALL : ++trials;
    until = nth;
    calls = 0;
    failed = cudaSuccess;
    if (nth >= 0)
        asked = false;
    return before;
}

void check_failing_asked_for(void) {
    asked |= failed != cudaSuccess;
}

bool check_failing_asked(void) {
    return asked;
}

int check_failing_calls(void) {
    return calls;
}

const char *check_failing_name(void) {
    return name;
}

/* All of few calls. Of many the first ones, the last ones, and some between: a loop with a call for
 * each element has many of one kind. A call that fails late costs all that come before it, so of
 * very many fewer are tried. */
int check_failing_choice(int count, int trial) {
    enum { ALL = 48, FIRST = 16, LEAST = 2, MOST = 32, BUDGET = 40000 };
    if (trial < FIRST || count <= ALL)
        return trial < count ? trial : -1;
    const int affordable = BUDGET / count / 2 * 2;
    const int later = affordable < LEAST ? LEAST : affordable > MOST ? MOST : affordable;
    const int i = trial - FIRST;
    if (i >= later)
        return -1;
    if (i % 2 == 0)
        return count - 1 - i / 2;
    return FIRST + (int)((int64_t)(count - FIRST - later / 2) * (i / 2 + 1) / (later / 2 + 1));
}

int cpudev_hook_failing(cudaError_t e) {
    calls++;
    if (CHECK_LIKELY(until < 0) || until-- > 0)
        return 0;
    failed = e;
    unnamed = true;
    return check_failing_call;
}

void check_failing_returned(const char *api, const void *from) {
    if (!unnamed)
        return;
    unnamed = false;
    const check_source where = check_source_of(from);
    const char *slash = where.file ? strrchr(where.file, '/') : NULL;
    if (where.file)
        snprintf(name, sizeof name, "%s at %s:%u", api, slash ? slash + 1 : where.file, where.line);
    else
        snprintf(name, sizeof name, "%s", api);
}
