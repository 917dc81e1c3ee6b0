/* memory_access.h - loads and stores with cache hints, clocks and other small intrinsics. C++ only.
 *
 * There is no cache to steer: the hints do nothing, but that __ldcv and __ldcg, by which loops wait
 * for what other threads write, read anew each time. The clocks count the host's cycles; their
 * differences say nothing of a GPU.
 */
#ifndef CPU_DEVICE_MEMORY_ACCESS_H
#define CPU_DEVICE_MEMORY_ACCESS_H

#include <type_traits>

#define CPUDEV_LOAD(name)                                                                          \
    template <class __T> inline __attribute__((__always_inline__)) __T name(const __T *address) {  \
        return *address;                                                                           \
    }
#define CPUDEV_STORE(name)                                                                         \
    template <class __T>                                                                           \
    inline __attribute__((__always_inline__)) void name(__T *address, __T value) {                 \
        *address = value;                                                                          \
    }
CPUDEV_LOAD(__ldg)
CPUDEV_LOAD(__ldca)
CPUDEV_LOAD(__ldcs)
CPUDEV_LOAD(__ldlu)
#undef CPUDEV_LOAD
#define CPUDEV_LOAD(name)                                                                          \
    template <class __T> inline __attribute__((__always_inline__)) __T name(const __T *address) {  \
        if constexpr (std::is_scalar<__T>::value)                                                  \
            return *static_cast<const volatile __T *>(address);                                    \
        __asm__ volatile("" ::: "memory");                                                         \
        return *address;                                                                           \
    }
CPUDEV_LOAD(__ldcg)
CPUDEV_LOAD(__ldcv)
CPUDEV_STORE(__stwb)
CPUDEV_STORE(__stcg)
CPUDEV_STORE(__stcs)
CPUDEV_STORE(__stwt)
#undef CPUDEV_LOAD
#undef CPUDEV_STORE

inline long long int clock64() {
    cpudev_asked_clock = 1;
#if defined(__x86_64__)
    return static_cast<long long int>(__builtin_ia32_rdtsc());
#else
    long long int ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#endif
}

#define __builtin_assume(condition) static_cast<void>(0)
#define __nv_is_extended_device_lambda_closure_type(type) false

#endif
