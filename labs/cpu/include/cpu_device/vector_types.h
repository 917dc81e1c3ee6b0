/* vector_types.h - CUDA's built-in vector types and dim3. C and C++.
 *
 * Sizes and alignments are those of device code: a 2- or 4-vector is aligned to its whole size, up
 * to 16 bytes, so that one access moves it; a 3-vector is aligned as its element.
 */
#ifndef CPU_DEVICE_VECTOR_TYPES_H
#define CPU_DEVICE_VECTOR_TYPES_H

/* V(name, element, alignment of the 2-vector, alignment of the 4-vector) */
#define CPUDEV_VECTOR_TYPES(__V)                                                                   \
    __V(char, signed char, 2, 4)                                                                   \
    __V(uchar, unsigned char, 2, 4)                                                                \
    __V(short, short, 4, 8)                                                                        \
    __V(ushort, unsigned short, 4, 8)                                                              \
    __V(int, int, 8, 16)                                                                           \
    __V(uint, unsigned int, 8, 16)                                                                 \
    __V(long, long int, 16, 16)                                                                    \
    __V(ulong, unsigned long int, 16, 16)                                                          \
    __V(longlong, long long int, 16, 16)                                                           \
    __V(ulonglong, unsigned long long int, 16, 16)                                                 \
    __V(float, float, 8, 16)                                                                       \
    __V(double, double, 16, 16)

#define CPUDEV_DEFINE_VECTOR(name, __T, align2, align4)                                            \
    struct name##1 {                                                                               \
        __T x;                                                                                     \
    };                                                                                             \
    struct __attribute__((__aligned__(align2))) name##2 {                                          \
        __T x, y;                                                                                  \
    };                                                                                             \
    struct name##3 {                                                                               \
        __T x, y, z;                                                                               \
    };                                                                                             \
    struct __attribute__((__aligned__(align4))) name##4 {                                          \
        __T x, y, z, w;                                                                            \
    };                                                                                             \
    typedef struct name##1 name##1;                                                                \
    typedef struct name##2 name##2;                                                                \
    typedef struct name##3 name##3;                                                                \
    typedef struct name##4 name##4;

CPUDEV_VECTOR_TYPES(CPUDEV_DEFINE_VECTOR)
#undef CPUDEV_DEFINE_VECTOR

/* The 4-vectors of 8-byte elements that CUDA 13 added, with their alignment in the name. */
#define CPUDEV_DEFINE_WIDE(name, __T)                                                              \
    struct __attribute__((__aligned__(16))) name##4_16a {                                          \
        __T x, y, z, w;                                                                            \
    };                                                                                             \
    struct __attribute__((__aligned__(32))) name##4_32a {                                          \
        __T x, y, z, w;                                                                            \
    };                                                                                             \
    typedef struct name##4_16a name##4_16a;                                                        \
    typedef struct name##4_32a name##4_32a;

CPUDEV_DEFINE_WIDE(long, long int)
CPUDEV_DEFINE_WIDE(ulong, unsigned long int)
CPUDEV_DEFINE_WIDE(longlong, long long int)
CPUDEV_DEFINE_WIDE(ulonglong, unsigned long long int)
CPUDEV_DEFINE_WIDE(double, double)
#undef CPUDEV_DEFINE_WIDE

/* The size of a grid or a block; what is left out is 1. */
struct dim3 {
    unsigned int x, y, z;
#ifdef __cplusplus
    constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
        : x(vx), y(vy), z(vz) {}
    constexpr dim3(uint3 __v) : x(__v.x), y(__v.y), z(__v.z) {}
    constexpr operator uint3() const {
        return uint3{x, y, z};
    }
#endif
};
typedef struct dim3 dim3;

#endif
