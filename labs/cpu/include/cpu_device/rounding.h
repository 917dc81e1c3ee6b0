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

class __rounding {
    int __before;

  public:
    explicit __rounding(int mode) : __before(std::fegetround()) {
        std::fesetround(mode);
    }
    ~__rounding() {
        std::fesetround(__before);
    }
};

/* A float as an integer that is rounded already: saturated; NaN is the highest bit where one of the
 * two has 64 bits, else 0. */
template <class __Integer, class __Float> inline __Integer __saturated(__Float x) {
    typedef std::numeric_limits<__Integer> __limits;
    if (x != x)
        return sizeof(__Integer) == 8                           ? static_cast<__Integer>(1ull << 63)
               : sizeof(__Integer) == 4 && sizeof(__Float) == 8 ? static_cast<__Integer>(1u << 31)
                                                                : 0;
    if (x < static_cast<__Float>(__limits::min()))
        return __limits::min();
    if (x >= std::ldexp(static_cast<__Float>(1), __limits::digits))
        return __limits::max();
    return static_cast<__Integer>(x);
}

} // namespace cpu_device

#define CPUDEV_MODES(__F, ...)                                                                     \
    __F(rn, FE_TONEAREST, __VA_ARGS__)                                                             \
    __F(rz, FE_TOWARDZERO, __VA_ARGS__)                                                            \
    __F(ru, FE_UPWARD, __VA_ARGS__)                                                                \
    __F(rd, FE_DOWNWARD, __VA_ARGS__)

#define CPUDEV_UNARY(suffix, mode, name, __T, __U, expression)                                     \
    inline __T name##suffix(__U x) {                                                               \
        volatile __U __a = x;                                                                      \
        cpu_device::__rounding __r(mode);                                                          \
        volatile __T __result = (expression);                                                      \
        return __result;                                                                           \
    }
#define CPUDEV_BINARY(suffix, mode, name, __T, __operation)                                        \
    inline __T name##suffix(__T x, __T y) {                                                        \
        volatile __T __a = x, __b = y;                                                             \
        cpu_device::__rounding __r(mode);                                                          \
        volatile __T __result = __a __operation __b;                                               \
        return __result;                                                                           \
    }
#define CPUDEV_FMA(suffix, mode, name, __T)                                                        \
    inline __T name##suffix(__T x, __T y, __T z) {                                                 \
        volatile __T __a = x, __b = y, __c = z;                                                    \
        cpu_device::__rounding __r(mode);                                                          \
        volatile __T __result = std::fma(__a, __b, __c);                                           \
        return __result;                                                                           \
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
CPUDEV_MODES(CPUDEV_UNARY, __frcp_, float, float, 1.0f / __a)
CPUDEV_MODES(CPUDEV_UNARY, __fsqrt_, float, float, std::sqrt(__a))
CPUDEV_MODES(CPUDEV_UNARY, __drcp_, double, double, 1.0 / __a)
CPUDEV_MODES(CPUDEV_UNARY, __dsqrt_, double, double, std::sqrt(__a))
CPUDEV_MODES(CPUDEV_UNARY, __double2float_, float, double, static_cast<float>(__a))
CPUDEV_MODES(CPUDEV_UNARY, __int2float_, float, int, static_cast<float>(__a))
CPUDEV_MODES(CPUDEV_UNARY, __uint2float_, float, unsigned int, static_cast<float>(__a))
CPUDEV_MODES(CPUDEV_UNARY, __ll2float_, float, long long int, static_cast<float>(__a))
CPUDEV_MODES(CPUDEV_UNARY, __ull2float_, float, unsigned long long int, static_cast<float>(__a))
CPUDEV_MODES(CPUDEV_UNARY, __ll2double_, double, long long int, static_cast<double>(__a))
CPUDEV_MODES(CPUDEV_UNARY, __ull2double_, double, unsigned long long int, static_cast<double>(__a))

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
#define CPUDEV_TO_INTEGER(name, __Integer, __Float)                                                \
    inline __Integer name##rn(__Float x) {                                                         \
        return cpu_device::__saturated<__Integer>(std::nearbyint(x));                              \
    }                                                                                              \
    inline __Integer name##rz(__Float x) {                                                         \
        return cpu_device::__saturated<__Integer>(std::trunc(x));                                  \
    }                                                                                              \
    inline __Integer name##ru(__Float x) {                                                         \
        return cpu_device::__saturated<__Integer>(std::ceil(x));                                   \
    }                                                                                              \
    inline __Integer name##rd(__Float x) {                                                         \
        return cpu_device::__saturated<__Integer>(std::floor(x));                                  \
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
