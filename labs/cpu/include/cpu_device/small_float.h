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

/* Conversions of a class with a float's, to each integer: the nearest value that fits. */
#define CPUDEV_TO_INTEGERS                                                                         \
    CPUDEV_TO_INTEGER(signed char)                                                                 \
    CPUDEV_TO_INTEGER(unsigned char)                                                               \
    CPUDEV_TO_INTEGER(char)                                                                        \
    CPUDEV_TO_INTEGER(short)                                                                       \
    CPUDEV_TO_INTEGER(unsigned short)                                                              \
    CPUDEV_TO_INTEGER(int)                                                                         \
    CPUDEV_TO_INTEGER(unsigned)                                                                    \
    CPUDEV_TO_INTEGER(long)                                                                        \
    CPUDEV_TO_INTEGER(unsigned long)                                                               \
    CPUDEV_TO_INTEGER(long long)                                                                   \
    CPUDEV_TO_INTEGER(unsigned long long)                                                          \
    operator bool() const {                                                                        \
        return (__bits & 0x7FFF) != 0;                                                             \
    }
#define CPUDEV_TO_INTEGER(__Integer)                                                               \
    operator __Integer() const {                                                                   \
        return cpu_device::__saturated<__Integer>(truncf(operator float()));                       \
    }

namespace cpu_device {

enum class __toward { __nearest, __zero, __up, __down };

/* The bits of x, rounded once. Every NaN becomes the one that a GPU makes. */
template <int __E, int __M>
inline unsigned short __narrow(double x, __toward mode = __toward::__nearest) {
    const uint64_t __infinity = ((uint64_t(1) << __E) - 1) << __M, one = uint64_t(1) << 52;
    const int __smallest = 2 - (1 << (__E - 1)); /* exponent of the smallest normal number */
    const uint64_t __bits = __same_bits<uint64_t>(x);
    const bool __negative = __bits >> 63;
    const unsigned __sign = __negative ? 0x8000 : 0;
    if (x != x)
        return 0x7FFF;
    int exponent = static_cast<int>(__bits >> 52 & 0x7FF) - 1023;
    if (exponent == 1024)
        return static_cast<unsigned short>(__sign | __infinity);
    uint64_t mantissa = __bits & (one - 1);
    if (exponent > -1023)
        mantissa |= one;
    else
        exponent = -1022;

    /* x is mantissa * 2^(exponent - 52); how many units of the result's last bit is that? */
    const int __scale = exponent < __smallest ? __smallest : exponent;
    const int shift = 52 - __M + __scale - exponent;
    uint64_t __units = 0, __rest = mantissa != 0, half = 2; /* much less than half a unit */
    if (shift < 64) {
        __units = mantissa >> shift;
        __rest = mantissa & ((uint64_t(1) << shift) - 1);
        half = uint64_t(1) << (shift - 1);
    }
    const bool __away =
        mode == __toward::__up || mode == __toward::__down
            ? __rest && __negative == (mode == __toward::__down)
            : mode == __toward::__nearest && (__rest > half || (__rest == half && (__units & 1)));
    __units += __away;
    /* A normal number's leading unit adds 1 to the exponent field. */
    uint64_t __result = (static_cast<uint64_t>(__scale - __smallest) << __M) + __units;
    if (__result >= __infinity)
        __result = mode == __toward::__nearest ||
                           (mode != __toward::__zero && __negative == (mode == __toward::__down))
                       ? __infinity
                       : __infinity - 1;
    return static_cast<unsigned short>(__sign | __result);
}

template <int __E, int __M> inline float __widen(unsigned short __bits) {
    if (__E == 8) /* the upper half of a float, NaN and all */
        return __same_bits<float>(static_cast<uint32_t>(__bits) << 16);
    const uint32_t __sign = static_cast<uint32_t>(__bits & 0x8000) << 16;
    const uint32_t mantissa = __bits & ((1u << __M) - 1), field = (__bits & 0x7FFFu) >> __M;
    const uint32_t __bias = 128 - (1u << (__E - 1)); /* of a float, less that of this format */
    if (field == (1u << __E) - 1)
        return __same_bits<float>(mantissa ? 0x7FFFFFFFu : __sign | 0x7F800000u);
    if (field)
        return __same_bits<float>(__sign | (field + __bias) << 23 | mantissa << (23 - __M));
    const float size = std::ldexp(static_cast<float>(mantissa), 3 - (1 << (__E - 1)) - __M - 1);
    return __sign ? -size : size;
}

/* An integer as a double that rounds like it: exact up to 53 bits, above that the last bit says
 * whether something was cut off. */
inline double __for_rounding(unsigned long long x) {
    if (x >> 53)
        return static_cast<double>(x >> 11 | ((x & 0x7FF) != 0)) * 2048;
    return static_cast<double>(x);
}
inline double __for_rounding(long long x) {
    const unsigned long long size =
        x < 0 ? 0 - static_cast<unsigned long long>(x) : static_cast<unsigned long long>(x);
    return x < 0 ? -__for_rounding(size) : __for_rounding(size);
}

/* a * b + c, where a * b is exact, as a double that rounds like it (to odd: a last bit of 1 where
 * something was cut off). */
inline double __fused(double __a, double __b, double __c) {
    const double __product = __a * __b, __sum = __product + __c;
    if (!std::isfinite(__sum))
        return __sum;
    const double __other = __sum - __product,
                 __lost = (__product - (__sum - __other)) + (__c - __other);
    if (__lost == 0 || (__same_bits<uint64_t>(__sum) & 1))
        return __sum;
    return std::nextafter(__sum, __lost > 0 ? HUGE_VAL : -HUGE_VAL);
}

} // namespace cpu_device

#endif
