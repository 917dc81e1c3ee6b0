/* local_array.h - local arrays of device code built with --check: red zones around each. C++ only.
 *
 * The translator (translate/local.c) turns `float a[4] = {1};` of device code into
 *   struct {
 *       ::cpu_device::red_zone cpudev_before;
 *       float a[4];
 *       ::cpu_device::local_guard<decltype(a)> cpudev_after{"LINE a FILE"};
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
struct alignas(16) red_zone {
    unsigned char bytes[CPUDEV_RED_ZONE];
    __attribute__((always_inline)) red_zone() {}
};

/* "... [with Array = float [4]]": the checker shows what stands behind the =. */
template <class Array> constexpr const char *name_of_type() {
    return __PRETTY_FUNCTION__;
}

/* Behind the array without a gap: it has no alignment. At least a whole element, as far as that is
 * reasonable, since the usual mistake is one element too many. */
template <class Array> class local_guard {
    static constexpr size_t element = sizeof((*static_cast<Array *>(nullptr))[0]);
    unsigned char bytes[element < CPUDEV_RED_ZONE       ? CPUDEV_RED_ZONE
                        : element < 4 * CPUDEV_RED_ZONE ? element
                                                        : 4 * CPUDEV_RED_ZONE];

  public:
    __attribute__((always_inline)) explicit local_guard(const char *declared) {
        if (cpudev_self)
            cpudev_local_begin(bytes - sizeof(Array), sizeof(Array), sizeof bytes, declared,
                               name_of_type<Array>());
    }
    local_guard(const local_guard &) = delete;
    __attribute__((always_inline)) ~local_guard() {
        if (cpudev_self)
            cpudev_local_end(bytes - sizeof(Array));
    }
};

/* `T a[] = INIT`: its size is sizeof(elements<T>(INIT)). */
template <class T, size_t N> char (&elements(const T (&)[N]))[N];

} // namespace cpu_device

#endif
