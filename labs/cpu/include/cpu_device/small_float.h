/* small_float.h - floats of 16 bits by their bits: conversions, exactly rounded. C++ only.
 *
 * E bits of exponent and M of mantissa: 5 and 10 for a half, 8 and 7 for a bfloat16.
 */
#ifndef CPU_DEVICE_SMALL_FLOAT_H
#define CPU_DEVICE_SMALL_FLOAT_H

#include <cmath>
#include <stdint.h>

#include "integer_math.h"
#include "rounding.h"

namespace cpu_device {

enum class toward { nearest, zero, up, down };

/* The bits of x, rounded once. Every NaN becomes the one that a GPU makes. */
template <int E, int M> inline unsigned short narrow(double x, toward mode = toward::nearest) {
    const uint64_t infinity = ((uint64_t(1) << E) - 1) << M, one = uint64_t(1) << 52;
    const int smallest = 2 - (1 << (E - 1)); /* exponent of the smallest normal number */
    const uint64_t bits = same_bits<uint64_t>(x);
    const bool negative = bits >> 63;
    const unsigned sign = negative ? 0x8000 : 0;
    if (x != x)
        return 0x7FFF;
    int exponent = static_cast<int>(bits >> 52 & 0x7FF) - 1023;
    if (exponent == 1024)
        return static_cast<unsigned short>(sign | infinity);
    uint64_t mantissa = bits & (one - 1);
    if (exponent > -1023)
        mantissa |= one;
    else
        exponent = -1022;

    /* x is mantissa * 2^(exponent - 52); how many units of the result's last bit is that? */
    const int scale = exponent < smallest ? smallest : exponent;
    const int shift = 52 - M + scale - exponent;
    uint64_t units = 0, rest = mantissa != 0, half = 2; /* much less than half a unit */
    if (shift < 64) {
        units = mantissa >> shift;
        rest = mantissa & ((uint64_t(1) << shift) - 1);
        half = uint64_t(1) << (shift - 1);
    }
    const bool away =
        mode == toward::up || mode == toward::down
            ? rest && negative == (mode == toward::down)
            : mode == toward::nearest && (rest > half || (rest == half && (units & 1)));
    units += away;
    /* A normal number's leading unit adds 1 to the exponent field. */
    uint64_t result = (static_cast<uint64_t>(scale - smallest) << M) + units;
    if (result >= infinity)
        result =
            mode == toward::nearest || (mode != toward::zero && negative == (mode == toward::down))
                ? infinity
                : infinity - 1;
    return static_cast<unsigned short>(sign | result);
}

template <int E, int M> inline float widen(unsigned short bits) {
    if (E == 8) /* the upper half of a float, NaN and all */
        return same_bits<float>(static_cast<uint32_t>(bits) << 16);
    const uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
    const uint32_t mantissa = bits & ((1u << M) - 1), field = (bits & 0x7FFFu) >> M;
    const uint32_t bias = 128 - (1u << (E - 1)); /* of a float, less that of this format */
    if (field == (1u << E) - 1)
        return same_bits<float>(mantissa ? 0x7FFFFFFFu : sign | 0x7F800000u);
    if (field)
        return same_bits<float>(sign | (field + bias) << 23 | mantissa << (23 - M));
    const float size = std::ldexp(static_cast<float>(mantissa), 3 - (1 << (E - 1)) - M - 1);
    return sign ? -size : size;
}

/* An integer as a double that rounds like it: exact up to 53 bits, above that the last bit says
 * whether something was cut off. */
inline double for_rounding(unsigned long long x) {
    if (x >> 53)
        return static_cast<double>(x >> 11 | ((x & 0x7FF) != 0)) * 2048;
    return static_cast<double>(x);
}
inline double for_rounding(long long x) {
    const unsigned long long size =
        x < 0 ? 0 - static_cast<unsigned long long>(x) : static_cast<unsigned long long>(x);
    return x < 0 ? -for_rounding(size) : for_rounding(size);
}

/* a * b + c, where a * b is exact, as a double that rounds like it (to odd: a last bit of 1 where
 * something was cut off). */
inline double fused(double a, double b, double c) {
    const double product = a * b, sum = product + c;
    if (!std::isfinite(sum))
        return sum;
    const double other = sum - product, lost = (product - (sum - other)) + (c - other);
    if (lost == 0 || (same_bits<uint64_t>(sum) & 1))
        return sum;
    return std::nextafter(sum, lost > 0 ? HUGE_VAL : -HUGE_VAL);
}

} // namespace cpu_device

#endif
