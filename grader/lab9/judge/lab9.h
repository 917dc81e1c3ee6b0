/* lab9.h - what the files of lab 9's judge share. */
#ifndef JUDGE_LAB9_H
#define JUDGE_LAB9_H

#include "judge.h"
#include "../harness/inputs.h"
#include "texture/unit.h"

enum { MOST_TEXELS = 64 };

/* row.c: how many texels the run's row has. */
int count_of(const struct run *run);
/* The row of hidden texels, kept in `texels`, as the texture unit sees it. */
cpudev_texture hidden_row(const struct run *run, float *texels, bool linear,
                          cpudev_address_mode address, bool normalized, float border);
float sample(const cpudev_texture *t, float x);

/* address.c: which calls of texel_at a test judges; is this one of them? */
struct group;
bool lab9_judges(const struct group *g, int mode, double x, int count, bool further);

/* further.c: fails for calls with other sizes than the first ones, of texel_at, of
 * sample_row, of read_row, of read_texels. */
void judge_further_texels(const struct run *run, const struct group *g, bool normalized);
void judge_further_samples(const struct run *run);
void judge_further_reading(const struct run *run);
void judge_long_row(const struct run *run);

/* address.c: step 2 */
void check_unnormalised(const struct run *run);
void check_unnormalised_border(const struct run *run);
void check_normalised(const struct run *run);
void check_cuts(const struct run *run);
void check_outside(const struct run *run);
void check_wrap(const struct run *run);
void check_mirror(const struct run *run);
void check_sizes(const struct run *run);
/* centres.c: step 3 */
void check_centres(const struct run *run);
void check_texels_back(const struct run *run);
/* bits.c: step 4 */
void check_weight(const struct run *run);
void check_filter(const struct run *run);
void check_exact(const struct run *run);
/* plane.c: step 5 */
void check_plane(const struct run *run);
void check_hardware(const struct run *run);
void check_border(const struct run *run);

#endif
