/* Families of models: what a solution does otherwise than asked, as a choice along several
 * independent dimensions. The fewest deviations that account for what came back explain it;
 * several at once are found like one. */
#include "judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct search {
    const struct family *family;
    const void *context;
    int choice[FAMILY_DIMENSIONS], best[FAMILY_DIMENSIONS], best_fit;
};

/* What a choice says: the texts of its deviations, which hold no numbers. */
static void say(const struct family *family, const int *choice, char *text, size_t size) {
    size_t length = 0;
    *text = '\0';
    for (int d = 0; d < family->count; d++)
        if (choice[d] && length < size)
            length += (size_t)snprintf(text + length, size - length, " %s%s", length ? "And: " : "",
                                       family->dimensions[d].values[choice[d] - 1].text);
}

static bool may_be(const struct search *s) {
    char text[1500];
    say(s->family, s->choice, text, sizeof text);
    return judge_may_claim(text);
}

/* All choices with `left` deviations more, in the dimensions from `from` on, until one fits so well
 * that none can be better. */
static void deviate(struct search *s, int from, int left) {
    if (left == 0) {
        int fit = may_be(s) ? s->family->fits(s->choice, s->context) : 0;
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
            if (s->best_fit == FAMILY_BEST)
                return;
        }
        s->choice[d] = 0;
    }
}

bool judge_explains(const struct family *family, const void *context, struct explained *found) {
    struct search s = {.family = family, .context = context};
    for (int deviations = 1; deviations <= family->most && !s.best_fit; deviations++)
        deviate(&s, 0, deviations);
    if (!s.best_fit)
        return false;
    found->diagnosis = NULL;
    for (int d = 0; d < family->count && !found->diagnosis; d++)
        if (s.best[d])
            found->diagnosis = family->dimensions[d].values[s.best[d] - 1].diagnosis;
    say(family, s.best, found->text, sizeof found->text);
    return true;
}

void judge_explain(const char *what, const struct family *family, const void *context) {
    struct explained found;
    if (!judge_explains(family, context, &found))
        return;
    fail_claiming(found.diagnosis, found.text, "%s%s", what, found.text);
}

/* ---- families that give every value ---------------------------------------------------------- */

enum { PROBES = 24 };

struct values {
    const struct value_family *family;
    size_t *wrong, wrongs; /* results that are not what is asked */
};

void judge_choose(const int *choice, int count, struct choice *choices) {
    for (int d = 0; d < count; d++)
        choices[d] = (struct choice){.number = choice[d]};
}

double judge_value(const struct value_family *f, const int *choice, size_t i) {
    struct choice choices[FAMILY_DIMENSIONS];
    if (!f->with)
        return f->value(f->context, choice, i);
    judge_choose(choice, f->count, choices);
    return f->with(f->context, choices, i);
}

/* How many lines each dimension has: some values may come to none of them. */
static void count_lines(const struct value_family *f, struct dimension *dimensions) {
    int known = 0;
    for (size_t i = 0; i < f->got_count && known < f->count; i++) {
        struct choice asked[FAMILY_DIMENSIONS] = {0};
        f->with(f->context, asked, i);
        for (int d = 0; d < f->count; d++) {
            known += dimensions[d].count == 0 && asked[d].count > 0;
            dimensions[d].count = asked[d].count > 0 ? asked[d].count : dimensions[d].count;
        }
    }
}

void judge_list_lines(const struct value_family *f, struct dimension *dimensions) {
    for (int d = 0; d < f->count; d++)
        dimensions[d] = (struct dimension){0};
    count_lines(f, dimensions);
    for (int d = 0; d < f->count; d++) {
        struct deviation *lines = calloc((size_t)dimensions[d].count + 1, sizeof *lines);
        dimensions[d].values = lines;
        if (!lines)
            dimensions[d].count = 0;
        for (int n = 0; n < dimensions[d].count; n++) {
            struct choice choices[FAMILY_DIMENSIONS] = {0};
            choices[d] = (struct choice){.number = n + 1};
            for (size_t i = 0; i < f->got_count && !choices[d].text; i++)
                f->with(f->context, choices, i);
            lines[n] =
                (struct deviation){choices[d].diagnosis, choices[d].text ? choices[d].text : ""};
        }
    }
}

static bool agrees(const struct values *s, const int *choice, size_t i) {
    const struct value_family *f = s->family;
    double value = judge_value(f, choice, i);
    return fabs(f->got[i] - value) <= f->tolerance || f->got[i] == value;
}

/* Are the choice's values of all wrong results one and the same? */
static bool is_flat(const struct values *s, const int *choice) {
    const struct value_family *f = s->family;
    const double first = judge_value(f, choice, s->wrong[0]);
    for (size_t i = 1; i < s->wrongs; i++)
        if (judge_value(f, choice, s->wrong[i]) != first)
            return false;
    return true;
}

/* Does the choice give at least 97 in 100 of all results, and of those that are wrong 9 in 10? The
 * fewer it misses the better. A few of the wrong ones are tried first, for most choices fail there.
 * One that misses any and says no more of the others than that they are 0, say, explains nothing.
 */
static int values_fit(const int *choice, const void *context) {
    const struct values *s = context;
    const struct value_family *f = s->family;
    size_t step = s->wrongs / PROBES + 1, missed = 0, tried = 0;
    if (f->prepare && !f->prepare(f->context, choice))
        return 0;
    for (size_t i = 0; i < s->wrongs; i += step, tried++)
        if (!agrees(s, choice, s->wrong[i]) && ++missed > PROBES / 6)
            return 0;
    if (missed * 5 > tried)
        return 0;
    missed = 0;
    for (size_t i = 0; i < s->wrongs; i++)
        if (!agrees(s, choice, s->wrong[i]) && ++missed * 10 > s->wrongs)
            return 0;
    missed = 0;
    for (size_t i = 0; i < f->got_count; i++)
        if (!agrees(s, choice, i) && ++missed * 100 > f->got_count * 3)
            return 0;
    if (missed && s->wrongs > 1 && is_flat(s, choice))
        return 0;
    return missed < FAMILY_BEST ? FAMILY_BEST - (int)missed : 1;
}

void judge_explain_values(const char *function, const struct value_family *family) {
    static const int as_asked[FAMILY_DIMENSIONS];
    struct dimension lines[FAMILY_DIMENSIONS];
    struct family choices = {family->dimensions, family->count, family->most, values_fit};
    struct values s = {.family = family, .wrong = calloc(family->got_count + 1, sizeof *s.wrong)};
    char what[200];
    snprintf(what, sizeof what, "%s:", function);
    if (s.wrong && (!family->prepare || family->prepare(family->context, as_asked)))
        for (size_t i = 0; i < family->got_count; i++)
            if (!agrees(&s, as_asked, i))
                s.wrong[s.wrongs++] = i;
    if (s.wrongs && family->with) {
        judge_list_lines(family, lines);
        choices.dimensions = lines;
    }
    if (s.wrongs)
        judge_explain(what, &choices, &s);
    free(s.wrong);
}

/* In the 32 bits of a whole number, which wraps around, or as it is. */
static double difference(double got, double value) {
    double by = got - value;
    return by > INT32_MAX ? by - 0x1p32 : by < INT32_MIN ? by + 0x1p32 : by;
}

void judge_constant(const char *function, const struct value_family *f) {
    static const int as_asked[FAMILY_DIMENSIONS];
    double by = 0, times = 0, least = INFINITY, most = -INFINITY;
    bool added = f->got_count > 7, multiplied = added;
    if (f->prepare && !f->prepare(f->context, as_asked))
        return;
    for (size_t i = 0; i < f->got_count; i++) {
        double value = judge_value(f, as_asked, i), got = f->got[i];
        least = fmin(least, value);
        most = fmax(most, value);
        if (i == 0)
            by = difference(got, value);
        if (times == 0 && value != 0)
            times = got / value;
        added = added && fabs(difference(got, value) - by) <= f->tolerance;
        multiplied = multiplied && fabs(got - times * value) <= f->tolerance;
    }
    if (!(most > least))
        return;
    if (added)
        fail_claim(NULL,
                   "%s: every result is %.9g too %s, all by the same amount: a constant is %s, or "
                   "a sum does not begin with 0.",
                   function, fabs(by), by > 0 ? "large" : "small", by > 0 ? "added" : "taken away");
    if (multiplied && times != 0)
        fail(NULL, "%s: every result is %.9g times what it should be.", function, times);
}
