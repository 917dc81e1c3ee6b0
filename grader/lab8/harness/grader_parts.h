/* grader_parts.h - included before the student's file where a function that calls others of its
 * step is judged alone: the others are the reference's then, so that a mistake costs its own test
 * only. Host functions of the student's become weak, and the linker takes the harness's for every
 * call. Kernels get another name where they are defined: a launch, sum_int<<<...>>>, has no
 * parenthesis behind the name, and reaches the harness's. */
#ifndef GRADER_PARTS_H
#define GRADER_PARTS_H

#include "lab8.h"

__attribute__((weak)) cudaError_t make_words_texture(const int *words_d, size_t words,
                                                     int components, cudaTextureObject_t *texture);
__attribute__((weak)) cudaError_t add_sums(const unsigned *sums_d, unsigned *total);
__attribute__((weak)) cudaError_t make_segments(const int *words_d, size_t words, size_t quads_each,
                                                int count, Segments *segments);
__attribute__((weak)) cudaError_t free_segments(Segments *segments);

#define sum_int(...) your_sum_int(__VA_ARGS__)
#define sum_int2(...) your_sum_int2(__VA_ARGS__)
#define sum_int4(...) your_sum_int4(__VA_ARGS__)

#endif
