/* cuda_fp16.h - 16-bit floats: conversions, arithmetic and comparison. C++ only. */
#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__

#include <cfenv>

#include "cuda_runtime.h"

/* A float16 by its bits. Arithmetic is done in float and rounded once, which is exact for + - * /.
 */
struct __attribute__((aligned(2))) __half {
    unsigned short bits;

    __half() = default;
    __half(float x) : bits(cpu_device::same_bits<unsigned short>(static_cast<_Float16>(x))) {}
    __half(double x) : bits(cpu_device::same_bits<unsigned short>(static_cast<_Float16>(x))) {}
    __half(int x) : __half(static_cast<double>(x)) {}
    __half(unsigned x) : __half(static_cast<double>(x)) {}
    operator float() const {
        return static_cast<float>(cpu_device::same_bits<_Float16>(bits));
    }
};
typedef __half half;

struct __attribute__((aligned(4))) __half2 {
    __half x, y;
};
typedef __half2 half2;

/* ---- conversions ---- */
inline float __half2float(__half h) {
    return h;
}
inline __half __float2half(float x) {
    return __half(x);
}
inline __half __float2half_rn(float x) {
    return __half(x);
}
inline __half __double2half(double x) {
    return __half(x);
}
inline unsigned short __half_as_ushort(__half h) {
    return h.bits;
}
inline __half __ushort_as_half(unsigned short bits) {
    __half h;
    h.bits = bits;
    return h;
}
inline __half2 __floats2half2_rn(float x, float y) {
    return {__half(x), __half(y)};
}
inline __half2 __float2half2_rn(float x) {
    return {__half(x), __half(x)};
}
inline __half2 __halves2half2(__half x, __half y) {
    return {x, y};
}
inline __half2 make_half2(__half x, __half y) {
    return {x, y};
}
inline __half2 __half2half2(__half x) {
    return {x, x};
}
inline float __low2float(__half2 v) {
    return v.x;
}
inline float __high2float(__half2 v) {
    return v.y;
}
inline __half __low2half(__half2 v) {
    return v.x;
}
inline __half __high2half(__half2 v) {
    return v.y;
}
inline float2 __half22float2(__half2 v) {
    return {v.x, v.y};
}
inline __half2 __float22half2_rn(float2 v) {
    return {__half(v.x), __half(v.y)};
}
inline __half __int2half_rn(int x) {
    return __half(x);
}
inline int __half2int_rn(__half h) {
    return __float2int_rn(h);
}

/* ---- arithmetic ---- */
#define CPUDEV_HALF(name, symbol)                                                                  \
    inline __half operator symbol(__half a, __half b) {                                            \
        return __half(static_cast<float>(a) symbol static_cast<float>(b));                         \
    }                                                                                              \
    inline __half &operator symbol##=(__half &a, __half b) {                                       \
        return a = a symbol b;                                                                     \
    }                                                                                              \
    inline __half name(__half a, __half b) {                                                       \
        return a symbol b;                                                                         \
    }                                                                                              \
    inline __half2 operator symbol(__half2 a, __half2 b) {                                         \
        return {a.x symbol b.x, a.y symbol b.y};                                                   \
    }                                                                                              \
    inline __half2 name##2(__half2 a, __half2 b) {                                                 \
        return a symbol b;                                                                         \
    }
CPUDEV_HALF(__hadd, +)
CPUDEV_HALF(__hsub, -)
CPUDEV_HALF(__hmul, *)
CPUDEV_HALF(__hdiv, /)
#undef CPUDEV_HALF
inline __half operator-(__half a) {
    return __ushort_as_half(static_cast<unsigned short>(a.bits ^ 0x8000));
}
inline __half __hneg(__half a) {
    return -a;
}
inline __half __habs(__half a) {
    return __ushort_as_half(static_cast<unsigned short>(a.bits & 0x7FFF));
}
/* A product of two halves and a sum with a third fit a double exactly enough to round once. */
inline __half __hfma(__half a, __half b, __half c) {
    return __half(static_cast<double>(a) * static_cast<double>(b) + static_cast<double>(c));
}
inline __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
    return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
inline __half hsqrt(__half a) {
    return __half(::sqrtf(a));
}

/* ---- comparison ---- */
#define CPUDEV_HALF(name, symbol)                                                                  \
    inline bool operator symbol(__half a, __half b) {                                              \
        return static_cast<float>(a) symbol static_cast<float>(b);                                 \
    }                                                                                              \
    inline bool name(__half a, __half b) {                                                         \
        return a symbol b;                                                                         \
    }
CPUDEV_HALF(__heq, ==)
CPUDEV_HALF(__hne, !=)
CPUDEV_HALF(__hlt, <)
CPUDEV_HALF(__hle, <=)
CPUDEV_HALF(__hgt, >)
CPUDEV_HALF(__hge, >=)
#undef CPUDEV_HALF

inline __half atomicAdd(__half *address, __half value) {
    unsigned short old = __atomic_load_n(&address->bits, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&address->bits, &old, (__ushort_as_half(old) + value).bits,
                                        true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
    return __ushort_as_half(old);
}

#endif
