/* math.h - what the texture unit takes from <math.h>, in WebAssembly's own instructions. */
#ifndef HANDOUTS_MATH_H
#define HANDOUTS_MATH_H

#define INFINITY __builtin_inff()
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf(x)
#define signbit(x) __builtin_signbit(x)
#define fabs(x) __builtin_fabs(x)
#define fabsf(x) __builtin_fabsf(x)
#define copysignf(x, y) __builtin_copysignf(x, y)

/* y is a power of two: then quotient, whole part and product are exact. */
static inline double fmod(double x, double y) {
    return x - y * __builtin_trunc(x / y);
}

/* 2^n is a normal number. */
static inline double ldexp(double x, int n) {
    unsigned long long bits = (unsigned long long)(1023 + n) << 52;
    double power;
    __builtin_memcpy(&power, &bits, sizeof power);
    return x * power;
}

#endif
