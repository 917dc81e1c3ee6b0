/* Lab 10, step 2: three ways to multiply matrices. */
#include "lab10.h"

#include <math.h>

struct product {
    int m, k, n;
};

/* An element of the product; the sum ends before j = last (k for the whole). */
static double product_element(const struct run *run, struct product s, int row, int column,
                              int last) {
    double sum = 0;
    for (int j = 0; j < last; j++)
        sum += hidden_element(run->seed, 0, row * s.k + j) *
               hidden_element(run->seed, 1, j * s.n + column);
    return sum;
}

/* The product as it comes out when texel edges are met instead of centres: at i / N, cut to 2^-21.
 */
static int edge_texel(int i, int count) {
    return (int)floor(floor(ldexp((float)i / (float)count, 21)) * 0x1p-21 * count);
}

static double edge_product(const struct run *run, struct product s, int row, int column) {
    double sum = 0;
    for (int j = 0; j < s.k; j++)
        sum += hidden_element(run->seed, 0, edge_texel(row, s.m) * s.k + edge_texel(j, s.k)) *
               hidden_element(run->seed, 1, edge_texel(j, s.k) * s.n + edge_texel(column, s.n));
    return sum;
}

static enum outcome check_product(const struct run *run, struct verdict *v, const double *c,
                                  const char *name) {
    struct product s = {(int)judge_argument(run, "m"), (int)judge_argument(run, "k"),
                        (int)judge_argument(run, "n")};
    int wrong = 0, first = -1, edges = 0, unwritten = 0, count = s.m * s.n, whole_tiles[3] = {0};
    static const int tiles[3] = {8, 12, 16};
    for (int i = count; i-- > 0;) {
        int row = i / s.n, column = i % s.n;
        if (c[i] != product_element(run, s, row, column, s.k)) {
            wrong++;
            first = i;
        }
        edges += c[i] == edge_product(run, s, row, column);
        unwritten += c[i] == LAB10_CANARY;
        for (int t = 0; t < 3; t++)
            whole_tiles[t] +=
                c[i] == product_element(run, s, row, column, s.k / tiles[t] * tiles[t]);
    }
    measured(v, "wrong", wrong);
    if (!wrong)
        return OUTCOME_NONE;
    if (unwritten == count)
        return fail(v, NULL, "%s writes nothing: it is still to be written.", name);
    if (edges == count)
        return fail(
            v, "texel-edge",
            "You read at i / N, the edge of a texel: cut to a multiple of 2^-21 it falls into the "
            "texel before, unless N is a power of two. Read at the centre, (i + 0.5f) / N.");
    for (int t = 0; t < 3; t++)
        if (whole_tiles[t] == count)
            return fail(v, "last-tile-dropped",
                        "The sum ends at k = %d of %d: what remains after the last whole tile is a "
                        "tile too, with zeros beyond the edge.",
                        s.k / tiles[t] * tiles[t], s.k);
    if (unwritten > 0)
        return fail(v, NULL,
                    "%s: %d of %d elements are never written: the grid must cover %d x %d.", name,
                    unwritten, count, s.m, s.n);
    return fail(v, NULL,
                "%s: %d of %d elements of the (%d x %d)(%d x %d) product are wrong, the first is "
                "(%d, %d) = %.7g, expected %.7g.",
                name, wrong, count, s.m, s.k, s.k, s.n, first / s.n, first % s.n, c[first],
                product_element(run, s, first / s.n, first % s.n, s.k));
}

static enum outcome check_kernel_product(const struct run *run, struct verdict *v,
                                         const char *name) {
    int count = (int)judge_argument(run, "m") * (int)judge_argument(run, "n");
    if (!judge_succeeded(run, v, name))
        return OUTCOME_FAIL;
    const double *c = judge_numbers(run, name, (size_t)(count + LAB10_PAST_END));
    if (!c)
        return fail(v, NULL, "%s ran, but its results did not come back.", name);
    if (check_untouched(v, name, c, count) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (check_product(run, v, c, name) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    return pass(v, "All %d elements are right.", count);
}

enum outcome check_global(const struct run *run, struct verdict *v) {
    return check_kernel_product(run, v, "multiply_global");
}

enum outcome check_tiled(const struct run *run, struct verdict *v) {
    return check_kernel_product(run, v, "multiply_tiled");
}

enum outcome check_texture(const struct run *run, struct verdict *v) {
    if (judge_number(run, "make_matrix.error", 0) != 0 && !judge_succeeded(run, v, "make_matrix"))
        return OUTCOME_FAIL;
    return check_kernel_product(run, v, "multiply_texture");
}

enum outcome check_multiply(const struct run *run, struct verdict *v) {
    static const char *const names[3] = {"GLOBAL", "TILED", "TEXTURE"};
    size_t count = (size_t)(judge_argument(run, "m") * judge_argument(run, "n"));
    for (int version = 0; version < 3; version++) {
        if (!judge_call_succeeded(run, v, names[version], "multiply"))
            return OUTCOME_FAIL;
        const double *c = judge_numbers(run, names[version], count);
        if (!c)
            return fail(v, NULL, "multiply(%s, ...) returned, but its results are not there.",
                        names[version]);
        if (check_product(run, v, c, names[version]) == OUTCOME_FAIL)
            return OUTCOME_FAIL;
    }
    return pass(v, "All three versions bring the product back.");
}
