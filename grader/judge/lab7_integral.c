/* Lab 7: sums over a block, and the integrals of steps 5 and 6. */
#include "lab7.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- how a block's values are added up ------------------------------------------------------- */

static double add(const double *values, int from, int to) {
    double sum = 0;
    for (int t = from; t < to; t++)
        sum += values[t];
    return sum;
}

/* The sum of a halving reduction that takes the count for a power of two. */
static double halving_sum(const double *values, int count) {
    double copy[1024];
    memcpy(copy, values, (size_t)count * sizeof *copy);
    for (int half = count / 2; half > 0; half /= 2)
        for (int t = 0; t < half; t++)
            copy[t] += copy[t + half];
    return copy[0];
}

/* The sum of a reduction that folds the upper half, rounded up, onto the lower one and does not ask
 * whether there is a partner: of an odd number the middle one gets what lies behind them. */
static double unguarded_sum(const double *values, int count) {
    double copy[1025] = {0};
    memcpy(copy, values, (size_t)count * sizeof *copy);
    for (int left = count, half; left > 1; left = half) {
        half = (left + 1) / 2;
        for (int t = 0; t < half; t++)
            copy[t] += copy[t + half];
    }
    return copy[0];
}

/* The same for one that asks, and stops too early: when `last` or fewer are left. */
static double stopped_sum(const double *values, int count, int last) {
    double copy[1024];
    memcpy(copy, values, (size_t)count * sizeof *copy);
    for (int left = count, half; left > last; left = half) {
        half = (left + 1) / 2;
        for (int t = 0; t + half < left; t++)
            copy[t] += copy[t + half];
    }
    return copy[0];
}

/* The halving one that rounds down, and stops when half is `last`. */
static double stopped_halving_sum(const double *values, int count, int last) {
    double copy[1024];
    memcpy(copy, values, (size_t)count * sizeof *copy);
    for (int half = count / 2; half > last; half /= 2)
        for (int t = 0; t < half; t++)
            copy[t] += copy[t + half];
    return copy[0];
}

static int power_below(int count) {
    int power = 1;
    while (2 * power <= count)
        power *= 2;
    return power;
}

/* The sum with deviation `how` (sum_deviations), 0: all of them. */
static double block_sum(int how, const double *values, int count) {
    double truncated = 0, most = -INFINITY, least = INFINITY;
    switch (how) {
    case 1:
        return halving_sum(values, count);
    case 2:
        return values[0];
    case 3:
        return add(values, 0, count < 32 ? count : 32);
    case 4:
        return add(values, 0, count / 32 * 32);
    case 5:
        return add(values, 0, power_below(count));
    case 6:
        return add(values, 0, count - 1);
    case 7:
        return add(values, 0, count) / count;
    case 8:
        for (int t = 0; t < count; t++)
            truncated += trunc(values[t]);
        return truncated;
    case 9:
        return add(values, 1, count);
    case 10:
        return 2 * add(values, 0, count);
    case 11:
        return add(values, count / 32 * 32, count);
    case 12:
        return 0;
    case 13:
        for (int t = 0; t < count; t++)
            most = fmax(most, values[t]);
        return most;
    case 14:
        for (int t = 0; t < count; t++)
            least = fmin(least, values[t]);
        return least;
    case 15:
        return values[0] + add(values, 0, count);
    case 16:
        for (int t = 0; t < count; t++)
            truncated += values[t] * values[t];
        return truncated;
    case 17:
        return unguarded_sum(values, count);
    case 18:
        return stopped_sum(values, count, 2);
    case 19:
        return stopped_sum(values, count, 32);
    case 20:
        return stopped_halving_sum(values, count, 1);
    case 21:
        return stopped_halving_sum(values, count, 32);
    default:
        return add(values, 0, count);
    }
}
static const struct deviation sum_deviations[] = {
    {"power-of-two-reduction",
     "The reduction halves the block and loses the odd ones out: it is right for powers of two "
     "only, and the block is none here. Fold (count + 1) / 2 onto the lower half, or pad with "
     "zeros."},
    {"sum-incomplete", "Only thread 0's value is there: nothing is added to it."},
    {"sum-incomplete", "Only the first warp's 32 values are in the sum: the sums of the other "
                       "warps are to be added, through shared memory."},
    {"sum-incomplete", "Only whole warps are in the sum: the block is no multiple of 32, and the "
                       "last warp with its fewer threads is lost. Round the number of warps up."},
    {"power-of-two-reduction",
     "Only the first values are in the sum, up to the power of two below the block: the reduction "
     "begins there, or at a fixed number such as 128, and what lies beyond it is never folded on. "
     "Begin with all THREADSPERBLOCK of them."},
    {"sum-incomplete", "The last thread's value is not in the sum."},
    {"sum-incomplete", "The sum is divided by the number of threads: it is to be the sum."},
    {"sum-in-integers", "The values are cut to whole numbers on the way: sum them as floats."},
    {"sum-incomplete", "The first thread's value is not in the sum."},
    {"sum-incomplete", "Every value counts twice in the sum."},
    {"sum-incomplete", "Only the last, incomplete warp is in the sum."},
    {NULL, "The sum is 0: block_sum is still to be written, or returns it to another thread than "
           "thread 0."},
    {NULL, "The largest of the values is returned, not their sum."},
    {NULL, "The least of the values is returned, not their sum."},
    {"sum-incomplete",
     "Thread 0's value is in the sum twice: it is in shared memory already, and a "
     "total begins with 0."},
    {NULL, "The squares of the values are added up, not the values."},
    {"partner-missing",
     "Where an odd number of values is folded, (count + 1) / 2 onto each other, the middle one has "
     "no partner, and what lies behind the values is added to it: a thread adds only if t + half < "
     "count."},
    {"sum-incomplete", "The reduction ends one turn too early, with two values left: it goes on "
                       "while there is more than one."},
    {"sum-incomplete",
     "The reduction ends with 32 values left, and those are never added up: a last warp adds its "
     "own, in shuffles for instance, or the loop goes on to the end."},
    {"power-of-two-reduction",
     "The reduction halves the block and ends one turn too early (half > 1): what is left is two "
     "values or three. It goes on while half > 0; and of an odd number it loses one: fold (count + "
     "1) / 2 onto the lower half."},
    {"power-of-two-reduction",
     "The reduction halves the block down to a warp, whose values are never added up; and of an "
     "odd number it loses one: fold (count + 1) / 2 onto the lower half, down to one value."}};

struct sums {
    const double *got;
    double values[5][1024];
    int threads;
};

static int sums_fit(const int *choice, const void *context) {
    const struct sums *s = context;
    for (int b = 0; b < 5; b++)
        if (!(fabs(s->got[b] - block_sum(choice[0], s->values[b], s->threads)) <= 1e-6 * s->got[b]))
            return 0;
    return 5;
}

/* Do all blocks give the sum of the values from..to - 1, every `step`-th, added to `times` all of
 * them? */
static bool sums_are(const struct sums *s, int times, int from, int to, int step) {
    for (int b = 0; b < 5; b++) {
        double sum = times * add(s->values[b], 0, s->threads);
        for (int t = from; t < to; t += step)
            sum += s->values[b][t];
        if (s->got[b] != sum)
            return false;
    }
    return true;
}

/* Fails v when all blocks have the sums of the same threads, whatever the way there: the values are
 * quarters, exact, and all differ. */
static enum outcome judge_threads(const struct sums *s, struct verdict *v, const char *what) {
    int last = s->threads - 1;
    for (int t = 1; t <= last; t++) {
        if (sums_are(s, 0, 0, t, 1))
            return fail(v, "sum-incomplete",
                        "%s It is the sum of threads 0 to %d alone: those from %d to %d are never "
                        "added.",
                        what, t - 1, t, last);
        if (sums_are(s, 0, t, s->threads, 1))
            return fail(v, "sum-incomplete",
                        "%s It is the sum of threads %d to %d alone: those from 0 to %d are never "
                        "added.",
                        what, t, last, t - 1);
        if (sums_are(s, 1, 0, t, 1))
            return fail(v, "sum-incomplete", "%s The values of threads 0 to %d are in it twice.",
                        what, t - 1);
        if (sums_are(s, 1, t, s->threads, 1))
            return fail(v, "sum-incomplete", "%s The values of threads %d to %d are in it twice.",
                        what, t, last);
        for (int from = 0; from < t && from < 2 && t > 1; from++)
            if (sums_are(s, 0, from, s->threads, t))
                return fail(v, "sum-incomplete",
                            "%s Only every %dth thread's value is in it, from thread %d on.", what,
                            t, from);
    }
    return OUTCOME_NONE;
}

/* Fails v when all blocks have the sum of a reduction that ends with more than one value left. */
static enum outcome judge_stopped(const struct sums *s, struct verdict *v, const char *what) {
    for (int last = 2; last < s->threads; last++)
        for (int halving = 0; halving < 2; halving++) {
            int same = 0;
            while (same < 5 &&
                   s->got[same] == (halving ? stopped_halving_sum(s->values[same], s->threads, last)
                                            : stopped_sum(s->values[same], s->threads, last)))
                same++;
            if (same == 5)
                return fail(v, "sum-incomplete",
                            "%s The reduction ends too early, with %s%d values left: it goes on "
                            "while there is more than one.",
                            what, halving ? "about " : "up to ", last);
        }
    return OUTCOME_NONE;
}

enum outcome check_sums(const struct run *run, struct verdict *v) {
    static const struct dimension dimension[] = {DIMENSION(sum_deviations)};
    static const struct family family = {dimension, 1, 1, sums_fit};
    static struct sums s;
    int wrong = 0, carried = 0;
    double before = 0;
    s.threads = (int)judge_argument(run, "THREADSPERBLOCK");
    s.got = judge_numbers(run, "sums", 5);
    if (!judge_succeeded(run, v, "block_sum"))
        return OUTCOME_FAIL;
    if (!s.got)
        return fail(v, NULL, "The sums cannot be read.");
    judge_field(v, "sums", 5, 1, 1);
    for (int b = 0; b < 5; b++) {
        for (int t = 0; t < s.threads; t++)
            s.values[b][t] = (double)hidden_summand(run->seed, b, t);
        double expected = add(s.values[b], 0, s.threads);
        if (s.got[b] != expected) { /* quarters below 2^22: no rounding */
            judge_wrong(v, (size_t)b, s.got[b], expected);
            wrong++;
        }
        carried += s.got[b] == expected + before;
        before = s.got[b];
    }
    if (!wrong)
        return pass(v, "The sums of %d blocks of %d threads are exact.", 5, s.threads);
    char what[200];
    snprintf(what, sizeof what, "block_sum of %d values is %.9g, expected %.9g.", s.threads,
             s.got[0], add(s.values[0], 0, s.threads));
    if (carried == 5)
        return fail(v, "total-not-zeroed",
                    "%s Each block's sum goes on from the one before: set the total to 0 at the "
                    "start of each block, and __syncthreads() before the first is added.",
                    what);
    if (judge_uninitialized_shared(run, 4))
        return fail(v, "total-not-zeroed",
                    "%s The total in shared memory is never set to 0: shared memory holds garbage "
                    "when a block starts. One thread sets it, then __syncthreads(), then all add.",
                    what);
    if (judge_explain(v, what, &family, &s) == OUTCOME_FAIL ||
        judge_threads(&s, v, what) == OUTCOME_FAIL || judge_stopped(&s, v, what) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    return fail(v, NULL, "%s %d of 5 blocks are wrong.", what, wrong);
}

/* ---- integrals ------------------------------------------------------------------------------- */

struct keeper;
struct integral {
    const struct run *run;
    struct grid grid;
    int coef, vertices, threads, blocks, radii;
    double radius;
    const struct point_family *fetch;
    const double *got; /* the sum of each block; for a total, one number */
    bool total;
    const struct integral *again; /* the second call, with other radii */
    struct keeper *kept;          /* NULL: nothing is asked for more than once */
};

static struct integral load_integral(const struct run *run, const struct point_family *fetch) {
    struct integral in = {.run = run, .fetch = fetch};
    in.radius = judge_argument(run, "RADIUS");
    in.grid = hidden_even_grid(run->seed, (int)judge_argument(run, "size"));
    in.grid.radius = in.radius;
    in.coef = (int)judge_argument(run, "COEF");
    in.threads = (int)judge_argument(run, "THREADSPERBLOCK");
    in.radii = (int)judge_argument(run, "radii");
    in.vertices = 2 * in.coef * in.coef;
    in.blocks = (in.vertices + in.threads - 1) / in.threads;
    return in;
}

enum { WEIGHT, SUM, SPHERES, FETCH };
/* Behind the fetch's: what is done with the blocks' sums. */
static const struct deviation total_deviations[] = {
    {"sum-in-integers", "The total is kept in a whole number, which cuts every sum: a float."},
    {NULL, "The total is divided by the number of blocks: it is the sum, not the mean."},
    {NULL, "The total is divided by 4 pi: the integral is over the whole sphere, not its mean."},
    {NULL, "The first block is not in the total: add partial[0] too."},
    {NULL, "The total is divided by the number of vertices: the weights are in the sums already."},
    {NULL, "The total is twice what it should be."},
    {NULL, "Only the last block is in the total: add each, total += partial[block]."},
    {"wrong-sign", "The total has the wrong sign."}};
enum { BLOCK_FIRST = 4, BLOCK_LAST = 7 };

/* Bounds of what becomes of a block's sum in the total. */
static void in_total(int how, const struct integral *in, double *low, double *high) {
    static const double factors[] = {1, 1, 0, 1 / (4 * M_PI), 1, 0, 2, 1, -1};
    double by = how == 2 ? 1.0 / in->blocks : how == 5 ? 1.0 / in->vertices : factors[how];
    if (how == 1)
        *low = trunc(*low), *high = trunc(*high);
    *low *= by;
    *high *= by;
    if (*low > *high) {
        double swap = *low;
        *low = *high;
        *high = swap;
    }
}

static const struct deviation weight_deviations[] = {
    {"missing-sin-psi", "The integral lacks the factor |sin psi| of each vertex."},
    {"missing-weight", "The samples are added up without vertex_weight(i)."},
    {"missing-weight", "The samples are weighted twice: vertex_weight(i) is a factor of the sum, "
                       "once."},
    {"wrong-thread-index",
     "The weight is that of threadIdx.x: vertex_weight(i), i counted over all blocks."},
    {NULL, "The last vertex is not in the integral: a thread takes a vertex if (i < VERTCOUNT)."},
    {NULL, "The first vertex is not in the integral: a thread takes a vertex if (i < "
           "VERTCOUNT)."},
    {"missing-sin-psi", "The weights have |cos psi| where |sin psi| belongs."},
    {"missing-sin-psi", "The weights have the square of sin psi."},
    {"weight-area", "The weights lack one of dphi and dpsi: |sin psi| dphi dpsi."},
    {"weight-area", "The weights lack dphi dpsi: |sin psi| dphi dpsi."},
    {"weight-area", "The weights are half as large as they should be, or the sum is."},
    {"wrong-thread-index",
     "The weight is that of the block, vertex_weight(blockIdx.x): vertex_weight(i), i counted over "
     "all threads."},
    {"radii-not-averaged", "The sum over the spheres is not divided by their number, radii."},
    {"weight-area",
     "The weights are those of steps of 1 / COEF, without pi: dphi and dpsi are pi / "
     "COEF."},
    {"phi-psi-exchanged",
     "The weight has the sine of phi: vertex i has psi = (i % COEF + 0.5) * pi "
     "/ COEF."},
    {"missing-sin-psi", "Each vertex has the same weight, 4 pi / VERTCOUNT: it is |sin psi| dphi "
                        "dpsi, for near the poles the vertices lie closer together."}};
#define SCALE_LACKS(axes)                                                                          \
    {                                                                                              \
        "scale-ignored",                                                                           \
            "The vertex is not multiplied by sphere_scale(j, radii) along " axes ": x, "           \
            "y and z are, all three."                                                              \
    }
static const struct deviation sphere_deviations[] = {
    {"radii-not-averaged", "The sum over the spheres is not divided by their number, radii."},
    {"scale-ignored",
     "All spheres have the radius RADIUS, along some axes or all, or only sphere 0, which has it, "
     "is in the integral: for each j from 0 to radii - 1 x, y and z of the vertex are all "
     "multiplied by sphere_scale(j, radii)."},
    {"scale-compounds", "sphere_scale(j, radii) is multiplied onto what the sphere before left: "
                        "each sphere's vertex is vert[i] * sphere_scale(j, radii), from vert[i] "
                        "anew."},
    {"one-sphere", "Only sphere 0 is in the integral, divided by radii: sum over j from 0 to radii "
                   "- 1."},
    {"one-sphere", "Only the last sphere is in the integral: the sum over j is set anew in each "
                   "turn, where it should be added to."},
    {"spheres-off-by-one", "The spheres are counted from 1 to radii: j goes from 0 to radii - 1."},
    {"spheres-off-by-one", "The last sphere is missing: j goes from 0 to radii - 1."},
    {"spheres-off-by-one", "There is a sphere too many: j goes from 0 to radii - 1."},
    {"radii-not-averaged", "The sum is divided by radii twice."},
    SCALE_LACKS("y"),
    SCALE_LACKS("z"),
    SCALE_LACKS("x and y"),
    SCALE_LACKS("x and z"),
    {"scale-compounds", "The arguments of sphere_scale are exchanged: sphere_scale(j, radii)."},
    {"scale-compounds",
     "The running sum is multiplied by vertex_weight(i) / radii in every turn of the loop over the "
     "spheres: multiply each sample, or the sum once, behind the loop."},
    {"wrong-thread-index",
     "The vertex is that of threadIdx.x: it is vert[i], i counted over all blocks."},
    {"wrong-thread-index",
     "The vertex is that of the block, vert[blockIdx.x]: it is vert[i], i counted over all "
     "threads."},
    {"spheres-off-by-one", "The spheres shrink down to RADIUS / 2, as sphere_scale(j, radii - 1) "
                           "has them: it is sphere_scale(j, radii)."},
    {"spheres-off-by-one",
     "The spheres shrink too little, as sphere_scale(j, radii + 1) has them: it is sphere_scale(j, "
     "radii)."},
    {"spheres-shrink-wrongly", "The spheres grow with j: the scale is sphere_scale(j, radii), 1 - "
                               "0.5 * j / radii."},
    {"spheres-shrink-wrongly",
     "The vertex is divided by sphere_scale(j, radii): it is multiplied by it."},
    {"spheres-shrink-wrongly",
     "Each sample is multiplied by the square of sphere_scale(j, radii), as if the smaller spheres' "
     "areas counted: the scale moves the vertex alone, and the weight is the unit sphere's."},
    {"spheres-shrink-wrongly",
     "Each sample is multiplied by sphere_scale(j, radii): the scale moves "
     "the vertex alone."},
    SCALE_LACKS("x"),
    SCALE_LACKS("y and z"),
    {"spheres-off-by-one", "Sphere 0 is missing: j goes from 0 to radii - 1."}};
enum {
    NOT_AVERAGED = 1,
    SCALE_IGNORED,
    SCALE_COMPOUNDS,
    FIRST_OF_RADII,
    LAST_OF_RADII,
    FROM_ONE,
    LAST_MISSING,
    ONE_MORE,
    AVERAGED_TWICE,
    SCALE_LACKS_Y,
    SCALE_LACKS_Z,
    SCALE_LACKS_XY,
    SCALE_LACKS_XZ,
    SCALE_EXCHANGED,
    WEIGHED_AGAIN,
    VERTEX_OF_THREAD,
    VERTEX_OF_BLOCK,
    SCALE_ONE_LESS_RADIUS,
    SCALE_ONE_MORE_RADIUS,
    SCALE_GROWS,
    SCALE_DIVIDES,
    SCALE_AREA,
    SCALE_SAMPLE,
    SCALE_LACKS_X,
    SCALE_LACKS_YZ,
    FIRST_MISSING
};

enum { SPHERE_CHOICES = FIRST_MISSING + 1, KEPT_FETCHES = 512 };
struct kept {
    double least[1024], most[1024];
};
struct keeper {
    struct kept *sets[SPHERE_CHOICES][KEPT_FETCHES];
};

static double scale_of(int j, int radii) {
    return 1 - 0.5 * j / radii;
}

static double in_nodes(const struct integral *in, double position) {
    return (position + in->radius) * (in->grid.size - 1) / (2 * in->radius);
}

/* The sample at vertex i times `scale`, at least and at most: one whose coordinate lies within
 * float rounding of the place where a weight jumps may have either weight. */
static void sample_bounds(const struct integral *in, int i, const double scale[3], const int *fetch,
                          double *low, double *high) {
    /* Two opposite corners tell whether there is a jump; all eight are looked at where there is. */
    static const int corners[8] = {0, 7, 1, 2, 3, 4, 5, 6};
    double at[3], rounding = 1e-6 * in->grid.size;
    for (int axis = 0; axis < 3; axis++)
        at[axis] =
            in_nodes(in, (double)hidden_vertex(in->run->seed, i, axis, in->radius) * scale[axis]);
    *low = INFINITY;
    *high = -INFINITY;
    for (int corner = 0; corner < 8; corner++) {
        double u[3];
        if (corner == 2 && *high - *low <= 1e-5 * fabs(*high))
            break;
        for (int axis = 0; axis < 3; axis++)
            u[axis] = at[axis] + (corners[corner] >> axis & 1 ? rounding : -rounding);
        double value = in->fetch->value(&in->grid, u, fetch);
        *low = fmin(*low, value);
        *high = fmax(*high, value);
    }
}

static bool lacks_scale(int spheres, int axis) {
    static const bool lacks[4][3] = {
        {false, true, false}, {false, false, true}, {true, true, false}, {true, false, true}};
    if (spheres >= SCALE_LACKS_Y && spheres <= SCALE_LACKS_XZ)
        return lacks[spheres - SCALE_LACKS_Y][axis];
    if (spheres == SCALE_LACKS_X || spheres == SCALE_LACKS_YZ)
        return (axis == 0) == (spheres == SCALE_LACKS_X);
    return spheres == SCALE_IGNORED;
}

/* The sum of thread i's samples, at least and at most, over the spheres of a choice. */
static void sphere_bounds(const struct integral *in, int i, int spheres, const int *fetch,
                          double *low, double *high) {
    int from = 0, to = in->radii;
    double compound = 1;
    if (spheres == FIRST_OF_RADII)
        to = 1;
    if (spheres == LAST_OF_RADII)
        from = in->radii - 1;
    if (spheres == FROM_ONE)
        from = 1, to = in->radii + 1;
    if (spheres == FIRST_MISSING)
        from = 1;
    if (spheres == LAST_MISSING)
        to = in->radii - 1;
    if (spheres == ONE_MORE)
        to = in->radii + 1;
    *low = *high = 0;
    for (int j = from; j < to; j++) {
        double least, most, scale = scale_of(j, in->radii);
        if (spheres == SCALE_COMPOUNDS)
            scale = compound *= scale;
        if (spheres == SCALE_EXCHANGED) /* of sphere 0 infinite, with the sign of -x */
            scale = j ? scale_of(in->radii, j) : -1e6;
        if (spheres == SCALE_ONE_LESS_RADIUS)
            scale = scale_of(j, in->radii > 1 ? in->radii - 1 : 1);
        if (spheres == SCALE_ONE_MORE_RADIUS)
            scale = scale_of(j, in->radii + 1);
        if (spheres == SCALE_GROWS)
            scale = scale_of(-j, in->radii);
        if (spheres == SCALE_DIVIDES)
            scale = 1 / scale;
        const double scales[3] = {lacks_scale(spheres, 0) ? 1 : scale,
                                  lacks_scale(spheres, 1) ? 1 : scale,
                                  lacks_scale(spheres, 2) ? 1 : scale};
        int taken = spheres == VERTEX_OF_THREAD  ? i % in->threads
                    : spheres == VERTEX_OF_BLOCK ? i / in->threads
                                                 : i;
        sample_bounds(in, taken, scales, fetch, &least, &most);
        if (spheres == SCALE_AREA || spheres == SCALE_SAMPLE) {
            least *= spheres == SCALE_AREA ? scale * scale : scale;
            most *= spheres == SCALE_AREA ? scale * scale : scale;
        }
        if (spheres == WEIGHED_AGAIN) { /* the last one once, which is factor()'s */
            double again = pow(sphere_weight(i, in->coef) / in->radii, in->radii - 1 - j);
            least *= again;
            most *= again;
        }
        *low += least;
        *high += most;
    }
}

/* By what thread i multiplies its samples. */
static double factor(const struct integral *in, int i, const int *choice) {
    double step = M_PI / in->coef, weight = sphere_weight(i, in->coef), divisor = in->radii;
    if (choice[WEIGHT] == 1)
        weight = step * step;
    if (choice[WEIGHT] == 2)
        weight = 1;
    if (choice[WEIGHT] == 3)
        weight *= weight;
    if (choice[WEIGHT] == 4)
        weight = sphere_weight(i % in->threads, in->coef);
    const double psi = (i % in->coef + 0.5) * step;
    const double others[] = {fabs(cos(psi)) * step * step,
                             sin(psi) * sin(psi) * step * step,
                             weight / step,
                             weight / step / step,
                             weight / 2,
                             sphere_weight(i / in->threads, in->coef),
                             weight * in->radii,
                             weight / M_PI / M_PI,
                             fabs(sin((i / in->coef + 0.5) * step)) * step * step,
                             4 * M_PI / in->vertices};
    if (choice[WEIGHT] >= 7)
        weight = others[choice[WEIGHT] - 7];
    if ((choice[WEIGHT] == 5 && i == in->vertices - 1) || (choice[WEIGHT] == 6 && i == 0))
        weight = 0;
    if (choice[SPHERES] == NOT_AVERAGED)
        divisor = 1;
    if (choice[SPHERES] == AVERAGED_TWICE)
        divisor = (double)in->radii * in->radii;
    return weight / divisor;
}

/* The samples of block 0 are asked for again with every weight and every way of adding up; they are
 * kept for each way over the spheres with at most one deviation of the fetch. NULL: not kept. */
static struct kept **place_to_keep(const struct integral *in, const int *choice) {
    int before = 1, single = 0;
    for (int d = 0; d < in->fetch->count; d++) {
        if (choice[FETCH + d] && single)
            return NULL;
        if (choice[FETCH + d])
            single = before + choice[FETCH + d] - 1;
        before += in->fetch->dimensions[d].count;
    }
    return single < KEPT_FETCHES ? &in->kept->sets[choice[SPHERES]][single] : NULL;
}

/* The samples of block b's threads, before they are weighed and added up. */
static const struct kept *block_samples(const struct integral *in, int b, const int *choice) {
    static struct kept passing;
    struct kept *samples = &passing, **place = NULL;
    if (b == 0 && in->kept && (place = place_to_keep(in, choice))) {
        if (*place)
            return *place;
        samples = *place = malloc(sizeof **place);
        if (!samples)
            exit(3);
    }
    memset(samples, 0, sizeof *samples);
    for (int t = 0; t < in->threads && b * in->threads + t < in->vertices; t++)
        sphere_bounds(in, b * in->threads + t, choice[SPHERES], choice + FETCH, &samples->least[t],
                      &samples->most[t]);
    return samples;
}

/* Bounds of block b's sum. */
static void block_bounds(const struct integral *in, int b, const int *choice, double *low,
                         double *high) {
    const struct kept *samples = block_samples(in, b, choice);
    double least[1024] = {0}, most[1024] = {0};
    for (int t = 0; t < in->threads && b * in->threads + t < in->vertices; t++) {
        double by = factor(in, b * in->threads + t, choice);
        least[t] = samples->least[t] * by;
        most[t] = samples->most[t] * by;
    }
    *low = block_sum(choice[SUM], least, in->threads);
    *high = block_sum(choice[SUM], most, in->threads);
    double rounding = 2e-5 * fmax(fabs(*low), fabs(*high));
    *low -= rounding;
    *high += rounding;
}

/* Is what a choice gives known well? A mistake that may give nearly anything explains nothing. One
 * block may have vertices on the faces, where samples jump. */
static bool is_sharp(const struct integral *in, const int *choice) {
    int wide = 0;
    for (int b = 0; b < in->blocks && !in->total; b++) {
        double low, high;
        block_bounds(in, b, choice, &low, &high);
        wide += high - low > 2e-4 * fmax(fabs(low), fabs(high));
    }
    return wide <= 1;
}

static bool partial_fits(const struct integral *in, const int *choice) {
    double low, high, least = 0, most = 0;
    int how = in->total ? choice[FETCH + in->fetch->count] : 0;
    for (int b = how == BLOCK_FIRST; b < in->blocks; b++) {
        block_bounds(in, b, choice, &low, &high);
        in_total(how, in, &low, &high);
        if (how == BLOCK_LAST)
            least = most = 0;
        least += low;
        most += high;
        if (!in->total && !(in->got[b] >= low && in->got[b] <= high))
            return false;
    }
    /* A mistake that may give nearly anything explains nothing. */
    return !in->total ||
           (in->got[0] >= least && in->got[0] <= most && most - least <= 2e-3 * fabs(most));
}

/* A search among mistakes, and whether it found two that have different names. */
struct suspects {
    const struct integral *in;
    const struct dimension *dimensions;
    char names[200];
    bool several;
};

static int integral_fits(const int *choice, const void *context) {
    struct suspects *s = (struct suspects *)context;
    char names[200] = "";
    int fetched = 0;
    bool alone = false;
    /* Two mistakes in one sample are told from single samples. */
    for (int d = 0; d < s->in->fetch->count; d++) {
        fetched += choice[FETCH + d] != 0;
        alone |= d >= s->in->fetch->alone && choice[FETCH + d];
    }
    if (fetched > 1 || (alone && (choice[WEIGHT] || choice[SUM] || choice[SPHERES])))
        return 0;
    if (!partial_fits(s->in, choice) || (s->in->again && !partial_fits(s->in->again, choice)) ||
        !is_sharp(s->in, choice))
        return 0;
    for (int d = 0; d < FETCH + s->in->fetch->count + s->in->total; d++)
        if (choice[d]) {
            const char *name = s->dimensions[d].values[choice[d] - 1].diagnosis;
            size_t length = strlen(names);
            snprintf(names + length, sizeof names - length, " %s", name ? name : "-");
        }
    /* What single samples alone can tell does not make a common mistake doubtful. */
    if (alone && *s->names)
        return 0;
    s->several |= *s->names && strcmp(s->names, names) != 0;
    memcpy(s->names, names, sizeof names);
    return 1;
}

/* The sum of the first `blocks` blocks, as asked. */
static bool total_of(const struct integral *in, int from, int to) {
    static const int as_asked[FAMILY_DIMENSIONS];
    double low, high, least = 0, most = 0;
    for (int b = from; b < to; b++) {
        block_bounds(in, b, as_asked, &low, &high);
        least += low;
        most += high;
    }
    return in->got[0] >= least && in->got[0] <= most;
}

/* What the places of the right sums tell: which blocks are there. */
static enum outcome judge_blocks(const struct integral *in, struct verdict *v) {
    static const int as_asked[FAMILY_DIMENSIONS];
    int right = 0;
    double low, high, last = in->got[in->total ? 0 : in->blocks - 1];
    for (int b = 0; b < in->blocks && !in->total; b++) {
        block_bounds(in, b, as_asked, &low, &high);
        right += in->got[b] >= low && in->got[b] <= high && b == right;
    }
    if (in->total ? total_of(in, 0, in->blocks - 1) && !(in->again && in->blocks == 2)
                  : right == in->blocks - 1 && (last == -77 || last == 0))
        return fail(v, "last-block-dropped",
                    "The last block is missing: %d vertices are %d whole blocks of %d and a rest. "
                    "Round up: launch and add up BLOCKSPERGRID blocks.",
                    in->vertices, in->vertices / in->threads, in->threads);
    if (in->total && total_of(in, 0, 1))
        return fail(v, "one-partial-sum",
                    "The total is that of the first block alone, partial[0]: add up all "
                    "BLOCKSPERGRID partial sums (%d here), and launch as many blocks.",
                    in->blocks);
    return OUTCOME_NONE;
}

static enum outcome explain_integral(const struct integral *in, struct verdict *v,
                                     const char *what) {
    struct dimension dimensions[FAMILY_DIMENSIONS] = {
        DIMENSION(weight_deviations), DIMENSION(sum_deviations), DIMENSION(sphere_deviations)};
    memcpy(dimensions + FETCH, in->fetch->dimensions,
           (size_t)in->fetch->count * sizeof *dimensions);
    /* Pairs only where every block is told: one number fits many. */
    struct family family = {dimensions, FETCH + in->fetch->count + in->total, in->total ? 1 : 2,
                            integral_fits};
    if (in->total)
        dimensions[family.count - 1] = (struct dimension)DIMENSION(total_deviations);
    struct integral keeping = *in;
    struct keeper *kept = keeping.kept = in->total ? NULL : calloc(1, sizeof *kept);
    struct suspects suspects = {.in = &keeping, .dimensions = dimensions};
    struct verdict found = {0};
    enum outcome outcome = judge_explain(&found, what, &family, &suspects);
    for (int place = 0; kept && place < SPHERE_CHOICES * KEPT_FETCHES; place++)
        free(kept->sets[place / KEPT_FETCHES][place % KEPT_FETCHES]);
    free(kept);
    if (outcome == OUTCOME_FAIL && suspects.several)
        return fail(v, NULL,
                    "%s So little is off that several mistakes would give it; the test of single "
                    "samples sees more.",
                    what);
    return outcome == OUTCOME_FAIL ? fail(v, found.diagnosis, "%s", found.message) : outcome;
}

/* Wrong sums, and shared memory that nobody wrote is read. The threads without a vertex are all in
 * the last block, and an array of a place for each thread has a hole only where one of them never
 * came. */
static enum outcome judge_shared(const struct integral *in, struct verdict *v, const char *kernel) {
    static const int as_asked[FAMILY_DIMENSIONS];
    size_t place = sizeof(float), threads = (size_t)in->threads;
    double low, high;
    if (!judge_has_finding(in->run, "uninitialized-read", "__shared__"))
        return OUTCOME_NONE;
    if (judge_uninitialized_shared(in->run, place))
        return fail(v, "total-not-zeroed",
                    "%s reads a total in shared memory that was never set to 0: shared memory "
                    "holds garbage when a block starts. One thread sets it, then __syncthreads(), "
                    "then all add.",
                    kernel);
    for (int b = 0; b < in->blocks - 1 && !in->total; b++) {
        block_bounds(in, b, as_asked, &low, &high);
        if (!(in->got[b] >= low && in->got[b] <= high))
            return OUTCOME_NONE;
    }
    if (!judge_uninitialized_shared(in->run, threads * place))
        return OUTCOME_NONE;
    return fail(
        v, "barrier-in-if",
        "Threads without a vertex do not come to block_sum and its __syncthreads(), and their "
        "places in shared memory are read all the same. Take the call out of the if: all "
        "threads of the block must make it, those without a vertex with 0.");
}

/* Fails v when right sums over so many radii were not had by the texture's fetches, or were
 * although the interpolation was to be written. */
static enum outcome judge_fetches(const struct integral *in, struct verdict *v,
                                  const char *function, int radii) {
    if (in->fetch == &fetch_family)
        return judge_used(in->run, v, function, "texture.accesses", (double)in->vertices * radii,
                          "texture fetches");
    return judge_not_used(in->run, v, function, "texture.requests", "texture fetches");
}

/* Fails v when each sum is added to what lay in partial before, -77. */
static enum outcome judge_added(const struct integral *in, struct verdict *v, const char *what) {
    static const int as_asked[FAMILY_DIMENSIONS];
    for (int b = 0; b < in->blocks; b++) {
        double low, high;
        block_bounds(in, b, as_asked, &low, &high);
        if (!(in->got[b] + 77 >= low && in->got[b] + 77 <= high))
            return OUTCOME_NONE;
    }
    return fail(v, "total-not-zeroed",
                "%s The sum is added to what lay in partial before, which nobody set to 0: "
                "partial[blockIdx.x] = sum, not +=.",
                what);
}

/* What people multiply or divide an integral by; its text is NULL behind the last. */
static double factor_of(const struct integral *in, int which, const char **text) {
    const double step = M_PI / in->coef, radius = in->radius, radii = in->radii;
    const struct {
        double by;
        const char *text;
    } factors[] = {{radii / (radii + 1), "radii / (radii + 1)"},
                   {radii > 1 ? radii / (radii - 1) : NAN, "radii / (radii - 1)"},
                   {radii, "radii"},
                   {1 / radii, "1 / radii"},
                   {radius, "RADIUS"},
                   {1 / radius, "1 / RADIUS"},
                   {radius * radius, "RADIUS * RADIUS"},
                   {1 / radius / radius, "1 / (RADIUS * RADIUS)"},
                   {4 * M_PI, "4 pi"},
                   {1 / (4 * M_PI), "1 / (4 pi)"},
                   {M_PI, "pi"},
                   {1 / M_PI, "1 / pi"},
                   {step, "pi / COEF"},
                   {1 / step, "COEF / pi"},
                   {step * step, "(pi / COEF) * (pi / COEF)"},
                   {1 / step / step, "(COEF / pi) * (COEF / pi)"},
                   {in->coef, "COEF"},
                   {1.0 / in->coef, "1 / COEF"},
                   {4 * M_PI / in->vertices, "4 pi / VERTCOUNT"},
                   {1.0 / in->vertices, "1 / VERTCOUNT"},
                   {in->threads, "THREADSPERBLOCK"},
                   {1.0 / in->threads, "1 / THREADSPERBLOCK"},
                   {in->blocks, "BLOCKSPERGRID"},
                   {1.0 / in->blocks, "1 / BLOCKSPERGRID"},
                   {0, NULL}};
    *text = factors[which].text;
    return factors[which].by;
}

static bool about(double a, double b) {
    return fabs(a - b) <= 1e-4 * fabs(b);
}

/* Fails v when all sums are the same number of times too large: `again` is that of a second call.
 */
static enum outcome judge_times_of(const struct integral *in, struct verdict *v, const char *what,
                                   double times, double again) {
    const char *text;
    if (!(fabs(times) > 1e-12 && fabs(times) < 1e12) || about(times, 1))
        return OUTCOME_NONE;
    for (int which = 0; factor_of(in, which, &text), text; which++) {
        const double by = factor_of(in, which, &text),
                     then = in->again ? factor_of(in->again, which, &text) : by;
        if (about(times, by) && about(again, then))
            return fail(v, NULL,
                        "%s It is %.6g times that, which is %s: the integral is multiplied or "
                        "divided by what is no part of it, or a factor is missing.",
                        what, times, text);
    }
    if (!about(again, times))
        return OUTCOME_NONE;
    return fail(v, NULL,
                "%s Every sum is %.6g times what it should be: a factor is too many, or missing.",
                what, times);
}

/* Fails v when each full block's sum is off by the same amount, or all are the same number of times
 * too large. */
static enum outcome judge_off(const struct integral *in, struct verdict *v, const char *what) {
    static const int as_asked[FAMILY_DIMENSIONS];
    bool times = in->blocks > 1, added = in->blocks > 2;
    double first = 0, factor = 1, width = 0, last = 0;
    for (int b = 0; b < in->blocks; b++) {
        double low, high;
        block_bounds(in, b, as_asked, &low, &high);
        const double middle = (low + high) / 2, half = (high - low) / 2;
        last = in->got[b] - middle;
        if (b == 0) {
            first = last;
            factor = in->got[b] / middle;
            width = half;
        }
        times &=
            fabs(in->got[b] - factor * middle) <= fabs(factor) * half + 4e-5 * fabs(in->got[b]);
        added &= (b == in->blocks - 1 && in->vertices % in->threads) ||
                 fabs(last - first) <= half + width;
    }
    if (times && (!added || fabs(factor - 1) > 1e-3))
        return judge_times_of(in, v, what, factor, factor);
    if (!added || !(fabs(first) > 4 * width))
        return OUTCOME_NONE;
    return fail(v, NULL,
                "%s Each full block's sum is about %.4g too %s, that of the last block, which has "
                "threads without a vertex, by %.4g: something is added to each thread's sum, which "
                "begins with 0, or to the block's.",
                what, fabs(first), first > 0 ? "large" : "small", fabs(last));
}

/* Fails v when all blocks add to the first one's place. */
static enum outcome judge_one_place(const struct integral *in, struct verdict *v,
                                    const char *what) {
    static const int as_asked[FAMILY_DIMENSIONS];
    double least = 0, most = 0;
    for (int b = 0; b < in->blocks; b++) {
        double low, high;
        block_bounds(in, b, as_asked, &low, &high);
        least += low;
        most += high;
        if (b && in->got[b] != -77)
            return OUTCOME_NONE;
    }
    if (in->blocks < 2 || !(in->got[0] >= least - 77 && in->got[0] <= most))
        return OUTCOME_NONE;
    return fail(v, "one-partial-sum",
                "%s All blocks add their sums to partial[0], and the other places are as they "
                "were: partial[blockIdx.x] = sum.",
                what);
}

static enum outcome check_partial(const struct run *run, struct verdict *v, const char *kernel,
                                  const struct point_family *fetch) {
    static const int as_asked[FAMILY_DIMENSIONS];
    struct integral in = load_integral(run, fetch);
    double low, high;
    in.got = judge_numbers(run, "partial", (size_t)in.blocks + 1);
    if (!judge_succeeded(run, v, kernel))
        return OUTCOME_FAIL;
    if (!in.got)
        return fail(v, NULL, "The partial sums cannot be read.");
    if (in.got[in.blocks] != -77)
        return fail(v, "missing-bounds-guard",
                    "%s writes past the end of partial, which has BLOCKSPERGRID elements.", kernel);
    if (partial_fits(&in, as_asked)) {
        if (judge_fetches(&in, v, kernel, in.radii) == OUTCOME_FAIL)
            return OUTCOME_FAIL;
        return pass(v, "All %d partial sums are right.", in.blocks);
    }
    if (judge_shared(&in, v, kernel) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (in.got[0] == -77)
        return fail(v, "never-written",
                    "%s leaves partial[0] as it was: thread 0 of each block stores the block's sum "
                    "in partial[blockIdx.x]. If the kernel is still to be written, write it.",
                    kernel);
    int b = in.blocks - 1;
    judge_field(v, "partial sums", (size_t)in.blocks, 1, 1);
    for (int i = in.blocks; i-- > 0;) {
        block_bounds(&in, i, as_asked, &low, &high);
        if (!(in.got[i] >= low && in.got[i] <= high)) {
            judge_wrong(v, (size_t)i, in.got[i], (low + high) / 2);
            b = i;
        }
    }
    block_bounds(&in, b, as_asked, &low, &high);
    char what[300];
    snprintf(what, sizeof what,
             "partial[%d] is %.7g, expected %.7g (%d vertices, %d radii, blocks of %d threads).", b,
             in.got[b], (low + high) / 2, in.vertices, in.radii, in.threads);
    bool zero = true;
    for (int block = 0; block < in.blocks; block++)
        zero &= in.got[block] == 0;
    if (zero)
        return fail(v, NULL,
                    "%s All the sums are 0: a factor is 0, as 1 / radii is, a division of whole "
                    "numbers, or nothing is added to what is stored. (step5-sum looks at block_sum "
                    "alone.)",
                    what);
    if (judge_added(&in, v, what) == OUTCOME_FAIL ||
        judge_one_place(&in, v, what) == OUTCOME_FAIL || judge_blocks(&in, v) == OUTCOME_FAIL ||
        explain_integral(&in, v, what) == OUTCOME_FAIL || judge_off(&in, v, what) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    return fail(v, NULL, "%s", what);
}

static double middle(const struct integral *in) {
    static const int as_asked[FAMILY_DIMENSIONS];
    double low, high, sum = 0;
    for (int b = 0; b < in->blocks; b++) {
        block_bounds(in, b, as_asked, &low, &high);
        sum += (low + high) / 2;
    }
    return sum;
}

/* Fails v when the memory for the partial sums, which was overrun, tells what was miscounted. */
static enum outcome judge_partial_memory(const struct integral *in, struct verdict *v) {
    size_t bytes;
    if (judge_overrun(in->run, &bytes) && bytes == sizeof(void *) &&
        in->blocks * sizeof(float) != bytes)
        return fail(v, "sizeof-pointer",
                    "The memory for the partial sums has %zu bytes, the size of a pointer: sizeof "
                    "of a pointer is not the size of what it points to. Ask for BLOCKSPERGRID * "
                    "sizeof(float).",
                    bytes);
    if (judge_overrun(in->run, &bytes) && bytes == (size_t)(in->blocks - 1) * sizeof(float))
        return fail(v, "last-block-dropped",
                    "The memory for the partial sums has %zu bytes, for %d blocks, and there are "
                    "%d: VERTCOUNT / THREADSPERBLOCK is rounded down. Ask for BLOCKSPERGRID * "
                    "sizeof(float).",
                    bytes, in->blocks - 1, in->blocks);
    if (judge_overrun(in->run, &bytes) && bytes == (size_t)in->blocks)
        return fail(v, "count-instead-of-bytes",
                    "The memory for the partial sums has %zu bytes, one for each: cudaMalloc "
                    "counts bytes, BLOCKSPERGRID * sizeof(float).",
                    bytes);
    return OUTCOME_NONE;
}

/* Fails v for a launch that is not the one that is asked for, as the CPU device counted it: its
 * blocks, and the samples a vertex. */
static enum outcome judge_launch(const struct integral *in, struct verdict *v, const char *what) {
    bool hardware = in->fetch == &fetch_family;
    const char *kernel = hardware ? "integral_hardware" : "integral_software";
    double blocks = judge_count(in->run, kernel, 0, "grid.0"),
           threads = judge_count(in->run, kernel, 0, "block.0"),
           spheres = judge_count(in->run, kernel, 0, "texture.accesses") / in->vertices;
    if (blocks == in->blocks - 1 && threads == in->threads)
        return fail(v, "last-block-dropped",
                    "%s %s is launched with %.0f blocks of %.0f threads, and %d vertices need %d: "
                    "VERTCOUNT / THREADSPERBLOCK is rounded down. It is <<<BLOCKSPERGRID, "
                    "THREADSPERBLOCK>>>.",
                    what, kernel, blocks, threads, in->vertices, in->blocks);
    if (blocks != in->blocks || threads != in->threads)
        return isnan(blocks) ? OUTCOME_NONE
                             : fail(v,
                                    threads != in->threads ? "wrong-block-size"
                                    : blocks < in->blocks  ? "fixed-grid"
                                                           : NULL,
                                    "%s %s is launched with %.0f blocks of %.0f threads: it is "
                                    "<<<BLOCKSPERGRID, THREADSPERBLOCK>>>, %d of %d here.",
                                    what, kernel, blocks, threads, in->blocks, in->threads);
    if (!hardware || spheres == in->radii || spheres != floor(spheres))
        return OUTCOME_NONE;
    return fail(v, NULL,
                "%s The kernel takes %.0f samples a vertex, and radii is %d: %s. It is launched on "
                "(tex, size, radii, partial).",
                what, spheres, in->radii,
                spheres == in->grid.size ? "that is size, the two are exchanged"
                                         : "something else is handed on for it");
}

/* Fails v for a second call whose total is wrong, after a first one that gave `got`, which is
 * right. */
static enum outcome judge_again(const struct integral *second, struct verdict *v,
                                const char *function, double got) {
    double expected = middle(second), again = second->got[0],
           error = judge_number(second->run, "again.error", NAN);
    if (error != 0)
        return fail(v, NULL, "A second call of %s returns %s: it leaves something behind.",
                    function, judge_error_name(error));
    bool carried = fabs(again - expected - got) <= 1e-4 * fabs(expected);
    return fail(v, carried ? "total-not-zeroed" : NULL,
                "The first call of %s is right, the second call is not: %.7g, expected "
                "%.7g.%s",
                function, again, expected,
                carried ? " The second goes on from the first one's total: a variable that is "
                          "static, or memory that is never set to 0. Begin each call with 0."
                        : " Something is kept from the first call: start each one anew.");
}

static enum outcome check_integral(const struct run *run, struct verdict *v, const char *function,
                                   const struct point_family *fetch) {
    static const int as_asked[FAMILY_DIMENSIONS];
    struct integral in = load_integral(run, fetch);
    for (int n = 0; n < in.grid.size * in.grid.size * in.grid.size; n++)
        in.grid.values[n] *= (float)HIDDEN_TOTAL_SCALE;
    struct integral second = in;
    double got = judge_number(run, "integral", NAN), again = judge_number(run, "again", NAN);
    if (judge_partial_memory(&in, v) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (!judge_succeeded(run, v, function))
        return OUTCOME_FAIL;
    measured(v, "integral", got);
    in.total = second.total = true;
    in.got = &got;
    second.got = &again;
    second.radii++;
    bool first_right = partial_fits(&in, as_asked);
    if (first_right && partial_fits(&second, as_asked)) {
        /* What lies outside may be left out. */
        if (judge_fetches(&in, v, function, 2 * in.radii + 1) == OUTCOME_FAIL ||
            judge_launched(run, v, function, 2) == OUTCOME_FAIL ||
            (fetch != &fetch_family && judge_used(run, v, function, "global_loads.accesses",
                                                  (double)in.vertices * (2 * in.radii + 1) / 4,
                                                  "loads from global memory") == OUTCOME_FAIL))
            return OUTCOME_FAIL;
        return pass(v, "The total over %d vertices and %d radii is right.", in.vertices, in.radii);
    }
    char what[300];
    double expected = middle(&in);
    snprintf(what, sizeof what, "%s gives %.7g, expected %.7g (%d vertices, %d radii).", function,
             got, expected, in.vertices, in.radii);
    if (!first_right && got != -77 && judge_launch(&in, v, what) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (judge_shared(&in, v, function) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (first_right)
        return judge_again(&second, v, function, got);
    if (got == -77)
        return fail(v, "never-written", "%s It succeeds and does not store the total in *integral.",
                    what);
    if (isnan(got) && judge_has_finding(run, "uninitialized-read", "") == false)
        return fail(v, "not-synchronized",
                    "%s The partial sums are read before the kernel has written them: a launch "
                    "returns at once. Copy them by cudaMemcpy, which waits, or call "
                    "cudaDeviceSynchronize() before the host reads managed memory.",
                    what);
    if (fabs(got + 77 - expected) <= 1e-4 * fabs(expected))
        return fail(v, NULL,
                    "%s The total is added to what lay in *integral: it is stored there, *integral "
                    "= total.",
                    what);
    if (judge_blocks(&in, v) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    in.again = &second;
    if (explain_integral(&in, v, what) == OUTCOME_FAIL ||
        judge_times_of(&in, v, what, got / expected, again / middle(&second)) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (!(fabs(got) < 1000 * fabs(expected)) || fabs(got) < 1e-20)
        return fail(
            v, NULL,
            "%s No sum of the samples comes near that: the total is made of numbers that "
            "nobody wrote. Look at what comes back from the kernel: cudaMemcpy(host, device, "
            "BLOCKSPERGRID * sizeof(float), cudaMemcpyDeviceToHost), whose size is in bytes; "
            "the total begins with 0, and the host adds up the %d blocks and no more.",
            what, in.blocks);
    return fail(v, NULL, "%s", what);
}

enum outcome check_hardware_partial(const struct run *run, struct verdict *v) {
    return check_partial(run, v, "integral_hardware", &fetch_family);
}
enum outcome check_software_partial(const struct run *run, struct verdict *v) {
    return check_partial(run, v, "integral_software", &software_family);
}
enum outcome check_hardware_integral(const struct run *run, struct verdict *v) {
    return check_integral(run, v, "integrate_hardware", &fetch_family);
}
enum outcome check_software_integral(const struct run *run, struct verdict *v) {
    return check_integral(run, v, "integrate_software", &software_family);
}

enum outcome check_huge_blocks(const struct run *run, struct verdict *v) {
    bool hardware = !isnan(judge_number(run, "integrate_hardware.error", NAN));
    const char *name = hardware ? "integrate_hardware" : "integrate_software";
    double error =
        judge_number(run, hardware ? "integrate_hardware.error" : "integrate_software.error", NAN);
    double integral = judge_number(run, "integral", NAN);
    if ((isnan(error) || error == 801) && !judge_succeeded(run, v, name))
        return OUTCOME_FAIL;
    const char *kernel = hardware ? "integral_hardware" : "integral_software";
    const double threads = judge_count(run, kernel, 0, "block.0");
    if (error == 0 && !isnan(threads) && threads != 1056)
        return fail(v, "wrong-block-size",
                    "THREADSPERBLOCK is 1056 here, and %s is launched with blocks of %.0f threads: "
                    "it is <<<BLOCKSPERGRID, THREADSPERBLOCK>>>, and an error where no GPU takes "
                    "that.",
                    kernel, threads);
    if (error == 0)
        return fail(v, "unchecked-launch",
                    "With blocks of 1056 threads no kernel starts, and %s returned cudaSuccess and "
                    "%.7g. A launch reports its errors to cudaGetLastError() alone: ask after "
                    "every launch and return the error.",
                    name, integral);
    if (integral != -77)
        return fail(v, "output-on-error",
                    "%s returns the error, and *integral is changed to %.7g all the same: leave it "
                    "as it was until the total is there.",
                    name, integral);
    return pass(v, "A launch that fails is reported (%s).", judge_error_name(error));
}
