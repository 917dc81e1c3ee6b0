/* texture.h - texture fetches of device code. C++ only.
 *
 * tex1Dfetch tex1D tex2D tex3D tex1DLayered tex2DLayered, each as  v = texXX<T>(object, ...)  and
 * as texXX(&v, object, ...) , and tex2Dgather. T is the texel's type: an 8-, 16- or 32-bit integer
 * or float, or a vector of 2 or 4 of them; float for textures read as normalised floats and for
 * half texels.
 */
#ifndef CPUDEV_TEXTURE_H
#define CPUDEV_TEXTURE_H

#include <type_traits>

#include "channel_descriptor.h"
#include "texture_functions.h"

#define CPUDEV_FETCH inline __attribute__((always_inline))

namespace cpu_device {

template <class Element> CPUDEV_FETCH Element channel_of(unsigned word) {
    if constexpr (std::is_same_v<Element, float>)
        return __builtin_bit_cast(float, word);
    else
        return static_cast<Element>(word);
}

template <class T> CPUDEV_FETCH T texel_of(const unsigned (&words)[4]) {
    static_assert(
        texel_type<T>::fetched,
        "a texture fetch returns an 8-, 16- or 32-bit integer, a float, or a vector of 2 or "
        "4 of them; read half texels as float");
    using element = typename texel_type<T>::element;
    T v;
    if constexpr (std::is_arithmetic_v<T>) {
        v = channel_of<element>(words[0]);
    } else {
        v.x = channel_of<element>(words[0]);
        if constexpr (texel_type<T>::channels > 1)
            v.y = channel_of<element>(words[1]);
        if constexpr (texel_type<T>::channels > 2) {
            v.z = channel_of<element>(words[2]);
            v.w = channel_of<element>(words[3]);
        }
    }
    return v;
}

template <class T>
CPUDEV_FETCH T sample(cudaTextureObject_t object, cpudev_fetch kind, float x, float y, float z,
                      int layer) {
    unsigned words[4];
    cpudev_object_sample(object, kind, x, y, z, layer, words);
    return texel_of<T>(words);
}

/* What stands for the value of a function that the device refuses at compile time. */
struct refused {
    template <class T> operator T() const;
};

} // namespace cpu_device

/* F(name, parameters, how it is read) */
#define CPUDEV_FETCH_FUNCTIONS(F)                                                                  \
    F(tex1D, (cudaTextureObject_t object, float x), (object, CPUDEV_TEX1D, x, 0, 0, 0))            \
    F(tex2D, (cudaTextureObject_t object, float x, float y), (object, CPUDEV_TEX2D, x, y, 0, 0))   \
    F(tex1DLayered, (cudaTextureObject_t object, float x, int layer),                              \
      (object, CPUDEV_TEX1DLAYERED, x, 0, 0, layer))                                               \
    F(tex2DLayered, (cudaTextureObject_t object, float x, float y, int layer),                     \
      (object, CPUDEV_TEX2DLAYERED, x, y, 0, layer))

#define CPUDEV_DEFINE_FETCH(name, parameters, arguments)                                           \
    template <class T> CPUDEV_FETCH T name parameters {                                            \
        return cpu_device::sample<T> arguments;                                                    \
    }
CPUDEV_FETCH_FUNCTIONS(CPUDEV_DEFINE_FETCH)
#undef CPUDEV_DEFINE_FETCH
#undef CPUDEV_FETCH_FUNCTIONS

template <class T> CPUDEV_FETCH T tex1Dfetch(cudaTextureObject_t object, int index) {
    unsigned words[4];
    cpudev_object_fetch(object, index, words);
    return cpu_device::texel_of<T>(words);
}
template <class T> CPUDEV_FETCH T tex3D(cudaTextureObject_t object, float x, float y, float z) {
    if constexpr (std::is_same_v<T, float>)
        return cpudev_object_sample3d(object, x, y, z);
    else
        return cpu_device::sample<T>(object, CPUDEV_TEX3D, x, y, z, 0);
}

template <class T>
CPUDEV_FETCH T tex2Dgather(cudaTextureObject_t object, float x, float y, int component = 0) {
    static_assert(cpu_device::texel_type<T>::fetched && sizeof(T) == 4 * sizeof(T::x),
                  "tex2Dgather returns four texels' component: a vector of 4");
    unsigned words[4];
    cpudev_object_gather(object, x, y, component, words);
    return cpu_device::texel_of<T>(words);
}

/* The same through a pointer. */
template <class T>
CPUDEV_FETCH void tex2Dgather(T *texels, cudaTextureObject_t object, float x, float y,
                              int component = 0) {
    *texels = tex2Dgather<T>(object, x, y, component);
}
template <class T> CPUDEV_FETCH void tex1Dfetch(T *texel, cudaTextureObject_t object, int index) {
    *texel = tex1Dfetch<T>(object, index);
}
template <class T> CPUDEV_FETCH void tex1D(T *texel, cudaTextureObject_t object, float x) {
    *texel = tex1D<T>(object, x);
}
template <class T> CPUDEV_FETCH void tex2D(T *texel, cudaTextureObject_t object, float x, float y) {
    *texel = tex2D<T>(object, x, y);
}
template <class T>
CPUDEV_FETCH void tex3D(T *texel, cudaTextureObject_t object, float x, float y, float z) {
    *texel = tex3D<T>(object, x, y, z);
}
template <class T>
CPUDEV_FETCH void tex1DLayered(T *texel, cudaTextureObject_t object, float x, int layer) {
    *texel = tex1DLayered<T>(object, x, layer);
}
template <class T>
CPUDEV_FETCH void tex2DLayered(T *texel, cudaTextureObject_t object, float x, float y, int layer) {
    *texel = tex2DLayered<T>(object, x, y, layer);
}

/* What the CPU device does not have: a call is an error of one line that says so. The second form
 * takes the template arguments that device functions are called with. */
#define CPUDEV_REFUSE(name, what)                                                                  \
    template <class... A>                                                                          \
    __attribute__((error(#name ": the CPU device has no " what))) cpu_device::refused name(A...);
#define CPUDEV_REFUSE_FETCH(name, what)                                                            \
    template <class T, class... A>                                                                 \
    __attribute__((error(#name ": the CPU device has no " what))) T name(cudaTextureObject_t,      \
                                                                         A...);                    \
    CPUDEV_REFUSE(name, what)

CPUDEV_REFUSE_FETCH(tex1DLod, "mipmaps")
CPUDEV_REFUSE_FETCH(tex2DLod, "mipmaps")
CPUDEV_REFUSE_FETCH(tex3DLod, "mipmaps")
CPUDEV_REFUSE_FETCH(tex1DLayeredLod, "mipmaps")
CPUDEV_REFUSE_FETCH(tex2DLayeredLod, "mipmaps")
CPUDEV_REFUSE_FETCH(tex1DGrad, "mipmaps")
CPUDEV_REFUSE_FETCH(tex2DGrad, "mipmaps")
CPUDEV_REFUSE_FETCH(tex3DGrad, "mipmaps")
CPUDEV_REFUSE_FETCH(tex1DLayeredGrad, "mipmaps")
CPUDEV_REFUSE_FETCH(tex2DLayeredGrad, "mipmaps")
CPUDEV_REFUSE_FETCH(texCubemap, "cubemaps")
CPUDEV_REFUSE_FETCH(texCubemapLayered, "cubemaps")
CPUDEV_REFUSE_FETCH(texCubemapLod, "cubemaps")
CPUDEV_REFUSE_FETCH(texCubemapLayeredLod, "cubemaps")
CPUDEV_REFUSE_FETCH(texCubemapGrad, "cubemaps")
CPUDEV_REFUSE_FETCH(texCubemapLayeredGrad, "cubemaps")
CPUDEV_REFUSE(cudaBindSurfaceToArray, "surface references, and CUDA has none since version 13: "
                                      "use cudaCreateSurfaceObject")
CPUDEV_REFUSE(cudaMallocMipmappedArray, "mipmaps")
CPUDEV_REFUSE(cudaFreeMipmappedArray, "mipmaps")
CPUDEV_REFUSE(cudaGetMipmappedArrayLevel, "mipmaps")
CPUDEV_REFUSE(cudaBindTextureToMipmappedArray, "mipmaps")
#undef CPUDEV_REFUSE_FETCH
#undef CPUDEV_REFUSE

#include "surface.h"
#include "texture_reference.h"

#endif
