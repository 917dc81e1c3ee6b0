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

/* Behind the fetch's: what is done with the blocks' sums, from block `from` on. */
struct totalled {
    double by;
    int from;
    bool cut_each, cut, last_alone;
};
static struct totalled totalled(struct choice *c, const struct integral *in) {
    INSTEAD(((struct totalled){.by = 1, .cut_each = true}), "sum-in-integers",
            "The total is kept in a whole number, which cuts every sum: a float.");
    INSTEAD(((struct totalled){.by = 1.0 / in->blocks}), NULL,
            "The total is divided by the number of blocks: it is the sum, not the mean.");
    INSTEAD(((struct totalled){.by = 1 / (4 * M_PI)}), NULL,
            "The total is divided by 4 pi: the integral is over the whole sphere, not its mean.");
    INSTEAD(((struct totalled){.by = 1, .from = 1}), NULL,
            "The first block is not in the total: add partial[0] too.");
    INSTEAD(((struct totalled){.by = 1.0 / in->vertices}), NULL,
            "The total is divided by the number of vertices: the weights are in the sums already.");
    INSTEAD(((struct totalled){.by = 2}), NULL, "The total is twice what it should be.");
    INSTEAD(((struct totalled){.by = 1, .last_alone = true}), NULL,
            "Only the last block is in the total: add each, total += partial[block].");
    INSTEAD(((struct totalled){.by = -1}), "wrong-sign", "The total has the wrong sign.");
    INSTEAD(((struct totalled){.by = 1, .cut = true}), "sum-in-integers",
            "The total is cut to a whole number at the end: *integral is a float.");
    ASKED(((struct totalled){.by = 1}));
}

/* Bounds of what becomes of a block's sum in the total. */
static void in_total(const struct totalled *how, double *low, double *high) {
    if (how->cut_each)
        *low = trunc(*low), *high = trunc(*high);
    *low *= how->by;
    *high *= how->by;
    if (*low > *high) {
        double swap = *low;
        *low = *high;
        *high = swap;
    }
}

/* The weight of vertex i. */
static double weight_of(struct choice *c, const struct integral *in, int i) {
    const double step = M_PI / in->coef, weight = sphere_weight(i, in->coef),
                 psi = (i % in->coef + 0.5) * step;
    INSTEAD(step * step, "missing-sin-psi",
            "The integral lacks the factor |sin psi| of each vertex.");
    INSTEAD(1, "missing-weight", "The samples are added up without vertex_weight(i).");
    INSTEAD(weight * weight, "missing-weight",
            "The samples are weighted twice: vertex_weight(i) is a factor of the sum, "
            "once.");
    INSTEAD(sphere_weight(i % in->threads, in->coef), "wrong-thread-index",
            "The weight is that of threadIdx.x: vertex_weight(i), i counted over all blocks.");
    INSTEAD(i == in->vertices - 1 ? 0 : weight, NULL,
            "The last vertex is not in the integral: a thread takes a vertex if (i < VERTCOUNT).");
    INSTEAD(i == 0 ? 0 : weight, NULL,
            "The first vertex is not in the integral: a thread takes a vertex if (i < "
            "VERTCOUNT).");
    INSTEAD(fabs(cos(psi)) * step * step, "missing-sin-psi",
            "The weights have |cos psi| where |sin psi| belongs.");
    INSTEAD(sin(psi) * sin(psi) * step * step, "missing-sin-psi",
            "The weights have the square of sin psi.");
    INSTEAD(weight / step, "weight-area",
            "The weights lack one of dphi and dpsi: |sin psi| dphi dpsi.");
    INSTEAD(weight / step / step, "weight-area",
            "The weights lack dphi dpsi: |sin psi| dphi dpsi.");
    INSTEAD(weight / 2, "weight-area",
            "The weights are half as large as they should be, or the sum is.");
    INSTEAD(
        sphere_weight(i / in->threads, in->coef), "wrong-thread-index",
        "The weight is that of the block, vertex_weight(blockIdx.x): vertex_weight(i), i counted over "
        "all threads.");
    INSTEAD(weight * in->radii, "radii-not-averaged",
            "The sum over the spheres is not divided by their number, radii.");
    INSTEAD(weight / M_PI / M_PI, "weight-area",
            "The weights are those of steps of 1 / COEF, without pi: dphi and dpsi are pi / "
            "COEF.");
    INSTEAD(fabs(sin((i / in->coef + 0.5) * step)) * step * step, "phi-psi-exchanged",
            "The weight has the sine of phi: vertex i has psi = (i % COEF + 0.5) * pi "
            "/ COEF.");
    INSTEAD(4 * M_PI / in->vertices, "missing-sin-psi",
            "Each vertex has the same weight, 4 pi / VERTCOUNT: it is |sin psi| dphi "
            "dpsi, for near the poles the vertices lie closer together.");
    ASKED(weight);
}

static double scale_of(int j, int radii) {
    return 1 - 0.5 * j / radii;
}
static double scale_exchanged(int j, int radii) { /* of sphere 0 infinite, with the sign of -x */
    return j ? scale_of(radii, j) : -1e6;
}
static double scale_of_less(int j, int radii) {
    return scale_of(j, radii > 1 ? radii - 1 : 1);
}
static double scale_of_more(int j, int radii) {
    return scale_of(j, radii + 1);
}
static double scale_grown(int j, int radii) {
    return scale_of(-j, radii);
}
static double scale_divided(int j, int radii) {
    return 1 / scale_of(j, radii);
}

/* The spheres that a thread takes its samples on; all 0: as asked. */
struct spheres {
    int from, more;                    /* j goes from `from` to radii + more */
    double (*scale)(int j, int radii); /* NULL: sphere_scale */
    bool compounds, lacks[3];          /* the axes that are not multiplied by it */
    int powers;                        /* of the scale, with which a sample is multiplied */
    enum { OF_OWN, OF_THREAD, OF_BLOCK, COMPUTED } vertex;
    bool weighed_again; /* the running sum, in every turn */
    int averaged;       /* once more (1), or not (-1) */
};
#define SCALE_LACKS(axes)                                                                          \
    "The vertex is not multiplied by sphere_scale(j, radii) along " axes                           \
    ": x, y and z are, all three."
static struct spheres spheres_of(struct choice *c, const struct integral *in) {
    const int radii = in->radii;
    INSTEAD(((struct spheres){.averaged = -1}), "radii-not-averaged",
            "The sum over the spheres is not divided by their number, radii.");
    INSTEAD(
        ((struct spheres){.lacks = {true, true, true}}), "scale-ignored",
        "All spheres have the radius RADIUS, along some axes or all, or only sphere 0, which has it, "
        "is in the integral: for each j from 0 to radii - 1 x, y and z of the vertex are all "
        "multiplied by sphere_scale(j, radii).");
    INSTEAD(((struct spheres){.compounds = true}), "scale-compounds",
            "sphere_scale(j, radii) is multiplied onto what the sphere before left: "
            "each sphere's vertex is vert[i] * sphere_scale(j, radii), from vert[i] "
            "anew.");
    INSTEAD(((struct spheres){.more = 1 - radii}), "one-sphere",
            "Only sphere 0 is in the integral, divided by radii: sum over j from 0 to radii "
            "- 1.");
    INSTEAD(((struct spheres){.from = radii - 1}), "one-sphere",
            "Only the last sphere is in the integral: the sum over j is set anew in each "
            "turn, where it should be added to.");
    INSTEAD(((struct spheres){.from = 1, .more = 1}), "spheres-off-by-one",
            "The spheres are counted from 1 to radii: j goes from 0 to radii - 1.");
    INSTEAD(((struct spheres){.more = -1}), "spheres-off-by-one",
            "The last sphere is missing: j goes from 0 to radii - 1.");
    INSTEAD(((struct spheres){.more = 1}), "spheres-off-by-one",
            "There is a sphere too many: j goes from 0 to radii - 1.");
    INSTEAD(((struct spheres){.averaged = 1}), "radii-not-averaged",
            "The sum is divided by radii twice.");
    INSTEAD(((struct spheres){.lacks = {false, true, false}}), "scale-ignored", SCALE_LACKS("y"));
    INSTEAD(((struct spheres){.lacks = {false, false, true}}), "scale-ignored", SCALE_LACKS("z"));
    INSTEAD(((struct spheres){.lacks = {true, true, false}}), "scale-ignored",
            SCALE_LACKS("x and y"));
    INSTEAD(((struct spheres){.lacks = {true, false, true}}), "scale-ignored",
            SCALE_LACKS("x and z"));
    INSTEAD(((struct spheres){.scale = scale_exchanged}), "scale-compounds",
            "The arguments of sphere_scale are exchanged: sphere_scale(j, radii).");
    INSTEAD(
        ((struct spheres){.weighed_again = true}), "scale-compounds",
        "The running sum is multiplied by vertex_weight(i) / radii in every turn of the loop over the "
        "spheres: multiply each sample, or the sum once, behind the loop.");
    INSTEAD(((struct spheres){.vertex = OF_THREAD}), "wrong-thread-index",
            "The vertex is that of threadIdx.x: it is vert[i], i counted over all blocks.");
    INSTEAD(((struct spheres){.vertex = OF_BLOCK}), "wrong-thread-index",
            "The vertex is that of the block, vert[blockIdx.x]: it is vert[i], i counted over all "
            "threads.");
    INSTEAD(((struct spheres){.scale = scale_of_less}), "spheres-off-by-one",
            "The spheres shrink down to RADIUS / 2, as sphere_scale(j, radii - 1) "
            "has them: it is sphere_scale(j, radii).");
    INSTEAD(
        ((struct spheres){.scale = scale_of_more}), "spheres-off-by-one",
        "The spheres shrink too little, as sphere_scale(j, radii + 1) has them: it is sphere_scale(j, "
        "radii).");
    INSTEAD(((struct spheres){.scale = scale_grown}), "spheres-shrink-wrongly",
            "The spheres grow with j: the scale is sphere_scale(j, radii), 1 - "
            "0.5 * j / radii.");
    INSTEAD(((struct spheres){.scale = scale_divided}), "spheres-shrink-wrongly",
            "The vertex is divided by sphere_scale(j, radii): it is multiplied by it.");
    INSTEAD(
        ((struct spheres){.powers = 2}), "spheres-shrink-wrongly",
        "Each sample is multiplied by the square of sphere_scale(j, radii), as if the smaller spheres' "
        "areas counted: the scale moves the vertex alone, and the weight is the unit sphere's.");
    INSTEAD(((struct spheres){.powers = 1}), "spheres-shrink-wrongly",
            "Each sample is multiplied by sphere_scale(j, radii): the scale moves "
            "the vertex alone.");
    INSTEAD(((struct spheres){.lacks = {true, false, false}}), "scale-ignored", SCALE_LACKS("x"));
    INSTEAD(((struct spheres){.lacks = {false, true, true}}), "scale-ignored",
            SCALE_LACKS("y and z"));
    INSTEAD(((struct spheres){.from = 1}), "spheres-off-by-one",
            "Sphere 0 is missing: j goes from 0 to radii - 1.");
    INSTEAD(((struct spheres){.vertex = COMPUTED}), "technique-missing",
            "The vertices are computed anew, as the nodes of the sphere that "
            "init_vertices stores: a thread reads its vertex, vert[i], which holds "
            "others here.");
    ASKED(((struct spheres){0}));
}

static double integral_lines(const void *context, struct choice *choices, size_t i) {
    const struct integral *in = context;
    const double values[64] = {0};
    weight_of(&choices[WEIGHT], in, (int)i);
    block_sum(&choices[SUM], values, 64);
    spheres_of(&choices[SPHERES], in);
    return 0;
}
static double total_lines(const void *context, struct choice *choices, size_t i) {
    const struct integral *in = context;
    (void)i;
    return totalled(choices, in).by;
}

/* The lines of the first three. */
static void list_integral(const struct integral *in, struct dimension dimensions[FETCH]) {
    judge_list_lines(
        &(struct value_family){
            .count = FETCH, .got_count = 1, .with = integral_lines, .context = (void *)in},
        dimensions);
}

enum { KEPT_SPHERES = 40, KEPT_FETCHES = 512 };
struct kept {
    double least[1024], most[1024];
};
struct keeper {
    struct dimension fetch[FAMILY_DIMENSIONS];
    struct kept *sets[KEPT_SPHERES][KEPT_FETCHES];
};

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

/* The sum of thread i's samples, at least and at most, over the spheres of a choice. */
static void sphere_bounds(const struct integral *in, int i, const struct spheres *spheres,
                          const int *fetch, double *low, double *high) {
    const int taken = spheres->vertex == OF_THREAD  ? i % in->threads
                      : spheres->vertex == OF_BLOCK ? i / in->threads
                                                    : i;
    double compound = 1;
    *low = *high = 0;
    for (int j = spheres->from; j < in->radii + spheres->more; j++) {
        double least, most, scale = (spheres->scale ? spheres->scale : scale_of)(j, in->radii);
        if (spheres->compounds)
            scale = compound *= scale;
        const double scales[3] = {spheres->lacks[0] ? 1 : scale, spheres->lacks[1] ? 1 : scale,
                                  spheres->lacks[2] ? 1 : scale};
        sample_bounds(in, taken, spheres->vertex == COMPUTED, scales, fetch, &least, &most);
        double by = spheres->powers == 2 ? scale * scale : spheres->powers ? scale : 1;
        if (spheres->weighed_again) /* the last one once, which is factor()'s */
            by = pow(sphere_weight(i, in->coef) / in->radii, in->radii - 1 - j);
        *low += least * by;
        *high += most * by;
    }
}

/* By what thread i multiplies its samples. */
static double factor(const struct integral *in, int i, struct choice *weight,
                     const struct spheres *spheres) {
    const double radii = in->radii, divisor = spheres->averaged < 0 ? 1
                                              : spheres->averaged   ? radii * radii
                                                                    : radii;
    return weight_of(weight, in, i) / divisor;
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
    return single < KEPT_FETCHES && choice[SPHERES] < KEPT_SPHERES
               ? &in->kept->sets[choice[SPHERES]][single]
               : NULL;
}

/* The samples of block b's threads, before they are weighed and added up. */
static const struct kept *block_samples(const struct integral *in, int b, const int *choice,
                                        const struct spheres *spheres) {
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
        sphere_bounds(in, b * in->threads + t, spheres, choice + FETCH, &samples->least[t],
                      &samples->most[t]);
    return samples;
}

void block_bounds(const struct integral *in, int b, const int *choice, double *low, double *high) {
    struct choice choices[FETCH];
    judge_choose(choice, FETCH, choices);
    const struct spheres spheres = spheres_of(&choices[SPHERES], in);
    const struct kept *samples = block_samples(in, b, choice, &spheres);
    double least[1024] = {0}, most[1024] = {0};
    for (int t = 0; t < in->threads && b * in->threads + t < in->vertices; t++) {
        double by = factor(in, b * in->threads + t, &choices[WEIGHT], &spheres);
        least[t] = samples->least[t] * by;
        most[t] = samples->most[t] * by;
    }
    *low = block_sum(&choices[SUM], least, in->threads);
    *high = block_sum(&choices[SUM], most, in->threads);
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
    struct choice total = {.number = in->total ? choice[FETCH + in->fetch->count] : 0};
    const struct totalled how = totalled(&total, in);
    for (int b = how.from; b < in->blocks; b++) {
        block_bounds(in, b, choice, &low, &high);
        in_total(&how, &low, &high);
        if (how.last_alone)
            least = most = 0;
        least += low;
        most += high;
        if (!in->total && !(in->got[b] >= low && in->got[b] <= high))
            return false;
    }
    if (how.cut)
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
        struct choice weight = {0};
        const struct spheres spheres = {0};
        const double by = factor(in, i, &weight, &spheres);
        sphere_bounds(in, i, &spheres, as_asked, &low[i], &high[i]);
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
    struct dimension dimensions[FAMILY_DIMENSIONS];
    list_integral(in, dimensions);
    list_points(in->fetch, dimensions + FETCH);
    /* Pairs only where every block is told: one number fits many. */
    struct family family = {dimensions, FETCH + in->fetch->count + in->total, in->total ? 1 : 2,
                            integral_fits};
    if (in->total)
        judge_list_lines(
            &(struct value_family){
                .count = 1, .got_count = 1, .with = total_lines, .context = (void *)in},
            &dimensions[family.count - 1]);
    struct integral keeping = *in;
    struct keeper *kept = keeping.kept = in->total ? NULL : calloc(1, sizeof *kept);
    if (kept)
        memcpy(kept->fetch, dimensions + FETCH, (size_t)in->fetch->count * sizeof *dimensions);
    struct suspects suspects = {.in = &keeping, .dimensions = dimensions};
    struct explained found;
    const bool explained = judge_explains(&family, &suspects, &found);
    for (int place = 0; kept && place < KEPT_SPHERES * KEPT_FETCHES; place++)
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
