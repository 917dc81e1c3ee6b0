/* What the CPU device's checker found, in the words of the mistake behind it. */
#include "judge.h"

#include <stdio.h>
#include <string.h>

/* What each kind usually means, when no rule of the lab knows better. */
static const struct finding_rule common[] = {
    {"shared-memory-race", NULL, "missing-syncthreads",
     "One thread reads what another writes in shared memory with no __syncthreads() between them: "
     "put one after every round of writing, before the values are read."},
    {"divergent-barrier", NULL, "barrier-in-if",
     "Some threads of the block never reach this __syncthreads(). Take it out of the if: all "
     "threads of the block must come to the same barrier, with or without work of their own."},
    {"barrier-never-reached", NULL, "barrier-in-if",
     "Some threads of the block never reach this __syncthreads(). Take it out of the if: all "
     "threads of the block must come to the same barrier, with or without work of their own."},
    {"memory-leak", NULL, "leak",
     "What was allocated is never freed. Free it on every way out of the function, errors "
     "included."},
    {"unchecked-error", NULL, "unchecked-launch",
     "A CUDA call or a launch failed and nobody asked. After a launch ask cudaGetLastError(), and "
     "return the error."},
    {"out-of-bounds-read", NULL, "missing-bounds-guard",
     "A thread reads past the end. There are often more threads than elements: let a thread work "
     "only if (i < n)."},
    {"out-of-bounds-write", NULL, "missing-bounds-guard",
     "A thread writes past the end. There are often more threads than elements: let a thread work "
     "only if (i < n)."},
    {"global-memory-race", NULL, NULL,
     "Two threads use the same word of global memory at the same time, and one of them writes it."},
    {"uninitialized-read", NULL, NULL, "A value is read that nobody has written."},
    {"host-memory-in-kernel", NULL, NULL,
     "A kernel was given a pointer to host memory. Copy the data to device memory first."},
    {"device-memory-on-host", NULL, NULL,
     "Host code follows a pointer to device memory. Copy the data back with cudaMemcpy first."},
    {"use-after-free", NULL, NULL, "Memory is used after it was freed."},
    {"double-free", NULL, NULL, "The same memory is freed twice."},
    {"invalid-free", NULL, NULL, "What is freed here was never allocated by that call's partner."},
    {"wrong-side-copy", NULL, "wrong-copy-kind",
     "The kind of the copy (cudaMemcpyHostToDevice, ...) does not fit where the pointers point."},
    {"copy-overflow", NULL, NULL, "A copy is longer than the memory it reads or writes."},
    {0}};

static const struct finding_rule *find_rule(const struct finding_rule *rules,
                                            const struct finding *f) {
    for (const struct finding_rule *rule = rules; rule->kind; rule++)
        if (strcmp(rule->kind, f->kind) == 0 &&
            (!rule->containing || strstr(f->text, rule->containing) ||
             strstr(f->kernel, rule->containing)))
            return rule;
    return NULL;
}

bool judge_has_finding(const struct run *run, const char *kind, const char *containing) {
    for (size_t i = 0; i < run->finding_count; i++)
        if (strcmp(run->findings[i].kind, kind) == 0 && strstr(run->findings[i].text, containing))
            return true;
    return false;
}

enum outcome judge_findings(const struct run *run, struct verdict *v) {
    const struct finding *f = NULL;
    const struct finding_rule *rule = NULL;
    for (size_t i = 0; i < run->finding_count && !rule; i++)
        rule = find_rule(lab_findings, f = &run->findings[i]);
    for (size_t i = 0; i < run->finding_count && !rule; i++)
        rule = find_rule(common, f = &run->findings[i]);
    if (!run->finding_count)
        return OUTCOME_NONE;
    if (!rule)
        f = &run->findings[0];
    return fail(v, rule ? rule->diagnosis : NULL, "%s%sThe CPU device found: %s: %s%s%s%s%s",
                rule ? rule->advice : "", rule ? " " : "", f->kind, f->text,
                *f->where ? ", in " : "", f->where, *f->kernel ? ", kernel " : "", f->kernel);
}
