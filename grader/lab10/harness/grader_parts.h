/* grader_parts.h - included before the student's file where a function that calls others of its
 * step is judged alone: the others are the reference's then, so that a mistake costs its own test
 * only. Host functions of the student's become weak, and the linker takes the harness's for every
 * call. Kernels get another name where they are defined: a launch, read_picture<<<...>>>, has no
 * parenthesis behind the name, and reaches the harness's. */
#ifndef GRADER_PARTS_H
#define GRADER_PARTS_H

#include "lab10.h"

__attribute__((weak)) cudaError_t make_array(const float *pixels, int width, int height,
                                             cudaArray_t *array);
__attribute__((weak)) cudaError_t make_texture(cudaArray_t array, cudaTextureObject_t *texture);
__attribute__((weak)) cudaError_t make_matrix(const float *elements, int rows, int columns,
                                              cudaArray_t *array, cudaTextureObject_t *texture);

#define read_picture(...) your_read_picture(__VA_ARGS__)
#define multiply_global(...) your_multiply_global(__VA_ARGS__)
#define multiply_tiled(...) your_multiply_tiled(__VA_ARGS__)
#define multiply_texture(...) your_multiply_texture(__VA_ARGS__)
#define rotate_hardware(...) your_rotate_hardware(__VA_ARGS__)
#define rotate_software(...) your_rotate_software(__VA_ARGS__)

#endif
