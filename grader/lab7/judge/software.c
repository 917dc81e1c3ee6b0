/* Lab 7, step 6: what fetch_software returns at a point: as asked, and with what people do
 * otherwise there (families, family.c). */
#include "points.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    SOFT_VALUE,
    SOFT_SHIFT,
    SOFT_SHIFT_X,
    SOFT_ORDER = 5,
    SOFT_SCALE,
    SOFT_ROUNDING,
    SOFT_EDGE,
    SOFT_CELL,
    SOFT_WEIGHT,
    SOFT_WEIGHT_X,
    SOFT_FRACTIONS = 14,
    SOFT_FORMULA,
    SOFT_NODES,
    SOFT_PLACE,
    SOFT_MIRROR,
    SOFT_DIMENSIONS
};

/* The sentence of a line that a loop makes, printed once. */
typedef char sentence[240];
__attribute__((format(printf, 2, 3))) static const char *said(sentence text, const char *format,
                                                              ...) {
    va_list arguments;
    va_start(arguments, format);
    if (!*text)
        vsnprintf(text, sizeof(sentence), format, arguments);
    va_end(arguments);
    return text;
}

#define HALF_NODE(how, where)                                                                      \
    "Your samples are the right ones, half a node " how where ": the half texel belongs to tex3D " \
    "alone. In software node i lies at grid coordinate i; leave the 0.5f out."
#define WHOLE_NODE(how, where)                                                                     \
    "Your samples are the right ones, a whole node " how where ": node i lies at grid coordinate " \
    "i, and the nodes about a point are i = floor(u) and i + 1."
/* What is added to a coordinate. */
static double shift_along(struct choice *c, int axis) {
#define ALONG(what, how)                                                                           \
    ((const char *const[]){what(how, " along x"), what(how, " along y"),                           \
                           what(how, " along z")})[axis]
    INSTEAD(0.5, "half-texel-in-software", ALONG(HALF_NODE, "too far"));
    INSTEAD(-0.5, "half-texel-in-software", ALONG(HALF_NODE, "too early"));
    INSTEAD(1, "cell-x-minus-1", ALONG(WHOLE_NODE, "too far"));
    INSTEAD(-1, "cell-x-minus-1", ALONG(WHOLE_NODE, "too early"));
    ASKED(0);
#undef ALONG
}
static double shift_of(struct choice *c, double along) {
    INSTEAD(0.5, "half-texel-in-software", HALF_NODE("too far", ""));
    INSTEAD(-0.5, "half-texel-in-software", HALF_NODE("too early", ""));
    INSTEAD(1, "cell-x-minus-1", WHOLE_NODE("too far", ""));
    INSTEAD(-1, "cell-x-minus-1", WHOLE_NODE("too early", ""));
    ASKED(along);
}

static double value_at(struct choice *c, const struct grid *g, const double u[3],
                       double interpolated) {
    const double in_texels[3] = {u[0] + 0.5, u[1] + 0.5, u[2] + 0.5};
    INSTEAD(0, NULL, "Every sample is 0, whatever the grid holds there.");
    INSTEAD(
        texture_value(g, (struct settings){0}, in_texels), "technique-missing",
        "These samples have the texture unit's weights, in steps of 1/256. Step 6 interpolates on its "
        "own, in full float precision.");
    INSTEAD(function_at(g, u), "technique-missing",
            "The samples are those of the function func itself, at the point: what "
            "the grid holds is to be read and interpolated.");
    ASKED(interpolated);
}

#define MOVE                                                                                       \
    "Move each coordinate into 0 .. size - 1 first: a point outside has the value of the cube's "  \
    "nearest point."
/* A coordinate moved into the cube; NAN: the sample is 0. */
static double moved(struct choice *c, double p, int size) {
    const double low = fmax(p, 0), both = fmin(low, size - 1);
    INSTEAD(p < 0 || p > size - 1 ? NAN : both, "outside-not-clamped",
            "Outside the cube your samples are 0. " MOVE);
    INSTEAD(p < 0 || p >= size - 1 ? NAN : both, "outside-not-clamped",
            "On the upper faces and outside the cube your samples are 0. " MOVE
            " Node size - 1 belongs to the last cell, which begins at node size - 2.");
    INSTEAD(p, "outside-not-clamped", "Outside the cube the last cell's slope goes on. " MOVE);
    INSTEAD(fmin(p, size - 1), "outside-not-clamped",
            "Below the cube the first cell's slope goes on. " MOVE);
    INSTEAD(low, "outside-not-clamped", "Above the cube the last cell's slope goes on. " MOVE);
    INSTEAD(p - (size - 1) * floor(p / (size - 1)), "outside-not-clamped",
            "Outside the cube the grid begins again at its other face. " MOVE);
    INSTEAD(fmin(low, size), "outside-not-clamped",
            "Coordinates are moved into 0 .. size, so that above the upper face "
            "the last cell's slope goes "
            "on for a node; the last node is size - 1. " MOVE);
    INSTEAD(fmin(low, size - 2), "outside-not-clamped",
            "Coordinates are moved into 0 .. size - 2, so that the last cell has the "
            "value of its lower face: only the cell's number ends at size - 2. " MOVE);
    ASKED(both);
}

/* Its lower node, the next one that counts, so many on, and the fraction between. */
struct cell {
    int node, wide;
    double fraction;
};
static int in_cells(double node, int size) {
    return (int)node < 0 ? 0 : (int)node > size - 2 ? size - 2 : (int)node;
}
static struct cell cell_of(struct choice *c, double p, int size) {
    const int lower = in_cells(floor(p), size), nearest = in_cells(floor(p + 0.5), size),
              upper = in_cells(ceil(p), size), inner = lower < 1 ? 1 : lower;
    INSTEAD(
        ((struct cell){inner - 1, 2, p - inner}), "cell-x-minus-1",
        "The cell is taken from node i - 1 to node i + 1: the nodes about a point are i = floor(u) "
        "and i + 1, one apart.");
    INSTEAD(
        ((struct cell){inner - 1, 2, (p - (inner - 1)) / 2}), "cell-x-minus-1",
        "The cell is taken from node i - 1 to node i + 1, two wide: that is right on a linear field "
        "alone. The nodes about a point are i = floor(u) and i + 1.");
    INSTEAD(((struct cell){lower - 1, 1, p - lower}), "cell-x-minus-1",
            "The cell lies one node too low: the nodes about a point are i = floor(u) and i + 1.");
    INSTEAD(
        ((struct cell){nearest, 1, p - nearest}), "cell-rounded",
        "The cell begins at the nearest node, so that half of the fractions are negative: the nodes "
        "about a point are i = floor(u) and i + 1.");
    INSTEAD(((struct cell){lower + 1, 1, p - lower}), "cell-x-minus-1",
            "The cell lies one node too high: the nodes about a point are i = floor(u) and i + 1.");
    INSTEAD(
        ((struct cell){upper, 1, p - upper}), "cell-rounded",
        "The cell begins at the node above the point (ceil), so that the fractions are negative: the "
        "nodes about a point are i = floor(u) and i + 1.");
    ASKED(((struct cell){lower, 1, p - lower}));
}

/* A number as half precision holds it. */
static double as_half(double value) {
    int exponent;
    double mantissa = frexp(value, &exponent);
    return ldexp(nearbyint(ldexp(mantissa, 11)), exponent - 11);
}

#define STEPS_OF(steps, how)                                                                       \
    "The weights have steps of " steps ", and are " how                                            \
    " to one. In software the fraction is used in full float precision."
#define CURVED(curve)                                                                              \
    "the upper node's weight is " curve                                                            \
    ", f being the fraction: linear interpolation takes f itself, and (1 - f) for the lower node."
/* The upper node's weight, of the fraction f. */
static double weight_along(struct choice *c, int axis, double f) {
#define ALONG(text) ((const char *const[]){"Along x " text, "Along y " text, "Along z " text})[axis]
    INSTEAD(
        1 - f, "weights-exchanged",
        ALONG(
            "the weights of the two nodes are exchanged: (1 - f) belongs to the lower node, f to the upper one."));
    INSTEAD(
        0, "axis-not-interpolated",
        ALONG(
            "only the lower nodes count: interpolate between the eight nodes about the point, along all three axes."));
    INSTEAD(
        1, "axis-not-interpolated",
        ALONG(
            "only the upper nodes count: interpolate between the eight nodes about the point, along all three axes."));
    INSTEAD(
        0.5, "weights-one-eighth",
        ALONG(
            "each sample is the plain mean of its nodes: weigh each by the point's position in the cell, (1 - f) for the lower node and f for the upper one along each axis."));
    INSTEAD(
        f < 0.5 ? 0 : 1, "axis-not-interpolated",
        ALONG(
            "the nearer node alone counts: interpolate between the eight nodes about the point."));
    INSTEAD(f * f, "weights-squared",
            ALONG("the fraction is squared: the weights are (1 - f) and f."));
    INSTEAD(1 - (1 - f) * (1 - f), "weights-curved", ALONG(CURVED("1 - (1 - f)^2")));
    INSTEAD(f * f * f, "weights-curved", ALONG(CURVED("f^3")));
    INSTEAD(f * f * (3 - 2 * f), "weights-curved", ALONG(CURVED("3 f^2 - 2 f^3")));
    INSTEAD((1 - cos(M_PI * f)) / 2, "weights-curved", ALONG(CURVED("(1 - cos(pi f)) / 2")));
    INSTEAD(sqrt(fmax(f, 0)), "weights-curved", ALONG(CURVED("the root of f")));
    ASKED(f);
#undef ALONG
}
/* The same along all axes, of the coordinate u. */
static double weight_of(struct choice *c, double f, double u, double along) {
    INSTEAD(
        1 - f, "weights-exchanged",
        "The weights of lower and upper nodes are exchanged: (1 - f) belongs to the lower node, f to "
        "the upper one.");
    INSTEAD(
        0, "coordinate-truncated",
        "Each sample is the value of the cell's lower node: the coordinate is cut to a whole number, or "
        "the fraction is lost. Interpolate between the eight nodes about the point.");
    INSTEAD(
        1, "axis-not-interpolated",
        "Each sample is the value of the cell's upper node: interpolate between the eight nodes about "
        "the point.");
    INSTEAD(
        0.5, "weights-one-eighth",
        "Each sample is the plain mean of its eight nodes: weigh each by the point's position in the "
        "cell, (1 - f) for the lower node and f for the upper one along each axis.");
    INSTEAD(f < 0.5 ? 0 : 1, "coordinate-truncated",
            "Each sample is the value of the nearest node: interpolate between the eight about the "
            "point.");
    INSTEAD(f * f, "weights-squared", "The fractions are squared: the weights are (1 - f) and f.");
    INSTEAD(1 - (1 - f) * (1 - f), "weights-curved", "Along each axis " CURVED("1 - (1 - f)^2"));
    INSTEAD(f * f * f, "weights-curved", "Along each axis " CURVED("f^3"));
    INSTEAD(f * f * (3 - 2 * f), "weights-curved", "Along each axis " CURVED("3 f^2 - 2 f^3"));
    INSTEAD((1 - cos(M_PI * f)) / 2, "weights-curved",
            "Along each axis " CURVED("(1 - cos(pi f)) / 2"));
    INSTEAD(sqrt(fmax(f, 0)), "weights-curved", "Along each axis " CURVED("the root of f"));
    INSTEAD(
        floor(256 * f + 0.5) / 256, "fraction-not-float",
        "The weights have steps of 1/256, as the texture unit's. In software the fraction is used in "
        "full float precision.");
    INSTEAD(
        as_half(u) - (u - f), "fraction-not-float",
        "The fraction is taken from a coordinate in half precision, 11 bits: compute in full float "
        "precision.");
    INSTEAD(
        f - 0.5, "half-texel-in-software",
        "The fractions are u - (i + 0.5): the half texel belongs to tex3D alone. In software node i "
        "lies at grid coordinate i, and the fraction is u - i.");
    INSTEAD(
        f + 0.5, "half-texel-in-software",
        "The fractions are u - (i - 0.5): the half texel belongs to tex3D alone. In software node i "
        "lies at grid coordinate i, and the fraction is u - i.");
    INSTEAD(
        f - 1, "fraction-from-other-node",
        "The fractions are u - (i + 1), counted from the cell's upper node: from the lower one, u - "
        "i.");
    INSTEAD(floor(256 * f) / 256, "fraction-not-float", STEPS_OF("1/256", "cut down"));
    INSTEAD(floor(512 * f + 0.5) / 512, "fraction-not-float", STEPS_OF("1/512", "rounded"));
    INSTEAD(floor(512 * f) / 512, "fraction-not-float", STEPS_OF("1/512", "cut down"));
    ASKED(along);
}

#define BORROWED(to, from)                                                                         \
    "One axis is interpolated with the fraction of another: along " to " by that of " from "."
#define TAKEN(x, y, z)                                                                             \
    "Along x, y and z the fractions of " x ", " y " and " z                                        \
    " are taken, in this order: each axis has its own."
static struct axes fractions_of(struct choice *c) {
    INSTEAD(((struct axes){{1, 1, 2}}), "fraction-from-other-axis", BORROWED("x", "y"));
    INSTEAD(((struct axes){{2, 1, 2}}), "fraction-from-other-axis", BORROWED("x", "z"));
    INSTEAD(((struct axes){{0, 0, 2}}), "fraction-from-other-axis", BORROWED("y", "x"));
    INSTEAD(((struct axes){{0, 2, 2}}), "fraction-from-other-axis", BORROWED("y", "z"));
    INSTEAD(((struct axes){{0, 1, 0}}), "fraction-from-other-axis", BORROWED("z", "x"));
    INSTEAD(((struct axes){{0, 1, 1}}), "fraction-from-other-axis", BORROWED("z", "y"));
    INSTEAD(((struct axes){{2, 1, 0}}), "fraction-from-other-axis",
            "The fractions of x and z are exchanged, their nodes are not.");
    INSTEAD(((struct axes){{0, 2, 1}}), "fraction-from-other-axis",
            "The fractions of y and z are exchanged, their nodes are not.");
    INSTEAD(((struct axes){{1, 0, 2}}), "fraction-from-other-axis",
            "The fractions of x and y are exchanged, their nodes are not.");
    INSTEAD(((struct axes){{0, 0, 0}}), "fraction-from-other-axis", TAKEN("x", "x", "x"));
    INSTEAD(((struct axes){{1, 1, 1}}), "fraction-from-other-axis", TAKEN("y", "y", "y"));
    INSTEAD(((struct axes){{2, 2, 2}}), "fraction-from-other-axis", TAKEN("z", "z", "z"));
    INSTEAD(((struct axes){{1, 2, 0}}), "fraction-from-other-axis", TAKEN("y", "z", "x"));
    INSTEAD(((struct axes){{2, 0, 1}}), "fraction-from-other-axis", TAKEN("z", "x", "y"));
    INSTEAD(((struct axes){{1, 0, 0}}), "fraction-from-other-axis", TAKEN("y", "x", "x"));
    INSTEAD(((struct axes){{1, 0, 1}}), "fraction-from-other-axis", TAKEN("y", "x", "y"));
    INSTEAD(((struct axes){{0, 0, 1}}), "fraction-from-other-axis", TAKEN("x", "x", "y"));
    INSTEAD(((struct axes){{0, 2, 0}}), "fraction-from-other-axis", TAKEN("x", "z", "x"));
    INSTEAD(((struct axes){{2, 0, 0}}), "fraction-from-other-axis", TAKEN("z", "x", "x"));
    INSTEAD(((struct axes){{2, 2, 0}}), "fraction-from-other-axis", TAKEN("z", "z", "x"));
    INSTEAD(((struct axes){{1, 1, 0}}), "fraction-from-other-axis", TAKEN("y", "y", "x"));
    INSTEAD(((struct axes){{1, 2, 1}}), "fraction-from-other-axis", TAKEN("y", "z", "y"));
    INSTEAD(((struct axes){{1, 2, 2}}), "fraction-from-other-axis", TAKEN("y", "z", "z"));
    INSTEAD(((struct axes){{2, 0, 2}}), "fraction-from-other-axis", TAKEN("z", "x", "z"));
    INSTEAD(((struct axes){{2, 1, 1}}), "fraction-from-other-axis", TAKEN("z", "y", "y"));
    INSTEAD(((struct axes){{2, 2, 1}}), "fraction-from-other-axis", TAKEN("z", "z", "y"));
    ASKED(((struct axes){{0, 1, 2}}));
}

/* What becomes of two neighbours a and b: a * (one of these) + b * (another), t being the fraction.
 */
enum part { OF_NOTHING, OF_ALL, OF_T, OF_REST, OF_MORE, OF_MINUS, OF_LESS, PARTS };
static const char *const part_names[PARTS] = {"0", "1", "t", "(1 - t)", "(1 + t)", "-t", "(t - 1)"};
static double part_of(enum part part, double t) {
    const double parts[PARTS] = {0, 1, t, 1 - t, 1 + t, -t, t - 1};
    return parts[part];
}
struct formula {
    enum part of[2];
};
/* Is it what the family has already: the law, one node alone, both exchanged, or nothing? */
static bool is_known(enum part a, enum part b) {
    return (a == OF_REST && b == OF_T) || (a == OF_T && b == OF_REST) ||
           (a <= OF_ALL && b <= OF_ALL && (a == OF_NOTHING || b == OF_NOTHING));
}
static struct formula formula_of(struct choice *c) {
    static sentence texts[PARTS][PARTS];
    for (enum part a = OF_NOTHING; a < PARTS; a++)
        for (enum part b = OF_NOTHING; b < PARTS; b++)
            if (!is_known(a, b))
                INSTEAD(
                    ((struct formula){{a, b}}), "weights-not-one",
                    said(
                        texts[a][b],
                        "Between two nodes a and b your samples are %s * a + %s * b, with t for the fraction: it is (1 - t) * a + t * b, or a + t * (b - a).",
                        part_names[a], part_names[b]));
    ASKED(((struct formula){{OF_REST, OF_T}}));
}

/* ---- the eight nodes: copied lines, and strides ---- */

static const char *const node_names[8] = {"node (i, j, k)",         "node (i + 1, j, k)",
                                          "node (i, j + 1, k)",     "node (i + 1, j + 1, k)",
                                          "node (i, j, k + 1)",     "node (i + 1, j, k + 1)",
                                          "node (i, j + 1, k + 1)", "node (i + 1, j + 1, k + 1)"};
#define R00 "the row at (j, k)"
#define R10 "the row at (j + 1, k)"
#define R01 "the row at (j, k + 1)"
#define R11 "the row at (j + 1, k + 1)"
static const char *const row_names[4] = {R00, R10, R01, R11};
#define STEP(axis, by, is)                                                                         \
    "The nodes at " axis " + 1 are taken " by " elements behind those at " axis ": it is " is      \
    " on, for node (i, j, k) is element (k * size + j) * size + i."
#define BASE(what)                                                                                 \
    "The cell's first node is taken at element " what                                              \
    ": node (i, j, k) is element (k * size + j) * size + i."
#define BOTH "size * size + size"
#define ELSEWHERE(row, by, is)                                                                     \
    "Of " row ", and of no other, the nodes are taken " by                                         \
    " elements behind those of the cell's first row: it is " is                                    \
    " on, for node (i, j, k) is element (k * size + j) * size + i."
#define ROWS_OF(is)                                                                                \
    "Node (i, j, k) is taken at element " is ": it is element (k * size + j) * size + i."

/* Which nodes a cell is made of: one of the eight for each, or elements by their address, where one
 * row may lie elsewhere. */
struct nodes_read {
    bool by_address;
    int of[8], row;
    long first, base, step[3], on;
};
static struct nodes_read node_taken(struct nodes_read read, int to, int from) {
    read.of[to] = from;
    return read;
}
static struct nodes_read row_taken(struct nodes_read read, int to, int from) {
    for (int side = 0; side < 2; side++)
        read.of[2 * to + side] = 2 * from + side;
    return read;
}
static struct nodes_read based(struct nodes_read read, long base) {
    read.by_address = true;
    read.base = base;
    return read;
}
static struct nodes_read stepped(struct nodes_read read, int axis, long by) {
    read.step[axis] = by;
    return based(read, read.base);
}
static struct nodes_read strided(struct nodes_read read, const int cell[3], long row, long layer) {
    read.step[1] = row;
    read.step[2] = layer;
    return based(read, cell[2] * layer + cell[1] * row + cell[0]);
}
static struct nodes_read moved_row(struct nodes_read read, int row, long on) {
    read.row = row;
    read.on = on;
    return based(read, read.base);
}

static struct nodes_read nodes_of(struct choice *c, const int cell[3], long size) {
    static sentence node_texts[8][8], row_texts[4][4];
    static const char twice[] =
        "Where %s of the cell belongs, %s is taken once more: each of the eight nodes about the point counts once.";
    const long layer = size * size, i = cell[0], j = cell[1], k = cell[2],
               first = (k * size + j) * size + i;
    const struct nodes_read read = {.of = {0, 1, 2, 3, 4, 5, 6, 7},
                                    .row = -1,
                                    .first = first,
                                    .base = first,
                                    .step = {1, size, layer}};
    for (int to = 0; to < 8; to++)
        for (int from = 0; from < 8; from++)
            if (from != to)
                INSTEAD(node_taken(read, to, from), "node-taken-twice",
                        said(node_texts[to][from], twice, node_names[to], node_names[from]));
    for (int to = 0; to < 4; to++)
        for (int from = 0; from < 4; from++)
            if (from != to)
                INSTEAD(row_taken(read, to, from), "node-taken-twice",
                        said(row_texts[to][from], twice, row_names[to], row_names[from]));
    INSTEAD(stepped(read, 2, size), "wrong-stride", STEP("k", "size", "size * size"));
    INSTEAD(stepped(read, 2, 1), "wrong-stride", STEP("k", "1", "size * size"));
    INSTEAD(stepped(read, 2, 2 * size), "wrong-stride", STEP("k", "2 * size", "size * size"));
    INSTEAD(stepped(read, 2, layer + size), "wrong-stride",
            STEP("k", "size * size + size", "size * size"));
    INSTEAD(stepped(read, 2, layer - size), "wrong-stride",
            STEP("k", "size * size - size", "size * size"));
    INSTEAD(stepped(read, 2, layer + 1), "wrong-stride",
            STEP("k", "size * size + 1", "size * size"));
    INSTEAD(stepped(read, 1, 1), "wrong-stride", STEP("j", "1", "size"));
    INSTEAD(stepped(read, 1, layer), "wrong-stride", STEP("j", "size * size", "size"));
    INSTEAD(stepped(read, 1, size + 1), "wrong-stride", STEP("j", "size + 1", "size"));
    INSTEAD(stepped(read, 1, size - 1), "wrong-stride", STEP("j", "size - 1", "size"));
    INSTEAD(stepped(read, 1, 2 * size), "wrong-stride", STEP("j", "2 * size", "size"));
    INSTEAD(stepped(read, 0, size), "wrong-stride", STEP("i", "size", "1"));
    INSTEAD(stepped(read, 0, layer), "wrong-stride", STEP("i", "size * size", "1"));
    INSTEAD(stepped(read, 0, 2), "wrong-stride", STEP("i", "2", "1"));
    INSTEAD(based(read, (k + j) * size + i), "wrong-stride", BASE("k * size + j * size + i"));
    INSTEAD(based(read, k * layer + j + i), "wrong-stride", BASE("k * size * size + j + i"));
    INSTEAD(based(read, k + j * size + i), "wrong-stride", BASE("k + j * size + i"));
    INSTEAD(based(read, j * size + i), "wrong-stride", BASE("j * size + i"));
    INSTEAD(based(read, k * layer + i), "wrong-stride", BASE("k * size * size + i"));
    INSTEAD(based(read, (k * (size - 1) + j) * (size - 1) + i), "wrong-stride",
            BASE("(k * (size - 1) + j) * (size - 1) + i"));
    INSTEAD(based(read, (k * (size + 1) + j) * (size + 1) + i), "wrong-stride",
            BASE("(k * (size + 1) + j) * (size + 1) + i"));
    INSTEAD(based(read, (k * (size - 1) + j) * size + i), "wrong-stride",
            BASE("(k * (size - 1) + j) * size + i"));
    INSTEAD(strided(read, cell, size - 1, (size - 1) * (size - 1)), "wrong-stride",
            ROWS_OF("(k * (size - 1) + j) * (size - 1) + i"));
    INSTEAD(strided(read, cell, size + 1, (size + 1) * (size + 1)), "wrong-stride",
            ROWS_OF("(k * (size + 1) + j) * (size + 1) + i"));
    INSTEAD(strided(read, cell, size, size * (size - 1)), "wrong-stride",
            ROWS_OF("(k * (size - 1) + j) * size + i"));
    INSTEAD(strided(read, cell, size, size * (size + 1)), "wrong-stride",
            ROWS_OF("(k * (size + 1) + j) * size + i"));
    INSTEAD(strided(read, cell, size - 1, layer), "wrong-stride",
            ROWS_OF("k * size * size + j * (size - 1) + i"));
    INSTEAD(strided(read, cell, size + 1, layer), "wrong-stride",
            ROWS_OF("k * size * size + j * (size + 1) + i"));
    INSTEAD(strided(read, cell, size, layer * size), "wrong-stride",
            ROWS_OF("k * size * size * size + j * size + i"));
    INSTEAD(strided(read, cell, layer, layer * size), "wrong-stride",
            ROWS_OF("k * size * size * size + j * size * size + i"));
    INSTEAD(strided(read, cell, size, size), "wrong-stride", ROWS_OF("k * size + j * size + i"));
    INSTEAD(strided(read, cell, layer, layer), "wrong-stride",
            ROWS_OF("k * size * size + j * size * size + i"));
    INSTEAD(strided(read, cell, size, 1), "wrong-stride", ROWS_OF("k + j * size + i"));
    INSTEAD(strided(read, cell, 1, layer), "wrong-stride", ROWS_OF("k * size * size + j + i"));
    INSTEAD(strided(read, cell, size, 0), "wrong-stride", ROWS_OF("j * size + i"));
    INSTEAD(strided(read, cell, 0, layer), "wrong-stride", ROWS_OF("k * size * size + i"));
    INSTEAD(moved_row(read, 1, 1), "wrong-stride", ELSEWHERE(R10, "1", "size"));
    INSTEAD(moved_row(read, 1, 2 * size), "wrong-stride", ELSEWHERE(R10, "2 * size", "size"));
    INSTEAD(moved_row(read, 1, size + 1), "wrong-stride", ELSEWHERE(R10, "size + 1", "size"));
    INSTEAD(moved_row(read, 1, size - 1), "wrong-stride", ELSEWHERE(R10, "size - 1", "size"));
    INSTEAD(moved_row(read, 2, 1), "wrong-stride", ELSEWHERE(R01, "1", "size * size"));
    INSTEAD(moved_row(read, 2, 2 * size), "wrong-stride",
            ELSEWHERE(R01, "2 * size", "size * size"));
    INSTEAD(moved_row(read, 2, layer + 1), "wrong-stride",
            ELSEWHERE(R01, "size * size + 1", "size * size"));
    INSTEAD(moved_row(read, 2, 2 * layer), "wrong-stride",
            ELSEWHERE(R01, "2 * size * size", "size * size"));
    INSTEAD(moved_row(read, 3, 1), "wrong-stride", ELSEWHERE(R11, "1", BOTH));
    INSTEAD(moved_row(read, 3, size + 1), "wrong-stride", ELSEWHERE(R11, "size + 1", BOTH));
    INSTEAD(moved_row(read, 3, 2 * size), "wrong-stride", ELSEWHERE(R11, "2 * size", BOTH));
    INSTEAD(moved_row(read, 3, layer + 1), "wrong-stride", ELSEWHERE(R11, "size * size + 1", BOTH));
    INSTEAD(moved_row(read, 3, 2 * layer), "wrong-stride", ELSEWHERE(R11, "2 * size * size", BOTH));
    INSTEAD(moved_row(read, 3, layer + 2 * size), "wrong-stride",
            ELSEWHERE(R11, "size * size + 2 * size", BOTH));
    ASKED(read);
}

/* The node at a corner of the cell; NAN outside the grid. */
static double corner_node(const struct grid *grid, const int cell[3], int wide, int corner,
                          const struct nodes_read *read) {
    const long size = grid->size;
    long element = read->base;
    if (!read->by_address) {
        corner = read->of[corner];
        return grid_value(grid, cell[0] + (corner & 1) * wide, cell[1] + (corner >> 1 & 1) * wide,
                          cell[2] + (corner >> 2) * wide);
    }
    for (int axis = 0; axis < 3; axis++)
        element += (corner >> axis & 1) * read->step[axis];
    if (corner >> 1 == read->row)
        element = read->first + (corner & 1) + read->on;
    return element >= 0 && element < size * size * size ? (double)grid->values[element] : NAN;
}

/* ---- one place of the formula: a line copied and not changed throughout ---- */

/* The two other axes of each. */
static const int others_of[3][2] = {{1, 2}, {0, 2}, {0, 1}};

/* In the weight of each corner, along each axis: whose fraction, and which node's factor; and the
 * corner that is left out, or -1. */
struct factors {
    signed char from[8][3], side[8][3], without;
};

/* Along `axis` the fraction of another, where one, other, or both of the other indices are that
 * (-1: any). */
static struct factors borrowed(struct factors f, int axis, int from, int one, int other) {
    for (int corner = 0; corner < 8; corner++)
        if ((one < 0 || (corner >> others_of[axis][0] & 1) == one) &&
            (other < 0 || (corner >> others_of[axis][1] & 1) == other))
            f.from[corner][axis] = (signed char)from;
    return f;
}
/* The fractions of the two other axes exchanged where index `of` is that. */
static struct factors exchanged(struct factors f, int left_out, int of, int side) {
    const int *axes = others_of[left_out];
    for (int corner = 0; corner < 8; corner++)
        if ((corner >> of & 1) == side) {
            f.from[corner][axes[0]] = (signed char)axes[1];
            f.from[corner][axes[1]] = (signed char)axes[0];
        }
    return f;
}
static struct factors other_side(struct factors f, int corner, int axis) {
    f.side[corner][axis] = !f.side[corner][axis];
    return f;
}
static struct factors other_fraction(struct factors f, int corner, int axis, int from) {
    f.from[corner][axis] = (signed char)from;
    return f;
}
static struct factors left_out(struct factors f, int corner) {
    f.without = (signed char)corner;
    return f;
}

static struct factors factors_of(struct choice *c) {
    /* Where a fraction may be borrowed: both other indices, or one. */
    static const struct {
        int one, other;
        const char *where[3]; /* of each axis */
    } places[8] = {{0, 0, {"j and k", "i and k", "i and j"}},
                   {1, 0, {"j + 1 and k", "i + 1 and k", "i + 1 and j"}},
                   {0, 1, {"j and k + 1", "i and k + 1", "i and j + 1"}},
                   {1, 1, {"j + 1 and k + 1", "i + 1 and k + 1", "i + 1 and j + 1"}},
                   {-1, 0, {"k", "k", "j"}},
                   {-1, 1, {"k + 1", "k + 1", "j + 1"}},
                   {0, -1, {"j", "i", "i"}},
                   {1, -1, {"j + 1", "i + 1", "i + 1"}}};
    static const char *const pairs[3] = {"y and z", "x and z", "x and y"};
    static sentence borrowing[3][8][2], exchanging[3][6], sides[8][3], slips[8][3][2], without[8];
    struct factors asked = {.without = -1};
    for (int corner = 0; corner < 8; corner++)
        for (int axis = 0; axis < 3; axis++) {
            asked.from[corner][axis] = (signed char)axis;
            asked.side[corner][axis] = corner >> axis & 1;
        }
    for (int axis = 0; axis < 3; axis++)
        for (int place = 0; place < 8; place++)
            for (int o = 0; o < 2; o++)
                INSTEAD(
                    borrowed(asked, axis, others_of[axis][o], places[place].one,
                             places[place].other),
                    "fraction-from-other-axis",
                    said(
                        borrowing[axis][place][o],
                        "Between the nodes with %s, and only there, %c is interpolated with the fraction of %c.",
                        places[place].where[axis], 'x' + axis, 'x' + others_of[axis][o]));
    for (int axis = 0; axis < 3; axis++)
        for (int half = 0; half < 6; half++)
            INSTEAD(
                exchanged(asked, axis, half / 2, half % 2), "fraction-from-other-axis",
                said(
                    exchanging[axis][half],
                    "Of the nodes with %c%s, and only of these, the fractions of %s are exchanged.",
                    'i' + half / 2, half % 2 ? " + 1" : "", pairs[axis]));
    for (int corner = 0; corner < 8; corner++) {
        for (int axis = 0; axis < 3; axis++) {
            INSTEAD(
                other_side(asked, corner, axis), "weights-exchanged",
                said(
                    sides[corner][axis],
                    "In the weight of %s, and only there, the factor along %c is the other node's: (1 - f) belongs to a lower node, f to an upper one.",
                    node_names[corner], 'x' + axis));
            for (int o = 0; o < 2; o++)
                INSTEAD(
                    other_fraction(asked, corner, axis, others_of[axis][o]),
                    "fraction-from-other-axis",
                    said(
                        slips[corner][axis][o],
                        "In the weight of %s, and only there, the fraction of %c stands where that of %c belongs.",
                        node_names[corner], 'x' + others_of[axis][o], 'x' + axis));
        }
        INSTEAD(left_out(asked, corner), "node-missing",
                said(without[corner], "The sum lacks %s: all eight nodes about the point count.",
                     node_names[corner]));
    }
    ASKED(asked);
}

/* ---- the sample ---- */

static double interpolated(const struct grid *g, const double u[3], struct choice *choices) {
    const int size = g->size;
    const struct axes order = order_of(&choices[SOFT_ORDER]),
                      from = fractions_of(&choices[SOFT_FRACTIONS]);
    const struct sides sides = sides_of(&choices[SOFT_MIRROR]);
    int cell[3], wide = 1;
    bool zero = false;
    double fraction[3], weight[3], at[3], sum = 0;
    for (int axis = 0; axis < 3; axis++) {
        const int by = order.of[axis];
        const struct scaled p = scaled(
            &choices[SOFT_SCALE], sides.turned[by] ? size - 1 - u[by] : u[by], size, g->radius);
        const double shift =
            shift_of(&choices[SOFT_SHIFT], shift_along(&choices[SOFT_SHIFT_X + axis], axis));
        at[axis] = moved(&choices[SOFT_EDGE],
                         (rounded(&choices[SOFT_ROUNDING], p.at) + shift) / p.by, size);
        zero |= isnan(at[axis]);
        const struct cell found = cell_of(&choices[SOFT_CELL], zero ? 0 : at[axis], size);
        cell[axis] = found.node;
        wide = found.wide;
        fraction[axis] = found.fraction;
    }
    for (int axis = 0; axis < 3; axis++) {
        const double f = fraction[from.of[axis]];
        weight[axis] = weight_of(&choices[SOFT_WEIGHT], f, at[from.of[axis]],
                                 weight_along(&choices[SOFT_WEIGHT_X + axis], axis, f));
    }
    const struct formula formula = formula_of(&choices[SOFT_FORMULA]);
    const struct nodes_read read = nodes_of(&choices[SOFT_NODES], cell, size);
    const struct factors factors = factors_of(&choices[SOFT_PLACE]);
    for (int corner = 0; corner < 8; corner++) {
        double product = 1;
        for (int axis = 0; axis < 3; axis++)
            product *= corner == factors.without ? 0
                                                 : part_of(formula.of[factors.side[corner][axis]],
                                                           weight[factors.from[corner][axis]]);
        sum += product * corner_node(g, cell, wide, corner, &read);
    }
    return value_at(&choices[SOFT_VALUE], g, u, zero ? 0 : sum);
}
const struct point_family software_family = {SOFT_DIMENSIONS, 2, SOFT_NODES, interpolated};
