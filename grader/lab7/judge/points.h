/* points.h - the coordinate at which steps 5 and 6 read, what people take for it, and the two laws
 * by which they read there. */
#ifndef JUDGE_LAB7_POINTS_H
#define JUDGE_LAB7_POINTS_H

#include "lab7.h"

/* Which axis is taken in the place of each. */
struct axes {
    int of[3];
};
struct axes order_of(struct choice *c);

/* Which axes go from the other face on. */
struct sides {
    bool turned[3];
};
struct sides sides_of(struct choice *c);

/* A coordinate before it is rounded; when it is used it is divided by `by`, and for tex3D `less` is
 * taken off. */
struct scaled {
    double at, by, less;
};
struct scaled scaled(struct choice *c, double u, int size, double radius);
double rounded(struct choice *c, double u);

struct settings {
    bool point, normalized, border[3];
};
/* The texture unit's value at coordinates p, in texels (texel i is centred on i + 0.5). */
double texture_value(const struct grid *grid, struct settings settings, const double p[3]);
/* Node (i, j, k), or the nearest one that there is. */
double grid_value(const struct grid *grid, int i, int j, int k);
/* What is interpolated at u in full precision. */
double interpolated_value(const struct grid *grid, const double u[3]);

#endif
