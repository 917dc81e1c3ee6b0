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

/* What can be done otherwise with an element of the product, in the order in which it is tried. */
struct product_choices {
    struct choice terms, of_a, of_b, textures, everywhere, row, column, term, term_of_a, term_of_b,
        result;
};

struct factors {
    uint64_t seed;
    struct product s;
    enum { IN_MEMORY, IN_TILES, IN_TEXTURES } version;
    int tile;
    double *a, *b; /* m x k, k x n */
    float *texels_a, *texels_b;
    cpudev_texture texture_a, texture_b;
};

/* Which j are summed: from `first` on, below `last`, the last one `times` times; of each `every`
 * that is number `out` left out; those in the second half of a tile and behind it twice. */
struct terms {
    int first, last, times, every, out;
    bool twice;
};

static struct terms terms_from(int first, int last) {
    return (struct terms){.first = first, .last = last, .times = 1};
}

static struct terms terms_without(int last, int every, int out) {
    return (struct terms){.last = last, .times = 1, .every = every, .out = out};
}

/* The sum ends at `end`, which is k, or behind the last tile. */
static struct terms terms_of(struct choice *c, const struct factors *p, int end) {
    const int k = p->s.k, tile = p->tile;
    if (p->version == IN_TILES)
        INSTEAD(terms_from(0, k / tile * tile), "last-tile-dropped",
                "The sum ends at the last whole tile: what remains after it is a tile too, with "
                "zeros beyond the edge: (k + TILE - 1) / TILE tiles.");
    INSTEAD(terms_from(0, k - 1), "last-term-dropped",
            "The last term is left out: the sum ends at k - 1, one short; j runs from 0 while j < "
            "k.");
    INSTEAD(terms_from(1, end), NULL, "The first term is left out: the sum begins at j = 0.");
    if (p->version == IN_TILES) {
        INSTEAD(((struct terms){.last = end, .times = (k + tile - 1) / tile * tile - k + 1}),
                "edge-repeated",
                "Beyond the edge the last term counts again and again (clamped indices in the "
                "tiles): put zeros there, which add nothing.");
        INSTEAD(terms_from(0, tile < k ? tile : k), NULL,
                "Only the first tile is summed: walk along k in tiles until all of it is done.");
        INSTEAD(terms_from((k - 1) / tile * tile, end), NULL,
                "Only the last tile is summed: the sum begins anew with every tile. Set it to 0 "
                "once, before the loop.");
        INSTEAD(terms_without(end, tile + 1, tile), NULL,
                "Between two tiles a term is left out: the next tile begins TILE further, first += "
                "TILE.");
        INSTEAD(terms_without(end, tile, tile - 1), NULL,
                "The last term of every tile is left out: i runs from 0 while i < TILE.");
        INSTEAD(terms_without(end, tile, 0), NULL,
                "The first term of every tile is left out: i runs from 0 while i < TILE.");
    }
    INSTEAD(terms_from(k - 1, end), NULL,
            "Only the last term is there: every term replaces the sum. Add it, sum += a * b.");
    INSTEAD(terms_from(0, p->s.n < k ? p->s.n : k), NULL,
            "The sum has n terms, as many as C has columns: it has k, j runs from 0 while j < k.");
    INSTEAD(terms_from(0, p->s.m < k ? p->s.m : k), NULL,
            "The sum has m terms, as many as C has rows: it has k, j runs from 0 while j < k.");
    if (p->version == IN_TILES) {
        INSTEAD(((struct terms){.last = end, .times = 1, .twice = true}), NULL,
                "The tiles overlap, so that most terms count twice: the next one begins TILE "
                "further, first += TILE.");
        INSTEAD(terms_from(tile, end), NULL,
                "The first tile is left out: the tiles begin at first = 0.");
    }
    ASKED(terms_from(0, end));
}

/* The element of a matrix that is read for a term: 0 where it is not inside. */
struct read_at {
    long index;
    bool inside, in_tiles;
};

static struct read_at in_tile(int row, int column, int columns, bool inside) {
    return (struct read_at){(long)row * columns + column, inside, true};
}

/* Element INDEX of a matrix is read: the first of its two places times a row length, and the
 * other. */
#define READ_AT(index, name, matrix, length, right)                                                \
    INSTEAD(((struct read_at){index, j < k, false}), name,                                         \
            matrix " is read at [" #index "]: a row of " matrix " has " length                     \
                   " elements, so element " right ".")
#define A_AT(name, index) READ_AT(index, name, "A", "k", "(row, j) is a[row * k + j]")
#define B_AT(name, index) READ_AT(index, name, "B", "n", "(j, column) is b[j * n + column]")
#define TILE_A                                                                                     \
    "All elements of a row of A's tile are the same one, that of column first + y: thread (x, y) " \
    "loads tile_a[y][x] = a[row * k + first + x]."
#define TILE_B                                                                                     \
    "All elements of a column of B's tile are the same one, that of row first + x: thread (x, y) " \
    "loads tile_b[y][x] = b[(first + y) * n + column]."

/* Term j of A's row; the tiles are `tile` x `tile`, zeros beyond the edges. */
static struct read_at a_read(struct choice *c, const struct factors *p, int row, int column,
                             int j) {
    const int m = p->s.m, k = p->s.k, n = p->s.n, tile = p->tile;
    A_AT("row-length", row * m + j);
    A_AT("row-length", row * n + j);
    A_AT(NULL, row * m + column);
    A_AT(NULL, row * k + column);
    A_AT(NULL, row * n + column);
    A_AT(NULL, column * m + row);
    A_AT(NULL, column * k + row);
    A_AT(NULL, column * n + row);
    A_AT(NULL, column * m + j);
    A_AT(NULL, column * k + j);
    A_AT(NULL, column * n + j);
    A_AT(NULL, j * m + row);
    A_AT(NULL, j * k + row);
    A_AT(NULL, j * n + row);
    A_AT(NULL, j * m + column);
    A_AT(NULL, j * k + column);
    A_AT(NULL, j * n + column);
    if (p->version == IN_TILES) {
        const int first = j / tile * tile, top = row / tile * tile, left = column / tile * tile,
                  turned_row = top + (j - first), turned = first + (row - top),
                  aside = left + (j - first);
        INSTEAD(in_tile(turned_row, turned, k, turned_row < m && turned < k), NULL,
                "Within each tile A is exchanged, rows for columns: tile_a[y][x] holds row y, and "
                "the sum takes tile_a[y][i].");
        /* Guarded by the thread's own place, or by that element's. */
        INSTEAD(in_tile(row, turned, k, j < k), NULL, TILE_A);
        INSTEAD(in_tile(row, turned, k, row < m && turned < k), NULL, TILE_A);
        INSTEAD(in_tile(row, aside, k, row < m && aside < k), NULL,
                "The columns of A's tiles come from blockIdx.x or blockIdx.y: along k the tile "
                "begins at `first`, tile_a[y][x] = a[row * k + first + x].");
    }
    ASKED(((struct read_at){row * k + j, j < k, false}));
}

/* Term j of B's column. */
static struct read_at b_read(struct choice *c, const struct factors *p, int row, int column,
                             int j) {
    const int m = p->s.m, k = p->s.k, n = p->s.n, tile = p->tile;
    B_AT("row-length", j * m + column);
    B_AT("row-length", j * k + column);
    B_AT(NULL, row * m + column);
    B_AT(NULL, row * k + column);
    B_AT(NULL, row * n + column);
    B_AT(NULL, row * m + j);
    B_AT(NULL, row * k + j);
    B_AT(NULL, row * n + j);
    B_AT(NULL, column * m + row);
    B_AT(NULL, column * k + row);
    B_AT(NULL, column * n + row);
    B_AT(NULL, column * m + j);
    B_AT(NULL, column * k + j);
    B_AT(NULL, column * n + j);
    B_AT(NULL, j * m + row);
    B_AT(NULL, j * k + row);
    B_AT(NULL, j * n + row);
    if (p->version == IN_TILES) {
        const int first = j / tile * tile, top = row / tile * tile, left = column / tile * tile,
                  turned = first + (column - left), turned_column = left + (j - first),
                  aside = top + (j - first);
        INSTEAD(in_tile(turned, turned_column, n, turned < k && turned_column < n), NULL,
                "Within each tile B is exchanged, rows for columns: tile_b[y][x] holds row y, and "
                "the sum takes tile_b[i][x].");
        INSTEAD(in_tile(turned, column, n, j < k), NULL, TILE_B);
        INSTEAD(in_tile(turned, column, n, turned < k && column < n), NULL, TILE_B);
        INSTEAD(in_tile(aside, column, n, aside < k && column < n), NULL,
                "The rows of B's tiles come from blockIdx.x or blockIdx.y: along k the tile begins "
                "at `first`, tile_b[y][x] = b[(first + y) * n + column].");
    }
    ASKED(((struct read_at){j * n + column, j < k, false}));
}

static double element(const double *matrix, int count, struct read_at at) {
    return !at.inside ? 0 : at.index >= 0 && at.index < (long)count ? matrix[at.index] : NAN;
}

/* How the textures are made and fetched from. */
struct fetches {
    bool a_turned, b_turned;       /* x and y in the fetch */
    bool in_texels, linear;        /* the texture objects */
    bool a_exchanged, b_exchanged; /* rows and columns of the arrays */
    bool both_a, both_b;
};

static struct fetches fetches_of(struct choice *c) {
    INSTEAD(((struct fetches){.a_turned = true, .b_turned = true}), "axes-exchanged",
            "x and y are exchanged in the fetches: x runs along a row, so element (row, j) is at x "
            "= (j + 0.5f) / columns, y = (row + 0.5f) / rows.");
    INSTEAD((struct fetches){.a_turned = true}, "axes-exchanged",
            "x and y are exchanged in the fetch from A: x runs along a row, y counts rows.");
    INSTEAD((struct fetches){.b_turned = true}, "axes-exchanged",
            "x and y are exchanged in the fetch from B: x runs along a row, y counts rows.");
    INSTEAD((struct fetches){.in_texels = true}, NULL,
            "The texture counts texels, and the coordinates run from 0 to 1: set normalizedCoords "
            "to 1.");
    INSTEAD((struct fetches){.linear = true}, NULL,
            "The filter mode is linear: set filterMode to cudaFilterModePoint, and read at the "
            "centres of the texels.");
    INSTEAD(((struct fetches){.a_exchanged = true, .b_exchanged = true}), NULL,
            "Rows and columns of the arrays are exchanged: a matrix of rows x columns is an array "
            "`columns` wide and `rows` high.");
    INSTEAD((struct fetches){.a_exchanged = true}, NULL,
            "A's rows and columns are exchanged in its array: a matrix of rows x columns is an "
            "array `columns` wide and `rows` high.");
    INSTEAD((struct fetches){.b_exchanged = true}, NULL,
            "B's rows and columns are exchanged in its array: a matrix of rows x columns is an "
            "array `columns` wide and `rows` high.");
    INSTEAD((struct fetches){.both_a = true}, NULL,
            "Both factors come from A's texture: the second is B's.");
    INSTEAD((struct fetches){.both_b = true}, NULL,
            "Both factors come from B's texture: the first is A's.");
    ASKED((struct fetches){0});
}

/* The coordinate of texel i of `count`, for all coordinates or for one. */
#define CENTRE_OF(i) ((float)(i) + 0.5f)
#define COORDINATES(what, i, count, size)                                                          \
    INSTEAD((float)(i) / (float)(count), "texel-edge",                                             \
            what " is read at i / N, the edge of a texel: cut to a multiple of 2^-21 it falls "    \
                 "into the texel before, unless N is a power of two. Read at the centre, (i + "    \
                 "0.5f) / N.");                                                                    \
    INSTEAD(CENTRE_OF(i), "coordinates-in-texels",                                                 \
            what " is read at a coordinate that counts texels, and the textures' are "             \
                 "normalised: divide (i + 0.5f) by " size ".");                                    \
    INSTEAD((float)((i) + 1) / (float)(count), NULL,                                               \
            what " is read one texel further: half a texel is added, not a whole one: (i + "       \
                 "0.5f) / N.");                                                                    \
    INSTEAD(CENTRE_OF(i) / ((float)(count)-1), NULL,                                               \
            what " is divided by the size less 1: texel i of N lies at (i + 0.5f) / N.");          \
    INSTEAD((float)(i) / (float)(count) + 0.5f, NULL,                                              \
            what " is read at i / N + 0.5f: the half texel is added before the division, (i + "    \
                 "0.5f) / N.");                                                                    \
    INSTEAD((float)((i) / (count)), NULL,                                                          \
            what " is always 0: a division of whole numbers cuts the fraction off. Divide "        \
                 "floats, (i + 0.5f) / N.");                                                       \
    INSTEAD((float)(i), NULL, what " is read at the whole number i: divide (i + 0.5f) by " size ".")
#define OTHER_SIZE(what, i, size, other)                                                           \
    INSTEAD(CENTRE_OF(i) / (float)s.other, NULL,                                                   \
            what " is divided by " #other ", and its texture is " size " long there.")

static float everywhere(struct choice *c, int i, int count) {
    COORDINATES("Every element", i, count, "the number of texels");
    ASKED(CENTRE_OF(i) / (float)count);
}
static float row_place(struct choice *c, struct product s, int row, float asked) {
    COORDINATES("The row of A (y)", row, s.m, "m");
    OTHER_SIZE("The row of A (y)", row, "m", k);
    OTHER_SIZE("The row of A (y)", row, "m", n);
    ASKED(asked);
}
static float column_place(struct choice *c, struct product s, int column, float asked) {
    COORDINATES("The column of B (x)", column, s.n, "n");
    OTHER_SIZE("The column of B (x)", column, "n", k);
    OTHER_SIZE("The column of B (x)", column, "n", m);
    ASKED(asked);
}
static float term_place(struct choice *c, struct product s, int j, float asked) {
    COORDINATES("The term (A's x, B's y)", j, s.k, "k");
    OTHER_SIZE("The term (A's x, B's y)", j, "k", m);
    OTHER_SIZE("The term (A's x, B's y)", j, "k", n);
    ASKED(asked);
}
static float term_place_of_a(struct choice *c, struct product s, int j, float asked) {
    COORDINATES("The term in A (x)", j, s.k, "k");
    OTHER_SIZE("The term in A (x)", j, "k", m);
    OTHER_SIZE("The term in A (x)", j, "k", n);
    ASKED(asked);
}
static float term_place_of_b(struct choice *c, struct product s, int j, float asked) {
    COORDINATES("The term in B (y)", j, s.k, "k");
    OTHER_SIZE("The term in B (y)", j, "k", m);
    OTHER_SIZE("The term in B (y)", j, "k", n);
    ASKED(asked);
}

/* The factors of a term that are read through textures. */
static void fetch_term(const struct factors *p, struct product_choices *c, int row, int column,
                       int j, double *a, double *b) {
    const struct product s = p->s;
    const struct fetches how = fetches_of(&c->textures);
    const float term = term_place(&c->term, s, j, everywhere(&c->everywhere, j, s.k)),
                a_x = term_place_of_a(&c->term_of_a, s, j, term),
                a_y = row_place(&c->row, s, row, everywhere(&c->everywhere, row, s.m)),
                b_x = column_place(&c->column, s, column, everywhere(&c->everywhere, column, s.n)),
                b_y = term_place_of_b(&c->term_of_b, s, j, term);
    *a = (double)sample(how.both_b ? &p->texture_b : &p->texture_a, how.a_turned ? a_y : a_x,
                        how.a_turned ? a_x : a_y);
    *b = (double)sample(how.both_a ? &p->texture_a : &p->texture_b, how.b_turned ? b_y : b_x,
                        how.b_turned ? b_x : b_y);
}

static cpudev_texture matrix_texture(const float *texels, int rows, int columns, bool exchanged,
                                     struct fetches how) {
    const int width = exchanged ? rows : columns, height = exchanged ? columns : rows;
    return float_texture(texels, width, height,
                         (struct reading){.linear = how.linear,
                                          .normalized = !how.in_texels,
                                          .x = CPUDEV_CLAMP,
                                          .y = CPUDEV_CLAMP});
}

/* What is made of the terms. */
struct result {
    bool transposed, added, cut;
    char first, second; /* the matrices that both factors come from, in the places of A's and B's
                         * elements; 0: as asked */
    double factor, more;
};

static struct result factors_from(char first, char second) {
    return (struct result){.first = first, .second = second, .factor = 1};
}

static struct result result_of(struct choice *c) {
    INSTEAD(((struct result){.transposed = true, .factor = 1}), "transposed-output",
            "The product is written transposed: element (row, column) is c[row * n + column].");
    INSTEAD(factors_from('b', 'a'), NULL, /* the names exchanged, the formulas kept */
            "That is B A, or A and B are exchanged: C = A B.");
    INSTEAD((struct result){.factor = 2}, NULL,
            "Every element is twice what it should be: each term is added once.");
    INSTEAD((struct result){.factor = -1}, NULL,
            "The sign is turned: terms are added, not subtracted.");
    INSTEAD(((struct result){.added = true, .factor = 1}), NULL,
            "a and b are added, not multiplied: the sum of a * b.");
    INSTEAD(((struct result){.cut = true, .factor = 1}), NULL,
            "Every product is cut to a whole number: sum floats.");
    INSTEAD(((struct result){.factor = 1, .more = LAB10_CANARY}), NULL,
            "The product is added to what lay in C, which nobody has written: set every element, "
            "c[row * n + column] = sum.");
    INSTEAD(factors_from('a', 'a'), NULL,
            "Both factors come from A: the second is B's, b[j * n + column].");
    INSTEAD(factors_from('b', 'b'), NULL,
            "Both factors come from B: the first is A's, a[row * k + j].");
    ASKED((struct result){.factor = 1});
}

static double element_from(const struct factors *p, char matrix, long index) {
    const struct product s = p->s;
    const struct read_at at = {index, true, false};
    return matrix == 'a' ? element(p->a, s.m * s.k, at) : element(p->b, s.k * s.n, at);
}

static double product_value(const void *context, struct choice *choices, size_t i) {
    struct product_choices *const c = (struct product_choices *)choices;
    const struct factors *p = context;
    const struct product s = p->s;
    const struct result made = result_of(&c->result);
    const int row = made.transposed ? (int)i % s.m : (int)i / s.n,
              column = made.transposed ? (int)i / s.m : (int)i % s.n;
    const bool in_tiles =
        p->version != IN_TEXTURES && (a_read(&c->of_a, p, row, column, 0).in_tiles ||
                                      b_read(&c->of_b, p, row, column, 0).in_tiles);
    const struct terms terms =
        terms_of(&c->terms, p, in_tiles ? (s.k + p->tile - 1) / p->tile * p->tile : s.k);
    double sum = 0;
    for (int j = terms.first; j < terms.last; j++) {
        double a, b;
        if (terms.every && j % terms.every == terms.out)
            continue;
        if (made.first) {
            a = element_from(p, made.first, (long)row * s.k + j);
            b = element_from(p, made.second, (long)j * s.n + column);
        } else if (p->version == IN_TEXTURES) {
            fetch_term(p, c, row, column, j, &a, &b);
        } else {
            a = element(p->a, s.m * s.k, a_read(&c->of_a, p, row, column, j));
            b = element(p->b, s.k * s.n, b_read(&c->of_b, p, row, column, j));
        }
        sum += (made.added ? a + b : a * b) * (j == terms.last - 1 ? terms.times : 1) *
               (terms.twice && j >= p->tile / 2 ? 2 : 1);
        if (made.cut)
            sum = trunc(sum);
    }
    return made.factor * sum + made.more;
}

static bool prepare_product(void *context, const int *numbers) {
    struct factors *p = context;
    struct product_choices c;
    judge_choose(numbers, sizeof c / sizeof(struct choice), (struct choice *)&c);
    const struct fetches how = fetches_of(&c.textures);
    p->texture_a = matrix_texture(p->texels_a, p->s.m, p->s.k, how.a_exchanged, how);
    p->texture_b = matrix_texture(p->texels_b, p->s.k, p->s.n, how.b_exchanged, how);
    return true;
}

static struct value_family products_family(struct factors *p, const double *got) {
    return (struct value_family){.count = sizeof(struct product_choices) / sizeof(struct choice),
                                 .most = 2,
                                 .got = got,
                                 .got_count = (size_t)(p->s.m * p->s.n),
                                 .tolerance = 0.01,
                                 .prepare = prepare_product,
                                 .with = product_value,
                                 .context = p};
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
    p.a = matrix_of(run->seed, 0, s.m * s.k, &p.texels_a);
    p.b = matrix_of(run->seed, 1, s.k * s.n, &p.texels_b);
    if (p.a && p.b) {
        const struct value_family family = products_family(&p, c);
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
static bool leaves_at(const struct factors *p, bool is_a, struct choice *c, const struct fault *f,
                      int terms, long count, long at) {
    for (int j = 0; j < terms; j++) {
        const long index = (is_a ? a_read : b_read)(c, p, (int)f->y, (int)f->x, j).index;
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
    const struct factors p = {.s = s, .version = IN_MEMORY};
    struct choice asked = {0};
    const char *diagnosis = NULL;
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
    if (leaves_at(&p, is_a, &asked, &f, s.k + 1, count, at)) {
        snprintf(causes, sizeof causes,
                 " The sum has a term too many, j = k: j runs from 0 while j < k.");
        fitting++;
    }
    for (int number = 1; number <= asked.count; number++) {
        struct choice read = {.number = number};
        if (!leaves_at(&p, is_a, &read, &f, s.k, count, at))
            continue;
        diagnosis = read.diagnosis;
        snprintf(causes + strlen(causes), sizeof causes - strlen(causes), "%s%s",
                 fitting ? " Or: " : " ", read.text);
        fitting++;
    }
    if (fitting == 0 || fitting > 2)
        return;
    fail(fitting == 1 && diagnosis ? diagnosis : "index-past-array",
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
