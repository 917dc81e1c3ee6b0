/* points.h - the coordinate at which steps 5 and 6 read, and what people take for it. */
#ifndef JUDGE_LAB7_POINTS_H
#define JUDGE_LAB7_POINTS_H

#include "lab7.h"

#include <math.h>

/* The orders in which three axes are taken; 0 is the right one. */
static const int orders[][3] = {{0, 1, 2}, {2, 1, 0}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0},
                                {2, 0, 1}, {1, 1, 2}, {2, 1, 2}, {0, 0, 2}, {0, 2, 2},
                                {0, 1, 0}, {0, 1, 1}, {0, 0, 0}, {1, 1, 1}, {2, 2, 2}};

#define EXCHANGED(what)                                                                            \
    "The values are right with " what ": x, y and z are taken in this order, and x runs fastest "  \
    "in the grid (node (i, j, k) is element (k * size + j) * size + i)."
#define FOR_ANOTHER(from, to)                                                                      \
    {                                                                                              \
        "axis-taken-twice",                                                                        \
            "The coordinate " from " is taken in the place of " to ", too: each of "               \
            "x, y and z comes once, in this order."                                                \
    }
static const struct deviation order_deviations[] = {
    {"x-z-swapped", EXCHANGED("x and z exchanged")},
    {"axes-swapped", EXCHANGED("y and z exchanged")},
    {"axes-swapped", EXCHANGED("x and y exchanged")},
    {"axes-swapped", EXCHANGED("the axes rotated: y in the place of x, z of y, x of z")},
    {"axes-swapped", EXCHANGED("the axes rotated: z in the place of x, x of y, y of z")},
    FOR_ANOTHER("y", "x"),
    FOR_ANOTHER("z", "x"),
    FOR_ANOTHER("x", "y"),
    FOR_ANOTHER("z", "y"),
    FOR_ANOTHER("x", "z"),
    FOR_ANOTHER("y", "z"),
    FOR_ANOTHER("x", "y and of z"),
    FOR_ANOTHER("y", "x and of z"),
    FOR_ANOTHER("z", "x and of y")};

enum {
    SCALE_NORMALIZED = 1, /* the finished coordinate over size */
    SCALE_SIZE,           /* size cells, not size - 1 */
    SCALE_LENGTH,         /* units of length from the lower face, not cells */
    SCALE_CENTRED,        /* RADIUS not added */
    SCALE_RAW,            /* x itself */
    SCALE_INSIDE,         /* 0.5 added in units of length */
    SCALE_ONE_LESS,       /* grid_coordinate of size - 1 nodes */
    SCALE_DOUBLE,         /* the 2 of 2 * RADIUS forgotten */
    SCALE_HALF,           /* and taken twice */
    SCALE_POSITION,       /* node_position of x, cut to a whole number */
    SCALE_RATIO,          /* of the radius */
    SCALE_BY_SIZE,        /* from 0 to 1 before anything is added, of `size` */
    SCALE_BY_CELLS        /* the same of size - 1 */
};
static const struct deviation scale_deviations[] = {
    {"normalized-coordinates",
     "The coordinate is divided by the size, as for normalised coordinates; this texture counts in "
     "texels: leave the division out."},
    {"cells-counted-as-nodes",
     "The cube is taken for `size` cells wide; between its faces lie size - 1 of them: node 0 at "
     "-RADIUS, node size - 1 at RADIUS, as grid_coordinate has it."},
    {"position-for-coordinate",
     "The coordinate is still in units of length: count it in nodes, times (size - 1) / (2 * "
     "RADIUS), as grid_coordinate does."},
    {"position-for-coordinate",
     "RADIUS is not added: the cube begins at -RADIUS, which is node 0. grid_coordinate does it."},
    {"position-for-coordinate",
     "x, y and z are taken as they come, in units of length from the centre. Count them in nodes: "
     "grid_coordinate does."},
    {"position-for-coordinate",
     "0.5 is added to x, y and z themselves, in units of length: the half texel is half a node "
     "apart, 0.5f behind grid_coordinate, and belongs to tex3D alone."},
    {"cells-counted-as-nodes",
     "The cube is taken for size - 2 cells wide, as if size were one less: grid_coordinate takes "
     "size itself, the number of nodes, and takes 1 away on its own."},
    {"position-for-coordinate",
     "The coordinates are twice what they should be: the cube is 2 * RADIUS wide, (x + RADIUS) * "
     "(size - 1) / (2 * RADIUS), as grid_coordinate has it."},
    {"position-for-coordinate",
     "The coordinates are half of what they should be: (x + RADIUS) * (size - 1) / (2 * RADIUS), "
     "as grid_coordinate has it."},
    {"position-for-coordinate",
     "node_position is taken for grid_coordinate, its inverse: a point's x goes to nodes by "
     "grid_coordinate(x, size)."},
    {"position-for-coordinate",
     "The coordinate is x / RADIUS * (size - 1), which is 0 in the cube's centre: it is counted "
     "from the lower face, which is node 0, (x + RADIUS) * (size - 1) / (2 * RADIUS), as "
     "grid_coordinate has it."},
    {"normalized-coordinates",
     "The coordinate is divided by the size, grid_coordinate(x, size) / size: it counts nodes here, "
     "and goes from 0 to size - 1. Leave the division out."},
    {"normalized-coordinates",
     "The coordinate goes from 0 to 1 over the cube, as grid_coordinate(x, size) / (size - 1) or (x "
     "+ RADIUS) / (2 * RADIUS) does: it counts nodes here, from 0 to size - 1. "
     "grid_coordinate has it."}};
#define MIRRORED(what)                                                                             \
    {                                                                                              \
        "wrong-sign", what " taken with the wrong sign: the cube begins at -RADIUS, which is "     \
                           "node 0."                                                               \
    }
static const struct deviation mirror_deviations[] = {
    MIRRORED("x, y and z are"), MIRRORED("x is"),        MIRRORED("y is"),       MIRRORED("z is"),
    MIRRORED("y and z are"),    MIRRORED("x and z are"), MIRRORED("x and y are")};
static const struct deviation rounding_deviations[] = {
    {"coordinate-truncated",
     "The coordinate is cut to a whole number before it is used: what lies between the nodes is "
     "lost. Keep it a float."},
    {"coordinate-truncated",
     "Each sample is the value of the nearest node: the coordinate is rounded to a whole number "
     "before it is used, or the nearer node alone counts, and what lies between the nodes is lost. "
     "Keep the coordinate a float, and interpolate."}};

static inline double scaled(int choice, double u, int size, double radius) {
    double length = u * 2 * radius / (size - 1);
    switch (choice) {
    case SCALE_SIZE:
        return u * size / (size - 1);
    case SCALE_LENGTH:
        return length;
    case SCALE_CENTRED:
        return u - (size - 1) / 2.0;
    case SCALE_RAW:
        return length - radius;
    case SCALE_INSIDE:
        return u + 0.5 * (size - 1) / (2 * radius);
    case SCALE_ONE_LESS:
        return u * (size - 2) / (size - 1);
    case SCALE_DOUBLE:
        return 2 * u;
    case SCALE_HALF:
        return u / 2;
    case SCALE_POSITION:
        return trunc(length - radius) * 2 * radius / (size - 1) - radius;
    case SCALE_RATIO:
        return 2 * u - (size - 1);
    case SCALE_BY_SIZE:
        return u / size;
    case SCALE_BY_CELLS:
        return u / (size - 1);
    default:
        return u;
    }
}

/* Does the choice of mirror_deviations turn this axis round? */
static inline bool is_mirrored(int choice, int axis) {
    return choice == 1 || choice == axis + 2 || (choice >= 5 && choice != axis + 5);
}

/* Coordinate `axis` of u, from the other face on where it does. */
static inline double mirrored(int choice, const double u[3], int axis, int size) {
    return is_mirrored(choice, axis) ? size - 1 - u[axis] : u[axis];
}

static inline double rounded(int choice, double u) {
    return choice == 0 ? u : choice == 1 ? trunc(u) : floor(u + 0.5);
}

/* What fetch_hardware, and fetch_software, return: the two families' models. */
point_model fetched, interpolated;

#endif
