/* Lab 7: what steps 4, 5 and 6 return at a point, when they are right and with each mistake that
 * has a name. */
#include "lab7.h"
#include "texture/unit.h"

#include <math.h>
#include <stdlib.h>

struct grid hidden_grid(uint64_t seed, int size) {
    struct grid grid = {size, malloc((size_t)size * size * size * sizeof(float))};
    float *value = grid.values;
    if (!value)
        exit(3);
    for (int k = 0; k < size; k++)
        for (int j = 0; j < size; j++)
            for (int i = 0; i < size; i++)
                *value++ = hidden_value(seed, i, j, k);
    return grid;
}

float texture_value_as(const struct grid *grid, struct settings settings, double x, double y,
                       double z) {
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
    cpudev_texture_sample(&t, (float)x, (float)y, (float)z, 0, &out);
    return out.f[0];
}

float texture_value(const struct grid *grid, double x, double y, double z) {
    return texture_value_as(grid, (struct settings){0}, x, y, z);
}

static int clamp_index(int i, int size) {
    return i < 0 ? 0 : i >= size ? size - 1 : i;
}

static double node(const struct grid *grid, int i, int j, int k) {
    int n = grid->size;
    return grid
        ->values[((size_t)clamp_index(k, n) * n + clamp_index(j, n)) * n + clamp_index(i, n)];
}

/* Trilinear interpolation in a cell whose lower node is `cell` and whose upper one lies `wide`
 * nodes on, with the fractions given. */
static double interpolate(const struct grid *grid, const int cell[3], int wide,
                          const double fraction[3]) {
    double sum = 0;
    for (int corner = 0; corner < 8; corner++) {
        int at[3];
        double weight = 1;
        for (int axis = 0; axis < 3; axis++) {
            int upper = corner >> axis & 1;
            at[axis] = cell[axis] + upper * wide;
            weight *= upper ? fraction[axis] : 1 - fraction[axis];
        }
        sum += weight * node(grid, at[0], at[1], at[2]);
    }
    return sum;
}

/* The cell that holds u (moved into the cube) and the fraction in it. */
static void find_cell(double u, int size, int *cell, double *fraction) {
    u = fmin(fmax(u, 0), size - 1);
    *cell = (int)u < size - 2 ? (int)u : size - 2;
    *fraction = u - *cell;
}

static double software_value(const struct grid *grid, double u, double v, double w) {
    int cell[3];
    double fraction[3];
    find_cell(u, grid->size, &cell[0], &fraction[0]);
    find_cell(v, grid->size, &cell[1], &fraction[1]);
    find_cell(w, grid->size, &cell[2], &fraction[2]);
    return interpolate(grid, cell, 1, fraction);
}

/* ---- the models -------------------------------------------------------------------------------
 */

double as_hardware(const struct grid *g, const double u[3]) {
    return texture_value(g, u[0] + 0.5, u[1] + 0.5, u[2] + 0.5);
}
static double without_half(const struct grid *g, const double u[3]) {
    return texture_value(g, u[0], u[1], u[2]);
}
static double whole_texel(const struct grid *g, const double u[3]) {
    return texture_value(g, u[0] + 1, u[1] + 1, u[2] + 1);
}
static double hardware_swapped(const struct grid *g, const double u[3]) {
    return texture_value(g, u[2] + 0.5, u[1] + 0.5, u[0] + 0.5);
}
double point_filter(const struct grid *g, const double u[3]) {
    return texture_value_as(g, (struct settings){.point = true}, u[0] + 0.5, u[1] + 0.5,
                            u[2] + 0.5);
}
static double normalized(const struct grid *g, const double u[3]) {
    return texture_value_as(g, (struct settings){.normalized = true}, u[0] + 0.5, u[1] + 0.5,
                            u[2] + 0.5);
}
/* Where a border is possible: outside along an axis with the border colour 0. */
static double border_all(const struct grid *g, const double u[3]) {
    return texture_value_as(g, (struct settings){.border = {true, true, true}}, u[0] + 0.5,
                            u[1] + 0.5, u[2] + 0.5);
}
static double all_zero(const struct grid *g, const double u[3]) {
    (void)g, (void)u;
    return 0;
}
double as_software(const struct grid *g, const double u[3]) {
    return software_value(g, u[0], u[1], u[2]);
}
static double software_half_up(const struct grid *g, const double u[3]) {
    return software_value(g, u[0] + 0.5, u[1] + 0.5, u[2] + 0.5);
}
static double software_half_down(const struct grid *g, const double u[3]) {
    return software_value(g, u[0] - 0.5, u[1] - 0.5, u[2] - 0.5);
}
static double software_swapped(const struct grid *g, const double u[3]) {
    return software_value(g, u[2], u[1], u[0]);
}
static double nearest_lower(const struct grid *g, const double u[3]) {
    int size = g->size;
    return node(g, clamp_index((int)u[0], size), clamp_index((int)u[1], size),
                clamp_index((int)u[2], size));
}
static double eighths(const struct grid *g, const double u[3]) {
    int cell[3];
    double unused, half[3] = {0.5, 0.5, 0.5};
    for (int axis = 0; axis < 3; axis++)
        find_cell(u[axis], g->size, &cell[axis], &unused);
    return interpolate(g, cell, 1, half);
}
/* Along axis `to` the fraction of axis `from` is used. */
static double borrowed(const struct grid *g, const double u[3], int to, int from) {
    int cell[3];
    double fraction[3];
    for (int axis = 0; axis < 3; axis++)
        find_cell(u[axis], g->size, &cell[axis], &fraction[axis]);
    fraction[to] = fraction[from];
    return interpolate(g, cell, 1, fraction);
}
static double x_from_y(const struct grid *g, const double u[3]) {
    return borrowed(g, u, 0, 1);
}
static double x_from_z(const struct grid *g, const double u[3]) {
    return borrowed(g, u, 0, 2);
}
static double y_from_x(const struct grid *g, const double u[3]) {
    return borrowed(g, u, 1, 0);
}
static double y_from_z(const struct grid *g, const double u[3]) {
    return borrowed(g, u, 1, 2);
}
static double z_from_x(const struct grid *g, const double u[3]) {
    return borrowed(g, u, 2, 0);
}
static double z_from_y(const struct grid *g, const double u[3]) {
    return borrowed(g, u, 2, 1);
}
/* The cell taken from node i - 1 to i + 1; the fraction counted from i, or from i - 1 in two steps.
 */
static double cell_around(const struct grid *g, const double u[3], bool matching) {
    int cell[3];
    double fraction[3];
    for (int axis = 0; axis < 3; axis++) {
        find_cell(u[axis], g->size, &cell[axis], &fraction[axis]);
        double at = fmin(fmax(u[axis], 0), g->size - 1);
        if (cell[axis] < 1)
            cell[axis] = 1;
        fraction[axis] = matching ? (at - (cell[axis] - 1)) / 2 : at - cell[axis];
        cell[axis]--;
    }
    return interpolate(g, cell, 2, fraction);
}
static double cell_before(const struct grid *g, const double u[3]) {
    return cell_around(g, u, false);
}
static double cell_two_wide(const struct grid *g, const double u[3]) {
    return cell_around(g, u, true);
}
static double cell_shifted(const struct grid *g, const double u[3]) {
    int cell[3];
    double fraction[3];
    for (int axis = 0; axis < 3; axis++) {
        find_cell(u[axis], g->size, &cell[axis], &fraction[axis]);
        cell[axis]--;
    }
    return interpolate(g, cell, 1, fraction);
}

#define SWAPPED "The samples are right with x and z exchanged: "
#define ZERO                                                                                       \
    { all_zero, NULL, "Every sample is 0." }
#define BORROWED "One axis is interpolated with the fraction of another: along "

const struct explanation tune_explanations[] = {
    {point_filter, "point-filter",
     "The samples are those of the nearest texel: the filter mode is point, which is what a zeroed "
     "cudaTextureDesc has. Set filterMode to cudaFilterModeLinear."},
    {normalized, "normalized-coordinates",
     "The texture takes coordinates from 0 to 1, and the lab counts texels: set normalizedCoords "
     "to 0."},
    ZERO,
    {0}};

const struct explanation hardware_explanations[] = {
    {without_half, "no-half-texel",
     "Your samples are the right ones, half a texel off: texel i is centred on coordinate i + 0.5. "
     "Add 0.5f to each coordinate of tex3D."},
    {whole_texel, NULL,
     "Your samples are the right ones, half a texel too far: 0.5f has been added twice."},
    {hardware_swapped, "x-z-swapped",
     SWAPPED "tex3D takes x, y, z in the order in which the grid is stored, x fastest."},
    {as_software, NULL,
     "These samples are interpolated in full precision, not by the texture unit, whose weights are "
     "multiples of 1/256. Read through tex3D."},
    {border_all, "wrong-address-mode", "Outside the cube the border colour is mixed in."},
    ZERO,
    {0}};

const struct explanation software_explanations[] = {
    {software_half_up, "half-texel-in-software",
     "Your samples are the right ones, half a node too far: the half texel belongs to tex3D alone. "
     "In software node i lies at grid coordinate i; leave the 0.5f out."},
    {software_half_down, "half-texel-in-software",
     "Your samples are the right ones, half a node too early: the half texel belongs to tex3D "
     "alone. In software node i lies at grid coordinate i; leave the 0.5f out."},
    {software_swapped, "x-z-swapped",
     SWAPPED "node (i, j, k) is element (k * size + j) * size + i, x fastest."},
    {eighths, "weights-one-eighth",
     "Each sample is the plain mean of its eight nodes: weigh each by the point's position in the "
     "cell, (1 - f) for the lower node and f for the upper one along each axis."},
    {x_from_y, "fraction-from-other-axis", BORROWED "x by that of y."},
    {x_from_z, "fraction-from-other-axis", BORROWED "x by that of z."},
    {y_from_x, "fraction-from-other-axis", BORROWED "y by that of x."},
    {y_from_z, "fraction-from-other-axis", BORROWED "y by that of z."},
    {z_from_x, "fraction-from-other-axis", BORROWED "z by that of x."},
    {z_from_y, "fraction-from-other-axis", BORROWED "z by that of y."},
    {cell_before, "cell-x-minus-1",
     "The cell is taken from node i - 1 to node i + 1: the nodes about a point are i = floor(u) "
     "and i + 1, one apart."},
    {cell_two_wide, "cell-x-minus-1",
     "The cell is taken from node i - 1 to node i + 1, two wide: that is right on a linear field "
     "alone. The nodes about a point are i = floor(u) and i + 1."},
    {cell_shifted, "cell-x-minus-1",
     "The cell lies one node too low: the nodes about a point are i = floor(u) and i + 1."},
    {nearest_lower, NULL,
     "Each sample is the value of one node: interpolate between the eight about the point."},
    {as_hardware, NULL,
     "These samples come from the texture unit (weights in steps of 1/256). Step 6 interpolates on "
     "its own, in full float precision."},
    ZERO,
    {0}};
