/* integral.h - what steps 5 and 6 add up: a block's values, and the integral, as asked or with
 * mistakes. */
#ifndef JUDGE_LAB7_INTEGRAL_H
#define JUDGE_LAB7_INTEGRAL_H

#include "lab7.h"

/* sums.c: the sum of a block's values; and its lines. */
double block_sum(struct choice *c, const double *values, int count);
void list_sums(struct dimension *dimension);
/* Fails where a value is added from behind those of the block's `threads`. */
void judge_no_partner(const struct run *run, const char *what, int threads);
/* Fails for sums that are NaN where no memory explains it. */
void judge_no_number(const struct run *run, const char *what, const double *got, int blocks,
                     int threads);

/* integral_models.c */
struct keeper;
struct integral {
    const struct run *run;
    struct grid grid;
    int coef, vertices, threads, blocks, radii;
    double radius;
    const struct point_family *fetch;
    const double *got; /* the sum of each block; for a total, one number */
    bool total;
    const struct integral *again; /* the second call, with other radii */
    struct keeper *kept;          /* NULL: nothing is asked for more than once */
};

struct integral load_integral(const struct run *run, const struct point_family *fetch);
/* Bounds of block b's sum. */
void block_bounds(const struct integral *in, int b, const int *choice, double *low, double *high);
/* Does the choice give what came back? */
bool partial_fits(const struct integral *in, const int *choice);
/* Fails when a choice does, behind `what`, a sentence. */
void explain_integral(const struct integral *in, const char *what);
void explain_vertices(const struct integral *in, const char *what);

#endif
