/* Lab 7's mistakes, as its judge models them. */
#include "../../grader/lab7/judge/integral_models.c"
#include "../../grader/lab7/judge/samples.c"
#include "../../grader/lab7/judge/sphere.c"

#include "../draws/draws.h"

/* Calls `one` with every choice of one deviation, in as many turns, one a seed. */
typedef void each_choice(const struct run *run, const char *check, const int *choice,
                         const struct deviation *deviation);
static void each(const struct run *run, const char *check, const struct dimension *dimensions,
                 int count, int turns, each_choice *one) {
    int choice[FAMILY_DIMENSIONS] = {0};
    one(run, check, choice, NULL);
    for (int d = 0; d < count; d++) {
        for (int value = 1; value <= dimensions[d].count; value++) {
            if (((uint64_t)value + run->seed) % (uint64_t)turns)
                continue;
            choice[d] = value;
            one(run, check, choice, &dimensions[d].values[value - 1]);
        }
        choice[d] = 0;
    }
}

static void expect(const struct run *run, const char *check, const struct deviation *deviation) {
    if (deviation)
        draws_expect(run, check, deviation->text, deviation->diagnosis);
    else
        draws_expect_pass(run, check);
}

static const struct point_family *point_family;
static struct grid grid;

/* Does the choice give another value than is asked for, at one of these points at least? */
static bool differs(const struct run *run, const int *choice, enum hidden_where points) {
    struct samples s = {.run = run, .grid = grid, .positions = true, .points = points};
    for (int n = 0; n < HIDDEN_POINTS; n++) {
        double u[3];
        coordinates(&s, n, u);
        const double got = point_value(point_family, &grid, u, choice);
        if (!(fabs(got - point_value(point_family, &grid, u, as_asked)) <= 0.25))
            return true;
    }
    return false;
}

/* What the choice writes as `name`, for these points; false: it reads outside the grid, which stops
 * the program. */
static bool wrote(const struct run *run, const int *choice, enum hidden_where points, bool nearest,
                  const char *name, double got[HIDDEN_POINTS]) {
    struct samples s = {
        .run = run, .grid = grid, .positions = point_family != &tune_family, .points = points};
    for (int n = 0; n < HIDDEN_POINTS; n++) {
        double u[3];
        coordinates(&s, n, u);
        for (int axis = 0; axis < 3 && nearest; axis++)
            u[axis] = fmin(fmax(u[axis], 0), grid.size - 1);
        got[n] = (double)(float)point_value(point_family, &grid, u, choice);
        if (isnan(got[n]))
            return false;
    }
    draws_wrote(name, got, HIDDEN_POINTS);
    return true;
}

static void samples(const struct run *run, const char *check, const int *choice,
                    const struct deviation *deviation) {
    static double got[3][HIDDEN_POINTS];
    const bool software = point_family == &software_family,
               outside = strcmp(check, "software-outside") == 0;
    /* What is wrong inside the cube is the business of software-samples. */
    if (software && deviation && differs(run, choice, POINTS_INSIDE) == outside)
        return;
    draws_forget();
    if (!wrote(run, choice,
               outside    ? POINTS_OUTSIDE
               : software ? POINTS_INSIDE
                          : POINTS_EVERYWHERE,
               false, "samples", got[0]) ||
        (outside && !(wrote(run, choice, POINTS_INSIDE, false, "inside", got[1]) &&
                      wrote(run, choice, POINTS_OUTSIDE, true, "nearest", got[2]))))
        return;
    if (point_family == &tune_family && deviation && strstr(deviation->diagnosis, "address"))
        check = "outside"; /* a test of its own */
    expect(run, check, deviation);
}

static void sample(const struct run *run, const char *check, const struct point_family *family) {
    grid = hidden_grid(run->seed, (int)judge_argument(run, "size"));
    grid.radius = judge_argument(run, "RADIUS");
    point_family = family;
    struct dimension dimensions[FAMILY_DIMENSIONS];
    list_points(family, dimensions);
    each(run, check, dimensions, family->count, family == &software_family ? 10 : 1, samples);
    free(grid.values);
}

static void vertices(const struct run *run, const char *check, const int *choice,
                     const struct deviation *deviation) {
    struct sphere s = {.coef = (int)judge_argument(run, "COEF"),
                       .radius = judge_argument(run, "RADIUS")};
    static double got[3 * 2 * 64 * 64];
    for (int i = 0; i < 2 * s.coef * s.coef; i++) {
        vertex(&s, i, choice, &got[3 * i]);
        for (int axis = 0; axis < 3; axis++)
            got[3 * i + axis] = (double)(float)got[3 * i + axis];
    }
    draws_forget();
    draws_wrote("vert", got, 3 * 2 * (size_t)s.coef * (size_t)s.coef);
    expect(run, check, deviation);
}

static void weights(const struct run *run, const char *check, const int *choice,
                    const struct deviation *deviation) {
    struct choice pi = {.number = choice[WEIGHT_PI]}, turned = {.number = choice[PSI]};
    if (pi_of(&pi) == NEARLY_PI) /* near enough for a weight */
        return;
    /* phi is not in the weight, nor whole turns of psi; the equator's is the cosine's. */
    if (choice[PHI] || choice[NUMBERING] >= 3 || psi_of(&turned, 0, 1, M_PI).kind == FROM_EQUATOR)
        return;
    int coef = (int)judge_argument(run, "COEF");
    static double got[2 * 64 * 64];
    for (int i = 0; i < 2 * coef * coef; i++)
        got[i] = (double)(float)weight_as(i, coef, judge_argument(run, "RADIUS"), choice);
    draws_forget();
    draws_wrote("weights", got, 2 * (size_t)coef * (size_t)coef);
    bool zero = true;
    for (int i = 0; i < 2 * coef * coef; i++)
        zero &= got[i] == 0;
    if (zero && deviation) /* that has no name: many ways lead there */
        draws_expect(run, check, deviation->text, NULL);
    else
        expect(run, check, deviation);
}

static void sums(const struct run *run, const char *check, const int *choice,
                 const struct deviation *deviation) {
    int threads = (int)judge_argument(run, "THREADSPERBLOCK");
    double got[5], values[1024];
    for (int b = 0; b < 5; b++) {
        for (int t = 0; t < threads; t++)
            values[t] = (double)hidden_summand(run->seed, b, t);
        got[b] = (double)(float)block_sum(&(struct choice){.number = choice[0]}, values, threads);
    }
    draws_forget();
    draws_wrote("sums", got, 5);
    expect(run, check, deviation);
}

/* What a kernel adds up with one deviation: not by the whole search, which takes long, but whether
 * it is told from what is asked. */
static struct integral in;
static void partial(const struct run *run, const char *check, const int *choice,
                    const struct deviation *deviation) {
    static double got[64];
    double low, high;
    for (int b = 0; b < in.blocks; b++) {
        block_bounds(&in, b, choice, &low, &high);
        got[b] = (double)(float)((low + high) / 2);
    }
    got[in.blocks] = -77;
    in.got = got;
    draws_forget();
    draws_wrote("partial", got, (size_t)in.blocks + 1);
    if (!deviation || run->seed % 50 == 0 || partial_fits(&in, as_asked))
        expect(run, check, deviation);
}

static void integral(const struct run *run, const char *check, const struct point_family *fetch) {
    in = load_integral(run, fetch);
    struct dimension dimensions[FETCH];
    list_integral(&in, dimensions);
    each(run, check, dimensions, 3, run->seed % 50 ? 1 : 3, partial);
    free(in.grid.values);
}

void draws_run(const struct run *run, const char *name) {
    struct dimension dimensions[FAMILY_DIMENSIONS];
    struct sphere s = {.coef = 8, .radius = 2};
    if (strcmp(name, "vertices") == 0)
        list_vertices(&s, dimensions), each(run, name, dimensions, VERTEX_DIMENSIONS, 1, vertices);
    if (strcmp(name, "tune") == 0)
        sample(run, name, &tune_family);
    if (strcmp(name, "hardware-samples") == 0)
        sample(run, name, &fetch_family);
    if (strcmp(name, "software-samples") == 0 || strcmp(name, "software-outside") == 0)
        sample(run, name, &software_family);
    if (strcmp(name, "hardware-weights") == 0)
        list_weights(&s, dimensions),
            each(run, "weights", dimensions, WEIGHT_DIMENSIONS, 1, weights);
    if (strcmp(name, "hardware-sums") == 0)
        list_sums(dimensions), each(run, "sums", dimensions, 1, 1, sums);
    if (run->seed % 10) /* the sums take longer */
        return;
    if (strcmp(name, "hardware-partial") == 0)
        integral(run, name, &fetch_family);
    if (strcmp(name, "software-partial") == 0)
        integral(run, name, &software_family);
}
