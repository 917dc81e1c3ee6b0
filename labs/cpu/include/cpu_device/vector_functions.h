/* vector_functions.h - make_int2(x, y) and the like, for every built-in vector type. C and C++. */
#ifndef CPU_DEVICE_VECTOR_FUNCTIONS_H
#define CPU_DEVICE_VECTOR_FUNCTIONS_H

#include "vector_types.h"

#define CPUDEV_DEFINE_MAKERS(name, T, align2, align4)                                              \
    static inline name##1 make_##name##1(T x) {                                                    \
        name##1 v = {x};                                                                           \
        return v;                                                                                  \
    }                                                                                              \
    static inline name##2 make_##name##2(T x, T y) {                                               \
        name##2 v = {x, y};                                                                        \
        return v;                                                                                  \
    }                                                                                              \
    static inline name##3 make_##name##3(T x, T y, T z) {                                          \
        name##3 v = {x, y, z};                                                                     \
        return v;                                                                                  \
    }                                                                                              \
    static inline name##4 make_##name##4(T x, T y, T z, T w) {                                     \
        name##4 v = {x, y, z, w};                                                                  \
        return v;                                                                                  \
    }

CPUDEV_VECTOR_TYPES(CPUDEV_DEFINE_MAKERS)
#undef CPUDEV_DEFINE_MAKERS

#define CPUDEV_DEFINE_WIDE_MAKERS(name, T)                                                         \
    static inline name##4_16a make_##name##4_16a(T x, T y, T z, T w) {                             \
        name##4_16a v = {x, y, z, w};                                                              \
        return v;                                                                                  \
    }                                                                                              \
    static inline name##4_32a make_##name##4_32a(T x, T y, T z, T w) {                             \
        name##4_32a v = {x, y, z, w};                                                              \
        return v;                                                                                  \
    }

CPUDEV_DEFINE_WIDE_MAKERS(long, long int)
CPUDEV_DEFINE_WIDE_MAKERS(ulong, unsigned long int)
CPUDEV_DEFINE_WIDE_MAKERS(longlong, long long int)
CPUDEV_DEFINE_WIDE_MAKERS(ulonglong, unsigned long long int)
CPUDEV_DEFINE_WIDE_MAKERS(double, double)
#undef CPUDEV_DEFINE_WIDE_MAKERS

#endif
