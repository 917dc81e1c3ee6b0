// Step 4: nine bits. The weight of linear filtering is a fixed-point number, 1.8: 0/256 .. 256/256.
#include "lab9.h"
#include <math.h>

int weight_at(float x, int *left) {
    // TODO: which two texels does a read at x mix, and how many 256ths of the right-hand one? Look
    // first where the unit's result changes.
    (void)x;
    *left = 0;
    return -1;
}

float filter_row(const float *texels, int count, float x) {
    // TODO: the two texels with the weights of weight_at. Beyond the first and the last texel the
    // edge goes on (clamp). Compute in double, so that the sum is exact, and round once.
    (void)texels, (void)count, (void)x;
    return -1.0e30f;
}

float filter_row_exact(const float *texels, int count, float x) {
    // TODO: the same with a weight that is not rounded.
    (void)texels, (void)count, (void)x;
    return -1.0e30f;
}
