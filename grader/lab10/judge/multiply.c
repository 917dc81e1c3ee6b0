/* Lab 10, step 2: three ways to multiply matrices. */
#include "lab10.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct product {
    int m, k, n;
};

static struct product product_of(const struct run *run) {
    return (struct product){(int)judge_argument(run, "m"), (int)judge_argument(run, "k"),
                            (int)judge_argument(run, "n")};
}

/* An element of the product. */
static double product_element(const struct run *run, struct product s, int row, int column) {
    double sum = 0;
    for (int j = 0; j < s.k; j++)
        sum += hidden_element(run->seed, 0, row * s.k + j) *
               hidden_element(run->seed, 1, j * s.n + column);
    return sum;
}

/* What can be done otherwise with an element of the product. */
enum {
    TERMS,
    OF_A,
    OF_B,
    TEXTURES,
    COORDINATES,
    ROW_PLACE,
    COLUMN_PLACE,
    TERM_PLACE,
    TERM_PLACE_OF_A,
    TERM_PLACE_OF_B,
    RESULT,
    PRODUCT_DIMENSIONS
};

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
           "sum += a * b."},
    {NULL, "The sum has n terms, as many as C has columns: it has k, j runs from 0 while j < k."},
    {NULL, "The sum has m terms, as many as C has rows: it has k, j runs from 0 while j < k."},
    {NULL, "The tiles overlap, so that most terms count twice: the next one begins TILE further, "
           "first += TILE."},
    {NULL, "The first tile is left out: the tiles begin at first = 0."}};
/* Element INDEX of a matrix is read: the first of its two places times a row length, and the
 * other. */
#define READ_AT(name, matrix, index, length, right)                                                \
    {                                                                                              \
        name, matrix " is read at [" index "]: a row of " matrix " has " length " elements, so "   \
                     "element " right "."                                                          \
    }
#define A_AT(name, index) READ_AT(name, "A", index, "k", "(row, j) is a[row * k + j]")
#define B_AT(name, index) READ_AT(name, "B", index, "n", "(j, column) is b[j * n + column]")
#define TILE_A                                                                                     \
    "All elements of a row of A's tile are the same one, that of column first + y: thread (x, y) " \
    "loads tile_a[y][x] = a[row * k + first + x]."
#define TILE_B                                                                                     \
    "All elements of a column of B's tile are the same one, that of row first + x: thread (x, y) " \
    "loads tile_b[y][x] = b[(first + y) * n + column]."
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
           "sum takes tile_a[y][i]."},
    {NULL, TILE_A},
    {NULL, TILE_A},
    {NULL, "The columns of A's tiles come from blockIdx.x or blockIdx.y: along k the tile begins "
           "at `first`, tile_a[y][x] = a[row * k + first + x]."}};
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
           "sum takes tile_b[i][x]."},
    {NULL, TILE_B},
    {NULL, TILE_B},
    {NULL, "The rows of B's tiles come from blockIdx.x or blockIdx.y: along k the tile begins at "
           "`first`, tile_b[y][x] = b[(first + y) * n + column]."}};
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
enum {
    TILE_EXCHANGED = sizeof a_reads / sizeof *a_reads,
    TILE_SAME,       /* one element for all of a row of the tile, guarded by the thread's own */
    TILE_SAME_OTHER, /* the same, guarded by that element's place */
    TILE_FIRST       /* the tile's own place along k is not `first` */
};
static const struct deviation texture_mistakes[] = {
    {"axes-exchanged", "x and y are exchanged in the fetches: x runs along a row, so element (row, "
                       "j) is at x = (j + 0.5f) / columns, y = (row + 0.5f) / rows."},
    {"axes-exchanged", "x and y are exchanged in the fetch from A: x runs along a row, y counts "
                       "rows."},
    {"axes-exchanged", "x and y are exchanged in the fetch from B: x runs along a row, y counts "
                       "rows."},
    {NULL, "The texture counts texels, and the coordinates run from 0 to 1: set normalizedCoords "
           "to 1."},
    {NULL, "The filter mode is linear: set filterMode to cudaFilterModePoint, and read at the "
           "centres of the texels."},
    {NULL, "Rows and columns of the arrays are exchanged: a matrix of rows x columns is an array "
           "`columns` wide and `rows` high."},
    {NULL, "A's rows and columns are exchanged in its array: a matrix of rows x columns is an "
           "array `columns` wide and `rows` high."},
    {NULL, "B's rows and columns are exchanged in its array: a matrix of rows x columns is an "
           "array `columns` wide and `rows` high."},
    {NULL, "Both factors come from A's texture: the second is B's."},
    {NULL, "Both factors come from B's texture: the first is A's."}};

/* Where texel i of N is read, for all coordinates or for one: PLACES as coordinate_of has them. */
#define EDGE                                                                                       \
    "at i / N, the edge of a texel: cut to a multiple of 2^-21 it falls into the texel before, "   \
    "unless N is a power of two. Read at the centre, (i + 0.5f) / N."
#define PLACES_OF(edge, what, size)                                                                \
    {edge, what " is read " EDGE},                                                                 \
        {"coordinates-in-texels",                                                                  \
         what " is read at a coordinate that counts texels, and the "                              \
              "textures' are normalised: divide (i + 0.5f) by " size "."},                         \
        {NULL, what " is read one texel further: half a texel is added, not a whole one: (i + "    \
                    "0.5f) / N."},                                                                 \
        {NULL, what " is divided by the size less 1: texel i of N lies at (i + 0.5f) / N."},       \
        {NULL, what " is read at i / N + 0.5f: the half texel is added before the division, (i + " \
                    "0.5f) / N."},                                                                 \
        {NULL, what " is always 0: a division of whole numbers cuts the fraction off. Divide "     \
                    "floats, (i + 0.5f) / N."},                                                    \
    {                                                                                              \
        NULL, what " is read at the whole number i: divide (i + 0.5f) by " size "."                \
    }
#define OTHER_SIZES(what, size, other, another)                                                    \
    {NULL, what " is divided by " other ", and its texture is " size " long there."}, {            \
        NULL, what " is divided by " another ", and its texture is " size " long there."           \
    }
static const struct deviation coordinate_mistakes[] = {
    PLACES_OF("texel-edge", "Every element", "the number of texels")};
static const struct deviation row_mistakes[] = {PLACES_OF("texel-edge", "The row of A (y)", "m"),
                                                OTHER_SIZES("The row of A (y)", "m", "k", "n")};
static const struct deviation column_mistakes[] = {
    PLACES_OF("texel-edge", "The column of B (x)", "n"),
    OTHER_SIZES("The column of B (x)", "n", "k", "m")};
static const struct deviation term_mistakes[] = {
    PLACES_OF("texel-edge", "The term (A's x, B's y)", "k"),
    OTHER_SIZES("The term (A's x, B's y)", "k", "m", "n")};
static const struct deviation term_of_a_mistakes[] = {
    PLACES_OF("texel-edge", "The term in A (x)", "k"),
    OTHER_SIZES("The term in A (x)", "k", "m", "n")};
static const struct deviation term_of_b_mistakes[] = {
    PLACES_OF("texel-edge", "The term in B (y)", "k"),
    OTHER_SIZES("The term in B (y)", "k", "m", "n")};
static const struct deviation result_mistakes[] = {
    {"transposed-output", "The product is written transposed: element (row, column) is c[row * n + "
                          "column]."},
    {NULL, "That is B A, or A and B are exchanged: C = A B."},
    {NULL, "Every element is twice what it should be: each term is added once."},
    {NULL, "The sign is turned: terms are added, not subtracted."},
    {NULL, "a and b are added, not multiplied: the sum of a * b."},
    {NULL, "Every product is cut to a whole number: sum floats."},
    {NULL, "The product is added to what lay in C, which nobody has written: set every element, "
           "c[row * n + column] = sum."},
    {NULL, "Both factors come from A: the second is B's, b[j * n + column]."},
    {NULL, "Both factors come from B: the first is A's, a[row * k + j]."}};
static const struct dimension product_dimensions[PRODUCT_DIMENSIONS] = {
    DIMENSION(terms_mistakes),     DIMENSION(a_mistakes),          DIMENSION(b_mistakes),
    DIMENSION(texture_mistakes),   DIMENSION(coordinate_mistakes), DIMENSION(row_mistakes),
    DIMENSION(column_mistakes),    DIMENSION(term_mistakes),       DIMENSION(term_of_a_mistakes),
    DIMENSION(term_of_b_mistakes), DIMENSION(result_mistakes)};

struct factors {
    uint64_t seed;
    struct product s;
    enum { IN_MEMORY, IN_TILES, IN_TEXTURES } version;
    int tile;
    double *a, *b; /* m x k, k x n */
    float *texels_a, *texels_b;
    cpudev_texture texture_a, texture_b;
};

/* The coordinate of texel i of `count`; `others`: the other two sizes. */
static float coordinate_of(int i, int count, int other, int another, int wrong) {
    float place = (float)i + 0.5f, size = (float)count;
    switch (wrong) {
    case 1:
        return (float)i / size;
    case 2:
        return place;
    case 3:
        return (float)(i + 1) / size;
    case 4:
        return place / (size - 1);
    case 5:
        return (float)i / size + 0.5f;
    case 6:
        return (float)(i / count);
    case 7:
        return (float)i;
    case 8:
        return place / (float)other;
    case 9:
        return place / (float)another;
    default:
        return place / size;
    }
}

static double element(const double *matrix, int rows, int columns, long index) {
    return index >= 0 && index < (long)rows * columns ? matrix[index] : NAN;
}

/* The terms of an element that are read through textures. */
static void fetch_term(const struct factors *p, const int *model, int row, int column, int j,
                       double *a, double *b) {
    const struct product s = p->s;
    const int all = model[COORDINATES], term = model[TERM_PLACE] ? model[TERM_PLACE] : all;
#define PLACE(dimension, general) (model[dimension] ? model[dimension] : (general))
    float a_x = coordinate_of(j, s.k, s.m, s.n, PLACE(TERM_PLACE_OF_A, term)),
          a_y = coordinate_of(row, s.m, s.k, s.n, PLACE(ROW_PLACE, all)),
          b_x = coordinate_of(column, s.n, s.k, s.m, PLACE(COLUMN_PLACE, all)),
          b_y = coordinate_of(j, s.k, s.m, s.n, PLACE(TERM_PLACE_OF_B, term));
#undef PLACE
    const int textures = model[TEXTURES];
    const bool a_turned = textures == 1 || textures == 2, b_turned = textures == 1 || textures == 3;
    *a = (double)sample(textures == 10 ? &p->texture_b : &p->texture_a, a_turned ? a_y : a_x,
                        a_turned ? a_x : a_y);
    *b = (double)sample(textures == 9 ? &p->texture_a : &p->texture_b, b_turned ? b_y : b_x,
                        b_turned ? b_x : b_y);
}

static cpudev_texture matrix_texture(const float *texels, int rows, int columns, bool exchanged,
                                     int textures) {
    const int width = exchanged ? rows : columns, height = exchanged ? columns : rows;
    return float_texture(texels, width, height,
                         (struct reading){.linear = textures == 5,
                                          .normalized = textures != 4,
                                          .x = CPUDEV_CLAMP,
                                          .y = CPUDEV_CLAMP});
}

static double read_from(const double *matrix, struct product s, int count, struct read_at at,
                        int row, int column, int j) {
    const int places[] = {row, column, j}, lengths[] = {s.m, s.k, s.n};
    return element(matrix, 1, count,
                   (long)places[at.place] * lengths[at.length] + places[at.other]);
}

/* Term j of A's row as the tiles have it: `tile` x `tile`, zeros beyond the edges. */
static double tiled_a(const struct factors *p, int how, int row, int column, int j) {
    const struct product s = p->s;
    const int first = j / p->tile * p->tile, top = row / p->tile * p->tile;
    const int left = column / p->tile * p->tile;
    int r = row, c = j;
    if (how == TILE_EXCHANGED)
        r = top + (j - first), c = first + (row - top);
    else if (how == TILE_FIRST)
        c = left + (j - first);
    else
        c = first + (row - top);
    if (how == TILE_SAME)
        return j < s.k ? element(p->a, s.m, s.k, (long)r * s.k + c) : 0;
    return r < s.m && c < s.k ? p->a[r * s.k + c] : 0;
}

static double tiled_b(const struct factors *p, int how, int row, int column, int j) {
    const struct product s = p->s;
    const int first = j / p->tile * p->tile, left = column / p->tile * p->tile;
    const int top = row / p->tile * p->tile;
    int r = j, c = column;
    if (how == TILE_EXCHANGED)
        r = first + (column - left), c = left + (j - first);
    else if (how == TILE_FIRST)
        r = top + (j - first);
    else
        r = first + (column - left);
    if (how == TILE_SAME)
        return j < s.k ? element(p->b, s.k, s.n, (long)r * s.n + c) : 0;
    return r < s.k && c < s.n ? p->b[r * s.n + c] : 0;
}

static double a_of(const struct factors *p, const int *model, int row, int column, int j) {
    if (model[OF_A] >= TILE_EXCHANGED)
        return tiled_a(p, model[OF_A], row, column, j);
    return j < p->s.k ? read_from(p->a, p->s, p->s.m * p->s.k, a_reads[model[OF_A]], row, column, j)
                      : 0;
}

static double b_of(const struct factors *p, const int *model, int row, int column, int j) {
    if (model[OF_B] >= TILE_EXCHANGED)
        return tiled_b(p, model[OF_B], row, column, j);
    return j < p->s.k ? read_from(p->b, p->s, p->s.k * p->s.n, b_reads[model[OF_B]], row, column, j)
                      : 0;
}

static bool has_tiles(const int *model) {
    return model[OF_A] >= TILE_EXCHANGED || model[OF_B] >= TILE_EXCHANGED;
}

/* Which j are summed: from first to last; the last one `times` times. */
static void terms_of(const struct factors *p, const int *model, int *first, int *last, int *times) {
    int k = p->s.k, tile = p->tile;
    *first = 0, *last = has_tiles(model) ? (k + tile - 1) / tile * tile : k, *times = 1;
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
    case 14:
        *first = tile;
        break;
    case 10:
        *first = k - 1;
        break;
    case 11:
        *last = p->s.n < k ? p->s.n : k;
        break;
    case 12:
        *last = p->s.m < k ? p->s.m : k;
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
        } else if (model[RESULT] == 8) {
            a = element(p->a, s.m, s.k, (long)row * s.k + j);
            b = element(p->a, s.m, s.k, (long)j * s.n + column);
        } else if (model[RESULT] == 9) {
            a = element(p->b, s.k, s.n, (long)row * s.k + j);
            b = element(p->b, s.k, s.n, (long)j * s.n + column);
        } else if (p->version == IN_TEXTURES) {
            fetch_term(p, model, row, column, j, &a, &b);
        } else {
            a = a_of(p, model, row, column, j);
            b = b_of(p, model, row, column, j);
        }
        const bool twice = model[TERMS] == 13 && j >= p->tile / 2;
        sum += (model[RESULT] == 5 ? a + b : a * b) * (j == last - 1 ? times : 1) * (twice ? 2 : 1);
        if (model[RESULT] == 6)
            sum = trunc(sum);
    }
    return model[RESULT] == 3   ? 2 * sum
           : model[RESULT] == 4 ? -sum
           : model[RESULT] == 7 ? sum + LAB10_CANARY
                                : sum;
}

static bool prepare_product(void *context, const int *model) {
    struct factors *p = context;
    const int terms = model[TERMS], textures = model[TEXTURES];
    const bool in_tiles =
        has_tiles(model) || terms == 1 || (terms >= 4 && terms <= 9) || terms >= 13;
    bool fetched = false;
    for (int d = TEXTURES; d < RESULT; d++)
        fetched |= model[d] != 0;
    if ((in_tiles && p->version != IN_TILES) || (fetched && p->version != IN_TEXTURES))
        return false;
    if (p->version != IN_TEXTURES)
        return true;
    p->texture_a =
        matrix_texture(p->texels_a, p->s.m, p->s.k, textures == 6 || textures == 7, textures);
    p->texture_b =
        matrix_texture(p->texels_b, p->s.k, p->s.n, textures == 6 || textures == 8, textures);
    return !model[OF_A] && !model[OF_B];
}

static double *matrix_of(uint64_t seed, unsigned which, int count, float **texels) {
    double *matrix = malloc((size_t)count * sizeof *matrix);
    *texels = malloc((size_t)count * sizeof **texels);
    for (int i = 0; matrix && *texels && i < count; i++) {
        (*texels)[i] = hidden_element(seed, which, i);
        matrix[i] = (double)(*texels)[i];
    }
    return *texels ? matrix : NULL;
}

/* Is every element the sum of its terms, term j times[j] times? */
static bool is_sum_of(const struct factors *p, const double *c, const int *times) {
    const struct product s = p->s;
    for (int i = 0; i < s.m * s.n; i++) {
        double sum = 0;
        for (int j = 0; j < s.k; j++)
            sum += times[j] * p->a[i / s.n * s.k + j] * p->b[j * s.n + i % s.n];
        if (!(fabs(sum - c[i]) <= 0.01))
            return false;
    }
    return true;
}

/* Fewer terms than there are, from one end, or tiles that do not lie side by side. */
static void explain_terms(const struct factors *p, const char *name, const double *c) {
    enum { MOST_TERMS = 256 };
    int times[MOST_TERMS];
    const int k = p->s.k, tile = p->tile;
    if (k > MOST_TERMS)
        return;
    for (int last = 1; last < k; last++) {
        for (int j = 0; j < k; j++)
            times[j] = j < last;
        if (!is_sum_of(p, c, times))
            continue;
        const bool of_n = p->version == IN_TILES && last == (p->s.n + tile - 1) / tile * tile,
                   of_m = p->version == IN_TILES && last == (p->s.m + tile - 1) / tile * tile;
        fail(NULL,
             "%s: Only the first %d of %d terms are in the sum%s%s%s: j runs from 0 while j "
             "< k%s.",
             name, last, k, of_n || of_m ? ", as many tiles as " : "",
             of_n   ? "n"
             : of_m ? "m"
                    : "",
             of_n || of_m ? " has" : "",
             p->version == IN_TILES ? ", and the tiles from first = 0 while first < k" : "");
    }
    for (int first = 1; first < k; first++) {
        for (int j = 0; j < k; j++)
            times[j] = j >= first;
        if (is_sum_of(p, c, times))
            fail(NULL,
                 "%s: The first %d of %d terms are not in the sum: j runs from 0 while j < "
                 "k.",
                 name, first, k);
    }
    for (int step = 1; step <= 64 && p->version == IN_TILES; step++) {
        memset(times, 0, sizeof times);
        for (int first = 0; first < k; first += step)
            for (int j = first; j < first + tile && j < k; j++)
                times[j]++;
        if (step != tile && is_sum_of(p, c, times))
            fail(NULL,
                 "%s: The tiles begin every %d terms, and a tile has TILE = %d of them "
                 "here: the next one begins TILE further, first += TILE.",
                 name, step, tile);
    }
}

static void explain_product(const struct run *run, const char *name, struct product s,
                            const double *c) {
    struct factors p = {.seed = run->seed,
                        .s = s,
                        .version = strcasestr(name, "texture") ? IN_TEXTURES
                                   : strcasestr(name, "tiled") ? IN_TILES
                                                               : IN_MEMORY,
                        .tile = (int)judge_argument(run, "tile")};
    struct value_family family = {.dimensions = product_dimensions,
                                  .count = PRODUCT_DIMENSIONS,
                                  .most = 2,
                                  .got = c,
                                  .got_count = (size_t)(s.m * s.n),
                                  .tolerance = 0.01,
                                  .prepare = prepare_product,
                                  .value = product_value,
                                  .context = &p};
    p.a = matrix_of(run->seed, 0, s.m * s.k, &p.texels_a);
    p.b = matrix_of(run->seed, 1, s.k * s.n, &p.texels_b);
    if (p.a && p.b) {
        judge_explain_values(name, &family);
        explain_terms(&p, name, c);
    }
    free(p.a);
    free(p.b);
    free(p.texels_a);
    free(p.texels_b);
}

/* Was every element of a tile that nobody loaded one that a thread without an element of C was to
 * load, as thread (x, y) does element [y][x]? Then such threads return before they load. */
static bool is_early_return(const struct run *run, int tile) {
    static const char kind[] = "cpu-device: uninitialized-read: ";
    const struct product s = product_of(run);
    int seen = 0;
    for (const char *line = strstr(run->errors, kind); line; line = strstr(line + 1, kind)) {
        char text[2000];
        long offset, bytes, block[2];
        snprintf(text, sizeof text, "%.*s", (int)strcspn(line, "\n"), line);
        const char *at = strstr(text, "at offset "), *of = strstr(text, "__shared__ variable "),
                   *in = strstr(text, ", block (");
        const char *size = of ? strchr(of, '(') : NULL;
        if (!at || !size || !in || sscanf(at, "at offset %ld", &offset) != 1 ||
            sscanf(size, "(%ld bytes)", &bytes) != 1 ||
            sscanf(in, ", block (%ld,%ld", &block[0], &block[1]) != 2 || bytes != 4L * tile * tile)
            return false;
        const long x = offset / 4 % tile, y = offset / 4 / tile;
        if (block[0] * tile + x < s.n && block[1] * tile + y < s.m)
            return false;
        seen++;
    }
    return seen > 0;
}

/* The tiles in shared memory: what the checker saw there tells their size, and whether an element
 * that is used was ever loaded. */
static void judge_tiles(const struct run *run, const char *name) {
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
            fail("hard-coded-tile",
                 "%s: its tiles have %d x %d elements, and the blocks TILE x TILE = %d x %d "
                 "threads here: %d is hard-coded somewhere. Write TILE.",
                 name, side, side, tile, tile, side);
    }
    if (judge_has_finding(run, "divergent-barrier", ""))
        fail("barrier-in-if",
             "%s: threads of one block wait at different __syncthreads(): one of them stands "
             "in a branch that not all threads take. Put each where every thread of the "
             "block comes by, also one whose own element lies outside C.",
             name);
    bool race = judge_has_finding(run, "shared-memory-race", "");
    if (!judge_has_finding(run, "uninitialized-read", variable) && !race)
        return;
    if (race || judge_total(run, "", "barriers") == 0)
        fail("missing-syncthreads",
             "%s: a thread uses an element of the tile that its neighbour has not brought "
             "yet, or has already written over: __syncthreads() comes after filling the "
             "tile, and again after using it, before it is filled anew.",
             name);
    if (is_early_return(run, tile))
        fail("return-before-barrier",
             "%s: the elements of a tile that no thread has loaded are those of threads "
             "whose own element lies outside C: they return before they load, or load only "
             "inside. Every thread of the block loads its element of each tile and comes to "
             "the barriers; only the result is stored inside alone.",
             name);
    fail(NULL,
         "%s: elements of a tile are used that no thread has loaded. Every thread of the "
         "block loads, also one whose own element lies outside C (no return before the "
         "loads), and beyond the edge of the matrix it stores 0.",
         name);
}

/* The places that this index takes in the thread's loop, up to `terms`; is the first of them that
 * lies outside a matrix of `count` elements number `at`? */
static bool leaves_at(struct read_at how, struct product s, const struct fault *f, int terms,
                      long count, long at) {
    const long lengths[] = {s.m, s.k, s.n};
    for (long j = 0; j < terms; j++) {
        const long places[] = {f->y, f->x, j};
        const long index = places[how.place] * lengths[how.length] + places[how.other];
        if (index >= count)
            return index == at;
    }
    return false;
}

/* A kernel that was ended outside a matrix: which index leads there, for this thread. Sizes differ,
 * so that the memory's tells which matrix it is. */
static void explain_fault(const struct run *run, const char *name, const char *kernel,
                          struct product s) {
    struct fault f;
    if (!judge_fault(run, kernel, &f) || f.x >= s.n || f.y >= s.m || f.offset % sizeof(float))
        return;
    const long at = (long)(f.offset / sizeof(float)), count = (long)(f.bytes / sizeof(float));
    const bool is_a = count == (long)s.m * s.k, is_b = count == (long)s.k * s.n;
    const struct deviation *found = NULL;
    int fitting = 0;
    if (f.writes && count == (long)s.m * s.n && f.y * s.m + f.x == at)
        fail("row-length",
             "%s: C is written at [row * m + column]: a row of C has n elements, so element "
             "(row, column) is c[row * n + column].",
             name);
    if (f.writes && count == (long)s.m * s.n && f.y * s.k + f.x == at)
        fail("row-length",
             "%s: C is written at [row * k + column]: a row of C has n elements, so element "
             "(row, column) is c[row * n + column].",
             name);
    if (!f.writes && !is_a && !is_b && count == (long)s.m * s.n &&
        strncmp(name, "multiply(", 9) == 0)
        fail(NULL,
             "%s: a thread reads past the end of memory that has m * n elements, as C has: "
             "A has m * k of them, B k * n. Look at the sizes that are allocated and "
             "copied, and at which pointer is handed to the kernel.",
             name);
    if (f.writes || is_a == is_b)
        return;
    char causes[1000] = "";
    if (leaves_at(is_a ? a_reads[0] : b_reads[0], s, &f, s.k + 1, count, at)) {
        snprintf(causes, sizeof causes,
                 " The sum has a term too many, j = k: j runs from 0 while j < k.");
        fitting++;
    }
    for (int r = 1; r < TILE_EXCHANGED; r++)
        if (leaves_at(is_a ? a_reads[r] : b_reads[r], s, &f, s.k, count, at)) {
            found = is_a ? &a_mistakes[r - 1] : &b_mistakes[r - 1];
            snprintf(causes + strlen(causes), sizeof causes - strlen(causes), "%s%s",
                     fitting ? " Or: " : " ", found->text);
            fitting++;
        }
    if (fitting == 0 || fitting > 2)
        return;
    fail(fitting == 1 && found && found->diagnosis ? found->diagnosis : "index-past-array",
         "%s: for its element (%ld, %ld) of C a thread reads %s at [%ld], and %s has %ld "
         "elements.%s",
         name, f.y, f.x, is_a ? "A" : "B", at, is_a ? "A" : "B", count, causes);
}

/* Rows or columns that nobody wrote although the grid has blocks for them, or would have if it were
 * turned: x and y are exchanged in one of the two. */
static void judge_exchanged(const struct run *run, const char *name, const char *kernel,
                            struct product s, const double *c) {
    const double block_x = judge_count(run, kernel, 0, "block.0"),
                 block_y = judge_count(run, kernel, 0, "block.1"),
                 grid_x = judge_count(run, kernel, 0, "grid.0"),
                 grid_y = judge_count(run, kernel, 0, "grid.1");
    int rows = 0, columns = 0;
    for (int i = 0; i < s.m * s.n; i++)
        if (!judge_is_unwritten(c[i], LAB10_CANARY)) {
            rows = i / s.n + 1 > rows ? i / s.n + 1 : rows;
            columns = i % s.n + 1 > columns ? i % s.n + 1 : columns;
        }
    const bool covers = grid_x * block_x >= s.n && grid_y * block_y >= s.m,
               turned = grid_x == ceil(s.m / block_x) && grid_y == ceil(s.n / block_y) && !covers,
               in_kernel = covers && (rows == grid_x * block_x || columns == grid_y * block_y);
    if (!turned && !in_kernel)
        return;
    judge_by_counts(true);
    fail(NULL,
         "%s: the first %d rows and %d columns are written, of %d and %d, and the grid has "
         "%.0f x %.0f blocks of %.0f x %.0f threads: x and y are exchanged in the %s. A "
         "column is blockIdx.x * blockDim.x + threadIdx.x, a row that of y, and there are "
         "blocks for n along x, for m along y.",
         name, rows, columns, s.m, s.n, grid_x, grid_y, block_x, block_y,
         turned ? "grid" : "kernel");
}

static void check_product(const struct run *run, const double *c, const char *name,
                          const char *kernel) {
    struct product s = product_of(run);
    int wrong = 0, first = -1, count = s.m * s.n;
    double right[MOST_PIXELS];
    judge_field("elements", (size_t)s.n, (size_t)s.m, 1);
    for (int i = count; i-- > 0;) {
        right[i] = product_element(run, s, i / s.n, i % s.n);
        if (c[i] != right[i]) {
            judge_wrong((size_t)i, c[i], right[i]);
            wrong++;
            first = i;
        }
    }
    measured("wrong", wrong);
    if (!wrong)
        return;
    bool unwritten = false, zero = true;
    for (int i = 0; i < count; i++) {
        unwritten |= judge_is_unwritten(c[i], LAB10_CANARY);
        zero &= c[i] == 0;
    }
    if (zero)
        fail(NULL, "%s: all elements are 0: no term is added to the sums.", name);
    if (unwritten && strncmp(name, "multiply(", 9) == 0)
        judge_exchanged(run, name, kernel, s, c);
    if (unwritten)
        explain_writes(run, name, c, right, s.n, s.m);
    if (!judge_has_finding(run, "uninitialized-read", ""))
        judge_unwritten_picture(run, name, c, (size_t)s.n, (size_t)s.m, LAB10_CANARY);
    judge_tiles(run, name);
    explain_product(run, name, s, c);
    fail(NULL,
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
static void judge_reuse(const struct run *run) {
    const double products =
        judge_argument(run, "m") * judge_argument(run, "k") * judge_argument(run, "n");
    const double loads = judge_total(run, "", "global_loads.accesses");
    if (run->gpu || loads < products)
        return;
    fail("technique-missing",
         "multiply_tiled reads global memory %.0f times for %.0f products: it has no tile of "
         "use. Each thread of a block is to bring one element of a tile to shared memory, "
         "and all of them to read it there.",
         loads, products);
}

/* Texture objects of another kind than lab10.h says. */
static void judge_objects(const struct run *run) {
    const double *how = judge_numbers(run, "objects", 4);
    for (int i = 0; how && i < 4; i += 2) {
        if (!how[i])
            fail(NULL, "make_matrix makes a texture object whose coordinates count texels: "
                       "lab10.h asks for normalised coordinates, normalizedCoords = 1, and "
                       "element i of k is read at (i + 0.5f) / k.");
        if (!how[i + 1])
            fail(NULL, "make_matrix makes a texture object with linear filtering: lab10.h asks "
                       "for point filtering, cudaFilterModePoint.");
    }
}

static void check_kernel_product(const struct run *run, const char *name, const char *used,
                                 const char *what) {
    const double least = least_of(run);
    int count = (int)judge_argument(run, "m") * (int)judge_argument(run, "n");
    if (judge_has_finding(run, "out-of-bounds-read", DYNAMIC_SHARED) ||
        judge_has_finding(run, "out-of-bounds-write", DYNAMIC_SHARED))
        fail(NULL, "%s reads and writes dynamic shared memory, and has none.", name);
    if (judge_number(run, key_of(name), 0) != 0)
        judge_tiles(run, name);
    if (strcmp(name, "multiply_global") == 0)
        explain_fault(run, name, name, product_of(run));
    judge_succeeded(run, name);
    const double *c = judge_numbers(run, name, (size_t)(count + LAB10_PAST_END));
    if (!c)
        fail(NULL, "%s ran, but its results did not come back.", name);
    check_untouched(name, c, count);
    judge_still_to_write(name, c, (size_t)count, LAB10_CANARY);
    check_product(run, c, name, name);
    judge_used(run, name, used, least, what);
    if (strcmp(name, "multiply_tiled") == 0)
        judge_reuse(run);
    if (strcmp(name, "multiply_texture") == 0)
        judge_changes(run, name, name, (size_t)count + LAB10_PAST_END, what);
    pass("All %d elements are right.", count);
}

void check_global(const struct run *run) {
    check_kernel_product(run, "multiply_global", "global_loads.accesses", "global memory");
}

void check_tiled(const struct run *run) {
    check_kernel_product(run, "multiply_tiled", "shared_loads.accesses", "shared memory");
}

void check_texture(const struct run *run) {
    check_kernel_product(run, "multiply_texture", "texture.accesses", "texture fetches");
}

/* What the reference multiplies through the student's arrays and texture objects. */
void check_matrix(const struct run *run) {
    const struct product s = product_of(run);
    judge_succeeded(run, "make_matrix");
    judge_call_succeeded(run, "matrix", "A kernel that reads the texture objects");
    const double *c = judge_numbers(run, "matrix", (size_t)s.m * (size_t)s.n);
    if (!c)
        fail(NULL, "make_matrix returned, but nothing could be read through its "
                   "texture objects.");
    judge_objects(run);
    check_product(run, c, "make_matrix", "multiply_texture");
    pass("Each element is the texel in its row and column.");
}

static const char *const versions[3] = {"GLOBAL", "TILED", "TEXTURE"};
static const char *const kernels_of[3] = {"multiply_global", "multiply_tiled", "multiply_texture"};
static const char *const calls[3] = {"multiply(GLOBAL, ...)", "multiply(TILED, ...)",
                                     "multiply(TEXTURE, ...)"};

/* Which of the three a kernel is; -1: one of the student's own. */
static int version_of(const char *kernel) {
    for (int version = 0; version < 3; version++)
        if (strstr(kernel, kernels_of[version]))
            return version;
    return -1;
}

/* The versions were called in turn, so their kernels are launched in turn. A launch is that of a
 * call where each call made one, or where all three kernels appear, by when they first do. */
static void judge_versions(const struct run *run) {
    if (run->gpu)
        return;
    const bool one_each = judge_launches(run, "") == 3;
    int order[3], found = 0, launch_of[3] = {0}, launches = 0;
    struct count count;
    for (const char *text = run->counts; judge_next_count(&text, &count);) {
        if (strcmp(count.name, "launch") != 0)
            continue;
        launches++;
        const int version = version_of(count.kernel);
        if (version < 0 || (!one_each && launch_of[version]))
            continue;
        launch_of[version] = launches;
        if (one_each && version != launches - 1)
            fail(NULL, "%s launches %s: the version that is asked for chooses the kernel.",
                 calls[launches - 1], kernels_of[version]);
        if (found < 3)
            order[found++] = version;
    }
    for (int call = 0; call < 3 && found == 3; call++)
        if (order[call] != call)
            fail(NULL, "%s launches %s: the version that is asked for chooses the kernel.",
                 calls[call], kernels_of[order[call]]);
}

void check_multiply(const struct run *run) {
    const struct product s = product_of(run);
    size_t count = (size_t)s.m * (size_t)s.n;
    for (int version = 0; version < 3; version++) {
        if (version == 1 && judge_number(run, key_of(versions[version]), 0) != 0)
            judge_tiles(run, calls[version]);
        if (version == 0)
            explain_fault(run, calls[version], kernels_of[version], s);
        judge_call_succeeded(run, versions[version], calls[version]);
        const double *c = judge_numbers(run, versions[version], count);
        if (!c)
            fail(NULL, "multiply(%s, ...) returned, but its results are not there.",
                 versions[version]);
        check_product(run, c, calls[version], kernels_of[version]);
    }
    /* A store may hold four elements. */
    judge_launched(run, "multiply", 3);
    judge_used(run, "multiply", "global_stores.accesses", 3 * (double)count / 4,
               "stores of a kernel");
    judge_used(run, "multiply(TILED, ...)", "shared_loads.accesses", least_of(run),
               "shared memory");
    judge_used(run, "multiply(TEXTURE, ...)", "texture.accesses", least_of(run), "texture fetches");
    judge_versions(run);
    pass("All three versions bring the product back.");
}
