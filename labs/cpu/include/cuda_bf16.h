/* cuda_bf16.h - 16-bit floats of 8 bits exponent and 7 bits mantissa: bfloat16. C++ only. */
#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__

#include "cuda_runtime.h"

#include "cpu_device/small_float.h"

#define CPUDEV_NARROW cpu_device::__narrow<8, 7>
#define CPUDEV_TO cpu_device::__toward

typedef struct {
    unsigned short x;
} __nv_bfloat16_raw;
typedef struct {
    unsigned short x, y;
} __nv_bfloat162_raw;

/* A float of 16 bits, by its bits. */
struct __attribute__((__aligned__(2))) __nv_bfloat16 {
    unsigned short __bits;

    __nv_bfloat16() = default;
    __nv_bfloat16(__nv_bfloat16_raw __raw) : __bits(__raw.x) {}
    __nv_bfloat16(float x) : __bits(CPUDEV_NARROW(x)) {}
    __nv_bfloat16(double x) : __bits(CPUDEV_NARROW(x)) {}
    __nv_bfloat16(short x) : __bits(CPUDEV_NARROW(x)) {}
    __nv_bfloat16(unsigned short x) : __bits(CPUDEV_NARROW(x)) {}
    __nv_bfloat16(int x) : __bits(CPUDEV_NARROW(x)) {}
    __nv_bfloat16(unsigned x) : __bits(CPUDEV_NARROW(x)) {}
    __nv_bfloat16(long x) : __nv_bfloat16(static_cast<long long>(x)) {}
    __nv_bfloat16(unsigned long x) : __nv_bfloat16(static_cast<unsigned long long>(x)) {}
    __nv_bfloat16(long long x) : __bits(CPUDEV_NARROW(cpu_device::__for_rounding(x))) {}
    __nv_bfloat16(unsigned long long x) : __bits(CPUDEV_NARROW(cpu_device::__for_rounding(x))) {}
    operator float() const {
        return cpu_device::__widen<8, 7>(__bits);
    }
    operator __nv_bfloat16_raw() const {
        return {__bits};
    }
    CPUDEV_TO_INTEGERS
};
typedef __nv_bfloat16 nv_bfloat16;

struct __attribute__((__aligned__(4))) __nv_bfloat162 {
    __nv_bfloat16 x, y;

    __nv_bfloat162() = default;
    __nv_bfloat162(const __nv_bfloat16 &__low, const __nv_bfloat16 &__high) : x(__low), y(__high) {}
    __nv_bfloat162(__nv_bfloat162_raw __raw)
        : x(__nv_bfloat16_raw{__raw.x}), y(__nv_bfloat16_raw{__raw.y}) {}
    operator __nv_bfloat162_raw() const {
        return {x.__bits, y.__bits};
    }
};
typedef __nv_bfloat162 nv_bfloat162;

/* ---- conversions ---- */
inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 __a) {
    return __a.__bits;
}
inline short __bfloat16_as_short(__nv_bfloat16 __a) {
    return static_cast<short>(__a.__bits);
}
inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short __bits) {
    return __nv_bfloat16_raw{__bits};
}
inline __nv_bfloat16 __short_as_bfloat16(short __bits) {
    return __nv_bfloat16_raw{static_cast<unsigned short>(__bits)};
}
inline float __bfloat162float(__nv_bfloat16 __a) {
    return __a;
}
inline __nv_bfloat16 __float2bfloat16(float x) {
    return __nv_bfloat16(x);
}
inline __nv_bfloat16 __double2bfloat16(double x) {
    return __nv_bfloat16(x);
}
/* From the integer or float `name`, and to the integer `name`, in the rounding mode of the
 * suffix. */
#define CPUDEV_FROM(name, type, suffix, mode, value)                                               \
    inline __nv_bfloat16 __##name##2bfloat16_##suffix(type x) {                                    \
        return __nv_bfloat16_raw{CPUDEV_NARROW(value, CPUDEV_TO::mode)};                           \
    }
#define CPUDEV_FROM_ALL(name, type, value)                                                         \
    CPUDEV_FROM(name, type, rn, __nearest, value)                                                  \
    CPUDEV_FROM(name, type, rz, __zero, value)                                                     \
    CPUDEV_FROM(name, type, ru, __up, value)                                                       \
    CPUDEV_FROM(name, type, rd, __down, value)
#define CPUDEV_INTO(name, type, suffix, __whole)                                                   \
    inline type __bfloat162##name##_##suffix(__nv_bfloat16 __a) {                                  \
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

#define CPUDEV_T __nv_bfloat16
#define CPUDEV_T2 __nv_bfloat162
#define CPUDEV_MADE(value) (__nv_bfloat16{__nv_bfloat16_raw{CPUDEV_NARROW(value)}})
#define CPUDEV_BITS(value) (__nv_bfloat16{__nv_bfloat16_raw{static_cast<unsigned short>(value)}})
#include "cpu_device/small_float_functions.h"
#undef CPUDEV_BITS
#undef CPUDEV_MADE
#undef CPUDEV_T2
#undef CPUDEV_T
#undef CPUDEV_TO
#undef CPUDEV_NARROW

/* ---- making and taking apart pairs ---- */
inline __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) {
    return __nv_bfloat162(x, y);
}
inline __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) {
    return __nv_bfloat162(x, y);
}
inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) {
    return __nv_bfloat162(x, x);
}
inline __nv_bfloat162 __float2bfloat162_rn(float x) {
    return __nv_bfloat162(__nv_bfloat16(x), __nv_bfloat16(x));
}
inline __nv_bfloat162 __floats2bfloat162_rn(float x, float y) {
    return __nv_bfloat162(__nv_bfloat16(x), __nv_bfloat16(y));
}
inline __nv_bfloat162 __float22bfloat162_rn(float2 __v) {
    return __nv_bfloat162(__nv_bfloat16(__v.x), __nv_bfloat16(__v.y));
}
inline float2 __bfloat1622float2(__nv_bfloat162 __v) {
    return {__v.x, __v.y};
}
inline __nv_bfloat16 __low2bfloat16(__nv_bfloat162 __v) {
    return __v.x;
}
inline __nv_bfloat16 __high2bfloat16(__nv_bfloat162 __v) {
    return __v.y;
}
inline __nv_bfloat162 __low2bfloat162(__nv_bfloat162 __v) {
    return __nv_bfloat162(__v.x, __v.x);
}
inline __nv_bfloat162 __high2bfloat162(__nv_bfloat162 __v) {
    return __nv_bfloat162(__v.y, __v.y);
}
inline __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 __a, __nv_bfloat162 __b) {
    return __nv_bfloat162(__a.x, __b.x);
}
inline __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 __a, __nv_bfloat162 __b) {
    return __nv_bfloat162(__a.y, __b.y);
}

#endif
