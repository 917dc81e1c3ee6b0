/* draws.h - runs that nobody made: what a judge's checks are given instead of a run's files. A test
 * of the draws computes what a mistake would have written, from the judge's own models, and asks
 * the check. */
#ifndef DRAWS_TEST_H
#define DRAWS_TEST_H

#include "judge.h"

/* The arguments of the run, "NAME=VALUE NAME=VALUE". */
extern const char *draws_arguments;
/* What the run wrote under `name`. The values stay the caller's. */
void draws_wrote(const char *name, const double *values, size_t count);
void draws_wrote_number(const char *name, double value);
void draws_forget(void);

/* One of the lab's mistakes: its check is asked, which must fail, with one of the names; `known` is
 * the one of the model, NULL when it has none. */
void draws_expect(const struct run *run, const char *check, const char *mistake, const char *known);
void draws_expect_pass(const struct run *run, const char *check);

/* What a lab defines: all mistakes of the run `name`. */
void draws_run(const struct run *run, const char *name);

#endif
