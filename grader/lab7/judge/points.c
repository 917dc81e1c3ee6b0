/* Lab 7: hidden grids, the coordinate at which steps 5 and 6 read in them, what people take for it,
 * and the two laws by which they read there. */
#include "points.h"
#include "texture/unit.h"

#include <math.h>
#include <stdlib.h>

static struct grid grid_of(uint64_t seed, int size, float (*field)(uint64_t, int, int, int)) {
    struct grid grid = {size, malloc((size_t)size * size * size * sizeof(float)), 0, seed};
    float *value = grid.values;
    if (!value)
        exit(3);
    for (int k = 0; k < size; k++)
        for (int j = 0; j < size; j++)
            for (int i = 0; i < size; i++)
                *value++ = field(seed, i, j, k);
    return grid;
}

struct grid hidden_grid(uint64_t seed, int size) {
    return grid_of(seed, size, hidden_value);
}
struct grid hidden_even_grid(uint64_t seed, int size) {
    return grid_of(seed, size, hidden_even_value);
}

double function_at(const struct grid *grid, const double u[3]) {
    double at[3];
    for (int axis = 0; axis < 3; axis++)
        at[axis] = u[axis] * 2 * grid->radius / (grid->size - 1) - grid->radius;
    return hidden_function(grid->seed, at[0], at[1], at[2]);
}

double texture_value(const struct grid *grid, struct settings settings, const double p[3]) {
    cpudev_texture t = {.data = (const unsigned char *)grid->values,
                        .row_pitch = (size_t)grid->size * 4,
                        .slice_pitch = (size_t)grid->size * (size_t)grid->size * 4,
                        .width = grid->size,
                        .height = grid->size,
                        .depth = grid->size,
                        .shape = CPUDEV_TEXTURE_3D,
                        .format = CPUDEV_TEXEL_F32,
                        .channels = 1,
                        .linear = !settings.point,
                        .normalized = settings.normalized};
    for (int axis = 0; axis < 3; axis++)
        t.address[axis] = settings.border[axis] ? CPUDEV_BORDER : CPUDEV_CLAMP;
    cpudev_texel out;
    cpudev_texture_prepare(&t);
    cpudev_texture_sample(&t, (float)p[0], (float)p[1], (float)p[2], 0, &out);
    return (double)out.f[0];
}

double grid_value(const struct grid *grid, int i, int j, int k) {
    const int at[3] = {i, j, k}, n = grid->size;
    size_t element = 0;
    for (int axis = 3; axis-- > 0;)
        element = element * n + (at[axis] < 0 ? 0 : at[axis] >= n ? n - 1 : at[axis]);
    return (double)grid->values[element];
}

double interpolated_value(const struct grid *grid, const double u[3]) {
    const int size = grid->size;
    int cell[3];
    double fraction[3], sum = 0;
    for (int axis = 0; axis < 3; axis++) {
        const double at = fmin(fmax(u[axis], 0), size - 1);
        cell[axis] = (int)fmin(floor(at), size - 2);
        fraction[axis] = at - cell[axis];
    }
    for (int corner = 0; corner < 8; corner++) {
        double weight = 1;
        for (int axis = 0; axis < 3; axis++)
            weight *= corner >> axis & 1 ? fraction[axis] : 1 - fraction[axis];
        sum += weight * grid_value(grid, cell[0] + (corner & 1), cell[1] + (corner >> 1 & 1),
                                   cell[2] + (corner >> 2));
    }
    return sum;
}

double point_value(const struct point_family *family, const struct grid *grid, const double u[3],
                   const int *choice) {
    struct choice choices[FAMILY_DIMENSIONS];
    judge_choose(choice, family->count, choices);
    return family->with(grid, u, choices);
}

/* In a grid of one cell, for the lines alone. */
static double somewhere(const void *context, struct choice *choices, size_t i) {
    const struct point_family *const *family = context;
    float values[8] = {0};
    const struct grid grid = {.size = 2, .values = values, .radius = 1};
    (void)i;
    return (*family)->with(&grid, (const double[3]){0.5, 0.5, 0.5}, choices);
}

void list_points(const struct point_family *family, struct dimension *dimensions) {
    judge_list_lines(
        &(struct value_family){
            .count = family->count, .got_count = 1, .with = somewhere, .context = &family},
        dimensions);
}

/* ---- the coordinate -------------------------------------------------------------------------- */

#define EXCHANGED(what)                                                                            \
    "The values are right with " what ": x, y and z are taken in this order, and x runs fastest "  \
    "in the grid (node (i, j, k) is element (k * size + j) * size + i)."
#define FOR_ANOTHER(from, to)                                                                      \
    "The coordinate " from " is taken in the place of " to                                         \
    ", too: each of x, y and z comes once, in this order."
struct axes order_of(struct choice *c) {
    INSTEAD(((struct axes){{2, 1, 0}}), "x-z-swapped", EXCHANGED("x and z exchanged"));
    INSTEAD(((struct axes){{0, 2, 1}}), "axes-swapped", EXCHANGED("y and z exchanged"));
    INSTEAD(((struct axes){{1, 0, 2}}), "axes-swapped", EXCHANGED("x and y exchanged"));
    INSTEAD(((struct axes){{1, 2, 0}}), "axes-swapped",
            EXCHANGED("the axes rotated: y in the place of x, z of y, x of z"));
    INSTEAD(((struct axes){{2, 0, 1}}), "axes-swapped",
            EXCHANGED("the axes rotated: z in the place of x, x of y, y of z"));
    INSTEAD(((struct axes){{1, 1, 2}}), "axis-taken-twice", FOR_ANOTHER("y", "x"));
    INSTEAD(((struct axes){{2, 1, 2}}), "axis-taken-twice", FOR_ANOTHER("z", "x"));
    INSTEAD(((struct axes){{0, 0, 2}}), "axis-taken-twice", FOR_ANOTHER("x", "y"));
    INSTEAD(((struct axes){{0, 2, 2}}), "axis-taken-twice", FOR_ANOTHER("z", "y"));
    INSTEAD(((struct axes){{0, 1, 0}}), "axis-taken-twice", FOR_ANOTHER("x", "z"));
    INSTEAD(((struct axes){{0, 1, 1}}), "axis-taken-twice", FOR_ANOTHER("y", "z"));
    INSTEAD(((struct axes){{0, 0, 0}}), "axis-taken-twice", FOR_ANOTHER("x", "y and of z"));
    INSTEAD(((struct axes){{1, 1, 1}}), "axis-taken-twice", FOR_ANOTHER("y", "x and of z"));
    INSTEAD(((struct axes){{2, 2, 2}}), "axis-taken-twice", FOR_ANOTHER("z", "x and of y"));
    ASKED(((struct axes){{0, 1, 2}}));
}

struct scaled scaled(struct choice *c, double u, int size, double radius) {
    const double length = u * 2 * radius / (size - 1);
    INSTEAD(
        ((struct scaled){u, size, 0}), "normalized-coordinates",
        "The coordinate is divided by the size, as for normalised coordinates; this texture counts in "
        "texels: leave the division out.");
    INSTEAD(
        ((struct scaled){u * size / (size - 1), 1, 0}), "cells-counted-as-nodes",
        "The cube is taken for `size` cells wide; between its faces lie size - 1 of them: node 0 at "
        "-RADIUS, node size - 1 at RADIUS, as grid_coordinate has it.");
    INSTEAD(
        ((struct scaled){length, 1, 0}), "position-for-coordinate",
        "The coordinate is still in units of length: count it in nodes, times (size - 1) / (2 * "
        "RADIUS), as grid_coordinate does.");
    INSTEAD(
        ((struct scaled){u - (size - 1) / 2.0, 1, 0}), "position-for-coordinate",
        "RADIUS is not added: the cube begins at -RADIUS, which is node 0. grid_coordinate does it.");
    INSTEAD(
        ((struct scaled){length - radius, 1, 0}), "position-for-coordinate",
        "x, y and z are taken as they come, in units of length from the centre. Count them in nodes: "
        "grid_coordinate does.");
    INSTEAD(
        ((struct scaled){u + 0.5 * (size - 1) / (2 * radius), 1, 0.5}), "position-for-coordinate",
        "0.5 is added to x, y and z themselves, in units of length: the half texel is half a node "
        "apart, 0.5f behind grid_coordinate, and belongs to tex3D alone.");
    INSTEAD(
        ((struct scaled){u * (size - 2) / (size - 1), 1, 0}), "cells-counted-as-nodes",
        "The cube is taken for size - 2 cells wide, as if size were one less: grid_coordinate takes "
        "size itself, the number of nodes, and takes 1 away on its own.");
    INSTEAD(
        ((struct scaled){2 * u, 1, 0}), "position-for-coordinate",
        "The coordinates are twice what they should be: the cube is 2 * RADIUS wide, (x + RADIUS) * "
        "(size - 1) / (2 * RADIUS), as grid_coordinate has it.");
    INSTEAD(
        ((struct scaled){u / 2, 1, 0}), "position-for-coordinate",
        "The coordinates are half of what they should be: (x + RADIUS) * (size - 1) / (2 * RADIUS), "
        "as grid_coordinate has it.");
    INSTEAD(((struct scaled){trunc(length - radius) * 2 * radius / (size - 1) - radius, 1, 0}),
            "position-for-coordinate",
            "node_position is taken for grid_coordinate, its inverse: a point's x goes to nodes by "
            "grid_coordinate(x, size).");
    INSTEAD(
        ((struct scaled){2 * u - (size - 1), 1, 0}), "position-for-coordinate",
        "The coordinate is x / RADIUS * (size - 1), which is 0 in the cube's centre: it is counted "
        "from the lower face, which is node 0, (x + RADIUS) * (size - 1) / (2 * RADIUS), as "
        "grid_coordinate has it.");
    INSTEAD(
        ((struct scaled){u / size, 1, 0}), "normalized-coordinates",
        "The coordinate is divided by the size, grid_coordinate(x, size) / size: it counts nodes here, "
        "and goes from 0 to size - 1. Leave the division out.");
    INSTEAD(
        ((struct scaled){u / (size - 1), 1, 0}), "normalized-coordinates",
        "The coordinate goes from 0 to 1 over the cube, as grid_coordinate(x, size) / (size - 1) or (x "
        "+ RADIUS) / (2 * RADIUS) does: it counts nodes here, from 0 to size - 1. "
        "grid_coordinate has it.");
    ASKED(((struct scaled){u, 1, 0}));
}

#define MIRRORED(what)                                                                             \
    what " taken with the wrong sign: the cube begins at -RADIUS, which is node 0."
struct sides sides_of(struct choice *c) {
    INSTEAD(((struct sides){{true, true, true}}), "wrong-sign", MIRRORED("x, y and z are"));
    INSTEAD(((struct sides){{true, false, false}}), "wrong-sign", MIRRORED("x is"));
    INSTEAD(((struct sides){{false, true, false}}), "wrong-sign", MIRRORED("y is"));
    INSTEAD(((struct sides){{false, false, true}}), "wrong-sign", MIRRORED("z is"));
    INSTEAD(((struct sides){{false, true, true}}), "wrong-sign", MIRRORED("y and z are"));
    INSTEAD(((struct sides){{true, false, true}}), "wrong-sign", MIRRORED("x and z are"));
    INSTEAD(((struct sides){{true, true, false}}), "wrong-sign", MIRRORED("x and y are"));
    ASKED(((struct sides){{false, false, false}}));
}

double rounded(struct choice *c, double u) {
    INSTEAD(
        trunc(u), "coordinate-truncated",
        "The coordinate is cut to a whole number before it is used: what lies between the nodes is "
        "lost. Keep it a float.");
    INSTEAD(
        floor(u + 0.5), "coordinate-truncated",
        "Each sample is the value of the nearest node: the coordinate is rounded to a whole number "
        "before it is used, or the nearer node alone counts, and what lies between the nodes is lost. "
        "Keep the coordinate a float, and interpolate.");
    ASKED(u);
}
