/* vector_functions.h - make_int2(x, y) and the like, for every built-in vector type. C and C++. */
#ifndef CPU_DEVICE_VECTOR_FUNCTIONS_H
#define CPU_DEVICE_VECTOR_FUNCTIONS_H

#include "vector_types.h"

#define CPUDEV_DEFINE_MAKERS(name, __T, align2, align4)                                            \
    static inline name##1 make_##name##1(__T x) {                                                  \
        name##1 __v = {x};                                                                         \
        return __v;                                                                                \
    }                                                                                              \
    static inline name##2 make_##name##2(__T x, __T y) {                                           \
        name##2 __v = {x, y};                                                                      \
        return __v;                                                                                \
    }                                                                                              \
    static inline name##3 make_##name##3(__T x, __T y, __T z) {                                    \
        name##3 __v = {x, y, z};                                                                   \
        return __v;                                                                                \
    }                                                                                              \
    static inline name##4 make_##name##4(__T x, __T y, __T z, __T w) {                             \
        name##4 __v = {x, y, z, w};                                                                \
        return __v;                                                                                \
    }

CPUDEV_VECTOR_TYPES(CPUDEV_DEFINE_MAKERS)
#undef CPUDEV_DEFINE_MAKERS

#define CPUDEV_DEFINE_WIDE_MAKERS(name, __T)                                                       \
    static inline name##4_16a make_##name##4_16a(__T x, __T y, __T z, __T w) {                     \
        name##4_16a __v = {x, y, z, w};                                                            \
        return __v;                                                                                \
    }                                                                                              \
    static inline name##4_32a make_##name##4_32a(__T x, __T y, __T z, __T w) {                     \
        name##4_32a __v = {x, y, z, w};                                                            \
        return __v;                                                                                \
    }

CPUDEV_DEFINE_WIDE_MAKERS(long, long int)
CPUDEV_DEFINE_WIDE_MAKERS(ulong, unsigned long int)
CPUDEV_DEFINE_WIDE_MAKERS(longlong, long long int)
CPUDEV_DEFINE_WIDE_MAKERS(ulonglong, unsigned long long int)
CPUDEV_DEFINE_WIDE_MAKERS(double, double)
#undef CPUDEV_DEFINE_WIDE_MAKERS

#endif
