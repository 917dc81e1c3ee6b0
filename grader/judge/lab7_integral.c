/* Lab 7: weights, sums over a block, and the integrals of steps 5 and 6. */
#include "lab7.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- weights and sums --------------------------------------------------------------------------
 */

static double weight(int i, int coef) {
    double step = M_PI / coef;
    return fabs(sin((i % coef + 0.5) * step)) * step * step;
}

static double weight_without_sine(int i, int coef) {
    (void)i;
    return M_PI / coef * (M_PI / coef);
}

/* The angle taken from the other loop: psi counted by i / coef. */
static double weight_of_phi(int i, int coef) {
    double step = M_PI / coef;
    return fabs(sin((i / coef + 0.5) * step)) * step * step;
}

static bool weights_are(const double *got, int coef, double (*expected)(int, int), int *first) {
    for (int i = 0; i < 2 * coef * coef; i++)
        if (!(fabs(got[i] - expected(i, coef)) <= 1e-5 * weight_without_sine(i, coef))) {
            *first = i;
            return false;
        }
    return true;
}

enum outcome check_weights(const struct run *run, struct verdict *v) {
    int coef = (int)judge_argument(run, "COEF"), count = 2 * coef * coef, first = 0, unused;
    const double *got = judge_numbers(run, "weights", (size_t)count);
    if (!judge_succeeded(run, v, "vertex_weight"))
        return OUTCOME_FAIL;
    if (!got)
        return fail(v, NULL, "The weights cannot be read.");
    if (weights_are(got, coef, weight, &first))
        return pass(v, "All %d weights are |sin psi| dphi dpsi.", count);
    if (weights_are(got, coef, weight_without_sine, &unused))
        return fail(v, "missing-sin-psi",
                    "Every vertex has the weight dphi dpsi: |sin psi| is missing. Near the poles "
                    "the vertices lie closer together, and each stands for less area.");
    if (weights_are(got, coef, weight_of_phi, &unused))
        return fail(v, "phi-psi-exchanged",
                    "The sine is that of phi: vertex i has psi = (i %% COEF + 0.5) * pi / COEF.");
    return fail(v, NULL, "vertex_weight(%d) is %.7g, expected %.7g (psi number %d of %d).", first,
                got[first], weight(first, coef), first % coef, coef);
}

/* The sum of a halving reduction that takes the count for a power of two. */
static double halving_sum(const double *values, int count) {
    double *copy = malloc((size_t)count * sizeof *copy), sum;
    if (!copy)
        exit(3);
    memcpy(copy, values, (size_t)count * sizeof *copy);
    for (int half = count / 2; half > 0; half /= 2)
        for (int t = 0; t < half; t++)
            copy[t] += copy[t + half];
    sum = copy[0];
    free(copy);
    return sum;
}

static double plain_sum(const double *values, int count) {
    double sum = 0;
    for (int t = 0; t < count; t++)
        sum += values[t];
    return sum;
}

#define HALVING                                                                                    \
    "The reduction halves the block and loses the odd ones out: it is right for powers of two "    \
    "only, and the block has %d threads here. Fold (count + 1) / 2 onto the lower half, or pad "   \
    "with zeros."

enum outcome check_sums(const struct run *run, struct verdict *v) {
    enum { BLOCKS = 5 };
    int threads = (int)judge_argument(run, "THREADSPERBLOCK"), wrong = 0, halved = 0;
    double expected[BLOCKS], values[1024];
    const double *got = judge_numbers(run, "sums", BLOCKS);
    if (!judge_succeeded(run, v, "block_sum"))
        return OUTCOME_FAIL;
    if (!got)
        return fail(v, NULL, "The sums cannot be read.");
    for (int b = 0; b < BLOCKS; b++) {
        for (int t = 0; t < threads; t++)
            values[t] = hidden_summand(run->seed, b, t);
        expected[b] = plain_sum(values, threads);
        wrong += got[b] != expected[b]; /* whole numbers below 2^24: no rounding */
        halved += got[b] == halving_sum(values, threads);
    }
    if (!wrong)
        return pass(v, "The sums of %d blocks of %d threads are exact.", BLOCKS, threads);
    if (halved == BLOCKS)
        return fail(v, "power-of-two-reduction", HALVING, threads);
    return fail(v, NULL, "block_sum of %d values is %.7g, expected %.7g.", threads, got[0],
                expected[0]);
}

/* ---- integrals ----------------------------------------------------------------------------------
 */

struct integral {
    const struct run *run;
    struct grid grid;
    int coef, vertices, threads, blocks, radii;
    double radius;
};

static struct integral load_integral(const struct run *run) {
    struct integral in = {.run = run};
    in.grid = hidden_grid(run->seed, (int)judge_argument(run, "size"));
    in.coef = (int)judge_argument(run, "COEF");
    in.threads = (int)judge_argument(run, "THREADSPERBLOCK");
    in.radii = (int)judge_argument(run, "radii");
    in.radius = judge_argument(run, "RADIUS");
    in.vertices = 2 * in.coef * in.coef;
    in.blocks = (in.vertices + in.threads - 1) / in.threads;
    return in;
}

/* What thread i adds, at least and at most: a sample whose coordinate lies within float rounding of
 * the place where the unit's weight jumps may have either weight. */
static void thread_term(const struct integral *in, int i, model *model, double *low, double *high) {
    *low = *high = 0;
    for (int j = 0; j < in->radii; j++) {
        double least = INFINITY, most = -INFINITY;
        for (int corner = 0; corner < 8; corner++) {
            double u[3];
            for (int axis = 0; axis < 3; axis++) {
                double p =
                    hidden_vertex(in->run->seed, i, axis, in->radius) * (1 - 0.5 * j / in->radii);
                double rounding = (corner >> axis & 1 ? 1.0 : -1.0) * 1e-6 * in->grid.size;
                u[axis] = (p + in->radius) * (in->grid.size - 1) / (2 * in->radius) + rounding;
            }
            double value = model(&in->grid, u);
            least = fmin(least, value);
            most = fmax(most, value);
        }
        *low += least / in->radii;
        *high += most / in->radii;
    }
}

/* Bounds of each block's sum: low[b] .. high[b]. */
static void block_bounds(const struct integral *in, model *model, double (*weight)(int, int),
                         double (*sum)(const double *, int), double *low, double *high) {
    for (int b = 0; b < in->blocks; b++) {
        double least[1024] = {0}, most[1024] = {0};
        for (int t = 0; t < in->threads && b * in->threads + t < in->vertices; t++) {
            int i = b * in->threads + t;
            thread_term(in, i, model, &least[t], &most[t]);
            least[t] *= weight(i, in->coef);
            most[t] *= weight(i, in->coef);
        }
        low[b] = sum(least, in->threads);
        high[b] = sum(most, in->threads);
        double rounding = 2e-5 * fmax(fabs(low[b]), fabs(high[b]));
        low[b] -= rounding;
        high[b] += rounding;
    }
}

/* Shared memory that nobody wrote is read. When only the last block can be wrong, the one with
 * threads that have no vertex, these do not reach block_sum; else the values are read too early. */
static enum outcome judge_shared(const struct integral *in, struct verdict *v, const double *got,
                                 model *right) {
    double low[64], high[64];
    int wrong = 0;
    if (!judge_has_finding(in->run, "uninitialized-read", "__shared__"))
        return OUTCOME_NONE;
    block_bounds(in, right, weight, plain_sum, low, high);
    for (int b = 0; b < in->blocks - 1; b++)
        wrong += !(got[b] >= low[b] && got[b] <= high[b]);
    if (!wrong)
        return fail(
            v, "barrier-in-if",
            "Threads without a vertex do not come to block_sum and its __syncthreads(), and their "
            "places in shared memory are read all the same. Take the call out of the if: all "
            "threads of the block must make it, those without a vertex with 0.");
    return OUTCOME_NONE;
}

/* Are the block sums (one number: the total over `blocks` blocks) within the bounds of this
 * variant? */
static bool variant_fits(const struct integral *in, const double *got, bool total, int blocks,
                         model *model, double (*weight)(int, int),
                         double (*sum)(const double *, int)) {
    double low[64], high[64], least = 0, most = 0;
    block_bounds(in, model, weight, sum, low, high);
    for (int b = 0; b < blocks; b++) {
        least += low[b];
        most += high[b];
        if (!total && !(got[b] >= low[b] && got[b] <= high[b]))
            return false;
    }
    return !total || (got[0] >= least && got[0] <= most);
}

static enum outcome explain_integral(const struct integral *in, struct verdict *v,
                                     const double *got, bool total, model *right,
                                     const struct explanation *explanations) {
    if (variant_fits(in, got, total, in->blocks, right, weight, halving_sum))
        return fail(v, "power-of-two-reduction", HALVING, in->threads);
    if (variant_fits(in, got, total, in->blocks, right, weight_without_sine, plain_sum))
        return fail(v, "missing-sin-psi",
                    "The integral lacks the factor |sin psi| of each vertex.");
    if (variant_fits(in, got, total, in->blocks - 1, right, weight, plain_sum) &&
        (total || got[in->blocks - 1] == -77 || got[in->blocks - 1] == 0))
        return fail(v, "last-block-dropped",
                    "The last block is missing: %d vertices are %d whole blocks of %d and a rest. "
                    "Round up: launch and add up BLOCKSPERGRID blocks.",
                    in->vertices, in->vertices / in->threads, in->threads);
    for (const struct explanation *e = explanations; e->model; e++)
        if (variant_fits(in, got, total, in->blocks, e->model, weight, plain_sum))
            return fail(v, e->diagnosis, "%s", e->text);
    return OUTCOME_NONE;
}

static enum outcome check_partial(const struct run *run, struct verdict *v, const char *kernel,
                                  model *right, const struct explanation *explanations) {
    struct integral in = load_integral(run);
    double low[64], high[64];
    const double *got = judge_numbers(run, "partial", (size_t)in.blocks + 1);
    if (!judge_succeeded(run, v, kernel))
        return OUTCOME_FAIL;
    if (!got)
        return fail(v, NULL, "The partial sums cannot be read.");
    if (got[in.blocks] != -77)
        return fail(v, NULL, "%s writes past the end of partial, which has BLOCKSPERGRID elements.",
                    kernel);
    if (judge_shared(&in, v, got, right) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (variant_fits(&in, got, false, in.blocks, right, weight, plain_sum))
        return pass(v, "All %d partial sums are right.", in.blocks);
    if (explain_integral(&in, v, got, false, right, explanations) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    block_bounds(&in, right, weight, plain_sum, low, high);
    int b = 0;
    while (b < in.blocks - 1 && got[b] >= low[b] && got[b] <= high[b])
        b++;
    return fail(v, NULL,
                "partial[%d] is %.7g, expected %.7g (%d vertices, %d radii, blocks of %d threads).",
                b, got[b], (low[b] + high[b]) / 2, in.vertices, in.radii, in.threads);
}

static enum outcome check_integral(const struct run *run, struct verdict *v, const char *function,
                                   model *right, const struct explanation *explanations) {
    struct integral in = load_integral(run);
    double got = judge_number(run, "integral", NAN), low[64], high[64];
    if (!judge_succeeded(run, v, function))
        return OUTCOME_FAIL;
    measured(v, "integral", got);
    if (variant_fits(&in, &got, true, in.blocks, right, weight, plain_sum))
        return pass(v, "The total over %d vertices and %d radii is right.", in.vertices, in.radii);
    if (explain_integral(&in, v, &got, true, right, explanations) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    block_bounds(&in, right, weight, plain_sum, low, high);
    return fail(v, NULL, "%s gives %.7g, expected %.7g (%d vertices, %d radii).", function, got,
                (plain_sum(low, in.blocks) + plain_sum(high, in.blocks)) / 2, in.vertices,
                in.radii);
}

enum outcome check_hardware_partial(const struct run *run, struct verdict *v) {
    return check_partial(run, v, "integral_hardware", as_hardware, hardware_explanations);
}
enum outcome check_software_partial(const struct run *run, struct verdict *v) {
    return check_partial(run, v, "integral_software", as_software, software_explanations);
}
enum outcome check_hardware_integral(const struct run *run, struct verdict *v) {
    return check_integral(run, v, "integrate_hardware", as_hardware, hardware_explanations);
}
enum outcome check_software_integral(const struct run *run, struct verdict *v) {
    return check_integral(run, v, "integrate_software", as_software, software_explanations);
}

enum outcome check_huge_blocks(const struct run *run, struct verdict *v) {
    bool hardware = !isnan(judge_number(run, "integrate_hardware.error", NAN));
    const char *name = hardware ? "integrate_hardware" : "integrate_software";
    double error =
        judge_number(run, hardware ? "integrate_hardware.error" : "integrate_software.error", NAN);
    if ((isnan(error) || error == 801) && !judge_succeeded(run, v, name))
        return OUTCOME_FAIL;
    if (error == 0)
        return fail(v, "unchecked-launch",
                    "With blocks of 1056 threads no kernel starts, and %s returned cudaSuccess and "
                    "%.7g. A launch reports its errors to cudaGetLastError() alone: ask after "
                    "every launch and return the error.",
                    name, judge_number(run, "integral", NAN));
    return pass(v, "A launch that fails is reported (%s).", judge_error_name((int)error));
}
