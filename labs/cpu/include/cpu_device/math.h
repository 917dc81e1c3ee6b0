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
CPUDEV_D norm(int n, const double *v) {
    double sum = 0, scale = 0;
    for (int i = 0; i < n; i++)
        scale = std::fmax(scale, std::fabs(v[i]));
    if (scale == 0 || std::isinf(scale))
        return scale;
    for (int i = 0; i < n; i++)
        sum += v[i] / scale * (v[i] / scale);
    return scale * std::sqrt(sum);
}
CPUDEV_F normf(int n, const float *v) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += static_cast<double>(v[i]) * v[i];
    return static_cast<float>(std::sqrt(sum));
}
CPUDEV_D norm3d(double a, double b, double c) {
    return std::hypot(a, b, c);
}
CPUDEV_D norm4d(double a, double b, double c, double d) {
    const double v[4] = {a, b, c, d};
    return norm(4, v);
}
CPUDEV_F norm3df(float a, float b, float c) {
    const float v[3] = {a, b, c};
    return normf(3, v);
}
CPUDEV_F norm4df(float a, float b, float c, float d) {
    const float v[4] = {a, b, c, d};
    return normf(4, v);
}
CPUDEV_D rnorm(int n, const double *v) {
    return 1.0 / norm(n, v);
}
CPUDEV_F rnormf(int n, const float *v) {
    return 1.0f / normf(n, v);
}
CPUDEV_D rnorm3d(double a, double b, double c) {
    return 1.0 / norm3d(a, b, c);
}
CPUDEV_D rnorm4d(double a, double b, double c, double d) {
    return 1.0 / norm4d(a, b, c, d);
}
CPUDEV_F rnorm3df(float a, float b, float c) {
    return 1.0f / norm3df(a, b, c);
}
CPUDEV_F rnorm4df(float a, float b, float c, float d) {
    return 1.0f / norm4df(a, b, c, d);
}
CPUDEV_D rhypot(double a, double b) {
    return 1.0 / std::hypot(a, b);
}
CPUDEV_F rhypotf(float a, float b) {
    return 1.0f / ::hypotf(a, b);
}
CPUDEV_F rhypot(float a, float b) {
    return rhypotf(a, b);
}
/* Of integers, or of two types: as doubles. */
template <class A, class B,
          std::enable_if_t<std::is_arithmetic<A>::value && std::is_arithmetic<B>::value, int> = 0>
CPUDEV_D rhypot(A a, B b) {
    return rhypot(static_cast<double>(a), static_cast<double>(b));
}
CPUDEV_F fdividef(float a, float b) {
    return a / b;
}
CPUDEV_D fdivide(double a, double b) {
    return a / b;
}
CPUDEV_F fdivide(float a, float b) {
    return a / b;
}

/* ---- multiples of pi ------------------------------------------------------------------------ */

namespace cpu_device {

/* sin(pi r) and cos(pi r) for the r in [-1/4, 1/4] nearest to x by halves; quadrant is x - r. */
inline void sincos_of_pi(double x, double *sine, double *cosine) {
    const double pi = 3.14159265358979323846;
    if (!std::isfinite(x)) {
        *sine = *cosine = std::nan("");
        return;
    }
    double whole = std::rint(2 * x), rest = x - whole / 2;
    double s = std::sin(pi * rest), c = std::cos(pi * rest);
    switch (static_cast<int>(std::fmod(whole, 4.0)) & 3) {
    case 0:
        *sine = s, *cosine = c;
        break;
    case 1:
        *sine = c, *cosine = -s;
        break;
    case 2:
        *sine = -s, *cosine = -c;
        break;
    case 3:
        *sine = -c, *cosine = s;
    }
    if (rest == 0) { /* exact zeros: sin keeps the sign of x, cos is +0 */
        if (*sine == 0)
            *sine = std::copysign(0.0, x);
        if (*cosine == 0)
            *cosine = 0.0;
    }
}

} // namespace cpu_device

CPUDEV_D sinpi(double x) {
    double s, c;
    cpu_device::sincos_of_pi(x, &s, &c);
    return s;
}
CPUDEV_D cospi(double x) {
    double s, c;
    cpu_device::sincos_of_pi(x, &s, &c);
    return c;
}
inline void sincospi(double x, double *s, double *c) {
    cpu_device::sincos_of_pi(x, s, c);
}
CPUDEV_F sinpif(float x) {
    return static_cast<float>(sinpi(static_cast<double>(x)));
}
CPUDEV_F cospif(float x) {
    return static_cast<float>(cospi(static_cast<double>(x)));
}
inline void sincospif(float x, float *s, float *c) {
    *s = sinpif(x);
    *c = cospif(x);
}
CPUDEV_F sinpi(float x) {
    return sinpif(x);
}
CPUDEV_F cospi(float x) {
    return cospif(x);
}
inline void sincospi(float x, float *s, float *c) {
    sincospif(x, s, c);
}
inline void sincos(float x, float *s, float *c) {
    ::sincosf(x, s, c);
}
CPUDEV_F exp10(float x) {
    return ::exp10f(x);
}

/* ---- error function and its kin ------------------------------------------------------------- */

/* Solves erf(y) = x: a closed approximation, then Halley's steps to full precision. */
CPUDEV_D erfinv(double x) {
    const double two_over_root_pi = 1.12837916709551257390;
    if (!(std::fabs(x) < 1))
        return std::fabs(x) == 1 ? x * HUGE_VAL : std::nan("");
    double l = std::log1p(-x * x), a = 0.147, b = 2 / (3.14159265358979323846 * a) + l / 2;
    double y = std::copysign(std::sqrt(std::sqrt(b * b - l / a) - b), x);
    for (int i = 0; i < 4; i++) {
        /* beyond 1/2 the difference of complements keeps the digits that erf has lost */
        double error = std::fabs(x) < 0.5
                           ? std::erf(y) - x
                           : std::copysign((1 - std::fabs(x)) - std::erfc(std::fabs(y)), x);
        double step = error / (two_over_root_pi * std::exp(-y * y));
        y -= step / (1 + y * step);
    }
    return y;
}
CPUDEV_D erfcinv(double x) {
    const double two_over_root_pi = 1.12837916709551257390;
    if (!(x > 0 && x < 2))
        return x == 0 ? HUGE_VAL : x == 2 ? -HUGE_VAL : std::nan("");
    if (x > 0.5)
        return erfinv(1 - x);
    double t = std::sqrt(-2 * std::log(x / 2));
    double y = (t - std::log(t * std::sqrt(6.28318530717958647692)) / t) / std::sqrt(2.0);
    for (int i = 0; i < 6; i++) {
        double step = (x - std::erfc(y)) / (two_over_root_pi * std::exp(-y * y));
        y -= step / (1 + y * step);
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
    double tail = 0;
    for (int k = 60; k > 0; k--)
        tail = k / 2.0 / (x + tail);
    return 0.56418958354775628695 / (x + tail);
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
inline void __sincosf(float x, float *s, float *c) {
    ::sincosf(x, s, c);
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
CPUDEV_F __fdividef(float a, float b) {
    return a / b;
}
CPUDEV_F __saturatef(float x) {
    return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f; /* NaN gives 0 */
}
CPUDEV_F __frsqrt_rn(float x) {
    return rsqrtf(x);
}

/* ---- min and max ---------------------------------------------------------------------------- */

#define CPUDEV_MIN_MAX(T, A, B)                                                                    \
    inline T min(A a, B b) {                                                                       \
        return static_cast<T>(a) < static_cast<T>(b) ? static_cast<T>(a) : static_cast<T>(b);      \
    }                                                                                              \
    inline T max(A a, B b) {                                                                       \
        return static_cast<T>(a) > static_cast<T>(b) ? static_cast<T>(a) : static_cast<T>(b);      \
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

CPUDEV_F min(float a, float b) {
    return ::fminf(a, b);
}
CPUDEV_F max(float a, float b) {
    return ::fmaxf(a, b);
}
CPUDEV_D min(double a, double b) {
    return ::fmin(a, b);
}
CPUDEV_D max(double a, double b) {
    return ::fmax(a, b);
}
CPUDEV_D min(float a, double b) {
    return ::fmin(a, b);
}
CPUDEV_D max(float a, double b) {
    return ::fmax(a, b);
}
CPUDEV_D min(double a, float b) {
    return ::fmin(a, b);
}
CPUDEV_D max(double a, float b) {
    return ::fmax(a, b);
}
inline unsigned int umin(unsigned int a, unsigned int b) {
    return a < b ? a : b;
}
inline unsigned int umax(unsigned int a, unsigned int b) {
    return a > b ? a : b;
}
inline long long int llmin(long long int a, long long int b) {
    return a < b ? a : b;
}
inline long long int llmax(long long int a, long long int b) {
    return a > b ? a : b;
}
inline unsigned long long int ullmin(unsigned long long int a, unsigned long long int b) {
    return a < b ? a : b;
}
inline unsigned long long int ullmax(unsigned long long int a, unsigned long long int b) {
    return a > b ? a : b;
}

#undef CPUDEV_F
#undef CPUDEV_D
#endif
