// Step 2: where one texel ends and the next begins, and what lies outside.
#include "lab9.h"
#include <math.h>

int texel_at(float x, int count, cudaTextureAddressMode address, int normalized) {
    // TODO: first the texel that x falls into as if the row went on for ever, then what each of the
    // four address modes makes of a number outside 0 .. count - 1.
    (void)x, (void)count, (void)address, (void)normalized;
    return -2;
}
