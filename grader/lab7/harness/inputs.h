/* inputs.h - lab 7's hidden inputs, for the harnesses and the judge. */
#ifndef LAB7_INPUTS_H
#define LAB7_INPUTS_H

#include "draws.h"

/* Value of the texel or node (i, j, k). All differ, the axes differ by factors of 100, and every
 * value is a whole number below 2^24: exact as a float. */
static inline float hidden_value(uint64_t seed, int i, int j, int k) {
    return (float)(draw_int(seed, 10, 0, 1, 99) + i + 100 * j + 10000 * k +
                   3 * (draw_int(seed, 11, (uint64_t)(i + 64 * (j + 64 * k)), 0, 9)));
}

/* The same where integrals are asked for: no axis counts for much more than another, for a sum
 * shows along which one a mistake lies only as far as it counts. */
static inline float hidden_even_value(uint64_t seed, int i, int j, int k) {
    return (float)(draw_int(seed, 10, 0, 1, 99) + 900 * i + 1000 * j + 1100 * k +
                   draw_int(seed, 11, (uint64_t)(i + 64 * (j + 64 * k)), 0, 999));
}

/* By what the values are multiplied where a whole integral is asked for: each block's sum is some
 * whole ones and a fraction then, so that whole numbers do not hold it, and what they leave tells
 * where it was cut. A power of two: exact. */
#define HIDDEN_TOTAL_SCALE 0x1p-12

/* A grid that is made to see that it can be. */
enum {
    LAB7_LARGE = 81,
    LAB7_LARGE_NODES = LAB7_LARGE * LAB7_LARGE * LAB7_LARGE,
    LAB7_EVERY = 1004, /* divides one less than these */
    LAB7_PICKED = (LAB7_LARGE_NODES + LAB7_EVERY - 1) / LAB7_EVERY
};

enum {
    HIDDEN_POINTS = 600,
    HIDDEN_INSIDE = 10 * HIDDEN_POINTS /* from this number on no node is on an upper face */
};

/* Fields whose samples tell how samples are taken: 1 everywhere, whose samples are the sums of the
 * nodes' weights, and the index of a node along an axis, whose samples are the coordinates at which
 * a linear filter reads. */
enum {
    PLAIN_FIELDS = 4,
    PLAIN_SIZE =
        32, /* of step 1's grids, of which every PLAIN_EVERY-th node along each axis is told */
    PLAIN_EVERY = 4,
    PLAIN_TOLD = PLAIN_SIZE / PLAIN_EVERY
};
/* The index of node number n of those that are told, along x, y and z. */
static inline void plain_node(int n, int at[3]) {
    at[0] = n % PLAIN_TOLD * PLAIN_EVERY;
    at[1] = n / PLAIN_TOLD % PLAIN_TOLD * PLAIN_EVERY;
    at[2] = n / PLAIN_TOLD / PLAIN_TOLD * PLAIN_EVERY;
}
static inline float plain_field(int field, int i, int j, int k) {
    return (float)(field == 0 ? 1 : field == 1 ? i : field == 2 ? j : k);
}

/* Coordinate `axis` of sample point n, in nodes. Of each 10 points: one is a node, one lies on the
 * upper face, one beyond the cube, the rest anywhere inside. Away from the nodes a coordinate keeps
 * its distance from the places where the rounded weight jumps, (m + 0.5) / 256: the last bits of
 * how a solution computes it must not matter. */
static inline double hidden_coordinate(uint64_t seed, int n, int axis, int size) {
    unsigned stream = 20 + (unsigned)axis;
    int steps = draw_int(seed, stream, (uint64_t)n, 0, 256 * (size - 1) - 1);
    double inside = (steps + 0.7 * (draw_unit(seed, stream + 10, (uint64_t)n) - 0.5)) / 256;
    if (inside < 0)
        inside = 0;
    if (n % 10 == 0)
        return draw_int(seed, stream, (uint64_t)n, 0, size - (n < HIDDEN_INSIDE ? 1 : 2));
    if (n % 10 == 1 && n / 10 % 3 == axis)
        return size - 1;
    if (n % 10 == 2 && n / 10 % 3 == axis)
        return n / 30 % 2 ? -0.1 - 3 * draw_unit(seed, stream + 10, (uint64_t)n)
                          : size - 0.9 + 3 * draw_unit(seed, stream + 10, (uint64_t)n);
    return inside;
}

/* Which points: number n of those inside the cube or of those on its upper faces and outside is
 * number hidden_number(n, where) of hidden_coordinate's. */
enum hidden_where { POINTS_EVERYWHERE, POINTS_INSIDE, POINTS_OUTSIDE };
static inline int hidden_number(int n, enum hidden_where where) {
    if (where == POINTS_INSIDE)
        return HIDDEN_INSIDE + (n % 10 == 1 || n % 10 == 2 ? HIDDEN_INSIDE + n + 2 : n);
    return where == POINTS_OUTSIDE ? n / 2 * 10 + 1 + n % 2 : n;
}

/* A coordinate in nodes as a position in units of length. */
static inline float hidden_position(double coordinate, int size, double radius) {
    return (float)(coordinate * 2 * radius / (size - 1) - radius);
}

/* Vertex i where the harness fills vert itself: anywhere in the cube, and three on its upper faces,
 * which a sphere touches. These are in one block: on which side of a face rounding puts them is not
 * known, and the other blocks' sums stay sharp. Coordinate `axis`. */
static inline float hidden_vertex(uint64_t seed, int i, int axis, double radius) {
    if (i % 13 == 3 && i / 13 == axis)
        return (float)radius;
    return (float)((2 * draw_unit(seed, 40 + (unsigned)axis, (uint64_t)i) - 1) * radius);
}

/* The function of the harness in place of func: c0 + c1 x + c2 y + c3 z + c4 x y z + c5 x x + c6 y
 * y. The squares let an integral depend on the spheres it is taken over. */
enum { HIDDEN_COEFFICIENTS = 7 };
static inline float hidden_coefficient(uint64_t seed, int n) {
    static const float scale[HIDDEN_COEFFICIENTS] = {1.0f, 2.0f, 3.0f, 4.0f, 0.01f, 0.03f, 0.11f};
    return (float)(0.5 + draw_unit(seed, 50, (uint64_t)n)) * scale[n];
}
static inline double hidden_function(uint64_t seed, double x, double y, double z) {
    double c[HIDDEN_COEFFICIENTS];
    for (int n = 0; n < HIDDEN_COEFFICIENTS; n++)
        c[n] = (double)hidden_coefficient(seed, n);
    return c[0] + c[1] * x + c[2] * y + c[3] * z + c[4] * x * y * z + c[5] * x * x + c[6] * y * y;
}
static inline float hidden_exact(uint64_t seed) {
    return (float)(1 + draw_unit(seed, 51, 0));
}

/* Number `field` (exact, hardware, software, hardware_ms, software_ms) of row i of a table for
 * write_csv. The second row is so small that fixed decimals lose it. */
enum { HIDDEN_ROWS = 3 };
static inline float hidden_cell(uint64_t seed, int i, int field) {
    double value = 1 + draw_unit(seed, 52 + (unsigned)field, (uint64_t)i);
    return (float)(i == 1 ? 3e-5 * value : value);
}
static inline int hidden_cell_size(uint64_t seed, int i) {
    return draw_int(seed, 70, (uint64_t)i, 8, 256);
}
static inline int hidden_cell_radii(uint64_t seed, int i) {
    return draw_int(seed, 71, (uint64_t)i, 1, 256);
}

/* Summand of thread t of block b: quarters, whose sums are exact in a float. */
static inline float hidden_summand(uint64_t seed, int b, int t) {
    return (float)draw_int(seed, 60 + (unsigned)b, (uint64_t)t, 1, 4000) / 4;
}

#endif
