/* cuda_fp16.h - 16-bit floats of 5 bits exponent and 10 bits mantissa: half and half2. C++ only. */
#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__

#include "cuda_runtime.h"

#include "cpu_device/small_float.h"

#define CPUDEV_NARROW cpu_device::__narrow<5, 10>
#define CPUDEV_TO cpu_device::__toward

typedef struct {
    unsigned short x;
} __half_raw;
typedef struct {
    unsigned short x, y;
} __half2_raw;

/* A float of 16 bits, by its bits. */
struct __attribute__((__aligned__(2))) __half {
    unsigned short __bits;

    __half() = default;
    __half(__half_raw __raw) : __bits(__raw.x) {}
    __half(float x) : __bits(CPUDEV_NARROW(x)) {}
    __half(double x) : __bits(CPUDEV_NARROW(x)) {}
    __half(short x) : __bits(CPUDEV_NARROW(x)) {}
    __half(unsigned short x) : __bits(CPUDEV_NARROW(x)) {}
    __half(int x) : __bits(CPUDEV_NARROW(x)) {}
    __half(unsigned x) : __bits(CPUDEV_NARROW(x)) {}
    __half(long x) : __half(static_cast<long long>(x)) {}
    __half(unsigned long x) : __half(static_cast<unsigned long long>(x)) {}
    __half(long long x) : __bits(CPUDEV_NARROW(cpu_device::__for_rounding(x))) {}
    __half(unsigned long long x) : __bits(CPUDEV_NARROW(cpu_device::__for_rounding(x))) {}
    operator float() const {
        return cpu_device::__widen<5, 10>(__bits);
    }
    operator __half_raw() const {
        return {__bits};
    }
    CPUDEV_TO_INTEGERS
};
typedef __half half;
typedef __half nv_half;

struct __attribute__((__aligned__(4))) __half2 {
    __half x, y;

    __half2() = default;
    __half2(const __half &__low, const __half &__high) : x(__low), y(__high) {}
    __half2(__half2_raw __raw) : x(__half_raw{__raw.x}), y(__half_raw{__raw.y}) {}
    operator __half2_raw() const {
        return {x.__bits, y.__bits};
    }
};
typedef __half2 half2;
typedef __half2 nv_half2;

/* ---- conversions ---- */
inline unsigned short __half_as_ushort(__half __a) {
    return __a.__bits;
}
inline short __half_as_short(__half __a) {
    return static_cast<short>(__a.__bits);
}
inline __half __ushort_as_half(unsigned short __bits) {
    return __half_raw{__bits};
}
inline __half __short_as_half(short __bits) {
    return __half_raw{static_cast<unsigned short>(__bits)};
}
inline float __half2float(__half __a) {
    return __a;
}
inline __half __float2half(float x) {
    return __half(x);
}
inline __half __double2half(double x) {
    return __half(x);
}
/* From the integer or float `name`, and to the integer `name`, in the rounding mode of the
 * suffix. */
#define CPUDEV_FROM(name, type, suffix, mode, value)                                               \
    inline __half __##name##2half_##suffix(type x) {                                               \
        return __half_raw{CPUDEV_NARROW(value, CPUDEV_TO::mode)};                                  \
    }
#define CPUDEV_FROM_ALL(name, type, value)                                                         \
    CPUDEV_FROM(name, type, rn, __nearest, value)                                                  \
    CPUDEV_FROM(name, type, rz, __zero, value)                                                     \
    CPUDEV_FROM(name, type, ru, __up, value)                                                       \
    CPUDEV_FROM(name, type, rd, __down, value)
#define CPUDEV_INTO(name, type, suffix, __whole)                                                   \
    inline type __half2##name##_##suffix(__half __a) {                                             \
        const float x = __a;                                                                       \
        return cpu_device::__saturated<type>(__whole);                                             \
    }
#define CPUDEV_INTEGERS(name, type, value)                                                         \
    CPUDEV_FROM_ALL(name, type, value)                                                             \
    CPUDEV_INTO(name, type, rn, std::nearbyint(x))                                                 \
    CPUDEV_INTO(name, type, rz, std::trunc(x))                                                     \
    CPUDEV_INTO(name, type, ru, std::ceil(x))                                                      \
    CPUDEV_INTO(name, type, rd, std::floor(x))
CPUDEV_FROM_ALL(float, float, x)
CPUDEV_INTEGERS(int, int, x)
CPUDEV_INTEGERS(uint, unsigned, x)
CPUDEV_INTEGERS(short, short, x)
CPUDEV_INTEGERS(ushort, unsigned short, x)
CPUDEV_INTEGERS(ll, long long, cpu_device::__for_rounding(x))
CPUDEV_INTEGERS(ull, unsigned long long, cpu_device::__for_rounding(x))
CPUDEV_INTO(char, signed char, rz, std::trunc(x))
CPUDEV_INTO(uchar, unsigned char, rz, std::trunc(x))
#undef CPUDEV_INTEGERS
#undef CPUDEV_INTO
#undef CPUDEV_FROM_ALL
#undef CPUDEV_FROM

#define CPUDEV_T __half
#define CPUDEV_T2 __half2
#define CPUDEV_MADE(value) (__half{__half_raw{CPUDEV_NARROW(value)}})
#define CPUDEV_BITS(value) (__half{__half_raw{static_cast<unsigned short>(value)}})
#include "cpu_device/small_float_functions.h"
#undef CPUDEV_BITS
#undef CPUDEV_MADE
#undef CPUDEV_T2
#undef CPUDEV_T
#undef CPUDEV_TO
#undef CPUDEV_NARROW

/* ---- making and taking apart pairs ---- */
inline __half2 make_half2(__half x, __half y) {
    return __half2(x, y);
}
inline __half2 __halves2half2(__half x, __half y) {
    return __half2(x, y);
}
inline __half2 __half2half2(__half x) {
    return __half2(x, x);
}
inline __half2 __float2half2_rn(float x) {
    return __half2(__half(x), __half(x));
}
inline __half2 __floats2half2_rn(float x, float y) {
    return __half2(__half(x), __half(y));
}
inline __half2 __float22half2_rn(float2 __v) {
    return __half2(__half(__v.x), __half(__v.y));
}
inline float2 __half22float2(__half2 __v) {
    return {__v.x, __v.y};
}
inline __half __low2half(__half2 __v) {
    return __v.x;
}
inline __half __high2half(__half2 __v) {
    return __v.y;
}
inline __half2 __low2half2(__half2 __v) {
    return __half2(__v.x, __v.x);
}
inline __half2 __high2half2(__half2 __v) {
    return __half2(__v.y, __v.y);
}
inline __half2 __lows2half2(__half2 __a, __half2 __b) {
    return __half2(__a.x, __b.x);
}
inline __half2 __highs2half2(__half2 __a, __half2 __b) {
    return __half2(__a.y, __b.y);
}

#endif
