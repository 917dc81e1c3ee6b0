/* row.h - tile[0][i] in device code, where i goes on behind the first row. C++ only.
 *
 * To a GPU that is the next row, and people write it. To g++ a row is the bound of i: it leaves out
 * stores to the other rows that "nobody reads". So the translator (translate/walk.c) makes it
 *   ::cpu_device::__first_row(tile[0])[i]
 * the same by C++'s own definition, but through a pointer, which knows no rows; and with --check,
 * where the index is to be looked at,
 *   ::cpu_device::__same_place(tile[0][i])
 * What is no array passes through.
 */
#ifndef CPU_DEVICE_ROW_H
#define CPU_DEVICE_ROW_H

#include <stddef.h>

namespace cpu_device {

template <class __T, size_t __n>
[[__gnu__::__always_inline__]] constexpr __T *__first_row(__T (&__array)[__n]) {
    return __array;
}
template <class __T> [[__gnu__::__always_inline__]] constexpr __T __first_row(__T &&__other) {
    return static_cast<__T &&>(__other);
}

/* The address is all that g++ knows of what lies there. */
template <class __T> [[__gnu__::__always_inline__]] inline __T *__hidden(__T *__p) {
    __asm__("" : "+r"(__p));
    return __p;
}
template <class __T> [[__gnu__::__always_inline__]] constexpr __T __same_place(__T &&__element) {
    if (__builtin_is_constant_evaluated())
        return static_cast<__T &&>(__element);
    return static_cast<__T &&>(*__hidden(__builtin_addressof(__element)));
}

} // namespace cpu_device

#endif
