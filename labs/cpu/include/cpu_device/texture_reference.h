/* texture_reference.h - legacy texture references, as CUDA had them until version 12. C++ only.
 *
 *   texture<float, 3, cudaReadModeElementType> t;     a global variable
 *   t.normalized, t.filterMode, t.addressMode[d]      set at any time before a launch
 *   cudaBindTexture[2D|ToArray](..., t, ...)          host
 *   tex3D(t, x, y, z)                                 device
 */
#ifndef CPUDEV_TEXTURE_REFERENCE_H
#define CPUDEV_TEXTURE_REFERENCE_H

#include <climits>

#include "texture.h"

namespace cpu_device {

template <class __T, int type = cudaTextureType1D,
          cudaTextureReadMode mode = cudaReadModeElementType>
class texture : public textureReference {
  public:
    texture(int __normalized_coordinates = 0, cudaTextureFilterMode __filter = cudaFilterModePoint,
            cudaTextureAddressMode address = cudaAddressModeClamp)
        : texture(__normalized_coordinates, __filter, address, cudaCreateChannelDesc<__T>()) {}
    texture(int __normalized_coordinates, cudaTextureFilterMode __filter,
            cudaTextureAddressMode address, cudaChannelFormatDesc format)
        : textureReference() {
        normalized = __normalized_coordinates;
        filterMode = __filter;
        for (cudaTextureAddressMode &__m : addressMode)
            __m = address;
        channelDesc = format;
        __read_mode = mode;
        __texture_type = type;
    }
};

/* What a fetch returns: T, or floats for texels read as normalised floats. */
template <int __channels> struct __floats { using type = float; };
template <> struct __floats<2> { using type = float2; };
template <> struct __floats<4> { using type = float4; };
template <class __T, cudaTextureReadMode mode>
using __fetched = std::conditional_t<mode == cudaReadModeElementType, __T,
                                     typename __floats<__texel_type<__T>::__channels>::type>;

template <class __R>
CPUDEV_FETCH __R __sample(const textureReference &__t, cpudev_fetch kind, float x, float y, float z,
                          int layer) {
    unsigned __words[4];
    cpudev_reference_sample(&__t, kind, x, y, z, layer, __words);
    return __texel_of<__R>(__words);
}

inline textureReference *__changeable(const textureReference &__t) {
    return const_cast<textureReference *>(&__t);
}

} // namespace cpu_device

/* ---- fetches ---- */
template <class __T, cudaTextureReadMode __m>
CPUDEV_FETCH cpu_device::__fetched<__T, __m> tex1Dfetch(const cpu_device::texture<__T, 1, __m> &__t,
                                                        int index) {
    unsigned __words[4];
    cpudev_reference_fetch(&__t, index, __words);
    return cpu_device::__texel_of<cpu_device::__fetched<__T, __m>>(__words);
}
template <class __T, cudaTextureReadMode __m>
CPUDEV_FETCH cpu_device::__fetched<__T, __m> tex1D(const cpu_device::texture<__T, 1, __m> &__t,
                                                   float x) {
    return cpu_device::__sample<cpu_device::__fetched<__T, __m>>(__t, CPUDEV_TEX1D, x, 0, 0, 0);
}
template <class __T, cudaTextureReadMode __m>
CPUDEV_FETCH cpu_device::__fetched<__T, __m> tex2D(const cpu_device::texture<__T, 2, __m> &__t,
                                                   float x, float y) {
    return cpu_device::__sample<cpu_device::__fetched<__T, __m>>(__t, CPUDEV_TEX2D, x, y, 0, 0);
}
template <class __T, cudaTextureReadMode __m>
CPUDEV_FETCH cpu_device::__fetched<__T, __m> tex3D(const cpu_device::texture<__T, 3, __m> &__t,
                                                   float x, float y, float z) {
    if constexpr (std::is_same_v<cpu_device::__fetched<__T, __m>, float>)
        return cpudev_reference_sample3d(&__t, x, y, z);
    else
        return cpu_device::__sample<cpu_device::__fetched<__T, __m>>(__t, CPUDEV_TEX3D, x, y, z, 0);
}
template <class __T, cudaTextureReadMode __m>
CPUDEV_FETCH cpu_device::__fetched<__T, __m>
tex1DLayered(const cpu_device::texture<__T, cudaTextureType1DLayered, __m> &__t, float x,
             int layer) {
    return cpu_device::__sample<cpu_device::__fetched<__T, __m>>(__t, CPUDEV_TEX1DLAYERED, x, 0, 0,
                                                                 layer);
}
template <class __T, cudaTextureReadMode __m>
CPUDEV_FETCH cpu_device::__fetched<__T, __m>
tex2DLayered(const cpu_device::texture<__T, cudaTextureType2DLayered, __m> &__t, float x, float y,
             int layer) {
    return cpu_device::__sample<cpu_device::__fetched<__T, __m>>(__t, CPUDEV_TEX2DLAYERED, x, y, 0,
                                                                 layer);
}

/* ---- binding ---- */
/* Without a format, the reference's own; without a size, all that the allocation holds. Memory that
 * is not aligned for textures is bound from below: *offset, in bytes, is what fetches must then
 * add. */
template <class __T, int __d, cudaTextureReadMode __m>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaBindTexture(size_t *offset, const cpu_device::texture<__T, __d, __m> &__t, const void *pointer,
                const cudaChannelFormatDesc &format, size_t size = UINT_MAX) {
    return cpudev_bind_texture(offset, cpu_device::__changeable(__t), pointer, &format, size);
}
template <class __T, int __d, cudaTextureReadMode __m>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaBindTexture(size_t *offset, const cpu_device::texture<__T, __d, __m> &__t, const void *pointer,
                size_t size = UINT_MAX) {
    return cpudev_bind_texture(offset, cpu_device::__changeable(__t), pointer, &__t.channelDesc,
                               size);
}
template <class __T, int __d, cudaTextureReadMode __m>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaBindTexture2D(size_t *offset, const cpu_device::texture<__T, __d, __m> &__t,
                  const void *pointer, const cudaChannelFormatDesc &format, size_t width,
                  size_t height, size_t pitch) {
    return cpudev_bind_texture_2d(offset, cpu_device::__changeable(__t), pointer, &format, width,
                                  height, pitch);
}
template <class __T, int __d, cudaTextureReadMode __m>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaBindTexture2D(size_t *offset, const cpu_device::texture<__T, __d, __m> &__t,
                  const void *pointer, size_t width, size_t height, size_t pitch) {
    return cpudev_bind_texture_2d(offset, cpu_device::__changeable(__t), pointer, &__t.channelDesc,
                                  width, height, pitch);
}
template <class __T, int __d, cudaTextureReadMode __m>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaBindTextureToArray(const cpu_device::texture<__T, __d, __m> &__t, cudaArray_const_t array,
                       const cudaChannelFormatDesc &format) {
    return cpudev_bind_texture_to_array(cpu_device::__changeable(__t), array, &format);
}
template <class __T, int __d, cudaTextureReadMode __m>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaBindTextureToArray(const cpu_device::texture<__T, __d, __m> &__t, cudaArray_const_t array) {
    return cpudev_bind_texture_to_array(cpu_device::__changeable(__t), array, nullptr);
}
template <class __T, int __d, cudaTextureReadMode __m>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaUnbindTexture(const cpu_device::texture<__T, __d, __m> &__t) {
    return cpudev_unbind_texture(cpu_device::__changeable(__t));
}
template <class __T, int __d, cudaTextureReadMode __m>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaGetTextureAlignmentOffset(size_t *offset, const cpu_device::texture<__T, __d, __m> &__t) {
    return cpudev_texture_alignment_offset(offset, &__t);
}

/* The same through pointers, as C programs had them. */
[[__gnu__::__always_inline__]] inline cudaError_t
cudaGetTextureReference(const textureReference **reference, const void *symbol) {
    *reference = static_cast<const textureReference *>(symbol);
    return symbol ? cudaSuccess : cudaErrorInvalidTexture;
}
[[__gnu__::__always_inline__]] inline cudaError_t
cudaBindTexture(size_t *offset, const textureReference *__t, const void *pointer,
                const cudaChannelFormatDesc *format, size_t size = UINT_MAX) {
    return cpudev_bind_texture(offset, cpu_device::__changeable(*__t), pointer, format, size);
}
[[__gnu__::__always_inline__]] inline cudaError_t
cudaBindTexture2D(size_t *offset, const textureReference *__t, const void *pointer,
                  const cudaChannelFormatDesc *format, size_t width, size_t height, size_t pitch) {
    return cpudev_bind_texture_2d(offset, cpu_device::__changeable(*__t), pointer, format, width,
                                  height, pitch);
}
[[__gnu__::__always_inline__]] inline cudaError_t
cudaBindTextureToArray(const textureReference *__t, cudaArray_const_t array,
                       const cudaChannelFormatDesc *format) {
    return cpudev_bind_texture_to_array(cpu_device::__changeable(*__t), array, format);
}
[[__gnu__::__always_inline__]] inline cudaError_t cudaUnbindTexture(const textureReference *__t) {
    return cpudev_unbind_texture(cpu_device::__changeable(*__t));
}

#endif
