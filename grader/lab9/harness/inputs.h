/* inputs.h - lab 9's hidden inputs, for the harnesses and the judge. */
#ifndef LAB9_INPUTS_H
#define LAB9_INPUTS_H

#include "draws.h"

/* Texel i of the row: a multiple of 2^-8 below 2^8, neighbours never equal. */
static inline float hidden_texel(uint64_t seed, int i) {
    return (float)(draw_int(seed, 1, (uint64_t)i, 0, 32767) * 2 + i % 2) / 256.0f;
}

/* Texel i of step 4's row: a multiple of 2^-10 below 2^10, 20 bits, so that a sum of weighted
 * texels does not fit a float. */
static inline float hidden_wide_texel(uint64_t seed, int i) {
    return (float)(draw_int(seed, 11, (uint64_t)i, 0, 524287) * 2 + i % 2) / 1024.0f;
}

static inline float hidden_border(uint64_t seed) {
    return (float)draw_int(seed, 2, 0, 100, 25000) / 256.0f;
}

enum { LAB9_SAMPLES = 300, LAB9_MODES = 4, LAB9_PLANE = 40 };
/* What the harness puts into results before the call. */
#define LAB9_UNWRITTEN (-7777.0f)

/* Where the readings of step 1 lie: from `base`, by `increment`, in texels. */
static inline float hidden_base(uint64_t seed) {
    return -2.0f - (float)draw_int(seed, 3, 0, 0, 511) / 512.0f;
}
static inline float hidden_increment(uint64_t seed, int count) {
    return ((float)count + 5.0f) / (float)LAB9_SAMPLES +
           (float)draw_int(seed, 4, 0, 1, 999) * 1e-6f;
}

/* Coordinate i of step 2: edges of texels and their neighbours, and what lies between, inside and
 * far outside; both ends of the row, on every seed, since of the coordinates outside it is those
 * nearest to it that rounding goes wrong with; some just above an edge, by a step or two of those
 * that a normalised coordinate is cut to. */
static inline float hidden_coordinate(uint64_t seed, int i, int count, int normalized) {
    double texel = i % 25 == 1 || i % 25 == 2 ? -1
                   : i % 25 == 3              ? 0
                   : i % 25 == 5              ? count
                   : i % 25 == 6 || i % 25 == 7
                       ? count - 1
                       : draw_int(seed, 5, (uint64_t)i, -3 * count, 4 * count);
    double shift = i % 3 == 0   ? 0
                   : i % 9 == 4 ? count * 0x1p-19 * draw_unit(seed, 6, (uint64_t)i)
                   : i % 3 == 1 ? draw_unit(seed, 6, (uint64_t)i)
                                : -1e-5 * draw_unit(seed, 6, (uint64_t)i);
    return (float)(normalized ? (texel + shift) / count : texel + shift);
}

/* Row length and coordinate of the i-th further call of step 2: short and long rows, and all the
 * coordinates that lab9.h allows. */
static inline int hidden_other_count(int i) {
    static const int counts[] = {1, 2, 64, 257, 1000, 4099, 8192};
    return counts[i % 7];
}
static inline float hidden_other_coordinate(uint64_t seed, int i, int normalized) {
    const double count = hidden_other_count(i), u = 2 * draw_unit(seed, 12, (uint64_t)i) - 1;
    const double texel =
        i % 3 ? u * (normalized ? 7.999 * count : 0x1p20 - 1) : (1 + 2 * u) * count;
    return (float)(normalized ? texel / count : texel);
}

/* Step 1's long reading: so many samples, of which every LAB9_EVERY-th comes back; a whole number
 * of blocks of 256 where the threads are counted. The threads of a block. Few samples, and places
 * behind them that must stay as they were. A number of samples that blocks of any usual size
 * divide. Step 3's long row, and another row for step 4, as long as the first. */
enum { LAB9_MANY = 70657, LAB9_MANY_EVEN = 70656, LAB9_EVERY = 69, LAB9_LONG = 317 };
enum { LAB9_PICKED = (LAB9_MANY + LAB9_EVERY - 1) / LAB9_EVERY };
enum { LAB9_PICKED_EVEN = (LAB9_MANY_EVEN + LAB9_EVERY - 1) / LAB9_EVERY };
enum { LAB9_BLOCK = 100, LAB9_FEW = 45, LAB9_PAST_END = 64, LAB9_EVEN = 3072 };
static inline float hidden_many_increment(uint64_t seed, int count) {
    return hidden_increment(seed, count) * (float)LAB9_SAMPLES / (float)LAB9_MANY;
}
static inline float hidden_second_texel(uint64_t seed, int i) {
    return hidden_wide_texel(seed ^ 0x5EC0D, i);
}

/* Coordinate i of steps 4 and 5, in texels: anywhere in [-2, count + 2], every other one within a
 * hair of a step of the weight, every eighth just below a texel's centre, where the weight rounds
 * up to the next texel, and some on ties below the first texel's centre. */
static inline float hidden_fine(uint64_t seed, int i, int count) {
    double x = -2.0 + (count + 4.0) * draw_unit(seed, 7, (uint64_t)i),
           u = draw_unit(seed, 8, (uint64_t)i);
    if (i % 8 == 0)
        return (float)((double)(int)(x + 2.0) - 1.5 - (1e-4 + u * 1e-3));
    if (i % 32 == 5) /* left of the first centre, where x - 1/2 is negative */
        return (float)(((double)(int)(u * 127.0) + 0.5) / 256.0);
    if (i % 2)
        x = ((double)(int)(x * 256.0) + 0.5) / 256.0 + (i % 4 == 1 ? 0 : 1e-4 * (u - 0.5));
    return (float)x;
}

/* Fraction i of step 5's weights: the ends, the middle, and drawn ones. */
static inline int hidden_fraction(uint64_t seed, unsigned axis, int i) {
    static const int fixed[] = {0, 1, 127, 128, 129, 255};
    return i < 6 ? fixed[i] : draw_int(seed, 9 + axis, (uint64_t)i, 0, 255);
}

#endif
