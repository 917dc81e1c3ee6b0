/* local_array.h - local arrays of device code built with --check: red zones around each. C++ only.
 *
 * The translator (translate/local.c) turns `float a[4] = {1};` of device code into
 *   struct {
 *       ::cpu_device::__red_zone cpudev_before;
 *       float a[4];
 *       ::cpu_device::__local_guard<decltype(a)> cpudev_after{"LINE a FILE"};
 *   } cpudev_local_N = {{}, {1}};
 *   auto &a = cpudev_local_N.a;
 * so that sizeof, decay and templates see the array that was written. The guard's life is the
 * array's: however its scope is left, the red zones are forgotten.
 */
#ifndef CPU_DEVICE_LOCAL_ARRAY_H
#define CPU_DEVICE_LOCAL_ARRAY_H

#include "abi.h"

namespace cpu_device {

/* Nothing is stored in it: what counts is where it lies. */
struct alignas(16) __red_zone {
    unsigned char bytes[CPUDEV_RED_ZONE];
    __attribute__((__always_inline__)) __red_zone() {}
};

/* "... [with Array = float [4]]": the checker shows what stands behind the =. */
template <class __Array> constexpr const char *__name_of_type() {
    return __PRETTY_FUNCTION__;
}

/* Behind the array without a gap: it has no alignment. At least a whole element, as far as that is
 * reasonable, since the usual mistake is one element too many. */
template <class __Array> class __local_guard {
    static constexpr size_t __element = sizeof((*static_cast<__Array *>(nullptr))[0]);
    unsigned char bytes[__element < CPUDEV_RED_ZONE       ? CPUDEV_RED_ZONE
                        : __element < 4 * CPUDEV_RED_ZONE ? __element
                                                          : 4 * CPUDEV_RED_ZONE];

  public:
    __attribute__((__always_inline__)) explicit __local_guard(const char *__declared) {
        if (cpudev_self)
            cpudev_local_begin(bytes - sizeof(__Array), sizeof(__Array), sizeof bytes, __declared,
                               __name_of_type<__Array>());
    }
    __local_guard(const __local_guard &) = delete;
    __attribute__((__always_inline__)) ~__local_guard() {
        if (cpudev_self)
            cpudev_local_end(bytes - sizeof(__Array));
    }
};

/* `T a[] = INIT`: its size is sizeof(elements<T>(INIT)). */
template <class __T, size_t __N> char (&__elements(const __T (&)[__N]))[__N];

} // namespace cpu_device

#endif
