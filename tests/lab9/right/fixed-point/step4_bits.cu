// Right, and unusual: integers where the solution has doubles.
// Step 4: nine bits. The weight of linear filtering is a fixed-point number, 1.8: 0/256 .. 256/256.
#include "lab9.h"
#include <math.h>

int weight_at(float x, int *left) {
    // x - 1/2 in 256ths. Snap first, split after: the rounding may carry into the next texel.
    long snapped = (long)floor(256.0 * ((double)x - 0.5) + 0.5);
    long texel = (long)floor((double)snapped / 256.0);
    *left = (int)texel;
    return (int)(snapped - 256 * texel);
}

static double texel_or_edge(const float *texels, int count, int i) {
    return texels[i < 0 ? 0 : i >= count ? count - 1 : i];
}

float filter_row(const float *texels, int count, float x) {
    int left;
    long weight = weight_at(x, &left);
    long a = (long)(texel_or_edge(texels, count, left) * 1024.0);
    long b = (long)(texel_or_edge(texels, count, left + 1) * 1024.0);
    return (float)((256 - weight) * a + weight * b) / (256.0f * 1024.0f);
}

float filter_row_exact(const float *texels, int count, float x) {
    double position = (double)x - 0.5;
    int left = (int)floor(position);
    double fraction = position - left;
    return (float)((1.0 - fraction) * texel_or_edge(texels, count, left) +
                   fraction * texel_or_edge(texels, count, left + 1));
}
