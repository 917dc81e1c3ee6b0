/* lab8.h - what the files of lab 8's judge share. */
#ifndef JUDGE_LAB8_H
#define JUDGE_LAB8_H

#include "judge.h"
#include "../harness/inputs.h"

/* words.c: how many words the run has. */
size_t words_of(const struct run *run);
/* The checksum of the words from number `first` on, before number `last`. */
uint32_t sum_of(const struct run *run, size_t first, size_t last);
/* A checksum that came back: a word, or whatever number was written in its place. */
const char *checksum_text(double got);

/* sums.c: step 1, what a wrong checksum through elements of `components` words is the sum of
 */
void explain_sum(const struct run *run, double got, size_t words, int components);

/* segments.c: step 2, textures, a quad in them, and a checksum over all */
void check_made(const struct run *run);
void check_split_sums(const struct run *run);
void check_quads(const struct run *run);

/* promote.c: step 3 */
void check_promote(const struct run *run);
void check_half(const struct run *run);
void check_through_texture(const struct run *run);

#endif
