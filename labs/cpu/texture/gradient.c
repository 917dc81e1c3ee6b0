/* gradient.c - the level that gradients choose. See ../TEXTURES.md.
 *
 * Lengths are floats of 10 bits, here in doubles: what is cut is cut toward zero. */
#include "gradient.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "direction.h"

enum { CUT = 52 - 9 };           /* bits of a double's mantissa that a length lacks */
enum { LAST_LEVEL = 256 << 10 }; /* or beyond */

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
static double scaled(double gradient, int extent) {
    double g = fabs(gradient);
    if (isnan(g) || g < (double)FLT_MIN)
        return 0.0;
    g = g > 0x1p60 ? 0x1p60 : g;
    const int n = mantissa(g), m = mantissa(extent);
    int product = 448;
    for (int bit = 0; bit < 10; bit++)
        if (m >> bit & 1)
            product += n << bit >> 6 << 6;
    const int shift = product < 1 << 19 ? 9 : 10;
    return copysign((product >> shift) * place(g) * place(extent) * (1 << shift), gradient);
}

/* About 11/16 of x. */
static double part(double x) {
    if (x == 0.0)
        return 0.0;
    const int n = 11 * mantissa(x);
    return n < 8192 ? ((n + 4) >> 3) * place(x) / 2.0 : ((n + 4) >> 4) * place(x);
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

/* a + b, of floats of so many bits: the smaller is cut one place below the larger's last. */
static double aligned_sum(double a, double b, int bits) {
    const double larger = fabs(a) < fabs(b) ? b : a, smaller = fabs(a) < fabs(b) ? a : b;
    if (larger == 0.0 || isinf(larger))
        return larger;
    const double last = ldexp(1.0, ilogb(larger) - bits);
    return larger + trunc(smaller / last) * last;
}

static double sum(double a, double b) {
    return cut(aligned_sum(a, b, 10));
}

/* A gradient, or the sum of two: its components in texels, by axis. */
typedef struct {
    double by[3];
} vector;

static vector sum_of(vector a, vector b, int sign) {
    vector v;
    for (int d = 0; d < 3; d++)
        v.by[d] = sum(a.by[d], sign * b.by[d]);
    return v;
}

/* The components without signs, the largest first. */
static vector sorted(vector v) {
    const double x = fabs(v.by[0]), y = fabs(v.by[1]), z = fabs(v.by[2]);
    const double most = fmax(x, fmax(y, z)), least = fmin(x, fmin(y, z));
    return (vector){{most, fmax(fmin(x, y), fmin(fmax(x, y), z)), least}};
}

/* About the vector's length. */
static double length(vector v) {
    v = sorted(v);
    return cut(v.by[0] + part(v.by[1]) / 2.0 + v.by[2] / 4.0);
}

/* About 11/16 of it. */
static double part_of_length(vector v) {
    v = sorted(v);
    const double middle = v.by[1];
    const double second =
        middle == 0.0 ? 0.0 : cut((121 * mantissa(middle) + 32) * place(middle) / 512.0);
    return cut(part(v.by[0]) + second + part(v.by[2]) / 4.0);
}

/* joined: a square of four places is on one face. */
static int level_of(vector a, vector b, bool joined) {
    double longest = fmax(length(a), length(b));
    if (joined) {
        longest = fmax(longest, part_of_length(sum_of(a, b, 1)));
        longest = fmax(longest, part_of_length(sum_of(a, b, -1)));
    }
    return level(longest);
}

/* From one coordinate to another: as a GPU makes a fetch at a place and two more, whose gradients
 * are differences. NaN and denormals are 0. */
static double step(float from, float to) {
    from = fabsf(from) >= FLT_MIN ? from : 0.0f;
    to = fabsf(to) >= FLT_MIN ? to : 0.0f;
    return aligned_sum((double)to, -(double)from, 24);
}

static int level_3d(const cpudev_texture *t, const float xyz[3], const float dx[3],
                    const float dy[3]) {
    const int extent[3] = {t->width, t->height, t->depth};
    vector a, b;
    for (int d = 0; d < 3; d++) {
        if (fabsf(xyz[d]) >= 0x1p97f)
            return LAST_LEVEL;
        a.by[d] = scaled(step(xyz[d], xyz[d] + dx[d]), extent[d]);
        b.by[d] = scaled(step(xyz[d], xyz[d] + dy[d]), extent[d]);
    }
    return level_of(a, b, true);
}

/* How far `to` is from `from`, along an axis of the face that `from` is on. Beyond the edge the
 * next face goes on in the same plane; the opposite face is a whole edge behind. */
static double step_on_cube(const cpudev_direction *from, const cpudev_direction *to, int axis,
                           int width) {
    if (from->axis == axis)
        return to->axis == axis && to->negative != from->negative ? scaled(1.0, width) : 0.0;
    if (to->axis != axis)
        return scaled(step(from->by[axis], to->by[axis]) / 2.0, width);
    const float side = to->negative ? -1.0f : 1.0f, front = from->negative ? -1.0f : 1.0f;
    const double before = scaled(step(side * from->by[axis], 1.0f) / 2.0, width);
    const double beyond = scaled(step(front * to->by[from->axis], 1.0f) / 2.0, width);
    return (double)side * sum(before, beyond);
}

static int level_cube(const cpudev_texture *t, const float xyz[3], const float dx[3],
                      const float dy[3]) {
    const float *gradients[2] = {dx, dy};
    cpudev_direction at, to;
    vector v[2] = {0};
    bool joined = true;
    cpudev_find_direction(xyz, &at);
    for (int k = 0; k < 2; k++) {
        const float *g = gradients[k];
        cpudev_find_direction((const float[3]){xyz[0] + g[0], xyz[1] + g[1], xyz[2] + g[2]}, &to);
        joined = joined && to.axis == at.axis && to.negative == at.negative;
        for (int d = 0; d < 3; d++)
            v[k].by[d] = step_on_cube(&at, &to, d, t->width);
    }
    return level_of(v[0], v[1], joined);
}

static int level_plain(const cpudev_texture *t, const float dx[3], const float dy[3]) {
    vector a = {0}, b = {0};
    const int extent[2] = {t->width, t->height};
    const int axes = t->shape == CPUDEV_TEXTURE_1D ? 1 : 2;
    for (int d = 0; d < axes; d++) {
        a.by[d] = scaled((double)dx[d], extent[d]);
        b.by[d] = scaled((double)dy[d], extent[d]);
    }
    return level_of(a, b, true);
}

int cpudev_gradient_level(const cpudev_texture *t, const float xyz[3], const float dx[3],
                          const float dy[3]) {
    if (t->shape == CPUDEV_TEXTURE_3D)
        return level_3d(t, xyz, dx, dy);
    if (t->shape == CPUDEV_TEXTURE_CUBE)
        return level_cube(t, xyz, dx, dy);
    return level_plain(t, dx, dy);
}
