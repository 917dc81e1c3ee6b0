#include "judge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Numbers of CUDA's runtime API that the labs' mistakes lead to. */
const char *judge_error_name(double error) {
    static const struct {
        int number;
        const char *name;
    } names[] = {{0, "cudaSuccess"},
                 {1, "cudaErrorInvalidValue"},
                 {2, "cudaErrorMemoryAllocation"},
                 {9, "cudaErrorInvalidConfiguration"},
                 {12, "cudaErrorInvalidPitchValue"},
                 {13, "cudaErrorInvalidSymbol"},
                 {17, "cudaErrorInvalidDevicePointer"},
                 {18, "cudaErrorInvalidTexture"},
                 {20, "cudaErrorInvalidChannelDescriptor"},
                 {21, "cudaErrorInvalidMemcpyDirection"},
                 {26, "cudaErrorInvalidFilterSetting"},
                 {27, "cudaErrorInvalidNormSetting"},
                 {98, "cudaErrorInvalidDeviceFunction"},
                 {400, "cudaErrorInvalidResourceHandle"},
                 {600, "cudaErrorNotReady"},
                 {700, "cudaErrorIllegalAddress"},
                 {701, "cudaErrorLaunchOutOfResources"},
                 {716, "cudaErrorMisalignedAddress"},
                 {719, "cudaErrorLaunchFailure"},
                 {801, "cudaErrorNotSupported"},
                 {999, "cudaErrorUnknown"}};
    static char other[32];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].number == error)
            return names[i].name;
    snprintf(other, sizeof other, "CUDA error %.9g", error);
    return other;
}

/* The last CUDA call that returned this error, as the CPU device tells it ("CALL returned ERROR:
 * why"), is the one that a function hands on. */
static void add_refused_call(const struct run *run, const char *error, char *text, size_t size) {
    char returned[100];
    snprintf(returned, sizeof returned, " returned %s: ", error);
    for (size_t i = run->refused_count; i-- > 0;) {
        const struct finding *call = &run->refused[i];
        const char *end = strstr(call->text, returned);
        if (!end)
            continue;
        judge_append(text, size, ": %.*s%s%s: %s.", (int)(end - call->text), call->text,
                     *call->where ? " at " : "", call->where, end + strlen(returned));
        return;
    }
    for (size_t i = run->elsewhere_count; i-- > 0;) {
        const char *call = run->elsewhere[i].text, *end = strstr(call, returned);
        if (end) {
            judge_append(text, size,
                         ". A call that came to it so, in code that is not in this file: %.*s: %s.",
                         (int)(end - call), call, end + strlen(returned));
            return;
        }
    }
    judge_append(text, size, "%s",
                 !run->gpu && !run->finding_count && strcmp(error, "cudaErrorInvalidValue") == 0
                     ? ", and no CUDA call did: the function itself refuses what it is given, by a "
                       "condition that lets too little through."
                     : ".");
}

/* What the CPU device said of a kernel or call that it ended: from "cpu-device: error: " to the
 * line's end. */
static void add_reason(const struct run *run, char *text, size_t size) {
    static const char start[] = "cpu-device: error: ";
    const char *line = strstr(run->errors, start);
    if (!line)
        return;
    line += sizeof start - 1;
    judge_append(text, size, " The CPU device says: %.*s.", (int)strcspn(line, "\n"), line);
}

enum { NOT_READY = 600 };

/* Fails for what the call NAME returned, unless that is cudaSuccess. */
static void judge_error(const struct run *run, const char *name, double error) {
    char why[2000] = "";
    if (error == 0)
        return;
    if (isnan(error))
        fail(NULL, "%s did not come back: the program ended inside it.", name);
    if (error == 801)
        fail(NULL, "%s is still to be written: it returns cudaErrorNotSupported.", name);
    if (error == NOT_READY)
        fail_fact("timed-without-sync",
                  "%s returned cudaErrorNotReady: an event was asked for its time before the "
                  "work in front of it was done. A launch returns at once: wait with "
                  "cudaEventSynchronize(stop) before cudaEventElapsedTime.",
                  name);
    add_refused_call(run, judge_error_name(error), why, sizeof why);
    add_reason(run, why, sizeof why);
    fail(NULL, "%s returned %s%s", name, judge_error_name(error), why);
}

void judge_call_succeeded(const struct run *run, const char *written, const char *name) {
    char key[100];
    snprintf(key, sizeof key, "%s.error", written);
    judge_error(run, name, judge_number(run, key, NAN));
}

void judge_succeeded(const struct run *run, const char *name) {
    judge_call_succeeded(run, name, name);
}

size_t judge_list(const double *values, size_t count, double value, char *list, size_t size) {
    enum { MOST = 4 };
    size_t found = 0, length = 0, from = count, runs = 0;
    *list = '\0';
    for (size_t i = 0; i <= count; i++) {
        const bool is = i < count && values[i] == value;
        found += is;
        if (is && from == count)
            from = i;
        if (is || from == count)
            continue;
        const char *comma = length ? ", " : "";
        int added = 0;
        if (++runs == MOST)
            added = snprintf(list + length, size - length, " and others");
        else if (runs < MOST && from == i - 1)
            added = snprintf(list + length, size - length, "%s%zu", comma, from);
        else if (runs < MOST)
            added = snprintf(list + length, size - length, "%s%zu to %zu", comma, from, i - 1);
        length += (size_t)added < size - length ? (size_t)added : 0;
        from = count;
    }
    return found;
}

void judge_values(const struct run *run, const char *name, const double *expected, size_t count,
                  double tolerance, double canary) {
    char wrong[400];
    bool right = true;
    judge_succeeded(run, name);
    const double *got = judge_numbers(run, name, count);
    if (!got || !expected)
        fail(NULL, "%s ran, but its %zu results did not come back.", name, count);
    judge_unwritten(run, name, "elements", got, count, canary);
    judge_field("elements", count, 1, 1);
    for (size_t i = 0; i < count; i++) {
        if (fabs(got[i] - expected[i]) <= tolerance * fabs(expected[i]))
            continue;
        judge_wrong(i, got[i], expected[i]);
        right = false;
    }
    if (right)
        return;
    judge_say_wrong(judge_verdict(), wrong, sizeof wrong);
    fail(NULL, "%s: %s", name, wrong);
}
