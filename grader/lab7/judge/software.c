/* Lab 7, step 6: what fetch_software returns at a point: as asked, and with what people do
 * otherwise there (families, family.c). */
#include "points.h"

#include <math.h>

static int clamp_index(int i, int size) {
    return i < 0 ? 0 : i >= size ? size - 1 : i;
}

static double node(const struct grid *grid, int i, int j, int k) {
    int n = grid->size;
    return (double)
        grid->values[((size_t)clamp_index(k, n) * n + clamp_index(j, n)) * n + clamp_index(i, n)];
}

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

#define HALF_NODE(how, where)                                                                      \
    "Your samples are the right ones, half a node " how where ": the half texel belongs to tex3D " \
    "alone. In software node i lies at grid coordinate i; leave the 0.5f out."
#define WHOLE_NODE(how, where)                                                                     \
    "Your samples are the right ones, a whole node " how where ": node i lies at grid coordinate " \
    "i, and the nodes about a point are i = floor(u) and i + 1."
#define SHIFTS(where)                                                                              \
    {                                                                                              \
        {"half-texel-in-software", HALF_NODE("too far", where)},                                   \
            {"half-texel-in-software", HALF_NODE("too early", where)},                             \
            {"cell-x-minus-1", WHOLE_NODE("too far", where)}, {                                    \
            "cell-x-minus-1", WHOLE_NODE("too early", where)                                       \
        }                                                                                          \
    }
static const double shifts[5] = {0, 0.5, -0.5, 1, -1};
static const struct deviation shift_all[] = SHIFTS(""), shift_x[] = SHIFTS(" along x"),
                              shift_y[] = SHIFTS(" along y"), shift_z[] = SHIFTS(" along z");

static const struct deviation software_values[] = {
    {NULL, "Every sample is 0, whatever the grid holds there."},
    {"technique-missing",
     "These samples have the texture unit's weights, in steps of 1/256. Step 6 interpolates on its "
     "own, in full float precision."},
    {"technique-missing", "The samples are those of the function func itself, at the point: what "
                          "the grid holds is to be read and interpolated."}};

enum {
    EDGE_ZERO = 1,   /* 0 outside the cube */
    EDGE_ZERO_FACES, /* 0 where the upper node of the last cell is no node */
    EDGE_FREE,       /* not moved: the cell at the edge goes on */
    EDGE_FREE_BELOW,
    EDGE_FREE_ABOVE,
    EDGE_WRAP,
    EDGE_PAST, /* moved into 0 .. size, in the last cell */
    EDGE_SHORT /* into 0 .. size - 2 */
};
#define MOVE                                                                                       \
    "Move each coordinate into 0 .. size - 1 first: a point outside has the value of the cube's "  \
    "nearest point."
static const struct deviation edge_deviations[] = {
    {"outside-not-clamped", "Outside the cube your samples are 0. " MOVE},
    {"outside-not-clamped",
     "On the upper faces and outside the cube your samples are 0. " MOVE
     " Node size - 1 belongs to the last cell, which begins at node size - 2."},
    {"outside-not-clamped", "Outside the cube the last cell's slope goes on. " MOVE},
    {"outside-not-clamped", "Below the cube the first cell's slope goes on. " MOVE},
    {"outside-not-clamped", "Above the cube the last cell's slope goes on. " MOVE},
    {"outside-not-clamped", "Outside the cube the grid begins again at its other face. " MOVE},
    {"outside-not-clamped", "Coordinates are moved into 0 .. size, so that above the upper face "
                            "the last cell's slope goes "
                            "on for a node; the last node is size - 1. " MOVE},
    {"outside-not-clamped",
     "Coordinates are moved into 0 .. size - 2, so that the last cell has the "
     "value of its lower face: only the cell's number ends at size - 2. " MOVE}};

enum { CELL_BEFORE = 1, CELL_WIDE, CELL_SHIFTED, CELL_NEAREST, CELL_UPPER, CELL_CEILING };
static const struct deviation cell_deviations[] = {
    {"cell-x-minus-1",
     "The cell is taken from node i - 1 to node i + 1: the nodes about a point are i = floor(u) "
     "and i + 1, one apart."},
    {"cell-x-minus-1",
     "The cell is taken from node i - 1 to node i + 1, two wide: that is right on a linear field "
     "alone. The nodes about a point are i = floor(u) and i + 1."},
    {"cell-x-minus-1",
     "The cell lies one node too low: the nodes about a point are i = floor(u) and i + 1."},
    {"cell-rounded",
     "The cell begins at the nearest node, so that half of the fractions are negative: the nodes "
     "about a point are i = floor(u) and i + 1."},
    {"cell-x-minus-1",
     "The cell lies one node too high: the nodes about a point are i = floor(u) and i + 1."},
    {"cell-rounded",
     "The cell begins at the node above the point (ceil), so that the fractions are negative: the "
     "nodes about a point are i = floor(u) and i + 1."}};

enum {
    WEIGHT_EXCHANGED = 1,
    WEIGHT_LOWER,
    WEIGHT_UPPER,
    WEIGHT_HALF,
    WEIGHT_ROUNDED,
    WEIGHT_SQUARE,
    WEIGHT_BULGE,
    WEIGHT_CUBE,
    WEIGHT_SMOOTH,
    WEIGHT_COSINE,
    WEIGHT_ROOT,
    WEIGHT_COARSE,
    WEIGHT_FLOAT16,
    WEIGHT_EARLY,
    WEIGHT_LATE,
    WEIGHT_UPPER_FROM,
    WEIGHT_CUT_256,
    WEIGHT_ROUND_512,
    WEIGHT_CUT_512
};
#define STEPS_OF(steps, how)                                                                       \
    {                                                                                              \
        "fraction-not-float", "The weights have steps of " steps ", and are " how                  \
                              " to one. In software the fraction is used in full float precision." \
    }
#define CURVED(where, curve)                                                                       \
    {                                                                                              \
        "weights-curved",                                                                          \
            where "the upper node's weight is " curve ", f being the fraction: linear "            \
                  "interpolation takes f itself, and (1 - f) for the lower node."                  \
    }
#define CURVES(where)                                                                              \
    CURVED(where, "1 - (1 - f)^2"), CURVED(where, "f^3"), CURVED(where, "3 f^2 - 2 f^3"),          \
        CURVED(where, "(1 - cos(pi f)) / 2"), CURVED(where, "the root of f")
#define ONE_AXIS_ONLY(axis) "Along " axis " "
#define WEIGHTS(where, named)                                                                      \
    {                                                                                              \
        {"weights-exchanged",                                                                      \
         where "the weights of the two nodes are exchanged: (1 - f) belongs to "                   \
               "the lower node, f to the upper one."},                                             \
            {named,                                                                                \
             where "only the lower nodes count: interpolate between the eight nodes about the "    \
                   "point, along all three axes."},                                                \
            {named,                                                                                \
             where "only the upper nodes count: interpolate between the eight nodes about the "    \
                   "point, along all three axes."},                                                \
            {"weights-one-eighth", where                                                           \
             "each sample is the plain mean of its nodes: weigh each by the point's position in "  \
             "the cell, (1 - f) for the lower node and f for the upper one along each axis."},     \
            {named,                                                                                \
             where "the nearer node alone counts: interpolate between the eight nodes about the "  \
                   "point."},                                                                      \
            {"weights-squared", where "the fraction is squared: the weights are (1 - f) and f."},  \
            CURVES(where)                                                                          \
    }
static const struct deviation weight_x[] = WEIGHTS(ONE_AXIS_ONLY("x"), "axis-not-interpolated"),
                              weight_y[] = WEIGHTS(ONE_AXIS_ONLY("y"), "axis-not-interpolated"),
                              weight_z[] = WEIGHTS(ONE_AXIS_ONLY("z"), "axis-not-interpolated");
static const struct deviation weight_all[] = {
    {"weights-exchanged",
     "The weights of lower and upper nodes are exchanged: (1 - f) belongs to the lower node, f to "
     "the upper one."},
    {"coordinate-truncated",
     "Each sample is the value of the cell's lower node: the coordinate is cut to a whole number, or "
     "the fraction is lost. Interpolate between the eight nodes about the point."},
    {"axis-not-interpolated",
     "Each sample is the value of the cell's upper node: interpolate between the eight nodes about "
     "the point."},
    {"weights-one-eighth",
     "Each sample is the plain mean of its eight nodes: weigh each by the point's position in the "
     "cell, (1 - f) for the lower node and f for the upper one along each axis."},
    {"coordinate-truncated",
     "Each sample is the value of the nearest node: interpolate between the eight about the "
     "point."},
    {"weights-squared", "The fractions are squared: the weights are (1 - f) and f."},
    CURVES("Along each axis "),
    {"fraction-not-float",
     "The weights have steps of 1/256, as the texture unit's. In software the fraction is used in "
     "full float precision."},
    {"fraction-not-float",
     "The fraction is taken from a coordinate in half precision, 11 bits: compute in full float "
     "precision."},
    {"half-texel-in-software",
     "The fractions are u - (i + 0.5): the half texel belongs to tex3D alone. In software node i "
     "lies at grid coordinate i, and the fraction is u - i."},
    {"half-texel-in-software",
     "The fractions are u - (i - 0.5): the half texel belongs to tex3D alone. In software node i "
     "lies at grid coordinate i, and the fraction is u - i."},
    {"fraction-from-other-node",
     "The fractions are u - (i + 1), counted from the cell's upper node: from the lower one, u - "
     "i."},
    STEPS_OF("1/256", "cut down"),
    STEPS_OF("1/512", "rounded"),
    STEPS_OF("1/512", "cut down")};

#define BORROWED(to, from)                                                                         \
    "One axis is interpolated with the fraction of another: along " to " by that of " from "."
#define TAKEN(x, y, z)                                                                             \
    {                                                                                              \
        "fraction-from-other-axis",                                                                \
            "Along x, y and z the fractions of " x ", " y " and " z " are taken, in this order: "  \
            "each axis has its own."                                                               \
    }
static const struct deviation fraction_deviations[] = {
    {"fraction-from-other-axis", BORROWED("x", "y")},
    {"fraction-from-other-axis", BORROWED("x", "z")},
    {"fraction-from-other-axis", BORROWED("y", "x")},
    {"fraction-from-other-axis", BORROWED("y", "z")},
    {"fraction-from-other-axis", BORROWED("z", "x")},
    {"fraction-from-other-axis", BORROWED("z", "y")},
    {"fraction-from-other-axis", "The fractions of x and z are exchanged, their nodes are not."},
    {"fraction-from-other-axis", "The fractions of y and z are exchanged, their nodes are not."},
    {"fraction-from-other-axis", "The fractions of x and y are exchanged, their nodes are not."},
    TAKEN("x", "x", "x"),
    TAKEN("y", "y", "y"),
    TAKEN("z", "z", "z"),
    TAKEN("y", "z", "x"),
    TAKEN("z", "x", "y"),
    TAKEN("y", "x", "x"),
    TAKEN("y", "x", "y"),
    TAKEN("x", "x", "y"),
    TAKEN("x", "z", "x"),
    TAKEN("z", "x", "x"),
    TAKEN("z", "z", "x"),
    TAKEN("y", "y", "x"),
    TAKEN("y", "z", "y"),
    TAKEN("y", "z", "z"),
    TAKEN("z", "x", "z"),
    TAKEN("z", "y", "y"),
    TAKEN("z", "z", "y")};
/* All there are: of three axes each takes one of three. */
static const int fractions[27][3] = {
    {0, 1, 2}, {1, 1, 2}, {2, 1, 2}, {0, 0, 2}, {0, 2, 2}, {0, 1, 0}, {0, 1, 1},
    {2, 1, 0}, {0, 2, 1}, {1, 0, 2}, {0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {1, 2, 0},
    {2, 0, 1}, {1, 0, 0}, {1, 0, 1}, {0, 0, 1}, {0, 2, 0}, {2, 0, 0}, {2, 2, 0},
    {1, 1, 0}, {1, 2, 1}, {1, 2, 2}, {2, 0, 2}, {2, 1, 1}, {2, 2, 1}};

/* What becomes of two neighbours a and b: a * (one of these) + b * (another), t being the fraction.
 */
enum { OF_NOTHING, OF_ALL, OF_T, OF_REST, OF_MORE, OF_MINUS, OF_LESS };
static double part_of(int part, double t) {
    const double parts[] = {0, 1, t, 1 - t, 1 + t, -t, t - 1};
    return parts[part];
}
#define FORMULA(a, b)                                                                              \
    {                                                                                              \
        "weights-not-one",                                                                         \
            "Between two nodes a and b your samples are " a " * a + " b " * b, with t for the "    \
            "fraction: it is (1 - t) * a + t * b, or a + t * (b - a)."                             \
    }
static const struct deviation formula_deviations[] = {FORMULA("0", "t"),
                                                      FORMULA("0", "(1 - t)"),
                                                      FORMULA("0", "(1 + t)"),
                                                      FORMULA("0", "-t"),
                                                      FORMULA("0", "(t - 1)"),
                                                      FORMULA("1", "1"),
                                                      FORMULA("1", "t"),
                                                      FORMULA("1", "(1 - t)"),
                                                      FORMULA("1", "(1 + t)"),
                                                      FORMULA("1", "-t"),
                                                      FORMULA("1", "(t - 1)"),
                                                      FORMULA("t", "0"),
                                                      FORMULA("t", "1"),
                                                      FORMULA("t", "t"),
                                                      FORMULA("t", "(1 + t)"),
                                                      FORMULA("t", "-t"),
                                                      FORMULA("t", "(t - 1)"),
                                                      FORMULA("(1 - t)", "0"),
                                                      FORMULA("(1 - t)", "1"),
                                                      FORMULA("(1 - t)", "(1 - t)"),
                                                      FORMULA("(1 - t)", "(1 + t)"),
                                                      FORMULA("(1 - t)", "-t"),
                                                      FORMULA("(1 - t)", "(t - 1)"),
                                                      FORMULA("(1 + t)", "0"),
                                                      FORMULA("(1 + t)", "1"),
                                                      FORMULA("(1 + t)", "t"),
                                                      FORMULA("(1 + t)", "(1 - t)"),
                                                      FORMULA("(1 + t)", "(1 + t)"),
                                                      FORMULA("(1 + t)", "-t"),
                                                      FORMULA("(1 + t)", "(t - 1)"),
                                                      FORMULA("-t", "0"),
                                                      FORMULA("-t", "1"),
                                                      FORMULA("-t", "t"),
                                                      FORMULA("-t", "(1 - t)"),
                                                      FORMULA("-t", "(1 + t)"),
                                                      FORMULA("-t", "-t"),
                                                      FORMULA("-t", "(t - 1)"),
                                                      FORMULA("(t - 1)", "0"),
                                                      FORMULA("(t - 1)", "1"),
                                                      FORMULA("(t - 1)", "t"),
                                                      FORMULA("(t - 1)", "(1 - t)"),
                                                      FORMULA("(t - 1)", "(1 + t)"),
                                                      FORMULA("(t - 1)", "-t"),
                                                      FORMULA("(t - 1)", "(t - 1)")};
static const int formulas[][2] = {
    {OF_REST, OF_T},        {OF_NOTHING, OF_T},    {OF_NOTHING, OF_REST}, {OF_NOTHING, OF_MORE},
    {OF_NOTHING, OF_MINUS}, {OF_NOTHING, OF_LESS}, {OF_ALL, OF_ALL},      {OF_ALL, OF_T},
    {OF_ALL, OF_REST},      {OF_ALL, OF_MORE},     {OF_ALL, OF_MINUS},    {OF_ALL, OF_LESS},
    {OF_T, OF_NOTHING},     {OF_T, OF_ALL},        {OF_T, OF_T},          {OF_T, OF_MORE},
    {OF_T, OF_MINUS},       {OF_T, OF_LESS},       {OF_REST, OF_NOTHING}, {OF_REST, OF_ALL},
    {OF_REST, OF_REST},     {OF_REST, OF_MORE},    {OF_REST, OF_MINUS},   {OF_REST, OF_LESS},
    {OF_MORE, OF_NOTHING},  {OF_MORE, OF_ALL},     {OF_MORE, OF_T},       {OF_MORE, OF_REST},
    {OF_MORE, OF_MORE},     {OF_MORE, OF_MINUS},   {OF_MORE, OF_LESS},    {OF_MINUS, OF_NOTHING},
    {OF_MINUS, OF_ALL},     {OF_MINUS, OF_T},      {OF_MINUS, OF_REST},   {OF_MINUS, OF_MORE},
    {OF_MINUS, OF_MINUS},   {OF_MINUS, OF_LESS},   {OF_LESS, OF_NOTHING}, {OF_LESS, OF_ALL},
    {OF_LESS, OF_T},        {OF_LESS, OF_REST},    {OF_LESS, OF_MORE},    {OF_LESS, OF_MINUS},
    {OF_LESS, OF_LESS}};

/* ---- the eight nodes: copied lines, and strides ---- */

#define N000 "node (i, j, k)"
#define N100 "node (i + 1, j, k)"
#define N010 "node (i, j + 1, k)"
#define N110 "node (i + 1, j + 1, k)"
#define N001 "node (i, j, k + 1)"
#define N101 "node (i + 1, j, k + 1)"
#define N011 "node (i, j + 1, k + 1)"
#define N111 "node (i + 1, j + 1, k + 1)"
#define R00 "the row at (j, k)"
#define R10 "the row at (j + 1, k)"
#define R01 "the row at (j, k + 1)"
#define R11 "the row at (j + 1, k + 1)"
#define TWICE_TAKEN(to, from)                                                                      \
    {                                                                                              \
        "node-taken-twice",                                                                        \
            "Where " to " of the cell belongs, " from " is taken once more: each of "              \
            "the eight nodes about the point counts once."                                         \
    }
#define STEP(axis, by, is)                                                                         \
    {                                                                                              \
        "wrong-stride",                                                                            \
            "The nodes at " axis " + 1 are taken " by " elements behind those at " axis            \
            ": it is " is " on, for node (i, j, k) is element (k * size + j) * size + i."          \
    }
#define BASE(what)                                                                                 \
    {                                                                                              \
        "wrong-stride", "The cell's first node is taken at element " what ": node (i, j, k) is "   \
                        "element (k * size + j) * size + i."                                       \
    }
#define BOTH "size * size + size"
#define ELSEWHERE(row, by, is)                                                                     \
    {                                                                                              \
        "wrong-stride", "Of " row ", and of no other, the nodes are taken " by " elements behind " \
                        "those of the cell's first row: it is " is " on, for node (i, j, k) is "   \
                        "element (k * size + j) * size + i."                                       \
    }
#define ROWS_OF(is)                                                                                \
    {                                                                                              \
        "wrong-stride",                                                                            \
            "Node (i, j, k) is taken at element " is ": it is element (k * size + j) * size + i."  \
    }
static const struct deviation node_deviations[] = {TWICE_TAKEN(N000, N100),
                                                   TWICE_TAKEN(N000, N010),
                                                   TWICE_TAKEN(N000, N110),
                                                   TWICE_TAKEN(N000, N001),
                                                   TWICE_TAKEN(N000, N101),
                                                   TWICE_TAKEN(N000, N011),
                                                   TWICE_TAKEN(N000, N111),
                                                   TWICE_TAKEN(N100, N000),
                                                   TWICE_TAKEN(N100, N010),
                                                   TWICE_TAKEN(N100, N110),
                                                   TWICE_TAKEN(N100, N001),
                                                   TWICE_TAKEN(N100, N101),
                                                   TWICE_TAKEN(N100, N011),
                                                   TWICE_TAKEN(N100, N111),
                                                   TWICE_TAKEN(N010, N000),
                                                   TWICE_TAKEN(N010, N100),
                                                   TWICE_TAKEN(N010, N110),
                                                   TWICE_TAKEN(N010, N001),
                                                   TWICE_TAKEN(N010, N101),
                                                   TWICE_TAKEN(N010, N011),
                                                   TWICE_TAKEN(N010, N111),
                                                   TWICE_TAKEN(N110, N000),
                                                   TWICE_TAKEN(N110, N100),
                                                   TWICE_TAKEN(N110, N010),
                                                   TWICE_TAKEN(N110, N001),
                                                   TWICE_TAKEN(N110, N101),
                                                   TWICE_TAKEN(N110, N011),
                                                   TWICE_TAKEN(N110, N111),
                                                   TWICE_TAKEN(N001, N000),
                                                   TWICE_TAKEN(N001, N100),
                                                   TWICE_TAKEN(N001, N010),
                                                   TWICE_TAKEN(N001, N110),
                                                   TWICE_TAKEN(N001, N101),
                                                   TWICE_TAKEN(N001, N011),
                                                   TWICE_TAKEN(N001, N111),
                                                   TWICE_TAKEN(N101, N000),
                                                   TWICE_TAKEN(N101, N100),
                                                   TWICE_TAKEN(N101, N010),
                                                   TWICE_TAKEN(N101, N110),
                                                   TWICE_TAKEN(N101, N001),
                                                   TWICE_TAKEN(N101, N011),
                                                   TWICE_TAKEN(N101, N111),
                                                   TWICE_TAKEN(N011, N000),
                                                   TWICE_TAKEN(N011, N100),
                                                   TWICE_TAKEN(N011, N010),
                                                   TWICE_TAKEN(N011, N110),
                                                   TWICE_TAKEN(N011, N001),
                                                   TWICE_TAKEN(N011, N101),
                                                   TWICE_TAKEN(N011, N111),
                                                   TWICE_TAKEN(N111, N000),
                                                   TWICE_TAKEN(N111, N100),
                                                   TWICE_TAKEN(N111, N010),
                                                   TWICE_TAKEN(N111, N110),
                                                   TWICE_TAKEN(N111, N001),
                                                   TWICE_TAKEN(N111, N101),
                                                   TWICE_TAKEN(N111, N011),
                                                   TWICE_TAKEN(R00, R10),
                                                   TWICE_TAKEN(R00, R01),
                                                   TWICE_TAKEN(R00, R11),
                                                   TWICE_TAKEN(R10, R00),
                                                   TWICE_TAKEN(R10, R01),
                                                   TWICE_TAKEN(R10, R11),
                                                   TWICE_TAKEN(R01, R00),
                                                   TWICE_TAKEN(R01, R10),
                                                   TWICE_TAKEN(R01, R11),
                                                   TWICE_TAKEN(R11, R00),
                                                   TWICE_TAKEN(R11, R10),
                                                   TWICE_TAKEN(R11, R01),
                                                   STEP("k", "size", "size * size"),
                                                   STEP("k", "1", "size * size"),
                                                   STEP("k", "2 * size", "size * size"),
                                                   STEP("k", "size * size + size", "size * size"),
                                                   STEP("k", "size * size - size", "size * size"),
                                                   STEP("k", "size * size + 1", "size * size"),
                                                   STEP("j", "1", "size"),
                                                   STEP("j", "size * size", "size"),
                                                   STEP("j", "size + 1", "size"),
                                                   STEP("j", "size - 1", "size"),
                                                   STEP("j", "2 * size", "size"),
                                                   STEP("i", "size", "1"),
                                                   STEP("i", "size * size", "1"),
                                                   STEP("i", "2", "1"),
                                                   BASE("k * size + j * size + i"),
                                                   BASE("k * size * size + j + i"),
                                                   BASE("k + j * size + i"),
                                                   BASE("j * size + i"),
                                                   BASE("k * size * size + i"),
                                                   BASE("(k * (size - 1) + j) * (size - 1) + i"),
                                                   BASE("(k * (size + 1) + j) * (size + 1) + i"),
                                                   BASE("(k * (size - 1) + j) * size + i"),
                                                   ROWS_OF("(k * (size - 1) + j) * (size - 1) + i"),
                                                   ROWS_OF("(k * (size + 1) + j) * (size + 1) + i"),
                                                   ROWS_OF("(k * (size - 1) + j) * size + i"),
                                                   ROWS_OF("(k * (size + 1) + j) * size + i"),
                                                   ROWS_OF("k * size * size + j * (size - 1) + i"),
                                                   ROWS_OF("k * size * size + j * (size + 1) + "
                                                           "i"),
                                                   ROWS_OF("k * size * size * size + j * size + i"),
                                                   ROWS_OF("k * size * size * size + j * size * "
                                                           "size + i"),
                                                   ROWS_OF("k * size + j * size + i"),
                                                   ROWS_OF("k * size * size + j * size * size + i"),
                                                   ROWS_OF("k + j * size + i"),
                                                   ROWS_OF("k * size * size + j + i"),
                                                   ROWS_OF("j * size + i"),
                                                   ROWS_OF("k * size * size + i"),
                                                   ELSEWHERE(R10, "1", "size"),
                                                   ELSEWHERE(R10, "2 * size", "size"),
                                                   ELSEWHERE(R10, "size + 1", "size"),
                                                   ELSEWHERE(R10, "size - 1", "size"),
                                                   ELSEWHERE(R01, "1", "size * size"),
                                                   ELSEWHERE(R01, "2 * size", "size * size"),
                                                   ELSEWHERE(R01, "size * size + 1", "size * size"),
                                                   ELSEWHERE(R01, "2 * size * size", "size * size"),
                                                   ELSEWHERE(R11, "1", BOTH),
                                                   ELSEWHERE(R11, "size + 1", BOTH),
                                                   ELSEWHERE(R11, "2 * size", BOTH),
                                                   ELSEWHERE(R11, "size * size + 1", BOTH),
                                                   ELSEWHERE(R11, "2 * size * size", BOTH),
                                                   ELSEWHERE(R11, "size * size + 2 * size", BOTH)};
enum {
    CORNERS = 8 * 7,
    ROWS = 4 * 3,
    STEPS = 14,
    FIRST_ROW = CORNERS + 1,
    FIRST_STEP = FIRST_ROW + ROWS,
    FIRST_BASE = FIRST_STEP + STEPS,
    FIRST_STRIDES = FIRST_BASE + 8,
    FIRST_ELSEWHERE = FIRST_STRIDES + 14
};

/* Of count things the one that is taken for the number `to`: `choice` counts all pairs of different
 * ones, from 0. */
static int taken_for(int choice, int count, int to) {
    int from = choice % (count - 1);
    return choice / (count - 1) != to ? to : from + (from >= to);
}

/* The node at a corner of the cell, NAN where that is none of the grid: a choice of
 * node_deviations. */
static double corner_node(const struct grid *grid, const int cell[3], int wide, int corner,
                          int choice) {
    long size = grid->size, layer = size * size, i = cell[0], j = cell[1], k = cell[2];
    const long steps[STEPS][2] = {
        {2, size},  {2, 1},     {2, 2 * size}, {2, layer + size}, {2, layer - size}, {2, layer + 1},
        {1, 1},     {1, layer}, {1, size + 1}, {1, size - 1},     {1, 2 * size},     {0, size},
        {0, layer}, {0, 2}};
    const long bases[] = {(k * size + j) * size + i,
                          (k + j) * size + i,
                          k * layer + j + i,
                          k + j * size + i,
                          j * size + i,
                          k * layer + i,
                          (k * (size - 1) + j) * (size - 1) + i,
                          (k * (size + 1) + j) * (size + 1) + i,
                          (k * (size - 1) + j) * size + i};
    const long strides[][2] = {{size - 1, (size - 1) * (size - 1)},
                               {size + 1, (size + 1) * (size + 1)},
                               {size, size * (size - 1)},
                               {size, size * (size + 1)},
                               {size - 1, layer},
                               {size + 1, layer},
                               {size, layer * size},
                               {layer, layer * size},
                               {size, size},
                               {layer, layer},
                               {size, 1},
                               {1, layer},
                               {size, 0},
                               {0, layer}};
    const long elsewhere[][2] = {
        {1, 1},         {1, 2 * size},        {1, size + 1},  {1, size - 1},
        {2, 1},         {2, 2 * size},        {2, layer + 1}, {2, 2 * layer},
        {3, 1},         {3, size + 1},        {3, 2 * size},  {3, layer + 1},
        {3, 2 * layer}, {3, layer + 2 * size}};
    long step[3] = {1, size, layer}, base = bases[0];
    if (choice && choice < FIRST_ROW)
        corner = taken_for(choice - 1, 8, corner);
    else if (choice >= FIRST_ROW && choice < FIRST_STEP)
        corner = (corner & 1) | taken_for(choice - FIRST_ROW, 4, corner >> 1) << 1;
    if (choice < FIRST_STEP)
        return node(grid, cell[0] + (corner & 1) * wide, cell[1] + (corner >> 1 & 1) * wide,
                    cell[2] + (corner >> 2) * wide);
    if (choice < FIRST_BASE)
        step[steps[choice - FIRST_STEP][0]] = steps[choice - FIRST_STEP][1];
    else if (choice < FIRST_STRIDES)
        base = bases[choice - FIRST_BASE + 1];
    else if (choice < FIRST_ELSEWHERE) {
        step[1] = strides[choice - FIRST_STRIDES][0];
        step[2] = strides[choice - FIRST_STRIDES][1];
        base = k * step[2] + j * step[1] + i;
    }
    for (int axis = 0; axis < 3; axis++)
        base += (corner >> axis & 1) * step[axis];
    if (choice >= FIRST_ELSEWHERE && corner >> 1 == elsewhere[choice - FIRST_ELSEWHERE][0])
        base = bases[0] + (corner & 1) + elsewhere[choice - FIRST_ELSEWHERE][1];
    return base >= 0 && base < layer * size ? (double)grid->values[base] : NAN;
}

/* ---- one place of the formula: a line copied and not changed throughout ---- */

#define BORROWED_WHERE(axis, where, from)                                                          \
    {                                                                                              \
        "fraction-from-other-axis",                                                                \
            "Between the nodes with " where ", and only there, " axis " is interpolated with "     \
            "the fraction of " from "."                                                            \
    }
#define BORROWED_TWICE(axis, where, one, other)                                                    \
    BORROWED_WHERE(axis, where, one), BORROWED_WHERE(axis, where, other)
#define BORROWED_ALONG(axis, one, i, other, j)                                                     \
    BORROWED_TWICE(axis, i " and " j, one, other),                                                 \
        BORROWED_TWICE(axis, i " + 1 and " j, one, other),                                         \
        BORROWED_TWICE(axis, i " and " j " + 1", one, other),                                      \
        BORROWED_TWICE(axis, i " + 1 and " j " + 1", one, other),                                  \
        BORROWED_TWICE(axis, j, one, other), BORROWED_TWICE(axis, j " + 1", one, other),           \
        BORROWED_TWICE(axis, i, one, other), BORROWED_TWICE(axis, i " + 1", one, other)
#define EXCHANGED_WHERE(axes, where)                                                               \
    {                                                                                              \
        "fraction-from-other-axis", "Of the nodes with " where ", and only of these, the "         \
                                    "fractions of " axes " are exchanged."                         \
    }
#define EXCHANGED_ANYWHERE(axes)                                                                   \
    EXCHANGED_WHERE(axes, "i"), EXCHANGED_WHERE(axes, "i + 1"), EXCHANGED_WHERE(axes, "j"),        \
        EXCHANGED_WHERE(axes, "j + 1"), EXCHANGED_WHERE(axes, "k"), EXCHANGED_WHERE(axes, "k + 1")
#define IN_WEIGHT(name, corner, text)                                                              \
    { name, "In the weight of " corner ", and only there, " text }
#define OTHER_WEIGHT(corner, axis)                                                                 \
    IN_WEIGHT("weights-exchanged", corner,                                                         \
              "the factor along " axis                                                             \
              " is the other node's: (1 - f) belongs to a lower node, f to an upper one.")
#define OTHER_FRACTION(corner, axis, from)                                                         \
    IN_WEIGHT("fraction-from-other-axis", corner,                                                  \
              "the fraction of " from " stands where that of " axis " belongs.")
#define ONE_WEIGHT(corner)                                                                         \
    OTHER_WEIGHT(corner, "x"), OTHER_FRACTION(corner, "x", "y"), OTHER_FRACTION(corner, "x", "z"), \
        OTHER_WEIGHT(corner, "y"), OTHER_FRACTION(corner, "y", "x"),                               \
        OTHER_FRACTION(corner, "y", "z"), OTHER_WEIGHT(corner, "z"),                               \
        OTHER_FRACTION(corner, "z", "x"), OTHER_FRACTION(corner, "z", "y"), {                      \
        "node-missing", "The sum lacks " corner ": all eight nodes about the point count."         \
    }
static const struct deviation place_deviations[] = {BORROWED_ALONG("x", "y", "j", "z", "k"),
                                                    BORROWED_ALONG("y", "x", "i", "z", "k"),
                                                    BORROWED_ALONG("z", "x", "i", "y", "j"),
                                                    EXCHANGED_ANYWHERE("y and z"),
                                                    EXCHANGED_ANYWHERE("x and z"),
                                                    EXCHANGED_ANYWHERE("x and y"),
                                                    ONE_WEIGHT(N000),
                                                    ONE_WEIGHT(N100),
                                                    ONE_WEIGHT(N010),
                                                    ONE_WEIGHT(N110),
                                                    ONE_WEIGHT(N001),
                                                    ONE_WEIGHT(N101),
                                                    ONE_WEIGHT(N011),
                                                    ONE_WEIGHT(N111)};
enum { EXCHANGED_PLACES = 48 + 1, WEIGHT_PLACES = EXCHANGED_PLACES + 18 };

/* The two other axes of each. */
static const int others_of[3][2] = {{1, 2}, {0, 2}, {0, 1}};

/* The factor along an axis in the weight of a corner: a choice of place_deviations. */
static double factor_at(int place, const int formula[2], const double fraction[3], int corner,
                        int axis) {
    int from = axis, side = corner >> axis & 1;
    const int *others = others_of[axis];
    if (place && place < EXCHANGED_PLACES) {
        int which = (place - 1) % 16 / 2, one = corner >> others[0] & 1,
            other = corner >> others[1] & 1;
        bool there = which < 4   ? one == (which & 1) && other == which >> 1
                     : which < 6 ? other == which - 4
                                 : one == which - 6;
        if (axis == (place - 1) / 16 && there)
            from = others[(place - 1) % 2];
    } else if (place && place < WEIGHT_PLACES) {
        int left_out = (place - EXCHANGED_PLACES) / 6, half = (place - EXCHANGED_PLACES) % 6;
        if (axis != left_out && (corner >> half / 2 & 1) == half % 2)
            from = 3 - left_out - axis;
    } else if (place && (place - WEIGHT_PLACES) / 10 == corner) {
        int slip = (place - WEIGHT_PLACES) % 10;
        if (slip == 9)
            return 0;
        if (slip / 3 == axis && slip % 3 == 0)
            side = 1 - side;
        else if (slip / 3 == axis)
            from = others[slip % 3 - 1];
    }
    return part_of(formula[side], fraction[from]);
}

static const struct dimension software_dimensions[] = {DIMENSION(software_values),
                                                       DIMENSION(shift_all),
                                                       DIMENSION(shift_x),
                                                       DIMENSION(shift_y),
                                                       DIMENSION(shift_z),
                                                       DIMENSION(order_deviations),
                                                       DIMENSION(scale_deviations),
                                                       DIMENSION(rounding_deviations),
                                                       DIMENSION(edge_deviations),
                                                       DIMENSION(cell_deviations),
                                                       DIMENSION(weight_all),
                                                       DIMENSION(weight_x),
                                                       DIMENSION(weight_y),
                                                       DIMENSION(weight_z),
                                                       DIMENSION(fraction_deviations),
                                                       DIMENSION(formula_deviations),
                                                       DIMENSION(node_deviations),
                                                       DIMENSION(place_deviations),
                                                       DIMENSION(mirror_deviations)};

/* A number as half precision holds it. */
static double as_half(double value) {
    int exponent;
    double mantissa = frexp(value, &exponent);
    return ldexp(nearbyint(ldexp(mantissa, 11)), exponent - 11);
}

static double weigh(int choice, double f, double u) {
    switch (choice) {
    case WEIGHT_EXCHANGED:
        return 1 - f;
    case WEIGHT_LOWER:
        return 0;
    case WEIGHT_UPPER:
        return 1;
    case WEIGHT_HALF:
        return 0.5;
    case WEIGHT_ROUNDED:
        return f < 0.5 ? 0 : 1;
    case WEIGHT_SQUARE:
        return f * f;
    case WEIGHT_BULGE:
        return 1 - (1 - f) * (1 - f);
    case WEIGHT_CUBE:
        return f * f * f;
    case WEIGHT_SMOOTH:
        return f * f * (3 - 2 * f);
    case WEIGHT_COSINE:
        return (1 - cos(M_PI * f)) / 2;
    case WEIGHT_ROOT:
        return sqrt(fmax(f, 0));
    case WEIGHT_COARSE:
        return floor(256 * f + 0.5) / 256;
    case WEIGHT_FLOAT16:
        return as_half(u) - (u - f);
    case WEIGHT_EARLY:
        return f - 0.5;
    case WEIGHT_LATE:
        return f + 0.5;
    case WEIGHT_UPPER_FROM:
        return f - 1;
    case WEIGHT_CUT_256:
        return floor(256 * f) / 256;
    case WEIGHT_ROUND_512:
        return floor(512 * f + 0.5) / 512;
    case WEIGHT_CUT_512:
        return floor(512 * f) / 512;
    default:
        return f;
    }
}

/* Trilinear interpolation in a cell whose lower node is `cell` and whose upper one lies `wide`
 * nodes on, with the fractions given. */
static double interpolate(const struct grid *grid, const int cell[3], int wide,
                          const double fraction[3], const int *choice) {
    const int *formula = formulas[choice[SOFT_FORMULA]];
    double sum = 0;
    for (int corner = 0; corner < 8; corner++) {
        double weight = 1;
        for (int axis = 0; axis < 3; axis++)
            weight *= factor_at(choice[SOFT_PLACE], formula, fraction, corner, axis);
        sum += weight * corner_node(grid, cell, wide, corner, choice[SOFT_NODES]);
    }
    return sum;
}

static double moved(int edge, double u, int size) {
    double low = fmax(u, 0), both = fmin(low, size - 1);
    switch (edge) {
    case EDGE_PAST:
        return fmin(low, size);
    case EDGE_SHORT:
        return fmin(low, size - 2);
    case EDGE_FREE:
        return u;
    case EDGE_FREE_BELOW:
        return fmin(u, size - 1);
    case EDGE_FREE_ABOVE:
        return low;
    case EDGE_WRAP:
        return u - (size - 1) * floor(u / (size - 1));
    default:
        return both;
    }
}

double interpolated(const struct grid *g, const double u[3], const int *choice) {
    int size = g->size, cell[3],
        wide = choice[SOFT_CELL] == CELL_WIDE || choice[SOFT_CELL] == CELL_BEFORE ? 2 : 1;
    double fraction[3], weight[3], at[3];
    if (choice[SOFT_VALUE] == 1)
        return 0;
    if (choice[SOFT_VALUE] == 2)
        return fetched(g, u, (const int[FAMILY_DIMENSIONS]){0});
    if (choice[SOFT_VALUE] == 3)
        return function_at(g, u);
    for (int axis = 0; axis < 3; axis++) {
        int shift = choice[SOFT_SHIFT] ? choice[SOFT_SHIFT] : choice[SOFT_SHIFT_X + axis];
        double p =
            rounded(choice[SOFT_ROUNDING],
                    scaled(choice[SOFT_SCALE],
                           mirrored(choice[SOFT_MIRROR], u, orders[choice[SOFT_ORDER]][axis], size),
                           size, g->radius));
        p += shifts[shift];
        if (choice[SOFT_SCALE] == SCALE_NORMALIZED)
            p /= size;
        if (choice[SOFT_EDGE] == EDGE_ZERO && (p < 0 || p > size - 1))
            return 0;
        if (choice[SOFT_EDGE] == EDGE_ZERO_FACES && (p < 0 || p >= size - 1))
            return 0;
        at[axis] = p = moved(choice[SOFT_EDGE], p, size);
        cell[axis] = choice[SOFT_CELL] == CELL_NEAREST   ? (int)floor(p + 0.5)
                     : choice[SOFT_CELL] == CELL_CEILING ? (int)ceil(p)
                                                         : (int)floor(p);
        cell[axis] = cell[axis] < 0 ? 0 : cell[axis] > size - 2 ? size - 2 : cell[axis];
        fraction[axis] = p - cell[axis];
        if (wide == 2) {
            if (cell[axis] < 1)
                cell[axis] = 1;
            fraction[axis] =
                choice[SOFT_CELL] == CELL_WIDE ? (p - (cell[axis] - 1)) / 2 : p - cell[axis];
            cell[axis]--;
        }
        cell[axis] += choice[SOFT_CELL] == CELL_SHIFTED ? -1 : choice[SOFT_CELL] == CELL_UPPER;
    }
    for (int axis = 0; axis < 3; axis++) {
        int from = fractions[choice[SOFT_FRACTIONS]][axis];
        int rule = choice[SOFT_WEIGHT] ? choice[SOFT_WEIGHT] : choice[SOFT_WEIGHT_X + axis];
        weight[axis] = weigh(rule, fraction[from], at[from]);
    }
    return interpolate(g, cell, wide, weight, choice);
}
const struct point_family software_family = {software_dimensions, SOFT_DIMENSIONS, 2, SOFT_NODES,
                                             interpolated};
