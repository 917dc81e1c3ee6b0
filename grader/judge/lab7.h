/* lab7.h - what the files of lab 7's judge share. */
#ifndef JUDGE_LAB7_H
#define JUDGE_LAB7_H

#include "judge.h"
#include "lab7/inputs.h"

/* The hidden grid of a run: size^3 values, x fastest. */
struct grid {
    int size;
    float *values;
};
struct grid hidden_grid(uint64_t seed, int size);

/* The texture unit's value at (x, y, z), in texels (texel i is centred on i + 0.5): linear,
 * clamped. */
float texture_value(const struct grid *grid, double x, double y, double z);
/* The same with other settings: `point` filter, `normalized` coordinates, `border` per axis. */
struct settings {
    bool point, normalized, border[3];
};
float texture_value_as(const struct grid *grid, struct settings settings, double x, double y,
                       double z);

/* What a solution returns at the point u, counted in nodes: a right one, or one with a mistake. */
typedef double model(const struct grid *grid, const double u[3]);
model as_hardware, as_software, point_filter;
struct explanation {
    model *model;
    const char *diagnosis, *text;
};
/* The named mistakes of steps 4, 5 and 6; each list ends with a NULL model. */
extern const struct explanation tune_explanations[], hardware_explanations[],
    software_explanations[];

/* Judges the run's "samples". */
enum outcome check_tune(const struct run *run, struct verdict *v);
enum outcome check_outside(const struct run *run, struct verdict *v);
enum outcome check_hardware_samples(const struct run *run, struct verdict *v);
enum outcome check_software_samples(const struct run *run, struct verdict *v);
/* Judges integrals (lab7_integral.c). */
enum outcome check_weights(const struct run *run, struct verdict *v);
enum outcome check_huge_blocks(const struct run *run, struct verdict *v);
enum outcome check_sums(const struct run *run, struct verdict *v);
enum outcome check_hardware_partial(const struct run *run, struct verdict *v);
enum outcome check_software_partial(const struct run *run, struct verdict *v);
enum outcome check_hardware_integral(const struct run *run, struct verdict *v);
enum outcome check_software_integral(const struct run *run, struct verdict *v);
/* lab7_compare.c */
enum outcome check_comparison(const struct run *run, struct verdict *v);
enum outcome check_times(const struct run *run, struct verdict *v);
enum outcome check_csv(const struct run *run, struct verdict *v);

#endif
