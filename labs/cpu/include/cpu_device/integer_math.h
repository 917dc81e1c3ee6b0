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
inline unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int s) {
    uint64_t both = static_cast<uint64_t>(y) << 32 | x;
    unsigned int result = 0;
    for (int i = 0; i < 4; i++) {
        unsigned int nibble = s >> 4 * i & 15;
        /* The nibble's fourth bit, PTX's copy of the sign, has no effect here. */
        unsigned int byte = static_cast<unsigned int>(both >> 8 * (nibble & 7)) & 255;
        result |= byte << 8 * i;
    }
    return result;
}
inline unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
    uint64_t both = static_cast<uint64_t>(high) << 32 | low;
    return static_cast<unsigned int>(both << (shift & 31) >> 32);
}
inline unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift) {
    uint64_t both = static_cast<uint64_t>(high) << 32 | low;
    return static_cast<unsigned int>(both << (shift < 32 ? shift : 32) >> 32);
}
inline unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
    uint64_t both = static_cast<uint64_t>(high) << 32 | low;
    return static_cast<unsigned int>(both >> (shift & 31));
}
inline unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift) {
    uint64_t both = static_cast<uint64_t>(high) << 32 | low;
    return static_cast<unsigned int>(both >> (shift < 32 ? shift : 32));
}
/* The position of the n-th set bit of mask from bit `base` on (n < 0: downwards); ~0 if none. */
inline unsigned int __fns(unsigned int mask, unsigned int base, int n) {
    if (n == 0)
        return base < 32 && (mask >> base & 1) ? base : 0xFFFFFFFFu;
    int step = n > 0 ? 1 : -1, left = n > 0 ? n : -n;
    for (int i = static_cast<int>(base); i >= 0 && i < 32; i += step)
        if ((mask >> i & 1) && --left == 0)
            return static_cast<unsigned int>(i);
    return 0xFFFFFFFFu;
}

/* ---- arithmetic ----------------------------------------------------------------------------- */

inline int __mulhi(int a, int b) {
    return static_cast<int>(static_cast<int64_t>(a) * b >> 32);
}
inline unsigned int __umulhi(unsigned int a, unsigned int b) {
    return static_cast<unsigned int>(static_cast<uint64_t>(a) * b >> 32);
}
inline long long int __mul64hi(long long int a, long long int b) {
    return static_cast<long long int>(static_cast<__int128>(a) * b >> 64);
}
inline unsigned long long int __umul64hi(unsigned long long int a, unsigned long long int b) {
    return static_cast<unsigned long long int>(static_cast<unsigned __int128>(a) * b >> 64);
}
inline int mulhi(int a, int b) {
    return __mulhi(a, b);
}
inline unsigned int mulhi(unsigned int a, unsigned int b) {
    return __umulhi(a, b);
}
/* The low 32 bits of the product of the low 24 bits. */
inline int __mul24(int a, int b) {
    return static_cast<int>(static_cast<int64_t>(a << 8 >> 8) * (b << 8 >> 8));
}
inline unsigned int __umul24(unsigned int a, unsigned int b) {
    return static_cast<unsigned int>(static_cast<uint64_t>(a & 0xFFFFFF) * (b & 0xFFFFFF));
}
inline int mul24(int a, int b) {
    return __mul24(a, b);
}
inline unsigned int umul24(unsigned int a, unsigned int b) {
    return __umul24(a, b);
}
inline int __hadd(int a, int b) {
    return static_cast<int>((static_cast<int64_t>(a) + b) >> 1);
}
inline int __rhadd(int a, int b) {
    return static_cast<int>((static_cast<int64_t>(a) + b + 1) >> 1);
}
inline unsigned int __uhadd(unsigned int a, unsigned int b) {
    return static_cast<unsigned int>((static_cast<uint64_t>(a) + b) >> 1);
}
inline unsigned int __urhadd(unsigned int a, unsigned int b) {
    return static_cast<unsigned int>((static_cast<uint64_t>(a) + b + 1) >> 1);
}
inline unsigned int __sad(int a, int b, unsigned int c) {
    int64_t d = static_cast<int64_t>(a) - b;
    return static_cast<unsigned int>(d < 0 ? -d : d) + c;
}
inline unsigned int __usad(unsigned int a, unsigned int b, unsigned int c) {
    return (a < b ? b - a : a - b) + c;
}
inline int __dp4a(int a, int b, int c) {
    for (int i = 0; i < 4; i++)
        c += static_cast<int8_t>(a >> 8 * i) * static_cast<int8_t>(b >> 8 * i);
    return c;
}
inline unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
    for (int i = 0; i < 4; i++)
        c += (a >> 8 * i & 255) * (b >> 8 * i & 255);
    return c;
}

/* ---- the same bits in another type ---------------------------------------------------------- */

namespace cpu_device {

template <class To, class From> inline To same_bits(From from) {
    static_assert(sizeof(To) == sizeof(From), "the types have different sizes");
    To to;
    memcpy(&to, &from, sizeof to);
    return to;
}

} // namespace cpu_device

inline int __float_as_int(float x) {
    return cpu_device::same_bits<int>(x);
}
inline unsigned int __float_as_uint(float x) {
    return cpu_device::same_bits<unsigned int>(x);
}
inline float __int_as_float(int x) {
    return cpu_device::same_bits<float>(x);
}
inline float __uint_as_float(unsigned int x) {
    return cpu_device::same_bits<float>(x);
}
inline long long int __double_as_longlong(double x) {
    return cpu_device::same_bits<long long int>(x);
}
inline double __longlong_as_double(long long int x) {
    return cpu_device::same_bits<double>(x);
}
inline int __double2hiint(double x) {
    return static_cast<int>(__double_as_longlong(x) >> 32);
}
inline int __double2loint(double x) {
    return static_cast<int>(__double_as_longlong(x));
}
inline double __hiloint2double(int high, int low) {
    return __longlong_as_double(static_cast<long long int>(
        static_cast<uint64_t>(static_cast<uint32_t>(high)) << 32 | static_cast<uint32_t>(low)));
}

#endif
