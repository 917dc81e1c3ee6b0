/* Lab 7: single samples of steps 4, 5 and 6. Every texel of the hidden grid differs, so that one
 * sample tells where it was taken. */
#include "lab7.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum where { INSIDE = 1, OUTSIDE = 2, EVERYWHERE = 3 };

struct samples {
    const struct run *run;
    struct grid grid;
    const double *got; /* HIDDEN_POINTS */
    bool positions;    /* points were given in units of length, not in nodes */
    bool read_outside; /* the grid, for all that is known */
    enum hidden_where points;
    double tolerance;
    const struct point_family *family;
    enum where where;
    double u[HIDDEN_POINTS][3];
    bool asked_for[HIDDEN_POINTS], wrong[HIDDEN_POINTS];
    int count, wrong_count, first_wrong;
};

static const int as_asked[FAMILY_DIMENSIONS];

static void coordinates(const struct samples *s, int n, double u[3]) {
    double radius = s->positions ? s->grid.radius : 0;
    int size = s->grid.size;
    for (int axis = 0; axis < 3; axis++) {
        u[axis] = hidden_coordinate(s->run->seed, hidden_number(n, s->points), axis, size);
        if (s->positions) /* as rounded to float on its way to the student */
            u[axis] = ((double)hidden_position(u[axis], size, radius) + radius) * (size - 1) /
                      (2 * radius);
        else
            u[axis] = (double)(float)u[axis];
    }
}

static bool is_outside(const double u[3], int size) {
    /* The lab's coordinates of the outermost nodes may be off by a rounding. */
    for (int axis = 0; axis < 3; axis++)
        if (u[axis] < -0.01 || u[axis] > size - 0.99)
            return true;
    return false;
}

/* Does the choice give sample n at u? What a read outside the grid gives is not known (NAN), and
 * where nothing was read there the choice is none. Where weights do not add up to 1 the samples are
 * larger than the grid's values, below 1e5, and so are their slopes. */
static bool is_near(const struct samples *s, int n, const double u[3], const int *choice,
                    double relative) {
    double value = point_value(s->family, &s->grid, u, choice),
           limit = fmax(2e-5 * (fabs(value) - 1e5), relative * fabs(value));
    return isnan(value) ? s->read_outside : fabs(s->got[n] - value) <= fmax(s->tolerance, limit);
}

/* Where a mistake's samples jump, at a node for one, the last bits of a coordinate decide: what it
 * gives on either side will do. At a node the slope between here and there may be any. */
static bool gives(const struct samples *s, int n, const int *choice) {
    bool near = is_near(s, n, s->u[n], choice, 0);
    double relative = 0;
    for (int axis = 0; axis < 3; axis++)
        if (fabs(s->u[n][axis] - nearbyint(s->u[n][axis])) < 1e-5)
            relative = 1e-4;
    for (int corner = 0; corner < 8 && !near; corner++) {
        double u[3];
        for (int axis = 0; axis < 3; axis++)
            u[axis] = s->u[n][axis] + (corner >> axis & 1 ? 1e-5 : -1e-5);
        near = is_near(s, n, u, choice, relative);
    }
    return near;
}

/* Finds the samples that are asked for at `where`, and those of them that are wrong. */
static void sort_samples(struct samples *s, enum where where) {
    s->where = where;
    s->count = s->wrong_count = 0;
    for (int n = 0; n < HIDDEN_POINTS; n++) {
        coordinates(s, n, s->u[n]);
        s->asked_for[n] = where & (is_outside(s->u[n], s->grid.size) ? OUTSIDE : INSIDE);
        s->wrong[n] = s->asked_for[n] && !is_near(s, n, s->u[n], as_asked, 0);
        s->count += s->asked_for[n];
        if (s->wrong[n] && s->wrong_count++ == 0)
            s->first_wrong = n;
    }
}

enum { PROBES = 24 };

/* A choice explains the samples when it gives nearly all, and nearly all of the wrong ones. A few
 * of these are tried first, for most choices fail there. */
static int explained(const int *choice, const void *context) {
    const struct samples *s = context;
    int missed = 0, wrong_missed = 0, unknown = 0, turn = 0, step = s->wrong_count / PROBES + 1;
    int places = 0;
    /* Two slips in single places of a formula at once are too many to try. */
    for (int d = s->family->alone; d < s->family->count; d++)
        places += choice[d] != 0;
    if (places > 1)
        return 0;
    for (int n = 0; n < HIDDEN_POINTS; n++)
        if (s->wrong[n] && turn++ % step == 0 && !gives(s, n, choice) && ++missed > PROBES / 6)
            return 0;
    missed = 0;
    for (int n = 0; n < HIDDEN_POINTS; n++) {
        unknown += s->wrong[n] && isnan(point_value(s->family, &s->grid, s->u[n], choice));
        if (unknown * 3 > s->wrong_count) /* it says too little */
            return 0;
        if (s->asked_for[n] && !gives(s, n, choice)) {
            missed++;
            wrong_missed += s->wrong[n];
            if (missed * 100 > s->count * 3 || wrong_missed * 20 > s->wrong_count)
                return 0;
        }
    }
    return s->count - missed;
}

/* Which of the points are wrong, in words. */
static const char *which(const struct samples *s) {
    int wrong[4] = {0}, of[4] = {0};
    for (int n = 0; n < HIDDEN_POINTS; n++) {
        const int number = hidden_number(n, s->points);
        bool node = number % 10 == 0, face = number % 10 == 1;
        int kind = is_outside(s->u[n], s->grid.size) ? 3 : node ? 0 : face ? 1 : 2;
        of[kind] += s->asked_for[n];
        wrong[kind] += s->wrong[n];
    }
    if (wrong[3] == s->wrong_count)
        return "all of them outside the cube";
    if (s->points == POINTS_OUTSIDE)
        return wrong[1] == s->wrong_count ? "all of them on an upper face"
                                          : "on the upper faces and outside the cube";
    if (!wrong[0] && wrong[2])
        return "none of them at a node";
    if (wrong[1] + wrong[3] == s->wrong_count)
        return "all of them on an upper face or outside the cube";
    if (wrong[0] == of[0] && wrong[2] == of[2])
        return "those at nodes too";
    return "inside the cube and at its faces";
}

/* The plainest facts, when nothing explains what came back. */
static void tell_samples(const struct samples *s) {
    char list[600] = "", where[2000] = "";
    int told = 0;
    for (int n = 0, length = 0; n < HIDDEN_POINTS && told < 3; n++)
        if (s->wrong[n] && (size_t)length < sizeof list - 150) {
            length += snprintf(list + length, sizeof list - (size_t)length,
                               "%s at (%.4g, %.4g, %.4g) %.7g, expected %.7g", told ? ";" : "",
                               s->u[n][0], s->u[n][1], s->u[n][2], s->got[n],
                               point_value(s->family, &s->grid, s->u[n], as_asked));
            told++;
        }
    judge_add_places(s->run, s->grid.size, (const double(*)[3])s->u, where, sizeof where);
    fail(NULL, "%d of %d samples are wrong, %s. Counted in nodes of a %d^3 grid:%s.%s",
         s->wrong_count, s->count, which(s), s->grid.size, list, where);
}

static double sample_value(const void *context, const int *choice, size_t n) {
    const struct samples *s = context;
    return point_value(s->family, &s->grid, s->u[n], choice);
}

/* Judges the points `where`, by the family, then plainly. */
static void judge_samples(struct samples *s, enum where where) {
    struct dimension dimensions[FAMILY_DIMENSIONS];
    const struct family family = {dimensions, s->family->count, s->family->most, explained};
    sort_samples(s, where);
    measured("samples", s->count);
    measured("right", s->count - s->wrong_count);
    if (!s->wrong_count)
        pass("All %d samples are right.", s->count);
    judge_field("samples", HIDDEN_POINTS, 1, 1);
    for (int n = 0; n < HIDDEN_POINTS; n++)
        if (s->wrong[n])
            judge_wrong((size_t)n, s->got[n], point_value(s->family, &s->grid, s->u[n], as_asked));
    char what[100];
    snprintf(what, sizeof what, "%d of %d samples are wrong.", s->wrong_count, s->count);
    list_points(s->family, dimensions);
    judge_explain(what, &family, s);
    const struct value_family samples = {.got = s->got,
                                         .got_count = HIDDEN_POINTS,
                                         .tolerance = 2 * s->tolerance,
                                         .value = sample_value,
                                         .context = s};
    if (where == EVERYWHERE && s->wrong_count * 100 >= s->count * 97)
        judge_constant("The samples", &samples);
    tell_samples(s);
}

/* Loads the run's samples; fails when they are missing. */
static void load_samples(const struct run *run, const char *called,
                         const struct point_family *family, struct samples *s) {
    judge_succeeded(run, called);
    s->run = run;
    s->family = family;
    s->read_outside = run->gpu || judge_has_finding(run, "out-of-bounds-read", "");
    s->grid = hidden_grid(run->seed, (int)judge_argument(run, "size"));
    s->grid.radius = judge_argument(run, "RADIUS");
    s->got = judge_numbers(run, "samples", HIDDEN_POINTS);
    if (!s->got && judge_number(run, "stored", 1) == 0)
        fail("output-missing",
             "%s returned cudaSuccess, and *tex is still 0: store the texture object there. "
             "(What is assigned to tex itself ends with the call.)",
             called);
    if (!s->got)
        fail(NULL, "The samples cannot be read: %s left nothing behind that works.", called);
}

/* ---- step 4 ---------------------------------------------------------------------------------- */

void check_tune(const struct run *run) {
    struct samples s = {.tolerance = 0.02};
    load_samples(run, "tune_texture", &tune_family, &s);
    judge_samples(&s, INSIDE);
}

void check_outside(const struct run *run) {
    static const int point[FAMILY_DIMENSIONS] = {1};
    struct samples s = {.tolerance = 0.02};
    int by_point = 0;
    load_samples(run, "tune_texture", &tune_family, &s);
    /* The filter is the other test's business. */
    sort_samples(&s, OUTSIDE);
    for (int n = 0; n < HIDDEN_POINTS; n++)
        by_point += s.asked_for[n] && gives(&s, n, point);
    if (s.wrong_count == 0 || by_point == s.count)
        pass("Outside the array the nearest texel answers.");
    judge_samples(&s, OUTSIDE);
}

/* ---- step 5 ---------------------------------------------------------------------------------- */

void check_hardware_samples(const struct run *run) {
    struct samples s = {.positions = true, .tolerance = 0.02};
    load_samples(run, "fetch_hardware", &fetch_family, &s);
    sort_samples(&s, EVERYWHERE);
    if (!s.wrong_count)
        judge_used(run, "fetch_hardware", "texture.accesses", HIDDEN_POINTS, "texture fetches");
    if (!s.wrong_count)
        judge_follows(run, "fetch_hardware", "samples", HIDDEN_POINTS, JUDGE_MORE_FLOAT,
                      "texture fetches");
    judge_samples(&s, EVERYWHERE);
}

/* ---- step 6 ---------------------------------------------------------------------------------- */

/* Fails for reads outside the grid, or loads the samples at these points. */
static void load_software(const struct run *run, struct samples *s, enum hidden_where points) {
    /* Floats near 60,000 have steps of 0.004; a few operations later. */
    *s = (struct samples){.positions = true, .tolerance = 0.25, .run = run, .points = points};
    s->grid = (struct grid){.size = (int)judge_argument(run, "size"),
                            .radius = judge_argument(run, "RADIUS")};
    for (int n = 0; n < HIDDEN_POINTS; n++)
        coordinates(s, n, s->u[n]);
    judge_sample_outside(run, s->grid.size, (const double(*)[3])s->u);
    load_samples(run, "fetch_software", &software_family, s);
}

void check_software_samples(const struct run *run) {
    static struct samples s;
    load_software(run, &s, POINTS_INSIDE);
    judge_not_used(run, "fetch_software", "texture.requests", "texture fetches");
    judge_samples(&s, EVERYWHERE);
}

/* Is fetch_software wrong inside the cube? Then that is another test's business, and here its own
 * values tell whether the cube's nearest point answers. */
static bool wrong_inside(const struct samples *outside) {
    static struct samples s;
    s = *outside;
    s.points = POINTS_INSIDE;
    s.got = judge_numbers(s.run, "inside", HIDDEN_POINTS);
    if (!s.got)
        return false;
    sort_samples(&s, EVERYWHERE);
    return s.wrong_count > 0;
}

/* By its own values at the nearest points. A function that gives the same everywhere has not
 * answered; in the second call, with one cell, a mean of its nodes may. */
static void judge_nearest(const struct samples *s) {
    const double *nearest = judge_numbers(s->run, "nearest", HIDDEN_POINTS);
    int first = -1, wrong = 0, same = 0;
    if (!nearest)
        fail(NULL, "The samples at the cube's nearest points cannot be read.");
    for (int n = 0; n < HIDDEN_POINTS; n++) {
        const bool differs =
            !(fabs(s->got[n] - nearest[n]) <= fmax(s->tolerance, 1e-5 * fabs(nearest[n])));
        same += n > 0 && s->got[n] == s->got[n - 1];
        wrong += differs;
        if (differs && first < 0)
            first = n;
    }
    if (same * 2 > HIDDEN_POINTS && !s->run->call)
        fail(NULL,
             "fetch_software gives %.7g at most of these points, whatever the grid holds "
             "there: step6-samples says more.",
             s->got[0]);
    if (wrong)
        fail("outside-not-clamped",
             "At %d of %d points fetch_software differs from what it gives at the cube's "
             "nearest point: %.7g at (%.4g, %.4g, %.4g), counted in nodes of a %d^3 grid, "
             "and %.7g there. Move the point into the cube first: each coordinate to 0 .. "
             "size - 1, counted in nodes.",
             wrong, HIDDEN_POINTS, s->got[first], s->u[first][0], s->u[first][1], s->u[first][2],
             s->grid.size, nearest[first]);
    pass("Outside the cube its nearest point answers. (Inside there are mistakes.)");
}

static bool all_zero(const struct samples *s) {
    for (int n = 0; n < HIDDEN_POINTS; n++)
        if (s->got[n] != 0)
            return false;
    return true;
}

void check_software_outside(const struct run *run) {
    static struct samples s;
    load_software(run, &s, POINTS_OUTSIDE);
    judge_not_used(run, "fetch_software", "texture.requests", "texture fetches");
    sort_samples(&s, EVERYWHERE);
    if (s.wrong_count && wrong_inside(&s)) {
        judge_nearest(&s);
        return;
    }
    if (s.wrong_count && all_zero(&s))
        fail("outside-not-clamped",
             "On the upper faces and outside the cube every sample is 0, and inside they are "
             "right: a point outside has the value of the cube's nearest point, so move each "
             "coordinate into 0 .. size - 1 first; node size - 1 belongs to the last cell, "
             "which begins at node size - 2.");
    judge_samples(&s, EVERYWHERE);
}
