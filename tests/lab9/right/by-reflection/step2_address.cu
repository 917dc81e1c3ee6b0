// Right, and unusual: wrapping and mirroring by steps instead of remainders.
// Step 2: where one texel ends and the next begins, and what lies outside.
#include "lab9.h"
#include <math.h>

static int wrapped(long i, int count) {
    while (i < 0)
        i += count;
    while (i >= count)
        i -= count;
    return (int)i;
}

// Mirror: the row, the row backwards, the row, ... and -1 is 0's mirror image.
static int mirrored(long i, int count) {
    while (i < 0 || i >= count)
        i = i < 0 ? -1 - i : 2 * (long)count - 1 - i; // at the nearer end
    return (int)i;
}

static int clamped(long i, int count) {
    return i < 0 ? 0 : i >= count ? count - 1 : (int)i;
}

int texel_at(float x, int count, cudaTextureAddressMode address, int normalized) {
    // 24 bits of x times at most 29 bits of count: a double's 53 hold the product exactly.
    double texels = normalized ? floor(ldexp((double)x, 21)) * count / ldexp(1.0, 21) : x;
    long i = (long)floor(texels);
    switch (address) {
    case cudaAddressModeBorder:
        return i < 0 || i >= count ? OUTSIDE : (int)i;
    case cudaAddressModeWrap:
        return normalized ? wrapped(i, count) : clamped(i, count);
    case cudaAddressModeMirror:
        return normalized ? mirrored(i, count) : clamped(i, count);
    default:
        return clamped(i, count);
    }
}
