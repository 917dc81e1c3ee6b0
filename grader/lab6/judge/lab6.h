/* lab6.h - what the files of lab 6's judge share. */
#ifndef JUDGE_LAB6_H
#define JUDGE_LAB6_H

#include "judge.h"
#include "../harness/inputs.h"

/* fill.c: step 1 */
void check_fill(const struct run *run);

/* products.c: n products of step 2, from number `from` of the hidden elements on. */
struct products {
    const struct run *run;
    const char *name;
    const double *b;
    int from, n, words;
    int threads; /* a block's */
    bool whole;  /* hTestCM chose the threads and allocated b */
    bool fresh;  /* some of it came back as it was allocated */
};
/* The product that is owed. */
double owed_product(const struct products *p, int i);
/* Fails for products that are wrong, with what explains them. */
void explain_products(const struct products *p);

/* sums.c: step 4 */
void check_uniform_sums(const struct run *run);
void check_divergent_sums(const struct run *run);
/* Of a run with threads to spare. */
void check_sums_guard(const struct run *run);

/* shares.c: fails when words of the table are not in a thread's sum, or more than once, or
 * with another number. */
void judge_word_shares(const struct run *run, const char *name, int size);

/* lookup.c: step 5 */
void check_lookup(const struct run *run);

#endif
