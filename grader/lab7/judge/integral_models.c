/* Lab 7: models of the integrals of steps 5 and 6: the spheres, the weights, the sums, and what
 * becomes of them. */
#include "integral.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct integral load_integral(const struct run *run, const struct point_family *fetch) {
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
    {"wrong-sign", "The total has the wrong sign."},
    {"sum-in-integers", "The total is cut to a whole number at the end: *integral is a float."}};
enum { BLOCK_FIRST = 4, BLOCK_LAST = 7, TOTAL_CUT = 9 };

/* Bounds of what becomes of a block's sum in the total. */
static void in_total(int how, const struct integral *in, double *low, double *high) {
    static const double factors[] = {1, 1, 0, 1 / (4 * M_PI), 1, 0, 2, 1, -1, 1};
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
    {"spheres-off-by-one", "Sphere 0 is missing: j goes from 0 to radii - 1."},
    {"technique-missing", "The vertices are computed anew, as the nodes of the sphere that "
                          "init_vertices stores: a thread reads its vertex, vert[i], which holds "
                          "others here."}};
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
    FIRST_MISSING,
    VERTEX_COMPUTED
};

enum { SPHERE_CHOICES = VERTEX_COMPUTED + 1, KEPT_FETCHES = 512 };
struct kept {
    double least[1024], most[1024];
};
struct keeper {
    struct dimension fetch[FAMILY_DIMENSIONS];
    struct kept *sets[SPHERE_CHOICES][KEPT_FETCHES];
};

static double scale_of(int j, int radii) {
    return 1 - 0.5 * j / radii;
}

static double in_nodes(const struct integral *in, double position) {
    return (position + in->radius) * (in->grid.size - 1) / (2 * in->radius);
}

/* Coordinate `axis` of vertex i: of those in vert, or of the sphere's. */
static double vertex_at(const struct integral *in, int i, int axis, bool computed) {
    const double step = M_PI / in->coef, phi = i / in->coef * step,
                 psi = (i % in->coef + 0.5) * step;
    if (!computed)
        return (double)hidden_vertex(in->run->seed, i, axis, in->radius);
    return in->radius * (axis == 0   ? sin(psi) * cos(phi)
                         : axis == 1 ? sin(psi) * sin(phi)
                                     : cos(psi));
}

/* The sample at vertex i times `scale`, at least and at most: one whose coordinate lies within
 * float rounding of the place where a weight jumps may have either weight. */
static void sample_bounds(const struct integral *in, int i, bool computed, const double scale[3],
                          const int *fetch, double *low, double *high) {
    /* Two opposite corners tell whether there is a jump; all eight are looked at where there is. */
    static const int corners[8] = {0, 7, 1, 2, 3, 4, 5, 6};
    double at[3], rounding = 1e-6 * in->grid.size;
    for (int axis = 0; axis < 3; axis++)
        at[axis] = in_nodes(in, vertex_at(in, i, axis, computed) * scale[axis]);
    *low = INFINITY;
    *high = -INFINITY;
    for (int corner = 0; corner < 8; corner++) {
        double u[3];
        if (corner == 2 && *high - *low <= 1e-5 * fabs(*high))
            break;
        for (int axis = 0; axis < 3; axis++)
            u[axis] = at[axis] + (corners[corner] >> axis & 1 ? rounding : -rounding);
        double value = point_value(in->fetch, &in->grid, u, fetch);
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
        sample_bounds(in, taken, spheres == VERTEX_COMPUTED, scales, fetch, &least, &most);
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
        before += in->kept->fetch[d].count;
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

void block_bounds(const struct integral *in, int b, const int *choice, double *low, double *high) {
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

bool partial_fits(const struct integral *in, const int *choice) {
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
    if (how == TOTAL_CUT)
        least = trunc(least), most = trunc(most);
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

/* Vertices that a thread may take in the place of its own, blockIdx.x * blockDim.x + threadIdx.x.
 */
struct vertex_taken {
    int of_block, of_thread, plus; /* factors; -1: the threads of a block, -2: the blocks */
    const char *words;
};
static const struct vertex_taken vertices_taken[] = {
    {0, 1, 0, "its number in the block, threadIdx.x: blockIdx.x is missing"},
    {1, 1, 0,
     "blockIdx.x + threadIdx.x: blockDim.x is missing, or blockDim.y, which is 1, stands "
     "there"},
    {-1, 0, 0,
     "the block's first, blockIdx.x * blockDim.x: threadIdx.x is missing, or threadIdx.y, "
     "which is 0, stands there"},
    {-2, 1, 0, "blockIdx.x * gridDim.x + threadIdx.x: it is blockDim.x, not gridDim.x"},
    {1, -1, 0, "threadIdx.x * blockDim.x + blockIdx.x: the two are exchanged"},
    {0, -1, 0, "threadIdx.x * blockDim.x: the two indices are mixed up"},
    {1, -2, 0,
     "threadIdx.x * gridDim.x + blockIdx.x, so that a block's vertices are no neighbours"},
    {-1, 1, 1, "the next one, one too far"},
    {-1, 1, -1, "the one before it"},
    {-1, 2, 0, "blockIdx.x * blockDim.x + 2 * threadIdx.x"},
};

static long times(const struct integral *in, int factor, long index) {
    return (factor == -1 ? in->threads : factor == -2 ? in->blocks : factor) * index;
}

/* Fails when every block's sum is right for other vertices. */
void explain_vertices(const struct integral *in, const char *what) {
    static const int as_asked[FAMILY_DIMENSIONS];
    double *low = calloc((size_t)in->vertices, 2 * sizeof *low), *high = low + in->vertices;
    const struct vertex_taken *found = NULL;
    for (int i = 0; low && i < in->vertices; i++) {
        const double by = factor(in, i, as_asked);
        sphere_bounds(in, i, 0, as_asked, &low[i], &high[i]);
        low[i] *= by;
        high[i] *= by;
    }
    for (size_t m = 0; low && !found && m < sizeof vertices_taken / sizeof *vertices_taken; m++) {
        const struct vertex_taken *taken = found = &vertices_taken[m];
        for (int b = 0; found && b < in->blocks; b++) {
            double least = 0, most = 0;
            for (int t = 0; t < in->threads; t++) {
                const long i =
                    times(in, taken->of_block, b) + times(in, taken->of_thread, t) + taken->plus;
                if (i >= 0 && i < in->vertices) {
                    least += low[i];
                    most += high[i];
                }
            }
            const double rounding = 2e-5 * fmax(fabs(least), fabs(most));
            if (!(in->got[b] >= least - rounding && in->got[b] <= most + rounding))
                found = NULL;
        }
    }
    free(low);
    if (found)
        fail("wrong-thread-index", "%s Each thread takes as its vertex %s.", what, found->words);
}

void explain_integral(const struct integral *in, const char *what) {
    if (in->total && in->got[0] == 0)
        fail(NULL,
             "%s Nothing is added up: *integral is the sum of all BLOCKSPERGRID partial "
             "sums, copied to the host.",
             what);
    struct dimension dimensions[FAMILY_DIMENSIONS] = {DIMENSION(weight_deviations), sum_dimension,
                                                      DIMENSION(sphere_deviations)};
    list_points(in->fetch, dimensions + FETCH);
    /* Pairs only where every block is told: one number fits many. */
    struct family family = {dimensions, FETCH + in->fetch->count + in->total, in->total ? 1 : 2,
                            integral_fits};
    if (in->total)
        dimensions[family.count - 1] = (struct dimension)DIMENSION(total_deviations);
    struct integral keeping = *in;
    struct keeper *kept = keeping.kept = in->total ? NULL : calloc(1, sizeof *kept);
    if (kept)
        memcpy(kept->fetch, dimensions + FETCH, (size_t)in->fetch->count * sizeof *dimensions);
    struct suspects suspects = {.in = &keeping, .dimensions = dimensions};
    struct explained found;
    const bool explained = judge_explains(&family, &suspects, &found);
    for (int place = 0; kept && place < SPHERE_CHOICES * KEPT_FETCHES; place++)
        free(kept->sets[place / KEPT_FETCHES][place % KEPT_FETCHES]);
    free(kept);
    if (!explained)
        return;
    if (suspects.several)
        fail(NULL,
             "%s Several mistakes would give this one number; the tests of single samples and "
             "of partial sums see more.",
             what);
    fail(found.diagnosis, "%s%s", what, found.text);
}
