/* What is behind wrong results: a family of models, each a choice along several independent
 * dimensions. The model with the fewest deviations from what is asked that gives the student's
 * results names the mistakes; several at once are found like one. */
#include "judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DIMENSIONS = 24, PROBES = 24 };

struct search {
    const struct judge_family *family;
    size_t *wrong, wrongs; /* results that are not what is asked */
    int model[MOST_DIMENSIONS];
};

static bool agrees(const struct search *s, size_t i) {
    const struct judge_family *f = s->family;
    double value = f->value(f->context, s->model, i);
    return fabs(f->got[i] - value) <= f->tolerance || f->got[i] == value;
}

/* Does the model give at least 97 in 100 of all results, and of those that are wrong 9 in 10? A few
 * of the wrong ones are tried first, for most models fail there. */
static bool fits(const struct search *s) {
    const struct judge_family *f = s->family;
    size_t step = s->wrongs / PROBES + 1, missed = 0, tried = 0;
    if (f->prepare && !f->prepare(f->context, s->model))
        return false;
    for (size_t i = 0; i < s->wrongs; i += step, tried++)
        if (!agrees(s, s->wrong[i]) && ++missed > PROBES / 6)
            return false;
    if (missed * 5 > tried)
        return false;
    missed = 0;
    for (size_t i = 0; i < s->wrongs; i++)
        if (!agrees(s, s->wrong[i]) && ++missed * 10 > s->wrongs)
            return false;
    missed = 0;
    for (size_t i = 0; i < f->count; i++)
        if (!agrees(s, i) && ++missed * 100 > f->count * 3)
            return false;
    return true;
}

/* Tries all models with `left` deviations more, in dimensions from `from` on. */
static bool search(struct search *s, int from, int left) {
    if (left == 0)
        return fits(s);
    for (int d = from; d < s->family->dimension_count; d++) {
        for (int m = 1; m <= s->family->dimensions[d].count; m++) {
            s->model[d] = m;
            if (search(s, d + 1, left - 1))
                return true;
        }
        s->model[d] = 0;
    }
    return false;
}

static enum outcome tell(const struct search *s, struct verdict *v, const char *function) {
    enum outcome outcome = OUTCOME_NONE;
    for (int d = 0; d < s->family->dimension_count; d++) {
        if (!s->model[d])
            continue;
        const struct judge_mistake *m = &s->family->dimensions[d].mistakes[s->model[d] - 1];
        if (outcome == OUTCOME_NONE)
            outcome = fail(v, m->diagnosis, "%s: %s", function, m->words);
        else
            judge_add(v, " And: %s", m->words);
    }
    return outcome;
}

enum outcome judge_explain_models(struct verdict *v, const char *function,
                                  const struct judge_family *family) {
    struct search s = {.family = family, .wrong = calloc(family->count + 1, sizeof *s.wrong)};
    enum outcome outcome = OUTCOME_NONE;
    if (!s.wrong || (family->prepare && !family->prepare(family->context, s.model))) {
        free(s.wrong);
        return OUTCOME_NONE;
    }
    for (size_t i = 0; i < family->count; i++)
        if (!agrees(&s, i))
            s.wrong[s.wrongs++] = i;
    for (int most = 1; s.wrongs && most <= family->most && outcome == OUTCOME_NONE; most++) {
        memset(s.model, 0, sizeof s.model);
        if (search(&s, 0, most))
            outcome = tell(&s, v, function);
    }
    free(s.wrong);
    return outcome;
}
