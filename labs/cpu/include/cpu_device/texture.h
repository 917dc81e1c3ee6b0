/* texture.h - texture fetches of device code. C++ only.
 *
 * tex1Dfetch tex1D tex2D tex3D tex1DLayered tex2DLayered texCubemap texCubemapLayered, all but the
 * first also with Lod and Grad at the end, each as  v = texXX<T>(object, ...)  and as
 * texXX(&v, object, ...) , and tex2Dgather. T is the texel's type: an 8-, 16- or 32-bit integer
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
    if constexpr (std::is_same_v<T, float>)
        if (kind == CPUDEV_TEX3D) // a constant: folded
            return cpudev_object_sample3d(object, x, y, z);
    unsigned words[4];
    cpudev_object_sample(object, kind, x, y, z, layer, words);
    return texel_of<T>(words);
}

template <class T>
CPUDEV_FETCH T sample_lod(cudaTextureObject_t object, cpudev_fetch kind, float x, float y, float z,
                          int layer, float lod) {
    unsigned words[4];
    cpudev_object_sample_lod(object, kind, x, y, z, layer, lod, words);
    return texel_of<T>(words);
}

/* Gradients of one, two or three axes. */
struct gradient {
    float axis[3];
    CPUDEV_FETCH gradient(float v) : axis{v, 0, 0} {}
    CPUDEV_FETCH gradient(float2 v) : axis{v.x, v.y, 0} {}
    CPUDEV_FETCH gradient(float4 v) : axis{v.x, v.y, v.z} {}
};

template <class T>
CPUDEV_FETCH T sample_grad(cudaTextureObject_t object, cpudev_fetch kind, float x, float y, float z,
                           int layer, const gradient &dx, const gradient &dy) {
    unsigned words[4];
    cpudev_object_sample_grad(object, kind, x, y, z, layer, dx.axis, dy.axis, words);
    return texel_of<T>(words);
}

/* What stands for the value of a function that the device refuses at compile time. */
struct refused {
    template <class T> operator T() const;
};

} // namespace cpu_device

/* F(name, its parameters, how the texture is read, type of gradients) */
#define CPUDEV_FETCH_FUNCTIONS(F)                                                                  \
    F(tex1D, (float x), (CPUDEV_TEX1D, x, 0, 0, 0), float)                                         \
    F(tex2D, (float x, float y), (CPUDEV_TEX2D, x, y, 0, 0), float2)                               \
    F(tex3D, (float x, float y, float z), (CPUDEV_TEX3D, x, y, z, 0), float4)                      \
    F(tex1DLayered, (float x, int layer), (CPUDEV_TEX1DLAYERED, x, 0, 0, layer), float)            \
    F(tex2DLayered, (float x, float y, int layer), (CPUDEV_TEX2DLAYERED, x, y, 0, layer), float2)  \
    F(texCubemap, (float x, float y, float z), (CPUDEV_TEXCUBEMAP, x, y, z, 0), float4)            \
    F(texCubemapLayered, (float x, float y, float z, int layer),                                   \
      (CPUDEV_TEXCUBEMAPLAYERED, x, y, z, layer), float4)

#define CPUDEV_UNPACK(...) __VA_ARGS__
/* By value, and through a pointer. */
#define CPUDEV_DEFINE_FETCH(name, parameters, place, gradient)                                     \
    template <class T> CPUDEV_FETCH T name(cudaTextureObject_t object, CPUDEV_UNPACK parameters) { \
        return cpu_device::sample<T>(object, CPUDEV_UNPACK place);                                 \
    }                                                                                              \
    template <class T>                                                                             \
    CPUDEV_FETCH T name##Lod(cudaTextureObject_t object, CPUDEV_UNPACK parameters, float level) {  \
        return cpu_device::sample_lod<T>(object, CPUDEV_UNPACK place, level);                      \
    }                                                                                              \
    template <class T>                                                                             \
    CPUDEV_FETCH T name##Grad(cudaTextureObject_t object, CPUDEV_UNPACK parameters, gradient dx,   \
                              gradient dy) {                                                       \
        return cpu_device::sample_grad<T>(object, CPUDEV_UNPACK place, dx, dy);                    \
    }                                                                                              \
    template <class T>                                                                             \
    CPUDEV_FETCH void name(T *texel, cudaTextureObject_t object, CPUDEV_UNPACK parameters) {       \
        *texel = cpu_device::sample<T>(object, CPUDEV_UNPACK place);                               \
    }                                                                                              \
    template <class T>                                                                             \
    CPUDEV_FETCH void name##Lod(T *texel, cudaTextureObject_t object, CPUDEV_UNPACK parameters,    \
                                float level) {                                                     \
        *texel = cpu_device::sample_lod<T>(object, CPUDEV_UNPACK place, level);                    \
    }                                                                                              \
    template <class T>                                                                             \
    CPUDEV_FETCH void name##Grad(T *texel, cudaTextureObject_t object, CPUDEV_UNPACK parameters,   \
                                 gradient dx, gradient dy) {                                       \
        *texel = cpu_device::sample_grad<T>(object, CPUDEV_UNPACK place, dx, dy);                  \
    }
CPUDEV_FETCH_FUNCTIONS(CPUDEV_DEFINE_FETCH)
#undef CPUDEV_DEFINE_FETCH
#undef CPUDEV_UNPACK
#undef CPUDEV_FETCH_FUNCTIONS

template <class T> CPUDEV_FETCH T tex1Dfetch(cudaTextureObject_t object, int index) {
    unsigned words[4];
    cpudev_object_fetch(object, index, words);
    return cpu_device::texel_of<T>(words);
}
template <class T> CPUDEV_FETCH void tex1Dfetch(T *texel, cudaTextureObject_t object, int index) {
    *texel = tex1Dfetch<T>(object, index);
}

template <class T>
CPUDEV_FETCH T tex2Dgather(cudaTextureObject_t object, float x, float y, int component = 0) {
    static_assert(cpu_device::texel_type<T>::fetched && sizeof(T) == 4 * sizeof(T::x),
                  "tex2Dgather returns four texels' component: a vector of 4");
    unsigned words[4];
    cpudev_object_gather(object, x, y, component, words);
    return cpu_device::texel_of<T>(words);
}

template <class T>
CPUDEV_FETCH void tex2Dgather(T *texels, cudaTextureObject_t object, float x, float y,
                              int component = 0) {
    *texels = tex2Dgather<T>(object, x, y, component);
}

/* What the CPU device does not have: a call is an error of one line that says so. */
#define CPUDEV_REFUSE(name, what)                                                                  \
    template <class... A>                                                                          \
    __attribute__((error(#name ": the CPU device has no " what))) cpu_device::refused name(A...);

CPUDEV_REFUSE(cudaBindSurfaceToArray, "surface references, and CUDA has none since version 13: "
                                      "use cudaCreateSurfaceObject")
CPUDEV_REFUSE(cudaBindTextureToMipmappedArray, "mipmaps for texture references: use "
                                               "cudaCreateTextureObject")
#undef CPUDEV_REFUSE

#include "surface.h"
#include "texture_reference.h"

#endif
