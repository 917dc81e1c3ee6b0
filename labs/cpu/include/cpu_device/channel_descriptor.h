/* channel_descriptor.h - cudaCreateChannelDesc<T>(): the channel format of a C++ type. C++ only. */
#ifndef CPUDEV_CHANNEL_DESCRIPTOR_H
#define CPUDEV_CHANNEL_DESCRIPTOR_H

#include "texture_functions.h"
#include "vector_types.h"

namespace cpu_device {

/* What a type is as a texel: element, number of channels, kind of channel. `fetched`: the texture
 * unit has such texels; 3-vectors and 8-byte elements are formats of no texture. */
template <class __T> struct __texel_type {
    static constexpr bool __known = false, __fetched = false;
};

#define CPUDEV_TEXEL_TYPE(__T, __Element, count, format_kind)                                      \
    template <> struct __texel_type<__T> {                                                         \
        using __element = __Element;                                                               \
        static constexpr bool __known = true, __fetched = (count) != 3;                            \
        static constexpr int __channels = count;                                                   \
        static constexpr cudaChannelFormatKind kind = format_kind;                                 \
    };
#define CPUDEV_TEXEL_VECTORS(name, __Element, kind)                                                \
    CPUDEV_TEXEL_TYPE(name##1, __Element, 1, kind)                                                 \
    CPUDEV_TEXEL_TYPE(name##2, __Element, 2, kind)                                                 \
    CPUDEV_TEXEL_TYPE(name##3, __Element, 3, kind)                                                 \
    CPUDEV_TEXEL_TYPE(name##4, __Element, 4, kind)

CPUDEV_TEXEL_TYPE(char, char, 1, cudaChannelFormatKindSigned)
CPUDEV_TEXEL_TYPE(signed char, signed char, 1, cudaChannelFormatKindSigned)
CPUDEV_TEXEL_TYPE(unsigned char, unsigned char, 1, cudaChannelFormatKindUnsigned)
CPUDEV_TEXEL_TYPE(short, short, 1, cudaChannelFormatKindSigned)
CPUDEV_TEXEL_TYPE(unsigned short, unsigned short, 1, cudaChannelFormatKindUnsigned)
CPUDEV_TEXEL_TYPE(int, int, 1, cudaChannelFormatKindSigned)
CPUDEV_TEXEL_TYPE(unsigned int, unsigned int, 1, cudaChannelFormatKindUnsigned)
CPUDEV_TEXEL_TYPE(float, float, 1, cudaChannelFormatKindFloat)
CPUDEV_TEXEL_VECTORS(char, signed char, cudaChannelFormatKindSigned)
CPUDEV_TEXEL_VECTORS(uchar, unsigned char, cudaChannelFormatKindUnsigned)
CPUDEV_TEXEL_VECTORS(short, short, cudaChannelFormatKindSigned)
CPUDEV_TEXEL_VECTORS(ushort, unsigned short, cudaChannelFormatKindUnsigned)
CPUDEV_TEXEL_VECTORS(int, int, cudaChannelFormatKindSigned)
CPUDEV_TEXEL_VECTORS(uint, unsigned int, cudaChannelFormatKindUnsigned)
CPUDEV_TEXEL_VECTORS(float, float, cudaChannelFormatKindFloat)
#undef CPUDEV_TEXEL_VECTORS
#undef CPUDEV_TEXEL_TYPE

} // namespace cpu_device

/* A type that is no texel gives an empty format, which the runtime then refuses, as CUDA does. */
template <class __T> inline cudaChannelFormatDesc cudaCreateChannelDesc() {
    using __texel = cpu_device::__texel_type<__T>;
    if constexpr (__texel::__known) {
        const int __bits = 8 * static_cast<int>(sizeof(typename __texel::__element));
        return {__bits, __texel::__channels > 1 ? __bits : 0, __texel::__channels > 2 ? __bits : 0,
                __texel::__channels > 3 ? __bits : 0, __texel::kind};
    } else {
        return {0, 0, 0, 0, cudaChannelFormatKindNone};
    }
}

inline cudaChannelFormatDesc cudaCreateChannelDescHalf() {
    return {16, 0, 0, 0, cudaChannelFormatKindFloat};
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf1() {
    return {16, 0, 0, 0, cudaChannelFormatKindFloat};
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf2() {
    return {16, 16, 0, 0, cudaChannelFormatKindFloat};
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf4() {
    return {16, 16, 16, 16, cudaChannelFormatKindFloat};
}

#endif
