/* channel_descriptor.h - cudaCreateChannelDesc<T>(): the channel format of a C++ type. C++ only. */
#ifndef CPUDEV_CHANNEL_DESCRIPTOR_H
#define CPUDEV_CHANNEL_DESCRIPTOR_H

#include "texture_functions.h"
#include "vector_types.h"

namespace cpu_device {

/* What a type is as a texel: element, number of channels, kind of channel. `fetched`: the texture
 * unit has such texels; 3-vectors and 8-byte elements are formats of no texture. */
template <class T> struct texel_type { static constexpr bool known = false, fetched = false; };

#define CPUDEV_TEXEL_TYPE(T, Element, count, format_kind)                                          \
    template <> struct texel_type<T> {                                                             \
        using element = Element;                                                                   \
        static constexpr bool known = true, fetched = (count) != 3;                                \
        static constexpr int channels = count;                                                     \
        static constexpr cudaChannelFormatKind kind = format_kind;                                 \
    };
#define CPUDEV_TEXEL_VECTORS(name, Element, kind)                                                  \
    CPUDEV_TEXEL_TYPE(name##1, Element, 1, kind)                                                   \
    CPUDEV_TEXEL_TYPE(name##2, Element, 2, kind)                                                   \
    CPUDEV_TEXEL_TYPE(name##3, Element, 3, kind)                                                   \
    CPUDEV_TEXEL_TYPE(name##4, Element, 4, kind)

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
template <class T> inline cudaChannelFormatDesc cudaCreateChannelDesc() {
    using texel = cpu_device::texel_type<T>;
    if constexpr (texel::known) {
        const int bits = 8 * static_cast<int>(sizeof(typename texel::element));
        return {bits, texel::channels > 1 ? bits : 0, texel::channels > 2 ? bits : 0,
                texel::channels > 3 ? bits : 0, texel::kind};
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
