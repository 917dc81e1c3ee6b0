/* lab8.h - what the files of lab 8's judge share. */
#ifndef JUDGE_LAB8_H
#define JUDGE_LAB8_H

#include "judge.h"
#include "lab8/inputs.h"

/* lab8_elements.c: step 1, what a checksum of elements of `components` words is the sum of */
enum outcome explain_elements(const struct run *run, struct verdict *v, double got, size_t words,
                              int components);

/* lab8_promote.c: step 3 */
enum outcome check_promote(const struct run *run, struct verdict *v);
enum outcome check_half(const struct run *run, struct verdict *v);
enum outcome check_through_texture(const struct run *run, struct verdict *v);

#endif
