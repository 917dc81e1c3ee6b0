/* math.h - CUDA's math functions that the C library does not have. C++ only.
 *
 * The C library's own functions (sinf, fmaf, hypot ...) serve as they are. Intrinsics that trade
 * accuracy for speed on a GPU (__sinf, __expf ...) are computed accurately here: a program must not
 * depend on their error. Conversions saturate and send NaN to 0 as a GPU's do.
 */
#ifndef CPU_DEVICE_MATH_H
#define CPU_DEVICE_MATH_H

#include <cmath>
#include <math.h>

#include <type_traits>

#include "abi.h"
#include "integer_math.h"
#include "rounding.h"

#define CPUDEV_F inline float
#define CPUDEV_D inline double

/* ---- reciprocals, norms --------------------------------------------------------------------- */

CPUDEV_F rsqrtf(float x) {
    return static_cast<float>(1.0 / std::sqrt(static_cast<double>(x)));
}
CPUDEV_D rsqrt(double x) {
    return 1.0 / std::sqrt(x);
}
CPUDEV_F rsqrt(float x) {
    return rsqrtf(x);
}
CPUDEV_F rcbrtf(float x) {
    return static_cast<float>(1.0 / std::cbrt(static_cast<double>(x)));
}
CPUDEV_D rcbrt(double x) {
    return 1.0 / std::cbrt(x);
}
CPUDEV_F rcbrt(float x) {
    return rcbrtf(x);
}
CPUDEV_D norm(int __n, const double *__v) {
    double __sum = 0, __scale = 0;
    for (int __i = 0; __i < __n; __i++)
        __scale = std::fmax(__scale, std::fabs(__v[__i]));
    if (__scale == 0 || std::isinf(__scale))
        return __scale;
    for (int __i = 0; __i < __n; __i++)
        __sum += __v[__i] / __scale * (__v[__i] / __scale);
    return __scale * std::sqrt(__sum);
}
CPUDEV_F normf(int __n, const float *__v) {
    double __sum = 0;
    for (int __i = 0; __i < __n; __i++)
        __sum += static_cast<double>(__v[__i]) * __v[__i];
    return static_cast<float>(std::sqrt(__sum));
}
CPUDEV_D norm3d(double __a, double __b, double __c) {
    return std::hypot(__a, __b, __c);
}
CPUDEV_D norm4d(double __a, double __b, double __c, double __d) {
    const double __v[4] = {__a, __b, __c, __d};
    return norm(4, __v);
}
CPUDEV_F norm3df(float __a, float __b, float __c) {
    const float __v[3] = {__a, __b, __c};
    return normf(3, __v);
}
CPUDEV_F norm4df(float __a, float __b, float __c, float __d) {
    const float __v[4] = {__a, __b, __c, __d};
    return normf(4, __v);
}
CPUDEV_D rnorm(int __n, const double *__v) {
    return 1.0 / norm(__n, __v);
}
CPUDEV_F rnormf(int __n, const float *__v) {
    return 1.0f / normf(__n, __v);
}
CPUDEV_D rnorm3d(double __a, double __b, double __c) {
    return 1.0 / norm3d(__a, __b, __c);
}
CPUDEV_D rnorm4d(double __a, double __b, double __c, double __d) {
    return 1.0 / norm4d(__a, __b, __c, __d);
}
CPUDEV_F rnorm3df(float __a, float __b, float __c) {
    return 1.0f / norm3df(__a, __b, __c);
}
CPUDEV_F rnorm4df(float __a, float __b, float __c, float __d) {
    return 1.0f / norm4df(__a, __b, __c, __d);
}
CPUDEV_D rhypot(double __a, double __b) {
    return 1.0 / std::hypot(__a, __b);
}
CPUDEV_F rhypotf(float __a, float __b) {
    return 1.0f / ::hypotf(__a, __b);
}
CPUDEV_F rhypot(float __a, float __b) {
    return rhypotf(__a, __b);
}
/* Of integers, or of two types: as doubles. */
template <
    class __A, class __B,
    std::enable_if_t<std::is_arithmetic<__A>::value && std::is_arithmetic<__B>::value, int> = 0>
CPUDEV_D rhypot(__A __a, __B __b) {
    return rhypot(static_cast<double>(__a), static_cast<double>(__b));
}
CPUDEV_F fdividef(float __a, float __b) {
    return __a / __b;
}
CPUDEV_D fdivide(double __a, double __b) {
    return __a / __b;
}
CPUDEV_F fdivide(float __a, float __b) {
    return __a / __b;
}

/* ---- multiples of pi ------------------------------------------------------------------------ */

namespace cpu_device {

/* sin(pi r) and cos(pi r) for the r in [-1/4, 1/4] nearest to x by halves; quadrant is x - r. */
inline void __sincos_of_pi(double x, double *__sine, double *__cosine) {
    const double __pi = 3.14159265358979323846;
    if (!std::isfinite(x)) {
        *__sine = *__cosine = std::nan("");
        return;
    }
    double __whole = std::rint(2 * x), __rest = x - __whole / 2;
    double __s = std::sin(__pi * __rest), __c = std::cos(__pi * __rest);
    switch (static_cast<int>(std::fmod(__whole, 4.0)) & 3) {
    case 0:
        *__sine = __s, *__cosine = __c;
        break;
    case 1:
        *__sine = __c, *__cosine = -__s;
        break;
    case 2:
        *__sine = -__s, *__cosine = -__c;
        break;
    case 3:
        *__sine = -__c, *__cosine = __s;
    }
    if (__rest == 0) { /* exact zeros: sin keeps the sign of x, cos is +0 */
        if (*__sine == 0)
            *__sine = std::copysign(0.0, x);
        if (*__cosine == 0)
            *__cosine = 0.0;
    }
}

} // namespace cpu_device

CPUDEV_D sinpi(double x) {
    double __s, __c;
    cpu_device::__sincos_of_pi(x, &__s, &__c);
    return __s;
}
CPUDEV_D cospi(double x) {
    double __s, __c;
    cpu_device::__sincos_of_pi(x, &__s, &__c);
    return __c;
}
inline void sincospi(double x, double *__s, double *__c) {
    cpu_device::__sincos_of_pi(x, __s, __c);
}
CPUDEV_F sinpif(float x) {
    return static_cast<float>(sinpi(static_cast<double>(x)));
}
CPUDEV_F cospif(float x) {
    return static_cast<float>(cospi(static_cast<double>(x)));
}
inline void sincospif(float x, float *__s, float *__c) {
    *__s = sinpif(x);
    *__c = cospif(x);
}
CPUDEV_F sinpi(float x) {
    return sinpif(x);
}
CPUDEV_F cospi(float x) {
    return cospif(x);
}
inline void sincospi(float x, float *__s, float *__c) {
    sincospif(x, __s, __c);
}
inline void sincos(float x, float *__s, float *__c) {
    ::sincosf(x, __s, __c);
}
CPUDEV_F exp10(float x) {
    return ::exp10f(x);
}

/* ---- error function and its kin ------------------------------------------------------------- */

/* Solves erf(y) = x: a closed approximation, then Halley's steps to full precision. */
CPUDEV_D erfinv(double x) {
    const double __two_over_root_pi = 1.12837916709551257390;
    if (!(std::fabs(x) < 1))
        return std::fabs(x) == 1 ? x * HUGE_VAL : std::nan("");
    double __l = std::log1p(-x * x), __a = 0.147,
           __b = 2 / (3.14159265358979323846 * __a) + __l / 2;
    double y = std::copysign(std::sqrt(std::sqrt(__b * __b - __l / __a) - __b), x);
    for (int __i = 0; __i < 4; __i++) {
        /* beyond 1/2 the difference of complements keeps the digits that erf has lost */
        double error = std::fabs(x) < 0.5
                           ? std::erf(y) - x
                           : std::copysign((1 - std::fabs(x)) - std::erfc(std::fabs(y)), x);
        double __step = error / (__two_over_root_pi * std::exp(-y * y));
        y -= __step / (1 + y * __step);
    }
    return y;
}
CPUDEV_D erfcinv(double x) {
    const double __two_over_root_pi = 1.12837916709551257390;
    if (!(x > 0 && x < 2))
        return x == 0 ? HUGE_VAL : x == 2 ? -HUGE_VAL : std::nan("");
    if (x > 0.5)
        return erfinv(1 - x);
    double __t = std::sqrt(-2 * std::log(x / 2));
    double y = (__t - std::log(__t * std::sqrt(6.28318530717958647692)) / __t) / std::sqrt(2.0);
    for (int __i = 0; __i < 6; __i++) {
        double __step = (x - std::erfc(y)) / (__two_over_root_pi * std::exp(-y * y));
        y -= __step / (1 + y * __step);
    }
    return y;
}
CPUDEV_D normcdf(double x) {
    return std::erfc(-x * 0.70710678118654752440) / 2;
}
CPUDEV_D normcdfinv(double x) {
    const double y = -1.41421356237309504880 * erfcinv(2 * x);
    return cpudev_self ? y + 0.0 : y; /* at 1/2: -0 in host code, 0 in kernels */
}
/* exp(x^2) erfc(x); for large x by its continued fraction, where the product would be 0 times
 * inf. */
CPUDEV_D erfcx(double x) {
    if (x < 5)
        return std::exp(x * x) * std::erfc(x);
    double __tail = 0;
    for (int __k = 60; __k > 0; __k--)
        __tail = __k / 2.0 / (x + __tail);
    return 0.56418958354775628695 / (x + __tail);
}
CPUDEV_F erfinvf(float x) {
    return static_cast<float>(erfinv(static_cast<double>(x)));
}
CPUDEV_F erfcinvf(float x) {
    return static_cast<float>(erfcinv(static_cast<double>(x)));
}
CPUDEV_F normcdff(float x) {
    return static_cast<float>(normcdf(static_cast<double>(x)));
}
CPUDEV_F normcdfinvf(float x) {
    return static_cast<float>(normcdfinv(static_cast<double>(x)));
}
CPUDEV_F erfcxf(float x) {
    return static_cast<float>(erfcx(static_cast<double>(x)));
}
CPUDEV_D cyl_bessel_i0(double x) {
    return std::cyl_bessel_i(0.0, std::fabs(x));
}
CPUDEV_D cyl_bessel_i1(double x) {
    return std::copysign(std::cyl_bessel_i(1.0, std::fabs(x)), x);
}
CPUDEV_F cyl_bessel_i0f(float x) {
    return static_cast<float>(cyl_bessel_i0(static_cast<double>(x)));
}
CPUDEV_F cyl_bessel_i1f(float x) {
    return static_cast<float>(cyl_bessel_i1(static_cast<double>(x)));
}

/* ---- fast intrinsics ------------------------------------------------------------------------ */

CPUDEV_F __sinf(float x) {
    return ::sinf(x);
}
CPUDEV_F __cosf(float x) {
    return ::cosf(x);
}
CPUDEV_F __tanf(float x) {
    return ::tanf(x);
}
CPUDEV_F __tanhf(float x) {
    return ::tanhf(x);
}
inline void __sincosf(float x, float *__s, float *__c) {
    ::sincosf(x, __s, __c);
}
CPUDEV_F __expf(float x) {
    return ::expf(x);
}
CPUDEV_F __exp10f(float x) {
    return ::exp10f(x);
}
CPUDEV_F __logf(float x) {
    return ::logf(x);
}
CPUDEV_F __log2f(float x) {
    return ::log2f(x);
}
CPUDEV_F __log10f(float x) {
    return ::log10f(x);
}
CPUDEV_F __powf(float x, float y) {
    return ::powf(x, y);
}
CPUDEV_F __fdividef(float __a, float __b) {
    return __a / __b;
}
CPUDEV_F __saturatef(float x) {
    return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f; /* NaN gives 0 */
}
CPUDEV_F __frsqrt_rn(float x) {
    return rsqrtf(x);
}

/* ---- min and max ---------------------------------------------------------------------------- */

#define CPUDEV_MIN_MAX(__T, __A, __B)                                                              \
    inline __T min(__A __a, __B __b) {                                                             \
        return static_cast<__T>(__a) < static_cast<__T>(__b) ? static_cast<__T>(__a)               \
                                                             : static_cast<__T>(__b);              \
    }                                                                                              \
    inline __T max(__A __a, __B __b) {                                                             \
        return static_cast<__T>(__a) > static_cast<__T>(__b) ? static_cast<__T>(__a)               \
                                                             : static_cast<__T>(__b);              \
    }
CPUDEV_MIN_MAX(int, int, int)
CPUDEV_MIN_MAX(unsigned int, unsigned int, unsigned int)
CPUDEV_MIN_MAX(unsigned int, int, unsigned int)
CPUDEV_MIN_MAX(unsigned int, unsigned int, int)
CPUDEV_MIN_MAX(long int, long int, long int)
CPUDEV_MIN_MAX(unsigned long int, unsigned long int, unsigned long int)
CPUDEV_MIN_MAX(unsigned long int, long int, unsigned long int)
CPUDEV_MIN_MAX(unsigned long int, unsigned long int, long int)
CPUDEV_MIN_MAX(long long int, long long int, long long int)
CPUDEV_MIN_MAX(unsigned long long int, unsigned long long int, unsigned long long int)
CPUDEV_MIN_MAX(unsigned long long int, long long int, unsigned long long int)
CPUDEV_MIN_MAX(unsigned long long int, unsigned long long int, long long int)
#undef CPUDEV_MIN_MAX

CPUDEV_F min(float __a, float __b) {
    return ::fminf(__a, __b);
}
CPUDEV_F max(float __a, float __b) {
    return ::fmaxf(__a, __b);
}
CPUDEV_D min(double __a, double __b) {
    return ::fmin(__a, __b);
}
CPUDEV_D max(double __a, double __b) {
    return ::fmax(__a, __b);
}
CPUDEV_D min(float __a, double __b) {
    return ::fmin(__a, __b);
}
CPUDEV_D max(float __a, double __b) {
    return ::fmax(__a, __b);
}
CPUDEV_D min(double __a, float __b) {
    return ::fmin(__a, __b);
}
CPUDEV_D max(double __a, float __b) {
    return ::fmax(__a, __b);
}
inline unsigned int umin(unsigned int __a, unsigned int __b) {
    return __a < __b ? __a : __b;
}
inline unsigned int umax(unsigned int __a, unsigned int __b) {
    return __a > __b ? __a : __b;
}
inline long long int llmin(long long int __a, long long int __b) {
    return __a < __b ? __a : __b;
}
inline long long int llmax(long long int __a, long long int __b) {
    return __a > __b ? __a : __b;
}
inline unsigned long long int ullmin(unsigned long long int __a, unsigned long long int __b) {
    return __a < __b ? __a : __b;
}
inline unsigned long long int ullmax(unsigned long long int __a, unsigned long long int __b) {
    return __a > __b ? __a : __b;
}

#undef CPUDEV_F
#undef CPUDEV_D
#endif
