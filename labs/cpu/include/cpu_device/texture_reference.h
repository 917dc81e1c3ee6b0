/* texture_reference.h - legacy texture references, as CUDA had them until version 12. C++ only.
 *
 *   texture<float, 3, cudaReadModeElementType> t;     a global variable
 *   t.normalized, t.filterMode, t.addressMode[d]      set before binding
 *   cudaBindTexture[2D|ToArray](..., t, ...)          host
 *   tex3D(t, x, y, z)                                 device
 */
#ifndef CPUDEV_TEXTURE_REFERENCE_H
#define CPUDEV_TEXTURE_REFERENCE_H

#include <climits>

#include "texture.h"

namespace cpu_device {

template <class T, int type = cudaTextureType1D, cudaTextureReadMode mode = cudaReadModeElementType>
class texture : public textureReference {
  public:
    texture(int normalized_coordinates = 0, cudaTextureFilterMode filter = cudaFilterModePoint,
            cudaTextureAddressMode address = cudaAddressModeClamp)
        : texture(normalized_coordinates, filter, address, cudaCreateChannelDesc<T>()) {}
    texture(int normalized_coordinates, cudaTextureFilterMode filter,
            cudaTextureAddressMode address, cudaChannelFormatDesc format)
        : textureReference() {
        normalized = normalized_coordinates;
        filterMode = filter;
        for (cudaTextureAddressMode &m : addressMode)
            m = address;
        channelDesc = format;
        read_mode = mode;
        texture_type = type;
    }
};

/* What a fetch returns: T, or floats for texels read as normalised floats. */
template <int channels> struct floats { using type = float; };
template <> struct floats<2> { using type = float2; };
template <> struct floats<4> { using type = float4; };
template <class T, cudaTextureReadMode mode>
using fetched = std::conditional_t<mode == cudaReadModeElementType, T,
                                   typename floats<texel_type<T>::channels>::type>;

template <class R>
CPUDEV_FETCH R sample(const textureReference &t, cpudev_fetch kind, float x, float y, float z,
                      int layer) {
    unsigned words[4];
    cpudev_reference_sample(&t, kind, x, y, z, layer, words);
    return texel_of<R>(words);
}

inline textureReference *changeable(const textureReference &t) {
    return const_cast<textureReference *>(&t);
}

} // namespace cpu_device

/* ---- fetches ---- */
template <class T, cudaTextureReadMode m>
CPUDEV_FETCH cpu_device::fetched<T, m> tex1Dfetch(const cpu_device::texture<T, 1, m> &t,
                                                  int index) {
    unsigned words[4];
    cpudev_reference_fetch(&t, index, words);
    return cpu_device::texel_of<cpu_device::fetched<T, m>>(words);
}
template <class T, cudaTextureReadMode m>
CPUDEV_FETCH cpu_device::fetched<T, m> tex1D(const cpu_device::texture<T, 1, m> &t, float x) {
    return cpu_device::sample<cpu_device::fetched<T, m>>(t, CPUDEV_TEX1D, x, 0, 0, 0);
}
template <class T, cudaTextureReadMode m>
CPUDEV_FETCH cpu_device::fetched<T, m> tex2D(const cpu_device::texture<T, 2, m> &t, float x,
                                             float y) {
    return cpu_device::sample<cpu_device::fetched<T, m>>(t, CPUDEV_TEX2D, x, y, 0, 0);
}
template <class T, cudaTextureReadMode m>
CPUDEV_FETCH cpu_device::fetched<T, m> tex3D(const cpu_device::texture<T, 3, m> &t, float x,
                                             float y, float z) {
    if constexpr (std::is_same_v<cpu_device::fetched<T, m>, float>)
        return cpudev_reference_sample3d(&t, x, y, z);
    else
        return cpu_device::sample<cpu_device::fetched<T, m>>(t, CPUDEV_TEX3D, x, y, z, 0);
}
template <class T, cudaTextureReadMode m>
CPUDEV_FETCH cpu_device::fetched<T, m>
tex1DLayered(const cpu_device::texture<T, cudaTextureType1DLayered, m> &t, float x, int layer) {
    return cpu_device::sample<cpu_device::fetched<T, m>>(t, CPUDEV_TEX1DLAYERED, x, 0, 0, layer);
}
template <class T, cudaTextureReadMode m>
CPUDEV_FETCH cpu_device::fetched<T, m>
tex2DLayered(const cpu_device::texture<T, cudaTextureType2DLayered, m> &t, float x, float y,
             int layer) {
    return cpu_device::sample<cpu_device::fetched<T, m>>(t, CPUDEV_TEX2DLAYERED, x, y, 0, layer);
}

/* ---- binding ---- */
/* Without a format, the reference's own; without a size, all that the allocation holds. Memory that
 * is not aligned for textures is bound from below: *offset, in bytes, is what fetches must then
 * add. */
template <class T, int d, cudaTextureReadMode m>
[[gnu::always_inline]] inline cudaError_t
cudaBindTexture(size_t *offset, const cpu_device::texture<T, d, m> &t, const void *pointer,
                const cudaChannelFormatDesc &format, size_t size = UINT_MAX) {
    return cpudev_bind_texture(offset, cpu_device::changeable(t), pointer, &format, size);
}
template <class T, int d, cudaTextureReadMode m>
[[gnu::always_inline]] inline cudaError_t
cudaBindTexture(size_t *offset, const cpu_device::texture<T, d, m> &t, const void *pointer,
                size_t size = UINT_MAX) {
    return cpudev_bind_texture(offset, cpu_device::changeable(t), pointer, &t.channelDesc, size);
}
template <class T, int d, cudaTextureReadMode m>
[[gnu::always_inline]] inline cudaError_t
cudaBindTexture2D(size_t *offset, const cpu_device::texture<T, d, m> &t, const void *pointer,
                  const cudaChannelFormatDesc &format, size_t width, size_t height, size_t pitch) {
    return cpudev_bind_texture_2d(offset, cpu_device::changeable(t), pointer, &format, width,
                                  height, pitch);
}
template <class T, int d, cudaTextureReadMode m>
[[gnu::always_inline]] inline cudaError_t
cudaBindTexture2D(size_t *offset, const cpu_device::texture<T, d, m> &t, const void *pointer,
                  size_t width, size_t height, size_t pitch) {
    return cpudev_bind_texture_2d(offset, cpu_device::changeable(t), pointer, &t.channelDesc, width,
                                  height, pitch);
}
template <class T, int d, cudaTextureReadMode m>
[[gnu::always_inline]] inline cudaError_t
cudaBindTextureToArray(const cpu_device::texture<T, d, m> &t, cudaArray_const_t array,
                       const cudaChannelFormatDesc &format) {
    return cpudev_bind_texture_to_array(cpu_device::changeable(t), array, &format);
}
template <class T, int d, cudaTextureReadMode m>
[[gnu::always_inline]] inline cudaError_t
cudaBindTextureToArray(const cpu_device::texture<T, d, m> &t, cudaArray_const_t array) {
    return cpudev_bind_texture_to_array(cpu_device::changeable(t), array, nullptr);
}
template <class T, int d, cudaTextureReadMode m>
[[gnu::always_inline]] inline cudaError_t cudaUnbindTexture(const cpu_device::texture<T, d, m> &t) {
    return cpudev_unbind_texture(cpu_device::changeable(t));
}
template <class T, int d, cudaTextureReadMode m>
[[gnu::always_inline]] inline cudaError_t
cudaGetTextureAlignmentOffset(size_t *offset, const cpu_device::texture<T, d, m> &t) {
    return cpudev_texture_alignment_offset(offset, &t);
}

/* The same through pointers, as C programs had them. */
[[gnu::always_inline]] inline cudaError_t
cudaGetTextureReference(const textureReference **reference, const void *symbol) {
    *reference = static_cast<const textureReference *>(symbol);
    return symbol ? cudaSuccess : cudaErrorInvalidTexture;
}
[[gnu::always_inline]] inline cudaError_t cudaBindTexture(size_t *offset, const textureReference *t,
                                                          const void *pointer,
                                                          const cudaChannelFormatDesc *format,
                                                          size_t size = UINT_MAX) {
    return cpudev_bind_texture(offset, cpu_device::changeable(*t), pointer, format, size);
}
[[gnu::always_inline]] inline cudaError_t
cudaBindTexture2D(size_t *offset, const textureReference *t, const void *pointer,
                  const cudaChannelFormatDesc *format, size_t width, size_t height, size_t pitch) {
    return cpudev_bind_texture_2d(offset, cpu_device::changeable(*t), pointer, format, width,
                                  height, pitch);
}
[[gnu::always_inline]] inline cudaError_t
cudaBindTextureToArray(const textureReference *t, cudaArray_const_t array,
                       const cudaChannelFormatDesc *format) {
    return cpudev_bind_texture_to_array(cpu_device::changeable(*t), array, format);
}
[[gnu::always_inline]] inline cudaError_t cudaUnbindTexture(const textureReference *t) {
    return cpudev_unbind_texture(cpu_device::changeable(*t));
}

#endif
