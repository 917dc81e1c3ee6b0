/* lab7.h - what the files of lab 7's judge share. */
#ifndef JUDGE_LAB7_H
#define JUDGE_LAB7_H

#include "judge.h"
#include "../harness/inputs.h"

/* The hidden grid of a run: size^3 values, x fastest. */
struct grid {
    int size;
    float *values;
    double radius; /* RADIUS */
    uint64_t seed; /* of the function func */
};
struct grid hidden_grid(uint64_t seed, int size);
struct grid hidden_even_grid(uint64_t seed, int size);

/* What a solution returns at the point u, counted in nodes, with these lines taken (family.c). */
struct point_family {
    int count, most, alone; /* alone: in an integral, from which of them on one does not combine */
    double (*with)(const struct grid *grid, const double u[3], struct choice *choices);
};
double point_value(const struct point_family *family, const struct grid *grid, const double u[3],
                   const int *choice);
/* The family's lines. */
void list_points(const struct point_family *family, struct dimension *dimensions);
/* func at the point u. */
double function_at(const struct grid *grid, const double u[3]);
extern const struct point_family tune_family, fetch_family, software_family;

/* samples.c: judges the run's "samples". */
void check_tune(const struct run *run);
void check_outside(const struct run *run);
void check_hardware_samples(const struct run *run);
void check_software_samples(const struct run *run);
void check_software_outside(const struct run *run);
/* plain.c: adds where the samples at u[HIDDEN_POINTS] are taken, as far as they are not taken
 * there. */
void judge_add_places(const struct run *run, int size, const double (*u)[3], char *text,
                      size_t room);
/* And where the function is, at the nodes. */
void judge_add_positions(const struct run *run, double radius, char *text, size_t room);
/* outside.c: fails for what a read outside the grid tells, of the point u[n] of thread n of
 * the harness' kernel, or of the hidden vertices. */
void judge_sample_outside(const struct run *run, int size, const double (*u)[3]);
void judge_integral_outside(const struct run *run, int size);
/* sphere.c: the vertices and their weights. */
void check_vertices(const struct run *run);
void check_weights(const struct run *run);
double sphere_weight(int i, int coef);
/* sums.c: sums over a block. */
void check_sums(const struct run *run);
/* integral.c */
void check_huge_blocks(const struct run *run);
void check_hardware_partial(const struct run *run);
void check_software_partial(const struct run *run);
void check_hardware_integral(const struct run *run);
void check_software_integral(const struct run *run);
/* grid.c */
void check_grid(const struct run *run);
void check_grid_arguments(const struct run *run);
void check_grid_smallest(const struct run *run);
/* compare.c */
void check_comparison(const struct run *run);
void check_refused(const struct run *run);
void check_times(const struct run *run);
void check_csv(const struct run *run);

#endif
