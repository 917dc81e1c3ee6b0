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

enum { HIDDEN_POINTS = 600 };

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
        return draw_int(seed, stream, (uint64_t)n, 0, size - 1);
    if (n % 10 == 1 && n / 10 % 3 == axis)
        return size - 1;
    if (n % 10 == 2 && n / 10 % 3 == axis)
        return n / 30 % 2 ? -0.1 - 3 * draw_unit(seed, stream + 10, (uint64_t)n)
                          : size - 0.9 + 3 * draw_unit(seed, stream + 10, (uint64_t)n);
    return inside;
}

/* A coordinate in nodes as a position in units of length. */
static inline float hidden_position(double coordinate, int size, double radius) {
    return (float)(coordinate * 2 * radius / (size - 1) - radius);
}

/* Vertex i where the harness fills vert itself: anywhere in the cube. Coordinate `axis`. */
static inline float hidden_vertex(uint64_t seed, int i, int axis, double radius) {
    return (float)((2 * draw_unit(seed, 40 + (unsigned)axis, (uint64_t)i) - 1) * radius);
}

/* The function of the harness in place of func: c0 + c1 x + c2 y + c3 z + c4 x y z. */
static inline float hidden_coefficient(uint64_t seed, int n) {
    return (float)(0.5 + draw_unit(seed, 50, (uint64_t)n)) * (n == 4 ? 0.01f : 1.0f + (float)n);
}
static inline float hidden_exact(uint64_t seed) {
    return (float)(1 + draw_unit(seed, 51, 0));
}

/* Summand of thread t of block b. */
static inline float hidden_summand(uint64_t seed, int b, int t) {
    return (float)draw_int(seed, 60 + (unsigned)b, (uint64_t)t, 1, 1000);
}

#endif
