/* lab8.h - what the files of lab 8's judge share. */
#ifndef JUDGE_LAB8_H
#define JUDGE_LAB8_H

#include "judge.h"
#include "lab8/inputs.h"

/* lab8_promote.c: step 3 */
void check_promote(const struct run *run, struct verdict *v);
void check_half(const struct run *run, struct verdict *v);
void check_through_texture(const struct run *run, struct verdict *v);

#endif
