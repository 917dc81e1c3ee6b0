/* cast.h - (int)x in device code, where x may be a float that does not fit. C++ only.
 *
 * A GPU gives the nearest number that fits, and for NaN 0, or the highest bit where one of the two
 * has 64 bits; characters and shorts are the low bits of what 32 bits hold. To C++ all this is
 * open. So the translator (translate/cast.c) makes such a cast to an integer of a fundamental type
 *   ::cpu_device::__to<int>() ->* x
 * whose operator binds as a cast does to what follows it, and tighter than any other before it.
 */
#ifndef CPU_DEVICE_CAST_H
#define CPU_DEVICE_CAST_H

#include <type_traits>

namespace cpu_device {

/* Each says its attributes itself: grader/admit believes what a header says where it stands. */

template <class __F>
__attribute__((__always_inline__, __no_sanitize__("float-cast-overflow"))) inline constexpr int
__to_int(__F x) {
    const int __n = static_cast<int>(x);
#ifdef __x86_64__ /* gives the lowest number for all that does not fit */
    if (__builtin_expect(__n != -0x7FFFFFFF - 1, 1))
        return __n;
    return x >= 0 ? 0x7FFFFFFF : x != x && sizeof(__F) == 4 ? 0 : __n;
#else /* AArch64: the nearest, and 0 for NaN */
    return x != x && sizeof(__F) == 8 ? -0x7FFFFFFF - 1 : __n;
#endif
}
template <class __F>
__attribute__((__always_inline__, __no_sanitize__("float-cast-overflow"))) inline constexpr unsigned
__to_unsigned(__F x) {
    unsigned __n = static_cast<unsigned>(static_cast<long long>(x));
    __n = x >= static_cast<__F>(4294967296.0) ? 0xFFFFFFFFu : __n;
    __n = x < static_cast<__F>(1) ? 0 : __n;
    return x != x ? (sizeof(__F) == 8 ? 0x80000000u : 0) : __n;
}
template <class __F>
__attribute__((__always_inline__,
               __no_sanitize__("float-cast-overflow"))) inline constexpr long long
__to_long(__F x) {
    if (x >= static_cast<__F>(9223372036854775808.0))
        return 0x7FFFFFFFFFFFFFFF;
    if (x >= static_cast<__F>(-9223372036854775808.0))
        return static_cast<long long>(x);
    return -0x7FFFFFFFFFFFFFFF - 1;
}
template <class __F>
__attribute__((__always_inline__,
               __no_sanitize__("float-cast-overflow"))) inline constexpr unsigned long long
__to_unsigned_long(__F x) {
    if (x != x)
        return 1ull << 63;
    if (x >= static_cast<__F>(18446744073709551616.0))
        return ~0ull;
    return x < static_cast<__F>(1) ? 0 : static_cast<unsigned long long>(x);
}

template <class __T> struct __to {};

/* By a const reference, to which fields of bits bind too. */
template <class __T, class __U>
__attribute__((__always_inline__, __no_sanitize__("float-cast-overflow"))) inline constexpr __T
operator->*(__to<__T>, const __U &x) {
    typedef std::remove_volatile_t<__U> __F;
    if constexpr (!std::is_same_v<__F, float> && !std::is_same_v<__F, double>)
        return (__T)(const_cast<__U &>(x));
    else if constexpr (sizeof(__T) < 8 && std::is_signed_v<__T>)
        return static_cast<__T>(__to_int<__F>(x));
    else if constexpr (sizeof(__T) < 8)
        return static_cast<__T>(__to_unsigned<__F>(x));
    else if constexpr (std::is_signed_v<__T>)
        return static_cast<__T>(__to_long<__F>(x));
    else
        return static_cast<__T>(__to_unsigned_long<__F>(x));
}

} // namespace cpu_device

#endif
