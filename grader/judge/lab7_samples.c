/* Lab 7: single samples of steps 4, 5 and 6. Every texel of the hidden grid differs, so that one
 * sample tells where it was taken. */
#include "lab7.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct samples {
    const struct run *run;
    struct grid grid;
    const double *got; /* HIDDEN_POINTS */
    bool positions;    /* points were given in units of length, not in nodes */
    double tolerance;
};

static void coordinates(const struct samples *s, int n, double u[3]) {
    double radius = s->positions ? judge_argument(s->run, "RADIUS") : 0;
    int size = s->grid.size;
    for (int axis = 0; axis < 3; axis++) {
        u[axis] = hidden_coordinate(s->run->seed, n, axis, size);
        if (s->positions) /* as rounded to float on its way to the student */
            u[axis] = (hidden_position(u[axis], size, radius) + radius) * (size - 1) / (2 * radius);
        else
            u[axis] = (float)u[axis];
    }
}

static bool is_outside(const double u[3], int size) {
    /* The lab's coordinates of the outermost nodes may be off by a rounding. */
    for (int axis = 0; axis < 3; axis++)
        if (u[axis] < -0.01 || u[axis] > size - 0.99)
            return true;
    return false;
}

enum where { INSIDE = 1, OUTSIDE = 2, EVERYWHERE = 3 };

/* How many of the points `where` the model explains, and how many there are. */
static int explained(const struct samples *s, model *model, enum where where, int *count,
                     int *first_wrong) {
    int right = 0;
    *count = 0;
    *first_wrong = -1;
    for (int n = 0; n < HIDDEN_POINTS; n++) {
        double u[3];
        coordinates(s, n, u);
        if (!(where & (is_outside(u, s->grid.size) ? OUTSIDE : INSIDE)))
            continue;
        ++*count;
        if (fabs(s->got[n] - model(&s->grid, u)) <= s->tolerance)
            right++;
        else if (*first_wrong < 0)
            *first_wrong = n;
    }
    return right;
}

/* The first explanation that accounts for nearly all points fails v. */
static enum outcome explain(const struct samples *s, struct verdict *v, enum where where,
                            const struct explanation *explanations) {
    for (const struct explanation *e = explanations; e->model; e++) {
        int count, first, right = explained(s, e->model, where, &count, &first);
        if (right * 100 >= count * 97)
            return fail(v, e->diagnosis, "%s", e->text);
    }
    return OUTCOME_NONE;
}

/* Judges the points `where` by `right`, then by the explanations, then plainly. */
static enum outcome judge_samples(const struct samples *s, struct verdict *v, enum where where,
                                  model *right, const struct explanation *explanations) {
    int count, first, good = explained(s, right, where, &count, &first);
    measured(v, "samples", count);
    measured(v, "right", good);
    if (good == count)
        return pass(v, "All %d samples are right.", count);
    if (explain(s, v, where, explanations) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    double u[3];
    coordinates(s, first, u);
    return fail(v, NULL,
                "%d of %d samples are wrong; the first at (%.4g, %.4g, %.4g), counted in nodes of "
                "a %d^3 grid: %.7g, expected %.7g.",
                count - good, count, u[0], u[1], u[2], s->grid.size, s->got[first],
                right(&s->grid, u));
}

/* Loads the run's samples; fails v when they are missing. */
static enum outcome load_samples(const struct run *run, struct verdict *v, const char *called,
                                 struct samples *s) {
    if (!judge_succeeded(run, v, called))
        return OUTCOME_FAIL;
    s->run = run;
    s->grid = hidden_grid(run->seed, (int)judge_argument(run, "size"));
    s->got = judge_numbers(run, "samples", HIDDEN_POINTS);
    if (!s->got)
        return fail(v, NULL, "The samples cannot be read: %s left nothing behind that works.",
                    called);
    return OUTCOME_NONE;
}

/* ---- step 4 -----------------------------------------------------------------------------------
 */

enum outcome check_tune(const struct run *run, struct verdict *v) {
    struct samples s = {.tolerance = 0.02};
    if (load_samples(run, v, "tune_texture", &s) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    return judge_samples(&s, v, INSIDE, as_hardware, tune_explanations);
}

enum outcome check_outside(const struct run *run, struct verdict *v) {
    struct samples s = {.tolerance = 0.02};
    int count, first;
    if (load_samples(run, v, "tune_texture", &s) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    /* The filter is the other test's business. */
    if (explained(&s, as_hardware, OUTSIDE, &count, &first) == count ||
        explained(&s, point_filter, OUTSIDE, &count, &first) == count)
        return pass(v, "Outside the array the nearest texel answers.");
    if (explain(&s, v, EVERYWHERE, tune_explanations) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    for (int axes = 1; axes < 8; axes++) {
        int right = 0;
        for (int n = 0; n < HIDDEN_POINTS; n++) {
            double u[3];
            struct settings settings = {.border = {axes & 1, axes & 2, axes & 4}};
            coordinates(&s, n, u);
            right += fabs(texture_value_as(&s.grid, settings, u[0] + 0.5, u[1] + 0.5, u[2] + 0.5) -
                          s.got[n]) <= 0.02;
        }
        if (right * 100 >= HIDDEN_POINTS * 97)
            return fail(v, "wrong-address-mode",
                        "Outside the array the border colour, 0, is mixed in along%s%s%s: set "
                        "addressMode[axis] to cudaAddressModeClamp for all three axes.",
                        axes & 1 ? " x" : "", axes & 2 ? " y" : "", axes & 4 ? " z" : "");
    }
    return judge_samples(&s, v, OUTSIDE, as_hardware, (const struct explanation[]){{0}});
}

/* ---- step 5 -----------------------------------------------------------------------------------
 */

enum outcome check_hardware_samples(const struct run *run, struct verdict *v) {
    struct samples s = {.positions = true, .tolerance = 0.02};
    if (load_samples(run, v, "fetch_hardware", &s) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    return judge_samples(&s, v, EVERYWHERE, as_hardware, hardware_explanations);
}

/* ---- step 6 -----------------------------------------------------------------------------------
 */

enum outcome check_software_samples(const struct run *run, struct verdict *v) {
    /* Floats near 60,000 have steps of 0.004; a few operations later. */
    struct samples s = {.positions = true, .tolerance = 0.25};
    int count, first;
    if (load_samples(run, v, "fetch_software", &s) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (explained(&s, as_software, INSIDE, &count, &first) == count &&
        explained(&s, as_software, OUTSIDE, &count, &first) < count)
        return fail(v, NULL,
                    "Inside the cube all samples are right; outside it %d of %d are not. Move each "
                    "coordinate into 0 .. size - 1 first: a point outside has the value of the "
                    "cube's nearest point.",
                    count - explained(&s, as_software, OUTSIDE, &count, &first), count);
    return judge_samples(&s, v, EVERYWHERE, as_software, software_explanations);
}
