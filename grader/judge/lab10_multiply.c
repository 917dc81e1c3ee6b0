/* Lab 10, step 2: three ways to multiply matrices. */
#include "lab10.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct product {
    int m, k, n;
};

/* An element of the product. */
static double product_element(const struct run *run, struct product s, int row, int column) {
    double sum = 0;
    for (int j = 0; j < s.k; j++)
        sum += hidden_element(run->seed, 0, row * s.k + j) *
               hidden_element(run->seed, 1, j * s.n + column);
    return sum;
}

/* What can be done otherwise with an element of the product. */
enum { TERMS, OF_A, OF_B, TEXELS, RESULT, PRODUCT_DIMENSIONS };

static const struct deviation terms_mistakes[] = {
    {"last-tile-dropped", "The sum ends at the last whole tile: what remains after it is a tile "
                          "too, with zeros beyond the edge: (k + TILE - 1) / TILE tiles."},
    {"last-term-dropped", "The last term is left out: the sum ends at k - 1, one short; j runs "
                          "from 0 while j < k."},
    {NULL, "The first term is left out: the sum begins at j = 0."},
    {"edge-repeated", "Beyond the edge the last term counts again and again (clamped indices in "
                      "the tiles): put zeros there, which add nothing."},
    {NULL, "Only the first tile is summed: walk along k in tiles until all of "
           "it is done."},
    {NULL, "Only the last tile is summed: the sum begins anew with every tile. "
           "Set it to 0 once, "
           "before the loop."},
    {NULL, "Between two tiles a term is left out: the next tile begins TILE further, first += "
           "TILE."},
    {NULL, "The last term of every tile is left out: i runs from 0 while i < TILE."},
    {NULL, "The first term of every tile is left out: i runs from 0 while i < TILE."},
    {NULL, "Only the last term is there: every term replaces the sum. Add it, "
           "sum += a * b."}};
/* Element INDEX of a matrix is read: the first of its two places times a row length, and the
 * other. */
#define READ_AT(name, matrix, index, length, right)                                                \
    {                                                                                              \
        name, matrix " is read at [" index "]: a row of " matrix " has " length " elements, so "   \
                     "element " right "."                                                          \
    }
#define A_AT(name, index) READ_AT(name, "A", index, "k", "(row, j) is a[row * k + j]")
#define B_AT(name, index) READ_AT(name, "B", index, "n", "(j, column) is b[j * n + column]")
static const struct deviation a_mistakes[] = {
    A_AT("row-length", "row * m + j"),
    A_AT("row-length", "row * n + j"),
    A_AT(NULL, "row * m + column"),
    A_AT(NULL, "row * k + column"),
    A_AT(NULL, "row * n + column"),
    A_AT(NULL, "column * m + row"),
    A_AT(NULL, "column * k + row"),
    A_AT(NULL, "column * n + row"),
    A_AT(NULL, "column * m + j"),
    A_AT(NULL, "column * k + j"),
    A_AT(NULL, "column * n + j"),
    A_AT(NULL, "j * m + row"),
    A_AT(NULL, "j * k + row"),
    A_AT(NULL, "j * n + row"),
    A_AT(NULL, "j * m + column"),
    A_AT(NULL, "j * k + column"),
    A_AT(NULL, "j * n + column"),
    {NULL, "Within each tile A is exchanged, rows for columns: tile_a[y][x] holds row y, and the "
           "sum takes tile_a[y][i]."}};
static const struct deviation b_mistakes[] = {
    B_AT("row-length", "j * m + column"),
    B_AT("row-length", "j * k + column"),
    B_AT(NULL, "row * m + column"),
    B_AT(NULL, "row * k + column"),
    B_AT(NULL, "row * n + column"),
    B_AT(NULL, "row * m + j"),
    B_AT(NULL, "row * k + j"),
    B_AT(NULL, "row * n + j"),
    B_AT(NULL, "column * m + row"),
    B_AT(NULL, "column * k + row"),
    B_AT(NULL, "column * n + row"),
    B_AT(NULL, "column * m + j"),
    B_AT(NULL, "column * k + j"),
    B_AT(NULL, "column * n + j"),
    B_AT(NULL, "j * m + row"),
    B_AT(NULL, "j * k + row"),
    B_AT(NULL, "j * n + row"),
    {NULL, "Within each tile B is exchanged, rows for columns: tile_b[y][x] holds row y, and the "
           "sum takes tile_b[i][x]."}};
/* The places and the length of those: 0 the row, 1 the column, 2 j; 0 m, 1 k, 2 n. */
struct read_at {
    int place, length, other;
};
static const struct read_at a_reads[] = {{0, 1, 2}, {0, 0, 2}, {0, 2, 2}, {0, 0, 1}, {0, 1, 1},
                                         {0, 2, 1}, {1, 0, 0}, {1, 1, 0}, {1, 2, 0}, {1, 0, 2},
                                         {1, 1, 2}, {1, 2, 2}, {2, 0, 0}, {2, 1, 0}, {2, 2, 0},
                                         {2, 0, 1}, {2, 1, 1}, {2, 2, 1}};
static const struct read_at b_reads[] = {{2, 2, 1}, {2, 0, 1}, {2, 1, 1}, {0, 0, 1}, {0, 1, 1},
                                         {0, 2, 1}, {0, 0, 2}, {0, 1, 2}, {0, 2, 2}, {1, 0, 0},
                                         {1, 1, 0}, {1, 2, 0}, {1, 0, 2}, {1, 1, 2}, {1, 2, 2},
                                         {2, 0, 0}, {2, 1, 0}, {2, 2, 0}};
enum { TILE_EXCHANGED = sizeof a_mistakes / sizeof *a_mistakes };
static const struct deviation texel_mistakes[] = {
    {"texel-edge", "You read at i / N, the edge of a texel: cut to a multiple of 2^-21 it "
                   "falls into the texel "
                   "before, unless N is a power of two. Read at the centre, (i + 0.5f) / N."},
    {"axes-exchanged", "x and y are exchanged in the fetches: x runs along a row, so element "
                       "(row, "
                       "j) is at x = (j + 0.5f) / columns, y = (row + 0.5f) / rows."},
    {"axes-exchanged", "x and y are exchanged in the fetch from A: x runs along a row, y counts "
                       "rows."},
    {"axes-exchanged", "x and y are exchanged in the fetch from B: x runs along a row, y counts "
                       "rows."},
    {"coordinates-in-texels", "The coordinates count texels, and the textures' are normalised: "
                              "divide (i + 0.5f) by the number of texels."},
    {NULL, "You read one texel further along both axes: half a texel is added, not "
           "a whole one: (i + 0.5f) / N."},
    {NULL, "The coordinates are divided by the size less 1: texel i of N lies "
           "at (i + 0.5f) / N."},
    {NULL, "The coordinates along k are divided by another size: j "
           "runs along k in both "
           "matrices, (j + 0.5f) / k."},
    {NULL, "A's rows and columns are exchanged in its array: a matrix of rows "
           "x columns is an "
           "array `columns` wide and `rows` high."}};
static const struct deviation result_mistakes[] = {
    {"transposed-output", "The product is written transposed: element (row, column) is c[row * n + "
                          "column]."},
    {NULL, "That is B A, or A and B are exchanged: C = A B."},
    {NULL, "Every element is twice what it should be: each term is added once."},
    {NULL, "The sign is turned: terms are added, not subtracted."},
    {NULL, "a and b are added, not multiplied: the sum of a * b."},
    {NULL, "Every product is cut to a whole number: sum floats."},
    {NULL, "The product is added to what lay in C, which nobody has written: set every element, "
           "c[row * n + column] = sum."}};
static const struct dimension product_dimensions[PRODUCT_DIMENSIONS] = {
    DIMENSION(terms_mistakes), DIMENSION(a_mistakes), DIMENSION(b_mistakes),
    DIMENSION(texel_mistakes), DIMENSION(result_mistakes)};

struct factors {
    uint64_t seed;
    struct product s;
    int tile;
    const double *a, *b; /* m x k, k x n */
};

/* The texel of `count` at a normalised coordinate, cut as the unit cuts it, the texture clamped. */
static int texel_at(float coordinate, int count) {
    double texel = floor(floor(ldexp(coordinate, 21)) * 0x1p-21 * count);
    return texel < 0 ? 0 : texel >= count ? count - 1 : (int)texel;
}

/* The coordinate of texel i of `count` as texel_mistakes has it; `other`: another size. */
static float coordinate_of(int i, int count, int other, int wrong) {
    float place = (float)i + 0.5f, size = (float)count;
    switch (wrong) {
    case 1:
        return (float)i / size;
    case 5:
        return place;
    case 6:
        return (place + 0.5f) / size;
    case 7:
        return place / (size - 1);
    case 8:
        return place / (float)other;
    default:
        return place / size;
    }
}

static double element(const double *matrix, int rows, int columns, long index) {
    return index >= 0 && index < (long)rows * columns ? matrix[index] : NAN;
}

/* Element (x, y) of a matrix as a texture of columns x rows, by texel_mistakes. */
static double texel_of(const double *matrix, int rows, int columns, int x, int y, int other,
                       int wrong, bool exchanged, bool along_x) {
    float at_x = coordinate_of(x, columns, other, wrong == 8 && !along_x ? 0 : wrong);
    float at_y = coordinate_of(y, rows, other, wrong == 8 && along_x ? 0 : wrong);
    int tx = texel_at(exchanged ? at_y : at_x, columns),
        ty = texel_at(exchanged ? at_x : at_y, rows);
    return matrix[ty * columns + tx];
}

static double read_from(const double *matrix, struct product s, int count, struct read_at at,
                        int row, int column, int j) {
    const int places[] = {row, column, j}, lengths[] = {s.m, s.k, s.n};
    return element(matrix, 1, count,
                   (long)places[at.place] * lengths[at.length] + places[at.other]);
}

static double a_of(const struct factors *p, const int *model, int row, int column, int j) {
    struct product s = p->s;
    int t = model[TEXELS];
    if (model[OF_A] ==
        TILE_EXCHANGED) { /* the tile's rows and columns exchanged; zeros beyond the edges */
        int first = j / p->tile * p->tile, top = row / p->tile * p->tile;
        int r = top + (j - first), c = first + (row - top);
        return r < s.m && c < s.k ? p->a[r * s.k + c] : 0;
    }
    if (t == 9)
        return element(p->a, s.m, s.k,
                       (long)floor((j + 0.5) / s.k * s.m) +
                           (long)floor((row + 0.5) / s.m * s.k) * s.m);
    if (t)
        return texel_of(p->a, s.m, s.k, j, row, s.n, t, t == 2 || t == 3, true);
    return read_from(p->a, s, s.m * s.k, a_reads[model[OF_A]], row, column, j);
}

static double b_of(const struct factors *p, const int *model, int row, int column, int j) {
    struct product s = p->s;
    int t = model[TEXELS];
    if (model[OF_B] == TILE_EXCHANGED) {
        int first = j / p->tile * p->tile, left = column / p->tile * p->tile;
        int r = first + (column - left), c = left + (j - first);
        return r < s.k && c < s.n ? p->b[r * s.n + c] : 0;
    }
    if (t && t != 9)
        return texel_of(p->b, s.k, s.n, column, j, s.m, t, t == 2 || t == 4, false);
    return read_from(p->b, s, s.k * s.n, b_reads[model[OF_B]], row, column, j);
}

/* Which j are summed: from first to last; the last one `times` times. */
static void terms_of(const struct factors *p, const int *model, int *first, int *last, int *times) {
    int k = p->s.k, tile = p->tile;
    bool tiles = model[OF_A] == TILE_EXCHANGED || model[OF_B] == TILE_EXCHANGED;
    *first = 0, *last = tiles ? (k + tile - 1) / tile * tile : k, *times = 1;
    switch (model[TERMS]) {
    case 1:
        *last = k / tile * tile;
        break;
    case 2:
        *last = k - 1;
        break;
    case 3:
        *first = 1;
        break;
    case 4:
        *times = (k + tile - 1) / tile * tile - k + 1;
        break;
    case 5:
        *last = tile < k ? tile : k;
        break;
    case 6:
        *first = (k - 1) / tile * tile;
        break;
    case 10:
        *first = k - 1;
        break;
    default:
        break;
    }
}

/* Is term j left out of every tile? */
static bool is_skipped(const struct factors *p, int terms, int j) {
    int tile = p->tile;
    return (terms == 7 && j % (tile + 1) == tile) || (terms == 8 && j % tile == tile - 1) ||
           (terms == 9 && j % tile == 0);
}

static double product_value(const void *context, const int *model, size_t i) {
    const struct factors *p = context;
    struct product s = p->s;
    int row = (int)i / s.n, column = (int)i % s.n, first, last, times;
    double sum = 0;
    if (model[RESULT] == 1)
        column = (int)i / s.m, row = (int)i % s.m;
    terms_of(p, model, &first, &last, &times);
    for (int j = first; j < last; j++) {
        double a, b;
        if (is_skipped(p, model[TERMS], j))
            continue;
        if (model[RESULT] == 2) { /* the names exchanged, the formulas kept */
            a = element(p->b, s.k, s.n, (long)row * s.k + j);
            b = element(p->a, s.m, s.k, (long)j * s.n + column);
        } else {
            bool beyond = j >= s.k;
            a = beyond && model[OF_A] != TILE_EXCHANGED ? 0 : a_of(p, model, row, column, j);
            b = beyond && model[OF_B] != TILE_EXCHANGED ? 0 : b_of(p, model, row, column, j);
        }
        sum += (model[RESULT] == 5 ? a + b : a * b) * (j == last - 1 ? times : 1);
        if (model[RESULT] == 6)
            sum = trunc(sum);
    }
    return model[RESULT] == 3   ? 2 * sum
           : model[RESULT] == 4 ? -sum
           : model[RESULT] == 7 ? sum + LAB10_CANARY
                                : sum;
}

static bool prepare_product(void *context, const int *model) {
    const struct factors *p = context;
    bool tiles = model[OF_A] == TILE_EXCHANGED || model[OF_B] == TILE_EXCHANGED ||
                 model[TERMS] == 1 || (model[TERMS] >= 4 && model[TERMS] <= 9);
    return (p->tile > 0 || !tiles) && !(model[TEXELS] && (model[OF_A] || model[OF_B]));
}

static double *matrix_of(uint64_t seed, unsigned which, int count) {
    double *matrix = malloc((size_t)count * sizeof *matrix);
    for (int i = 0; matrix && i < count; i++)
        matrix[i] = hidden_element(seed, which, i);
    return matrix;
}

static enum outcome explain_product(const struct run *run, struct verdict *v, const char *name,
                                    struct product s, const double *c) {
    struct factors p = {run->seed, s, (int)judge_argument(run, "tile"),
                        matrix_of(run->seed, 0, s.m * s.k), matrix_of(run->seed, 1, s.k * s.n)};
    struct value_family family = {
        product_dimensions, PRODUCT_DIMENSIONS, 2, c, (size_t)(s.m * s.n), 0.01,
        prepare_product,    product_value,      &p};
    enum outcome outcome = OUTCOME_NONE;
    if (p.a && p.b)
        outcome = judge_explain_values(v, name, &family);
    free((void *)p.a);
    free((void *)p.b);
    return outcome;
}

/* The tiles in shared memory: what the checker saw there tells their size, and whether an element
 * that is used was ever loaded. */
static enum outcome judge_tiles(const struct run *run, struct verdict *v, const char *name) {
    static const char variable[] = "__shared__ variable";
    int tile = (int)judge_argument(run, "tile");
    for (size_t i = 0; i < run->finding_count; i++) {
        const char *text = strstr(run->findings[i].text, variable);
        int bytes = 0, side = 0;
        if (!text || !(text = strchr(text, '(')) || sscanf(text, "(%d bytes)", &bytes) != 1)
            continue;
        while (4 * side * side < bytes)
            side++;
        if (4 * side * side == bytes && side != tile)
            return fail(v, "hard-coded-tile",
                        "%s: its tiles have %d x %d elements, and the blocks TILE x TILE = %d x %d "
                        "threads here: %d is hard-coded somewhere. Write TILE.",
                        name, side, side, tile, tile, side);
    }
    bool race = judge_has_finding(run, "shared-memory-race", "");
    if (!judge_has_finding(run, "uninitialized-read", variable) && !race)
        return OUTCOME_NONE;
    if (race || judge_total(run, "", "barriers") == 0)
        return fail(v, "missing-syncthreads",
                    "%s: a thread reads an element of the tile that its neighbour has not brought "
                    "yet: __syncthreads() comes between filling the tile and using it.",
                    name);
    return fail(v, NULL,
                "%s: elements of a tile are used that no thread has loaded. Every thread of the "
                "block loads, also one whose own element lies outside C (no return before the "
                "loads), and beyond the edge of the matrix it stores 0.",
                name);
}

static enum outcome check_product(const struct run *run, struct verdict *v, const double *c,
                                  const char *name) {
    struct product s = {(int)judge_argument(run, "m"), (int)judge_argument(run, "k"),
                        (int)judge_argument(run, "n")};
    int wrong = 0, first = -1, count = s.m * s.n;
    judge_field(v, "elements", (size_t)s.n, (size_t)s.m, 1);
    for (int i = count; i-- > 0;)
        if (c[i] != product_element(run, s, i / s.n, i % s.n)) {
            judge_wrong(v, (size_t)i, c[i], product_element(run, s, i / s.n, i % s.n));
            wrong++;
            first = i;
        }
    measured(v, "wrong", wrong);
    if (!wrong)
        return OUTCOME_NONE;
    if (!judge_has_finding(run, "uninitialized-read", "") &&
        judge_unwritten_picture(v, name, c, (size_t)s.n, (size_t)s.m, LAB10_CANARY) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (judge_tiles(run, v, name) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (explain_product(run, v, name, s, c) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    return fail(v, NULL,
                "%s: %d of %d elements of the (%d x %d)(%d x %d) product are "
                "wrong, the first is "
                "(%d, %d) = %.7g, expected %.7g.",
                name, wrong, count, s.m, s.k, s.k, s.n, first / s.n, first % s.n, c[first],
                product_element(run, s, first / s.n, first % s.n));
}

static const char *key_of(const char *name) {
    static char key[60];
    snprintf(key, sizeof key, "%s.error", name);
    return key;
}

/* Each element of both matrices is read once at least, whatever is shared. */
static double least_of(const struct run *run) {
    return judge_argument(run, "k") * (judge_argument(run, "m") + judge_argument(run, "n"));
}

/* A tile is read by all threads of a block for all: without one each product asks global memory for
 * two elements. */
static enum outcome judge_reuse(const struct run *run, struct verdict *v) {
    const double products =
        judge_argument(run, "m") * judge_argument(run, "k") * judge_argument(run, "n");
    const double loads = judge_total(run, "", "global_loads.accesses");
    if (run->gpu || loads < products)
        return OUTCOME_NONE;
    return fail(
        v, "technique-missing",
        "multiply_tiled reads global memory %.0f times for %.0f products: it has no tile of "
        "use. Each thread of a block is to bring one element of a tile to shared memory, "
        "and all of them to read it there.",
        loads, products);
}

static enum outcome check_kernel_product(const struct run *run, struct verdict *v, const char *name,
                                         const char *used, const char *what) {
    const double least = least_of(run);
    int count = (int)judge_argument(run, "m") * (int)judge_argument(run, "n");
    if (judge_number(run, key_of(name), 0) != 0 && judge_tiles(run, v, name) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (!judge_succeeded(run, v, name))
        return OUTCOME_FAIL;
    const double *c = judge_numbers(run, name, (size_t)(count + LAB10_PAST_END));
    if (!c)
        return fail(v, NULL, "%s ran, but its results did not come back.", name);
    if (check_untouched(v, name, c, count) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (judge_still_to_write(v, name, c, (size_t)count, LAB10_CANARY) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (check_product(run, v, c, name) == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    if (judge_used(run, v, name, used, least, what) == OUTCOME_FAIL ||
        (strcmp(name, "multiply_tiled") == 0 && judge_reuse(run, v) == OUTCOME_FAIL))
        return OUTCOME_FAIL;
    return pass(v, "All %d elements are right.", count);
}

enum outcome check_global(const struct run *run, struct verdict *v) {
    return check_kernel_product(run, v, "multiply_global", "global_loads.accesses",
                                "global memory");
}

enum outcome check_tiled(const struct run *run, struct verdict *v) {
    return check_kernel_product(run, v, "multiply_tiled", "shared_loads.accesses", "shared memory");
}

enum outcome check_texture(const struct run *run, struct verdict *v) {
    if (judge_number(run, "make_matrix.error", 0) != 0 && !judge_succeeded(run, v, "make_matrix"))
        return OUTCOME_FAIL;
    return check_kernel_product(run, v, "multiply_texture", "texture.accesses", "texture fetches");
}

enum outcome check_multiply(const struct run *run, struct verdict *v) {
    static const char *const names[3] = {"GLOBAL", "TILED", "TEXTURE"};
    static const char *const calls[3] = {"multiply(GLOBAL, ...)", "multiply(TILED, ...)",
                                         "multiply(TEXTURE, ...)"};
    size_t count = (size_t)(judge_argument(run, "m") * judge_argument(run, "n"));
    for (int version = 0; version < 3; version++) {
        if (version == 1 && judge_number(run, key_of(names[version]), 0) != 0 &&
            judge_tiles(run, v, calls[version]) == OUTCOME_FAIL)
            return OUTCOME_FAIL;
        if (!judge_call_succeeded(run, v, names[version], calls[version]))
            return OUTCOME_FAIL;
        const double *c = judge_numbers(run, names[version], count);
        if (!c)
            return fail(v, NULL, "multiply(%s, ...) returned, but its results are not there.",
                        names[version]);
        if (check_product(run, v, c, calls[version]) == OUTCOME_FAIL)
            return OUTCOME_FAIL;
    }
    /* A store may hold four elements. */
    if (judge_launched(run, v, "multiply", 3) == OUTCOME_FAIL ||
        judge_used(run, v, "multiply", "global_stores.accesses", 3 * (double)count / 4,
                   "stores of a kernel") == OUTCOME_FAIL ||
        judge_used(run, v, "multiply(TILED, ...)", "shared_loads.accesses", least_of(run),
                   "shared memory") == OUTCOME_FAIL ||
        judge_used(run, v, "multiply(TEXTURE, ...)", "texture.accesses", least_of(run),
                   "texture fetches") == OUTCOME_FAIL)
        return OUTCOME_FAIL;
    return pass(v, "All three versions bring the product back.");
}
