/* The technique is part of the answer: what the CPU device counted in a run says whether a result
 * came from where the step asks for. On a GPU nothing is counted; the checker's run of the same
 * program is. */
#include "judge.h"

#include <stdio.h>
#include <string.h>

static double sum_of(const struct run *run, const char *kernel, const char *name, int *lines) {
    double sum = 0;
    *lines = 0;
    for (const char *line = run->counts; line && *line; line = strchr(line, '\n')) {
        char k[256], n[64];
        double value;
        line += *line == '\n';
        if (sscanf(line, "%255[^\t]\t%*d\t%63[^\t]\t%lf", k, n, &value) == 3 && strstr(k, kernel) &&
            strcmp(n, name) == 0) {
            sum += value;
            ++*lines;
        }
    }
    return sum;
}

double judge_total(const struct run *run, const char *kernel, const char *name) {
    int lines;
    return sum_of(run, kernel, name, &lines);
}

int judge_launches(const struct run *run, const char *kernel) {
    int lines;
    sum_of(run, kernel, "launch", &lines);
    return lines;
}

enum outcome judge_used(const struct run *run, struct verdict *v, const char *function,
                        const char *name, const char *what) {
    if (run->gpu || judge_total(run, "", name) > 0)
        return OUTCOME_NONE;
    if (judge_launches(run, "") == 0)
        return fail(v, "technique-missing",
                    "%s launches no kernel: its results come from the host. The step is about %s.",
                    function, what);
    return fail(v, "technique-missing",
                "%s launches a kernel, but nothing in it uses %s, which the step is about.",
                function, what);
}

enum outcome judge_launched_nothing(const struct run *run, struct verdict *v,
                                    const char *function) {
    if (run->gpu || judge_launches(run, "") == 0)
        return OUTCOME_NONE;
    return fail(v, "device-asked",
                "%s launches a kernel. It is to compute on the host what the texture unit gives, "
                "not to ask it.",
                function);
}
