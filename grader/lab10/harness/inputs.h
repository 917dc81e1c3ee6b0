/* inputs.h - lab 10's hidden inputs, for the harnesses and the judge. */
#ifndef LAB10_INPUTS_H
#define LAB10_INPUTS_H

#include <math.h>

#include "draws.h"

/* Pixel i of the hidden picture: a multiple of 1/256 below 1. */
static inline float hidden_pixel(uint64_t seed, int i) {
    return (float)draw_int(seed, 1, (uint64_t)i, 0, 255) / 256.0f;
}

static inline unsigned char hidden_byte(uint64_t seed, int i) {
    return (unsigned char)(i < 256 ? i : draw_int(seed, 2, (uint64_t)i, 0, 255));
}

/* How far step 1's picture is moved, in pixels: quarters, not whole, different along the axes; not
 * so far that twice the shift and half the height can be the same. */
static inline float hidden_shift(uint64_t seed, int axis) {
    int whole = axis == 0 ? draw_int(seed, 3, 0, -9, -3) : draw_int(seed, 3, 1, 2, 4);
    return (float)whole + (axis == 0 ? 0.25f : 0.5f);
}

/* Element i of a matrix: small quarters, so that every order of the sum gives the same float. */
static inline float hidden_element(uint64_t seed, unsigned matrix, int i) {
    return (float)draw_int(seed, 4 + matrix, (uint64_t)i, -200, 200) / 4;
}

/* Normalised coordinate i of step 3's map, along x (axis 0) or y. */
static inline float hidden_place(uint64_t seed, int axis, int i) {
    return (float)(4.0 * draw_unit(seed, 8 + (unsigned)axis, (uint64_t)i) - 1.5);
}

/* Cosine and sine of step 4's turn over its scale: little enough of both that the border is seen
 * beyond all four edges. */
static inline void hidden_motion(uint64_t seed, float *cosine, float *sine) {
    double angle = 0.2 + 0.5 * draw_unit(seed, 10, 0), scale = 0.7 + 0.2 * draw_unit(seed, 10, 1);
    *cosine = (float)(cos(angle) / scale);
    *sine = (float)(sin(angle) / scale);
}

static inline float hidden_border(uint64_t seed) {
    return (float)draw_int(seed, 11, 0, 40, 250) / 256.0f;
}

enum { LAB10_PAST_END = 64, LAB10_PLACES = 400, LAB10_TIMINGS = 5 };
#define LAB10_CANARY 777.03125f /* no product of whole numbers */

#endif
