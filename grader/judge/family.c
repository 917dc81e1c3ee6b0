/* Families of models: what a solution does otherwise than asked, as a choice along several
 * independent dimensions. The fewest deviations that account for what came back explain it. */
#include "judge.h"

#include <stdio.h>
#include <string.h>

struct search {
    const struct family *family;
    const void *context;
    int choice[FAMILY_DIMENSIONS], best[FAMILY_DIMENSIONS], best_fit;
};

/* All choices with `left` deviations more, in the dimensions from `from` on. */
static void deviate(struct search *s, int from, int left) {
    if (left == 0) {
        int fit = s->family->fits(s->choice, s->context);
        if (fit > s->best_fit) {
            s->best_fit = fit;
            memcpy(s->best, s->choice, sizeof s->best);
        }
        return;
    }
    for (int d = from; d < s->family->count; d++) {
        for (int value = 1; value <= s->family->dimensions[d].count; value++) {
            s->choice[d] = value;
            deviate(s, d + 1, left - 1);
        }
        s->choice[d] = 0;
    }
}

bool judge_family(const struct family *family, const void *context, int *choice) {
    struct search s = {.family = family, .context = context};
    for (int deviations = 1; deviations <= family->most && !s.best_fit; deviations++)
        deviate(&s, 0, deviations);
    memcpy(choice, s.best, (size_t)family->count * sizeof *choice);
    return s.best_fit > 0;
}

enum outcome judge_explain(struct verdict *v, const char *what, const struct family *family,
                           const void *context) {
    int choice[FAMILY_DIMENSIONS];
    const char *diagnosis = NULL;
    char text[1500] = "";
    if (!judge_family(family, context, choice))
        return OUTCOME_NONE;
    for (int d = 0; d < family->count; d++) {
        if (!choice[d])
            continue;
        const struct deviation *deviation = &family->dimensions[d].values[choice[d] - 1];
        size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, " %s%s", length ? "And: " : "",
                 deviation->text);
        if (!diagnosis)
            diagnosis = deviation->diagnosis;
    }
    return fail(v, diagnosis, "%s%s", what, text);
}
