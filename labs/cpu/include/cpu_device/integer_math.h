/* integer_math.h - CUDA's integer intrinsics and the conversions between types. C++ only. */
#ifndef CPU_DEVICE_INTEGER_MATH_H
#define CPU_DEVICE_INTEGER_MATH_H

#include <stdint.h>
#include <string.h>

/* ---- bits ----------------------------------------------------------------------------------- */

inline int __popc(unsigned int x) {
    return __builtin_popcount(x);
}
inline int __popcll(unsigned long long int x) {
    return __builtin_popcountll(x);
}
inline int __clz(int x) {
    return x ? __builtin_clz(static_cast<unsigned>(x)) : 32;
}
inline int __clzll(long long int x) {
    return x ? __builtin_clzll(static_cast<unsigned long long>(x)) : 64;
}
inline int __ffs(int x) {
    return __builtin_ffs(x);
}
inline int __ffsll(long long int x) {
    return __builtin_ffsll(x);
}
inline unsigned int __brev(unsigned int x) {
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0F0F0F0Fu) | (x & 0x0F0F0F0Fu) << 4;
    return __builtin_bswap32(x);
}
inline unsigned long long int __brevll(unsigned long long int x) {
    return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 |
           __brev(static_cast<unsigned>(x >> 32));
}
/* Four bytes chosen from the eight of y:x by the four nibbles of s; a nibble's top bit spreads the
 * byte's sign. */
inline unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int __s) {
    uint64_t __both = static_cast<uint64_t>(y) << 32 | x;
    unsigned int __result = 0;
    for (int __i = 0; __i < 4; __i++) {
        unsigned int __nibble = __s >> 4 * __i & 15;
        /* The nibble's fourth bit, PTX's copy of the sign, has no effect here. */
        unsigned int byte = static_cast<unsigned int>(__both >> 8 * (__nibble & 7)) & 255;
        __result |= byte << 8 * __i;
    }
    return __result;
}
inline unsigned int __funnelshift_l(unsigned int __low, unsigned int __high, unsigned int shift) {
    uint64_t __both = static_cast<uint64_t>(__high) << 32 | __low;
    return static_cast<unsigned int>(__both << (shift & 31) >> 32);
}
inline unsigned int __funnelshift_lc(unsigned int __low, unsigned int __high, unsigned int shift) {
    uint64_t __both = static_cast<uint64_t>(__high) << 32 | __low;
    return static_cast<unsigned int>(__both << (shift < 32 ? shift : 32) >> 32);
}
inline unsigned int __funnelshift_r(unsigned int __low, unsigned int __high, unsigned int shift) {
    uint64_t __both = static_cast<uint64_t>(__high) << 32 | __low;
    return static_cast<unsigned int>(__both >> (shift & 31));
}
inline unsigned int __funnelshift_rc(unsigned int __low, unsigned int __high, unsigned int shift) {
    uint64_t __both = static_cast<uint64_t>(__high) << 32 | __low;
    return static_cast<unsigned int>(__both >> (shift < 32 ? shift : 32));
}
/* The position of the n-th set bit of mask from bit `base` on (n < 0: downwards); ~0 if none. */
inline unsigned int __fns(unsigned int mask, unsigned int base, int __n) {
    if (__n == 0)
        return base < 32 && (mask >> base & 1) ? base : 0xFFFFFFFFu;
    int __step = __n > 0 ? 1 : -1, __left = __n > 0 ? __n : -__n;
    for (int __i = static_cast<int>(base); __i >= 0 && __i < 32; __i += __step)
        if ((mask >> __i & 1) && --__left == 0)
            return static_cast<unsigned int>(__i);
    return 0xFFFFFFFFu;
}

/* ---- arithmetic ----------------------------------------------------------------------------- */

inline int __mulhi(int __a, int __b) {
    return static_cast<int>(static_cast<int64_t>(__a) * __b >> 32);
}
inline unsigned int __umulhi(unsigned int __a, unsigned int __b) {
    return static_cast<unsigned int>(static_cast<uint64_t>(__a) * __b >> 32);
}
inline long long int __mul64hi(long long int __a, long long int __b) {
    return static_cast<long long int>(static_cast<__int128>(__a) * __b >> 64);
}
inline unsigned long long int __umul64hi(unsigned long long int __a, unsigned long long int __b) {
    return static_cast<unsigned long long int>(static_cast<unsigned __int128>(__a) * __b >> 64);
}
inline int mulhi(int __a, int __b) {
    return __mulhi(__a, __b);
}
inline unsigned int mulhi(unsigned int __a, unsigned int __b) {
    return __umulhi(__a, __b);
}
/* The low 32 bits of the product of the low 24 bits. */
inline int __mul24(int __a, int __b) {
    return static_cast<int>(static_cast<int64_t>(__a << 8 >> 8) * (__b << 8 >> 8));
}
inline unsigned int __umul24(unsigned int __a, unsigned int __b) {
    return static_cast<unsigned int>(static_cast<uint64_t>(__a & 0xFFFFFF) * (__b & 0xFFFFFF));
}
inline int mul24(int __a, int __b) {
    return __mul24(__a, __b);
}
inline unsigned int umul24(unsigned int __a, unsigned int __b) {
    return __umul24(__a, __b);
}
inline int __hadd(int __a, int __b) {
    return static_cast<int>((static_cast<int64_t>(__a) + __b) >> 1);
}
inline int __rhadd(int __a, int __b) {
    return static_cast<int>((static_cast<int64_t>(__a) + __b + 1) >> 1);
}
inline unsigned int __uhadd(unsigned int __a, unsigned int __b) {
    return static_cast<unsigned int>((static_cast<uint64_t>(__a) + __b) >> 1);
}
inline unsigned int __urhadd(unsigned int __a, unsigned int __b) {
    return static_cast<unsigned int>((static_cast<uint64_t>(__a) + __b + 1) >> 1);
}
inline unsigned int __sad(int __a, int __b, unsigned int __c) {
    int64_t __d = static_cast<int64_t>(__a) - __b;
    return static_cast<unsigned int>(__d < 0 ? -__d : __d) + __c;
}
inline unsigned int __usad(unsigned int __a, unsigned int __b, unsigned int __c) {
    return (__a < __b ? __b - __a : __a - __b) + __c;
}
inline int __dp4a(int __a, int __b, int __c) {
    for (int __i = 0; __i < 4; __i++)
        __c += static_cast<int8_t>(__a >> 8 * __i) * static_cast<int8_t>(__b >> 8 * __i);
    return __c;
}
inline unsigned int __dp4a(unsigned int __a, unsigned int __b, unsigned int __c) {
    for (int __i = 0; __i < 4; __i++)
        __c += (__a >> 8 * __i & 255) * (__b >> 8 * __i & 255);
    return __c;
}
/* Two numbers of 16 bits times two of 8: those of the low or the high half of __b. */
inline int __dp2a_lo(int __a, int __b, int __c) {
    for (int __i = 0; __i < 2; __i++)
        __c += static_cast<int16_t>(__a >> 16 * __i) * static_cast<int8_t>(__b >> 8 * __i);
    return __c;
}
inline unsigned int __dp2a_lo(unsigned int __a, unsigned int __b, unsigned int __c) {
    for (int __i = 0; __i < 2; __i++)
        __c += (__a >> 16 * __i & 65535) * (__b >> 8 * __i & 255);
    return __c;
}
inline int __dp2a_hi(int __a, int __b, int __c) {
    return __dp2a_lo(__a, __b >> 16, __c);
}
inline unsigned int __dp2a_hi(unsigned int __a, unsigned int __b, unsigned int __c) {
    return __dp2a_lo(__a, __b >> 16, __c);
}

/* ---- the same bits in another type ---------------------------------------------------------- */

namespace cpu_device {

template <class __To, class __From> inline __To __same_bits(__From __from) {
    static_assert(sizeof(__To) == sizeof(__From), "the types have different sizes");
    __To to;
    memcpy(&to, &__from, sizeof to);
    return to;
}

} // namespace cpu_device

inline int __float_as_int(float x) {
    return cpu_device::__same_bits<int>(x);
}
inline unsigned int __float_as_uint(float x) {
    return cpu_device::__same_bits<unsigned int>(x);
}
inline float __int_as_float(int x) {
    return cpu_device::__same_bits<float>(x);
}
inline float __uint_as_float(unsigned int x) {
    return cpu_device::__same_bits<float>(x);
}
inline long long int __double_as_longlong(double x) {
    return cpu_device::__same_bits<long long int>(x);
}
inline double __longlong_as_double(long long int x) {
    return cpu_device::__same_bits<double>(x);
}
inline int __double2hiint(double x) {
    return static_cast<int>(__double_as_longlong(x) >> 32);
}
inline int __double2loint(double x) {
    return static_cast<int>(__double_as_longlong(x));
}
inline double __hiloint2double(int __high, int __low) {
    return __longlong_as_double(static_cast<long long int>(
        static_cast<uint64_t>(static_cast<uint32_t>(__high)) << 32 | static_cast<uint32_t>(__low)));
}

#endif
