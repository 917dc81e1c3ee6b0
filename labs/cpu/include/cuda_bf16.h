/* cuda_bf16.h - 16-bit floats of 8 bits exponent and 7 bits mantissa: bfloat16. C++ only. */
#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__

#include "cuda_runtime.h"

#include "cpu_device/small_float.h"

#define CPUDEV_NARROW cpu_device::narrow<8, 7>
#define CPUDEV_TO cpu_device::toward

typedef struct {
    unsigned short x;
} __nv_bfloat16_raw;
typedef struct {
    unsigned short x, y;
} __nv_bfloat162_raw;

/* A float of 16 bits, by its bits. */
struct __attribute__((aligned(2))) __nv_bfloat16 {
    unsigned short bits;

    __nv_bfloat16() = default;
    __nv_bfloat16(__nv_bfloat16_raw raw) : bits(raw.x) {}
    __nv_bfloat16(float x) : bits(CPUDEV_NARROW(x)) {}
    __nv_bfloat16(double x) : bits(CPUDEV_NARROW(x)) {}
    __nv_bfloat16(short x) : bits(CPUDEV_NARROW(x)) {}
    __nv_bfloat16(unsigned short x) : bits(CPUDEV_NARROW(x)) {}
    __nv_bfloat16(int x) : bits(CPUDEV_NARROW(x)) {}
    __nv_bfloat16(unsigned x) : bits(CPUDEV_NARROW(x)) {}
    __nv_bfloat16(long x) : __nv_bfloat16(static_cast<long long>(x)) {}
    __nv_bfloat16(unsigned long x) : __nv_bfloat16(static_cast<unsigned long long>(x)) {}
    __nv_bfloat16(long long x) : bits(CPUDEV_NARROW(cpu_device::for_rounding(x))) {}
    __nv_bfloat16(unsigned long long x) : bits(CPUDEV_NARROW(cpu_device::for_rounding(x))) {}
    operator float() const {
        return cpu_device::widen<8, 7>(bits);
    }
    operator __nv_bfloat16_raw() const {
        return {bits};
    }
};
typedef __nv_bfloat16 nv_bfloat16;

struct __attribute__((aligned(4))) __nv_bfloat162 {
    __nv_bfloat16 x, y;

    __nv_bfloat162() = default;
    __nv_bfloat162(const __nv_bfloat16 &low, const __nv_bfloat16 &high) : x(low), y(high) {}
    __nv_bfloat162(__nv_bfloat162_raw raw)
        : x(__nv_bfloat16_raw{raw.x}), y(__nv_bfloat16_raw{raw.y}) {}
    operator __nv_bfloat162_raw() const {
        return {x.bits, y.bits};
    }
};
typedef __nv_bfloat162 nv_bfloat162;

/* ---- conversions ---- */
inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) {
    return a.bits;
}
inline short __bfloat16_as_short(__nv_bfloat16 a) {
    return static_cast<short>(a.bits);
}
inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
    return __nv_bfloat16_raw{bits};
}
inline __nv_bfloat16 __short_as_bfloat16(short bits) {
    return __nv_bfloat16_raw{static_cast<unsigned short>(bits)};
}
inline float __bfloat162float(__nv_bfloat16 a) {
    return a;
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
    CPUDEV_FROM(name, type, rn, nearest, value)                                                    \
    CPUDEV_FROM(name, type, rz, zero, value)                                                       \
    CPUDEV_FROM(name, type, ru, up, value)                                                         \
    CPUDEV_FROM(name, type, rd, down, value)
#define CPUDEV_INTO(name, type, suffix, whole)                                                     \
    inline type __bfloat162##name##_##suffix(__nv_bfloat16 a) {                                    \
        const float x = a;                                                                         \
        return cpu_device::saturated<type>(whole);                                                 \
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
CPUDEV_INTEGERS(ll, long long, cpu_device::for_rounding(x))
CPUDEV_INTEGERS(ull, unsigned long long, cpu_device::for_rounding(x))
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
inline __nv_bfloat162 __float22bfloat162_rn(float2 v) {
    return __nv_bfloat162(__nv_bfloat16(v.x), __nv_bfloat16(v.y));
}
inline float2 __bfloat1622float2(__nv_bfloat162 v) {
    return {v.x, v.y};
}
inline __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v) {
    return v.x;
}
inline __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v) {
    return v.y;
}
inline __nv_bfloat162 __low2bfloat162(__nv_bfloat162 v) {
    return __nv_bfloat162(v.x, v.x);
}
inline __nv_bfloat162 __high2bfloat162(__nv_bfloat162 v) {
    return __nv_bfloat162(v.y, v.y);
}
inline __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __nv_bfloat162(a.x, b.x);
}
inline __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __nv_bfloat162(a.y, b.y);
}

#endif
