/* atomics.h - CUDA's atomic functions. C++ only.
 *
 * Each returns the old value. The forms ..._block and ..._system differ from the plain ones on a
 * GPU in whom they synchronise with; here all are atomic for the whole process, and the checker is
 * told of the first. Memory order is relaxed, as in CUDA: they order no other access.
 */
#ifndef CPU_DEVICE_ATOMICS_H
#define CPU_DEVICE_ATOMICS_H

#include <string.h>

#include <type_traits>

#include "abi.h"
#include "vector_types.h"

#define CPUDEV_INLINE inline __attribute__((__always_inline__))

namespace cpu_device {

/* After each atomic; changed: it left another value. In code built with --check the checker does
 * it. */
CPUDEV_INLINE void __count_atomic(bool __changed) {
#ifndef CPUDEV_CHECKED
    if (__builtin_expect(--cpudev_atomics_left == 0, 0))
        cpudev_many_atomics(__changed, nullptr);
#else
    static_cast<void>(__changed);
#endif
}

/* Before each access of an atomic, by the suffix of its name. */
CPUDEV_INLINE void __scope() {}
CPUDEV_INLINE void __scope_system() {}
CPUDEV_INLINE void __scope_block() {
#ifdef CPUDEV_CHECKED
    cpudev_checked_block_scope();
#endif
}

/* Stores next(old) when nobody was faster; returns old. T has 4 or 8 bytes. */
template <void __Scope(), class __T, class __Next>
CPUDEV_INLINE __T __atomic_update(__T *address, __Next next) {
    typedef
        typename std::conditional<sizeof(__T) == 8, unsigned long long, unsigned int>::type __bits;
    static_assert(sizeof(__T) == sizeof(__bits), "an atomic value has 4 or 8 bytes");
    __bits *__p = reinterpret_cast<__bits *>(address);
    __Scope();
    __bits __old_bits = __atomic_load_n(__p, __ATOMIC_RELAXED), __new_bits;
    __T __old_value, __new_value;
    do {
        memcpy(&__old_value, &__old_bits, sizeof __old_value);
        __new_value = next(__old_value);
        memcpy(&__new_bits, &__new_value, sizeof __new_bits);
        __Scope();
    } while (!__atomic_compare_exchange_n(__p, &__old_bits, __new_bits, true, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED));
    __count_atomic(__new_bits != __old_bits);
    return __old_value;
}

} // namespace cpu_device

/* Every function in its three scopes. */
#define CPUDEV_SCOPES(__F, ...)                                                                    \
    __F(, __VA_ARGS__) __F(_block, __VA_ARGS__) __F(_system, __VA_ARGS__)

#define CPUDEV_BUILTIN(scope, name, __T, builtin, __changed)                                       \
    CPUDEV_INLINE __T name##scope(__T *address, __T value) {                                       \
        ::cpu_device::__scope##scope();                                                            \
        const __T __old = builtin(address, value, __ATOMIC_RELAXED);                               \
        ::cpu_device::__count_atomic(__changed);                                                   \
        return __old;                                                                              \
    }
#define CPUDEV_INTEGER(name, builtin, __changed)                                                   \
    CPUDEV_SCOPES(CPUDEV_BUILTIN, name, int, builtin, __changed)                                   \
    CPUDEV_SCOPES(CPUDEV_BUILTIN, name, unsigned int, builtin, __changed)                          \
    CPUDEV_SCOPES(CPUDEV_BUILTIN, name, unsigned long long int, builtin, __changed)

CPUDEV_INTEGER(atomicAdd, __atomic_fetch_add, value != 0)
CPUDEV_SCOPES(CPUDEV_BUILTIN, atomicSub, int, __atomic_fetch_sub, value != 0)
CPUDEV_SCOPES(CPUDEV_BUILTIN, atomicSub, unsigned int, __atomic_fetch_sub, value != 0)
CPUDEV_INTEGER(atomicExch, __atomic_exchange_n, __old != value)
CPUDEV_INTEGER(atomicAnd, __atomic_fetch_and, (__old & value) != __old)
CPUDEV_INTEGER(atomicOr, __atomic_fetch_or, (__old | value) != __old)
CPUDEV_INTEGER(atomicXor, __atomic_fetch_xor, value != 0)
CPUDEV_SCOPES(CPUDEV_BUILTIN, atomicAnd, long long int, __atomic_fetch_and,
              (__old & value) != __old)
CPUDEV_SCOPES(CPUDEV_BUILTIN, atomicOr, long long int, __atomic_fetch_or, (__old | value) != __old)
CPUDEV_SCOPES(CPUDEV_BUILTIN, atomicXor, long long int, __atomic_fetch_xor, value != 0)

/* `expression` gives the new value from `old` and `value`. */
#define CPUDEV_UPDATE(scope, name, __T, expression)                                                \
    CPUDEV_INLINE __T name##scope(__T *address, __T value) {                                       \
        return ::cpu_device::__atomic_update<::cpu_device::__scope##scope>(                        \
            address, [=](__T __old) -> __T { return expression; });                                \
    }
#define CPUDEV_LEAST(__T)                                                                          \
    CPUDEV_SCOPES(CPUDEV_UPDATE, atomicMin, __T, __old < value ? __old : value)
#define CPUDEV_GREATEST(__T)                                                                       \
    CPUDEV_SCOPES(CPUDEV_UPDATE, atomicMax, __T, __old > value ? __old : value)

CPUDEV_LEAST(int)
CPUDEV_LEAST(unsigned int)
CPUDEV_LEAST(long long int)
CPUDEV_LEAST(unsigned long long int)
CPUDEV_GREATEST(int)
CPUDEV_GREATEST(unsigned int)
CPUDEV_GREATEST(long long int)
CPUDEV_GREATEST(unsigned long long int)
CPUDEV_SCOPES(CPUDEV_UPDATE, atomicInc, unsigned int, __old >= value ? 0 : __old + 1)
CPUDEV_SCOPES(CPUDEV_UPDATE, atomicDec, unsigned int,
              __old == 0 || __old > value ? value : __old - 1)
CPUDEV_SCOPES(CPUDEV_UPDATE, atomicAdd, float, __old + value)
CPUDEV_SCOPES(CPUDEV_UPDATE, atomicAdd, double, __old + value)
CPUDEV_SCOPES(CPUDEV_UPDATE, atomicExch, float, (static_cast<void>(__old), value))

#define CPUDEV_COMPARE_AND_SWAP(scope, __T)                                                        \
    CPUDEV_INLINE __T atomicCAS##scope(__T *address, __T compare, __T value) {                     \
        ::cpu_device::__scope##scope();                                                            \
        ::cpu_device::__count_atomic(__atomic_compare_exchange_n(address, &compare, value, false,  \
                                                                 __ATOMIC_RELAXED,                 \
                                                                 __ATOMIC_RELAXED) &&              \
                                     compare != value);                                            \
        return compare;                                                                            \
    }
CPUDEV_SCOPES(CPUDEV_COMPARE_AND_SWAP, int)
CPUDEV_SCOPES(CPUDEV_COMPARE_AND_SWAP, unsigned int)
CPUDEV_SCOPES(CPUDEV_COMPARE_AND_SWAP, unsigned long long int)
CPUDEV_SCOPES(CPUDEV_COMPARE_AND_SWAP, unsigned short int)

/* Vectors: each element is added atomically, the vector as a whole is not, as on a GPU. */
#define CPUDEV_VECTOR_ADD(scope, ...)                                                              \
    CPUDEV_INLINE float2 atomicAdd##scope(float2 *address, float2 value) {                         \
        return {atomicAdd##scope(&address->x, value.x), atomicAdd##scope(&address->y, value.y)};   \
    }                                                                                              \
    CPUDEV_INLINE float4 atomicAdd##scope(float4 *address, float4 value) {                         \
        return {atomicAdd##scope(&address->x, value.x), atomicAdd##scope(&address->y, value.y),    \
                atomicAdd##scope(&address->z, value.z), atomicAdd##scope(&address->w, value.w)};   \
    }
CPUDEV_SCOPES(CPUDEV_VECTOR_ADD, )

#undef CPUDEV_VECTOR_ADD
#undef CPUDEV_COMPARE_AND_SWAP
#undef CPUDEV_LEAST
#undef CPUDEV_GREATEST
#undef CPUDEV_UPDATE
#undef CPUDEV_INTEGER
#undef CPUDEV_BUILTIN
#undef CPUDEV_SCOPES

#endif
