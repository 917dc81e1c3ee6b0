/* gradient.c - the level that gradients choose. See ../TEXTURES.md.
 *
 * Lengths are floats of 10 bits, here in doubles: what is cut is cut toward zero. */
#include "gradient.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { CUT = 52 - 9 }; /* bits of a double's mantissa that a length lacks */

static uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double double_of(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static double cut(double x) {
    return double_of(bits_of(x) >> CUT << CUT);
}

/* x = mantissa * place, of 10 bits; x is not 0. */
static int mantissa(double x) {
    return 512 | (bits_of(x) >> CUT & 511);
}

static double place(double x) {
    return double_of(bits_of(x) >> 52 << 52) * 0x1p-9;
}

/* In texels. */
static double scaled(float gradient, int extent) {
    double g = fabs((double)gradient);
    if (isnan(g) || g < (double)FLT_MIN)
        return 0.0;
    g = g > 0x1p60 ? 0x1p60 : g;
    const int n = mantissa(g), m = mantissa(extent);
    int product = 448;
    for (int bit = 0; bit < 10; bit++)
        if (m >> bit & 1)
            product += n << bit >> 6 << 6;
    const int shift = product < 1 << 19 ? 9 : 10;
    return (product >> shift) * place(g) * place(extent) * (1 << shift);
}

/* About 11/16 of x. */
static double part(double x) {
    if (x == 0.0)
        return 0.0;
    const int n = 11 * mantissa(x);
    return n < 8192 ? ((n + 4) >> 3) * place(x) / 2.0 : ((n + 4) >> 4) * place(x);
}

/* About the length of the vector (x, y). */
static double length(double x, double y) {
    const double larger = fmax(x, y), smaller = fmin(x, y);
    return cut(larger + part(smaller) / 2.0);
}

/* 256 * log2 of a length. */
static int level(double length) {
    /* m where rounding the logarithm of the middle is one too much */
    static const unsigned char less[] = {0,   61,  86,  108, 109, 110, 111,
                                         115, 116, 117, 141, 162, 170, 255};
    if (length == 0.0)
        return -(1 << 20);
    int exponent;
    const int m = (int)((frexp(length, &exponent) - 0.5) * 512.0);
    int fraction = (int)floor(256.0 * log2(1.0 + (m + 0.5) / 256.0) + 0.5);
    if (memchr(less, m, sizeof less) != NULL)
        fraction--;
    return 256 * (exponent - 1) + fraction;
}

static int level_1d(const cpudev_texture *t, float dx, float dy) {
    const double a = scaled(dx, t->width), b = scaled(dy, t->width);
    return level(fmax(fmax(a, b), part(cut(a + b))));
}

/* Of two components with signs: the smaller is cut one place below the larger's last. */
static double sum(double a, double b) {
    const double larger = fabs(a) < fabs(b) ? b : a, smaller = fabs(a) < fabs(b) ? a : b;
    if (larger == 0.0)
        return 0.0;
    const double last = place(fabs(larger)) / 2.0;
    return cut(fabs(larger + trunc(smaller / last) * last));
}

/* About 11/16 of the length of (x, y): the smaller counts 121/512, and a sixteenth of its last
 * place. */
static double part_of_length(double x, double y) {
    const double larger = fmax(x, y), smaller = fmin(x, y);
    if (smaller == 0.0)
        return part(larger);
    return cut(part(larger) + (121 * mantissa(smaller) + 32) * place(smaller) / 512.0);
}

static int level_2d(const cpudev_texture *t, const float dx[3], const float dy[3]) {
    double a[2], b[2];
    for (int d = 0; d < 2; d++) {
        const int extent = d == 0 ? t->width : t->height;
        a[d] = scaled(dx[d], extent);
        b[d] = scaled(dy[d], extent);
    }
    double longest = fmax(length(a[0], a[1]), length(b[0], b[1]));
    for (int d = 0; d < 2; d++)
        b[d] = signbit(dx[d]) == signbit(dy[d]) ? b[d] : -b[d];
    longest = fmax(longest, part_of_length(sum(a[0], b[0]), sum(a[1], b[1])));
    longest = fmax(longest, part_of_length(sum(a[0], -b[0]), sum(a[1], -b[1])));
    return level(longest);
}

int cpudev_gradient_level(const cpudev_texture *t, const float dx[3], const float dy[3],
                          const char **unknown) {
    *unknown = NULL;
    if (t->shape == CPUDEV_TEXTURE_1D)
        return level_1d(t, dx[0], dy[0]);
    if (t->shape == CPUDEV_TEXTURE_2D)
        return level_2d(t, dx, dy);
    *unknown = "gradients of three components";
    return 0;
}
