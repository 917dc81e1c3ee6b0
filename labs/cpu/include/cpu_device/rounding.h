/* rounding.h - arithmetic and conversions in a rounding mode of their own. C++ only.
 *
 * The suffix names the mode: rn nearest even, rz toward zero, ru up, rd down. The volatile operands
 * are stored before the mode is set, so that the compiler cannot compute them in that mode, nor the
 * result before it is set; the volatile result is stored before the mode is reset.
 */
#ifndef CPU_DEVICE_ROUNDING_H
#define CPU_DEVICE_ROUNDING_H

#include <cfenv>
#include <cmath>
#include <limits>

namespace cpu_device {

class rounding {
    int before;

  public:
    explicit rounding(int mode) : before(std::fegetround()) {
        std::fesetround(mode);
    }
    ~rounding() {
        std::fesetround(before);
    }
};

/* A float as an integer that is rounded already: saturated, NaN is 0 (64-bit: the smallest). */
template <class Integer, class Float> inline Integer saturated(Float x) {
    typedef std::numeric_limits<Integer> limits;
    if (x != x)
        return sizeof(Integer) == 8 ? static_cast<Integer>(1ull << 63) : 0;
    if (x < static_cast<Float>(limits::min()))
        return limits::min();
    if (x >= std::ldexp(static_cast<Float>(1), limits::digits))
        return limits::max();
    return static_cast<Integer>(x);
}

} // namespace cpu_device

#define CPUDEV_MODES(F, ...)                                                                       \
    F(rn, FE_TONEAREST, __VA_ARGS__)                                                               \
    F(rz, FE_TOWARDZERO, __VA_ARGS__)                                                              \
    F(ru, FE_UPWARD, __VA_ARGS__)                                                                  \
    F(rd, FE_DOWNWARD, __VA_ARGS__)

#define CPUDEV_UNARY(suffix, mode, name, T, U, expression)                                         \
    inline T name##suffix(U x) {                                                                   \
        volatile U a = x;                                                                          \
        cpu_device::rounding r(mode);                                                              \
        volatile T result = (expression);                                                          \
        return result;                                                                             \
    }
#define CPUDEV_BINARY(suffix, mode, name, T, operation)                                            \
    inline T name##suffix(T x, T y) {                                                              \
        volatile T a = x, b = y;                                                                   \
        cpu_device::rounding r(mode);                                                              \
        volatile T result = a operation b;                                                         \
        return result;                                                                             \
    }
#define CPUDEV_FMA(suffix, mode, name, T)                                                          \
    inline T name##suffix(T x, T y, T z) {                                                         \
        volatile T a = x, b = y, c = z;                                                            \
        cpu_device::rounding r(mode);                                                              \
        volatile T result = std::fma(a, b, c);                                                     \
        return result;                                                                             \
    }

CPUDEV_MODES(CPUDEV_BINARY, __fadd_, float, +)
CPUDEV_MODES(CPUDEV_BINARY, __fsub_, float, -)
CPUDEV_MODES(CPUDEV_BINARY, __fmul_, float, *)
CPUDEV_MODES(CPUDEV_BINARY, __fdiv_, float, /)
CPUDEV_MODES(CPUDEV_BINARY, __dadd_, double, +)
CPUDEV_MODES(CPUDEV_BINARY, __dsub_, double, -)
CPUDEV_MODES(CPUDEV_BINARY, __dmul_, double, *)
CPUDEV_MODES(CPUDEV_BINARY, __ddiv_, double, /)
CPUDEV_MODES(CPUDEV_FMA, __fmaf_, float)
CPUDEV_MODES(CPUDEV_FMA, __fma_, double)
CPUDEV_MODES(CPUDEV_UNARY, __frcp_, float, float, 1.0f / a)
CPUDEV_MODES(CPUDEV_UNARY, __fsqrt_, float, float, std::sqrt(a))
CPUDEV_MODES(CPUDEV_UNARY, __drcp_, double, double, 1.0 / a)
CPUDEV_MODES(CPUDEV_UNARY, __dsqrt_, double, double, std::sqrt(a))
CPUDEV_MODES(CPUDEV_UNARY, __double2float_, float, double, static_cast<float>(a))
CPUDEV_MODES(CPUDEV_UNARY, __int2float_, float, int, static_cast<float>(a))
CPUDEV_MODES(CPUDEV_UNARY, __uint2float_, float, unsigned int, static_cast<float>(a))
CPUDEV_MODES(CPUDEV_UNARY, __ll2float_, float, long long int, static_cast<float>(a))
CPUDEV_MODES(CPUDEV_UNARY, __ull2float_, float, unsigned long long int, static_cast<float>(a))
CPUDEV_MODES(CPUDEV_UNARY, __ll2double_, double, long long int, static_cast<double>(a))
CPUDEV_MODES(CPUDEV_UNARY, __ull2double_, double, unsigned long long int, static_cast<double>(a))

inline double __int2double_rn(int x) {
    return x;
}
inline double __uint2double_rn(unsigned int x) {
    return x;
}

#undef CPUDEV_FMA
#undef CPUDEV_BINARY
#undef CPUDEV_UNARY
#undef CPUDEV_MODES

/* To integers. */
#define CPUDEV_TO_INTEGER(name, Integer, Float)                                                    \
    inline Integer name##rn(Float x) {                                                             \
        return cpu_device::saturated<Integer>(std::nearbyint(x));                                  \
    }                                                                                              \
    inline Integer name##rz(Float x) {                                                             \
        return cpu_device::saturated<Integer>(std::trunc(x));                                      \
    }                                                                                              \
    inline Integer name##ru(Float x) {                                                             \
        return cpu_device::saturated<Integer>(std::ceil(x));                                       \
    }                                                                                              \
    inline Integer name##rd(Float x) {                                                             \
        return cpu_device::saturated<Integer>(std::floor(x));                                      \
    }

CPUDEV_TO_INTEGER(__float2int_, int, float)
CPUDEV_TO_INTEGER(__float2uint_, unsigned int, float)
CPUDEV_TO_INTEGER(__float2ll_, long long int, float)
CPUDEV_TO_INTEGER(__float2ull_, unsigned long long int, float)
CPUDEV_TO_INTEGER(__double2int_, int, double)
CPUDEV_TO_INTEGER(__double2uint_, unsigned int, double)
CPUDEV_TO_INTEGER(__double2ll_, long long int, double)
CPUDEV_TO_INTEGER(__double2ull_, unsigned long long int, double)
#undef CPUDEV_TO_INTEGER

#endif
