/* grader_own.h - included before the student's steps 4 and 5, so that filter_row and
 * filter_row_border do not depend on the functions that they are made of: the student's weight_at
 * and plane_weights become weak, and where a harness defines one (filter.cu, border.cu), the linker
 * takes that for every call. A compiler does not inline a weak function. */
#ifndef GRADER_OWN_H
#define GRADER_OWN_H

__attribute__((weak)) int weight_at(float x, int *left);
__attribute__((weak)) void plane_weights(int a, int b, int weights[4]);

#endif
