/* atomics.h - CUDA's atomic functions. C++ only.
 *
 * Each returns the old value. The forms ..._block and ..._system differ from the plain ones on a
 * GPU in whom they synchronise with; here all are atomic for the whole process. Memory order is
 * relaxed, as in CUDA: they order no other access.
 */
#ifndef CPU_DEVICE_ATOMICS_H
#define CPU_DEVICE_ATOMICS_H

#include <string.h>

#include <type_traits>

#include "abi.h"
#include "vector_types.h"

#define CPUDEV_INLINE inline __attribute__((always_inline))

namespace cpu_device {

/* After each atomic; changed: it left another value. In code built with --check the checker does
 * it. */
CPUDEV_INLINE void count_atomic(bool changed) {
#ifndef CPUDEV_CHECKED
    if (__builtin_expect(--cpudev_atomics_left == 0, 0))
        cpudev_many_atomics(changed, nullptr);
#else
    static_cast<void>(changed);
#endif
}

/* Stores next(old) when nobody was faster; returns old. T has 4 or 8 bytes. */
template <class T, class Next> CPUDEV_INLINE T atomic_update(T *address, Next next) {
    typedef typename std::conditional<sizeof(T) == 8, unsigned long long, unsigned int>::type bits;
    static_assert(sizeof(T) == sizeof(bits), "an atomic value has 4 or 8 bytes");
    bits *p = reinterpret_cast<bits *>(address);
    bits old_bits = __atomic_load_n(p, __ATOMIC_RELAXED), new_bits;
    T old_value, new_value;
    do {
        memcpy(&old_value, &old_bits, sizeof old_value);
        new_value = next(old_value);
        memcpy(&new_bits, &new_value, sizeof new_bits);
    } while (!__atomic_compare_exchange_n(p, &old_bits, new_bits, true, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED));
    count_atomic(new_bits != old_bits);
    return old_value;
}

} // namespace cpu_device

/* Every function in its three scopes. */
#define CPUDEV_SCOPES(F, ...) F(, __VA_ARGS__) F(_block, __VA_ARGS__) F(_system, __VA_ARGS__)

#define CPUDEV_BUILTIN(scope, name, T, builtin, changed)                                           \
    CPUDEV_INLINE T name##scope(T *address, T value) {                                             \
        const T old = builtin(address, value, __ATOMIC_RELAXED);                                   \
        ::cpu_device::count_atomic(changed);                                                       \
        return old;                                                                                \
    }
#define CPUDEV_INTEGER(name, builtin, changed)                                                     \
    CPUDEV_SCOPES(CPUDEV_BUILTIN, name, int, builtin, changed)                                     \
    CPUDEV_SCOPES(CPUDEV_BUILTIN, name, unsigned int, builtin, changed)                            \
    CPUDEV_SCOPES(CPUDEV_BUILTIN, name, unsigned long long int, builtin, changed)

CPUDEV_INTEGER(atomicAdd, __atomic_fetch_add, value != 0)
CPUDEV_SCOPES(CPUDEV_BUILTIN, atomicSub, int, __atomic_fetch_sub, value != 0)
CPUDEV_SCOPES(CPUDEV_BUILTIN, atomicSub, unsigned int, __atomic_fetch_sub, value != 0)
CPUDEV_INTEGER(atomicExch, __atomic_exchange_n, old != value)
CPUDEV_INTEGER(atomicAnd, __atomic_fetch_and, (old & value) != old)
CPUDEV_INTEGER(atomicOr, __atomic_fetch_or, (old | value) != old)
CPUDEV_INTEGER(atomicXor, __atomic_fetch_xor, value != 0)
CPUDEV_SCOPES(CPUDEV_BUILTIN, atomicAnd, long long int, __atomic_fetch_and, (old & value) != old)
CPUDEV_SCOPES(CPUDEV_BUILTIN, atomicOr, long long int, __atomic_fetch_or, (old | value) != old)
CPUDEV_SCOPES(CPUDEV_BUILTIN, atomicXor, long long int, __atomic_fetch_xor, value != 0)

/* `expression` gives the new value from `old` and `value`. */
#define CPUDEV_UPDATE(scope, name, T, expression)                                                  \
    CPUDEV_INLINE T name##scope(T *address, T value) {                                             \
        return ::cpu_device::atomic_update(address, [=](T old) -> T { return expression; });       \
    }
#define CPUDEV_LEAST(T) CPUDEV_SCOPES(CPUDEV_UPDATE, atomicMin, T, old < value ? old : value)
#define CPUDEV_GREATEST(T) CPUDEV_SCOPES(CPUDEV_UPDATE, atomicMax, T, old > value ? old : value)

CPUDEV_LEAST(int)
CPUDEV_LEAST(unsigned int)
CPUDEV_LEAST(long long int)
CPUDEV_LEAST(unsigned long long int)
CPUDEV_GREATEST(int)
CPUDEV_GREATEST(unsigned int)
CPUDEV_GREATEST(long long int)
CPUDEV_GREATEST(unsigned long long int)
CPUDEV_SCOPES(CPUDEV_UPDATE, atomicInc, unsigned int, old >= value ? 0 : old + 1)
CPUDEV_SCOPES(CPUDEV_UPDATE, atomicDec, unsigned int, old == 0 || old > value ? value : old - 1)
CPUDEV_SCOPES(CPUDEV_UPDATE, atomicAdd, float, old + value)
CPUDEV_SCOPES(CPUDEV_UPDATE, atomicAdd, double, old + value)
CPUDEV_SCOPES(CPUDEV_UPDATE, atomicExch, float, (static_cast<void>(old), value))

#define CPUDEV_COMPARE_AND_SWAP(scope, T)                                                          \
    CPUDEV_INLINE T atomicCAS##scope(T *address, T compare, T value) {                             \
        ::cpu_device::count_atomic(__atomic_compare_exchange_n(address, &compare, value, false,    \
                                                               __ATOMIC_RELAXED,                   \
                                                               __ATOMIC_RELAXED) &&                \
                                   compare != value);                                              \
        return compare;                                                                            \
    }
CPUDEV_SCOPES(CPUDEV_COMPARE_AND_SWAP, int)
CPUDEV_SCOPES(CPUDEV_COMPARE_AND_SWAP, unsigned int)
CPUDEV_SCOPES(CPUDEV_COMPARE_AND_SWAP, unsigned long long int)
CPUDEV_SCOPES(CPUDEV_COMPARE_AND_SWAP, unsigned short int)

/* Vectors: each element is added atomically, the vector as a whole is not, as on a GPU. */
#define CPUDEV_VECTOR_ADD(scope, ...)                                                              \
    CPUDEV_INLINE float2 atomicAdd##scope(float2 *address, float2 value) {                         \
        return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y)};                 \
    }                                                                                              \
    CPUDEV_INLINE float4 atomicAdd##scope(float4 *address, float4 value) {                         \
        return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y),                  \
                atomicAdd(&address->z, value.z), atomicAdd(&address->w, value.w)};                 \
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
