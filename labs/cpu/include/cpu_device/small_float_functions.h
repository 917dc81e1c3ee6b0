/* small_float_functions.h - what the two types of 16 bits have in common; included once for each
 * (no guard). C++ only.
 *
 * CPUDEV_T, CPUDEV_T2: the type and the pair of it; CPUDEV_MADE(double): the type, rounded to
 * nearest; CPUDEV_BITS(unsigned short): by its bits. Arithmetic is done in float, which has more
 * than twice the digits, so that rounding twice rounds like once.
 */

/* ---- arithmetic ---- */
#define CPUDEV_BINARY(name, symbol)                                                                \
    inline CPUDEV_T operator symbol(const CPUDEV_T &__a, const CPUDEV_T &__b) {                    \
        return CPUDEV_MADE(static_cast<float>(__a) symbol static_cast<float>(__b));                \
    }                                                                                              \
    inline CPUDEV_T &operator symbol##=(CPUDEV_T &__a, const CPUDEV_T &__b) {                      \
        return __a = __a symbol __b;                                                               \
    }                                                                                              \
    inline CPUDEV_T name(CPUDEV_T __a, CPUDEV_T __b) {                                             \
        return __a symbol __b;                                                                     \
    }                                                                                              \
    inline CPUDEV_T2 operator symbol(const CPUDEV_T2 &__a, const CPUDEV_T2 &__b) {                 \
        return CPUDEV_T2(__a.x symbol __b.x, __a.y symbol __b.y);                                  \
    }                                                                                              \
    inline CPUDEV_T2 &operator symbol##=(CPUDEV_T2 &__a, const CPUDEV_T2 &__b) {                   \
        return __a = __a symbol __b;                                                               \
    }
CPUDEV_BINARY(__hadd, +)
CPUDEV_BINARY(__hsub, -)
CPUDEV_BINARY(__hmul, *)
CPUDEV_BINARY(__hdiv, /)
#undef CPUDEV_BINARY

inline CPUDEV_T operator+(const CPUDEV_T &__a) {
    return __a;
}
inline CPUDEV_T operator-(const CPUDEV_T &__a) {
    return CPUDEV_BITS(__a.__bits ^ 0x8000);
}
inline CPUDEV_T &operator++(CPUDEV_T &__a) {
    return __a = __a + CPUDEV_MADE(1);
}
inline CPUDEV_T &operator--(CPUDEV_T &__a) {
    return __a = __a - CPUDEV_MADE(1);
}
inline CPUDEV_T operator++(CPUDEV_T &__a, int) {
    const CPUDEV_T __old = __a;
    ++__a;
    return __old;
}
inline CPUDEV_T operator--(CPUDEV_T &__a, int) {
    const CPUDEV_T __old = __a;
    --__a;
    return __old;
}
inline CPUDEV_T __hneg(CPUDEV_T __a) {
    return -__a;
}
inline CPUDEV_T __habs(CPUDEV_T __a) {
    return CPUDEV_BITS(__a.__bits & 0x7FFF);
}
inline CPUDEV_T __hfma(CPUDEV_T __a, CPUDEV_T __b, CPUDEV_T __c) {
    return CPUDEV_MADE(cpu_device::__fused(static_cast<float>(__a), static_cast<float>(__b),
                                           static_cast<float>(__c)));
}
namespace cpu_device {
/* Between 0 and 1; NaN is 0. */
inline CPUDEV_T __clamped(CPUDEV_T __a) {
    const float x = __a;
    return CPUDEV_MADE(x > 0 ? (x < 1 ? x : 1.0f) : 0.0f);
}
} // namespace cpu_device
inline CPUDEV_T __hadd_rn(CPUDEV_T __a, CPUDEV_T __b) {
    return __a + __b;
}
inline CPUDEV_T __hsub_rn(CPUDEV_T __a, CPUDEV_T __b) {
    return __a - __b;
}
inline CPUDEV_T __hmul_rn(CPUDEV_T __a, CPUDEV_T __b) {
    return __a * __b;
}
inline CPUDEV_T __hadd_sat(CPUDEV_T __a, CPUDEV_T __b) {
    return cpu_device::__clamped(__a + __b);
}
inline CPUDEV_T __hsub_sat(CPUDEV_T __a, CPUDEV_T __b) {
    return cpu_device::__clamped(__a - __b);
}
inline CPUDEV_T __hmul_sat(CPUDEV_T __a, CPUDEV_T __b) {
    return cpu_device::__clamped(__a * __b);
}
inline CPUDEV_T __hfma_sat(CPUDEV_T __a, CPUDEV_T __b, CPUDEV_T __c) {
    return cpu_device::__clamped(__hfma(__a, __b, __c));
}

/* ---- comparison: of NaN false, and with u (unordered) true ---- */
inline bool __hisnan(CPUDEV_T __a) {
    return static_cast<float>(__a) != static_cast<float>(__a);
}
#define CPUDEV_COMPARE(name, symbol)                                                               \
    inline bool __h##name(CPUDEV_T __a, CPUDEV_T __b) {                                            \
        return !__hisnan(__a) && !__hisnan(__b) &&                                                 \
               static_cast<float>(__a) symbol static_cast<float>(__b);                             \
    }                                                                                              \
    inline bool __h##name##u(CPUDEV_T __a, CPUDEV_T __b) {                                         \
        return __hisnan(__a) || __hisnan(__b) ||                                                   \
               static_cast<float>(__a) symbol static_cast<float>(__b);                             \
    }                                                                                              \
    CPUDEV_COMPARE_PAIRS(name)                                                                     \
    CPUDEV_COMPARE_PAIRS(name##u)
#define CPUDEV_COMPARE_PAIRS(name)                                                                 \
    inline CPUDEV_T2 __h##name##2(CPUDEV_T2 __a, CPUDEV_T2 __b) {                                  \
        return CPUDEV_T2(CPUDEV_MADE(__h##name(__a.x, __b.x)),                                     \
                         CPUDEV_MADE(__h##name(__a.y, __b.y)));                                    \
    }                                                                                              \
    inline unsigned __h##name##2_mask(CPUDEV_T2 __a, CPUDEV_T2 __b) {                              \
        return (__h##name(__a.x, __b.x) ? 0xFFFFu : 0u) |                                          \
               (__h##name(__a.y, __b.y) ? 0xFFFF0000u : 0u);                                       \
    }                                                                                              \
    inline bool __hb##name##2(CPUDEV_T2 __a, CPUDEV_T2 __b) {                                      \
        return __h##name(__a.x, __b.x) && __h##name(__a.y, __b.y);                                 \
    }
CPUDEV_COMPARE(eq, ==)
CPUDEV_COMPARE(ne, !=)
CPUDEV_COMPARE(lt, <)
CPUDEV_COMPARE(le, <=)
CPUDEV_COMPARE(gt, >)
CPUDEV_COMPARE(ge, >=)
#undef CPUDEV_COMPARE_PAIRS
#undef CPUDEV_COMPARE
#define CPUDEV_COMPARE(name, symbol)                                                               \
    inline bool operator symbol(const CPUDEV_T &__a, const CPUDEV_T &__b) {                        \
        return __h##name(__a, __b);                                                                \
    }                                                                                              \
    inline bool operator symbol(const CPUDEV_T2 &__a, const CPUDEV_T2 &__b) {                      \
        return __hb##name##2(__a, __b);                                                            \
    }
CPUDEV_COMPARE(eq, ==)
CPUDEV_COMPARE(neu, !=)
CPUDEV_COMPARE(lt, <)
CPUDEV_COMPARE(le, <=)
CPUDEV_COMPARE(gt, >)
CPUDEV_COMPARE(ge, >=)
#undef CPUDEV_COMPARE

/* The number where the other is NaN; -0 is less than +0. */
inline CPUDEV_T __hmax(CPUDEV_T __a, CPUDEV_T __b) {
    if (__hisnan(__a) || __hisnan(__b))
        return __hisnan(__a) ? __hisnan(__b) ? CPUDEV_BITS(0x7FFF) : __b : __a;
    return __heq(__a, __b) ? (__a.__bits & 0x8000 ? __b : __a) : __hgt(__a, __b) ? __a : __b;
}
inline CPUDEV_T __hmin(CPUDEV_T __a, CPUDEV_T __b) {
    if (__hisnan(__a) || __hisnan(__b))
        return __hisnan(__a) ? __hisnan(__b) ? CPUDEV_BITS(0x7FFF) : __b : __a;
    return __heq(__a, __b) ? (__a.__bits & 0x8000 ? __a : __b) : __hlt(__a, __b) ? __a : __b;
}
inline CPUDEV_T __hmax_nan(CPUDEV_T __a, CPUDEV_T __b) {
    return __hisnan(__a) || __hisnan(__b) ? CPUDEV_BITS(0x7FFF) : __hmax(__a, __b);
}
inline CPUDEV_T __hmin_nan(CPUDEV_T __a, CPUDEV_T __b) {
    return __hisnan(__a) || __hisnan(__b) ? CPUDEV_BITS(0x7FFF) : __hmin(__a, __b);
}
inline int __hisinf(CPUDEV_T __a) {
    return std::isinf(static_cast<float>(__a)) ? __a.__bits & 0x8000 ? -1 : 1 : 0;
}

/* ---- functions: computed in double, rounded once ---- */
#define CPUDEV_FUNCTION(name, expression)                                                          \
    inline CPUDEV_T h##name(CPUDEV_T __a) {                                                        \
        const double x = static_cast<float>(__a);                                                  \
        return CPUDEV_MADE(expression);                                                            \
    }                                                                                              \
    inline CPUDEV_T2 h2##name(CPUDEV_T2 __a) {                                                     \
        return CPUDEV_T2(h##name(__a.x), h##name(__a.y));                                          \
    }
CPUDEV_FUNCTION(sqrt, std::sqrt(x))
CPUDEV_FUNCTION(rsqrt, 1 / std::sqrt(x))
CPUDEV_FUNCTION(rcp, 1 / x)
CPUDEV_FUNCTION(log, std::log(x))
CPUDEV_FUNCTION(log2, std::log2(x))
CPUDEV_FUNCTION(log10, std::log10(x))
CPUDEV_FUNCTION(exp, std::exp(x))
CPUDEV_FUNCTION(exp2, std::exp2(x))
CPUDEV_FUNCTION(exp10, ::exp10(x))
CPUDEV_FUNCTION(sin, std::sin(x))
CPUDEV_FUNCTION(cos, std::cos(x))
CPUDEV_FUNCTION(trunc, std::trunc(x))
CPUDEV_FUNCTION(ceil, std::ceil(x))
CPUDEV_FUNCTION(floor, std::floor(x))
CPUDEV_FUNCTION(rint, std::nearbyint(x))
#undef CPUDEV_FUNCTION

/* ---- pairs ---- */
inline CPUDEV_T2 __hneg2(CPUDEV_T2 __a) {
    return CPUDEV_T2(-__a.x, -__a.y);
}
inline CPUDEV_T2 operator-(const CPUDEV_T2 &__a) {
    return __hneg2(__a);
}
inline CPUDEV_T2 operator+(const CPUDEV_T2 &__a) {
    return __a;
}
inline CPUDEV_T2 __habs2(CPUDEV_T2 __a) {
    return CPUDEV_T2(__habs(__a.x), __habs(__a.y));
}
inline CPUDEV_T2 __hisnan2(CPUDEV_T2 __a) {
    return CPUDEV_T2(CPUDEV_MADE(__hisnan(__a.x)), CPUDEV_MADE(__hisnan(__a.y)));
}
inline CPUDEV_T2 __h2div(CPUDEV_T2 __a, CPUDEV_T2 __b) {
    return __a / __b;
}
#define CPUDEV_PAIRS(name, one)                                                                    \
    inline CPUDEV_T2 name(CPUDEV_T2 __a, CPUDEV_T2 __b) {                                          \
        return CPUDEV_T2(one(__a.x, __b.x), one(__a.y, __b.y));                                    \
    }
CPUDEV_PAIRS(__hadd2, __hadd)
CPUDEV_PAIRS(__hsub2, __hsub)
CPUDEV_PAIRS(__hmul2, __hmul)
CPUDEV_PAIRS(__hadd2_rn, __hadd)
CPUDEV_PAIRS(__hsub2_rn, __hsub)
CPUDEV_PAIRS(__hmul2_rn, __hmul)
CPUDEV_PAIRS(__hadd2_sat, __hadd_sat)
CPUDEV_PAIRS(__hsub2_sat, __hsub_sat)
CPUDEV_PAIRS(__hmul2_sat, __hmul_sat)
CPUDEV_PAIRS(__hmax2, __hmax)
CPUDEV_PAIRS(__hmin2, __hmin)
CPUDEV_PAIRS(__hmax2_nan, __hmax_nan)
CPUDEV_PAIRS(__hmin2_nan, __hmin_nan)
#undef CPUDEV_PAIRS
inline CPUDEV_T2 __hfma2(CPUDEV_T2 __a, CPUDEV_T2 __b, CPUDEV_T2 __c) {
    return CPUDEV_T2(__hfma(__a.x, __b.x, __c.x), __hfma(__a.y, __b.y, __c.y));
}
inline CPUDEV_T2 __hfma2_sat(CPUDEV_T2 __a, CPUDEV_T2 __b, CPUDEV_T2 __c) {
    return CPUDEV_T2(__hfma_sat(__a.x, __b.x, __c.x), __hfma_sat(__a.y, __b.y, __c.y));
}
inline float __low2float(CPUDEV_T2 __v) {
    return __v.x;
}
inline float __high2float(CPUDEV_T2 __v) {
    return __v.y;
}
inline CPUDEV_T2 __lowhigh2highlow(CPUDEV_T2 __v) {
    return CPUDEV_T2(__v.y, __v.x);
}

/* ---- atomics: each number of a pair by itself ---- */
inline CPUDEV_T atomicAdd(CPUDEV_T *address, CPUDEV_T value) {
    unsigned short __old = __atomic_load_n(&address->__bits, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&address->__bits, &__old,
                                        (CPUDEV_BITS(__old) + value).__bits, true, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
        ;
    return CPUDEV_BITS(__old);
}
inline CPUDEV_T2 atomicAdd(CPUDEV_T2 *address, CPUDEV_T2 value) {
    const CPUDEV_T __low = atomicAdd(&address->x, value.x);
    return CPUDEV_T2(__low, atomicAdd(&address->y, value.y));
}
