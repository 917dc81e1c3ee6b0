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

#define CPUDEV_FETCH inline __attribute__((__always_inline__))

namespace cpu_device {

template <class __Element> CPUDEV_FETCH __Element __channel_of(unsigned __word) {
    if constexpr (std::is_same_v<__Element, float>)
        return __builtin_bit_cast(float, __word);
    else
        return static_cast<__Element>(__word);
}

template <class __T> CPUDEV_FETCH __T __texel_of(const unsigned (&__words)[4]) {
    static_assert(
        __texel_type<__T>::__fetched,
        "a texture fetch returns an 8-, 16- or 32-bit integer, a float, or a vector of 2 or "
        "4 of them; read half texels as float");
    using __element = typename __texel_type<__T>::__element;
    __T __v;
    if constexpr (std::is_arithmetic_v<__T>) {
        __v = __channel_of<__element>(__words[0]);
    } else {
        __v.x = __channel_of<__element>(__words[0]);
        if constexpr (__texel_type<__T>::__channels > 1)
            __v.y = __channel_of<__element>(__words[1]);
        if constexpr (__texel_type<__T>::__channels > 2) {
            __v.z = __channel_of<__element>(__words[2]);
            __v.w = __channel_of<__element>(__words[3]);
        }
    }
    return __v;
}

template <class __T>
CPUDEV_FETCH __T __sample(cudaTextureObject_t object, cpudev_fetch kind, float x, float y, float z,
                          int layer) {
    if constexpr (std::is_same_v<__T, float>)
        if (kind == CPUDEV_TEX3D) // a constant: folded
            return cpudev_object_sample3d(object, x, y, z);
    unsigned __words[4];
    cpudev_object_sample(object, kind, x, y, z, layer, __words);
    return __texel_of<__T>(__words);
}

template <class __T>
CPUDEV_FETCH __T __sample_lod(cudaTextureObject_t object, cpudev_fetch kind, float x, float y,
                              float z, int layer, float __lod) {
    unsigned __words[4];
    cpudev_object_sample_lod(object, kind, x, y, z, layer, __lod, __words);
    return __texel_of<__T>(__words);
}

/* Gradients of one, two or three axes. */
struct __gradient {
    float __axis[3];
    CPUDEV_FETCH __gradient(float __v) : __axis{__v, 0, 0} {}
    CPUDEV_FETCH __gradient(float2 __v) : __axis{__v.x, __v.y, 0} {}
    CPUDEV_FETCH __gradient(float4 __v) : __axis{__v.x, __v.y, __v.z} {}
};

template <class __T>
CPUDEV_FETCH __T __sample_grad(cudaTextureObject_t object, cpudev_fetch kind, float x, float y,
                               float z, int layer, const __gradient &__dx, const __gradient &__dy) {
    unsigned __words[4];
    cpudev_object_sample_grad(object, kind, x, y, z, layer, __dx.__axis, __dy.__axis, __words);
    return __texel_of<__T>(__words);
}

/* What stands for the value of a function that the device refuses at compile time. */
struct __refused {
    template <class __T> operator __T() const;
};

} // namespace cpu_device

/* F(name, its parameters, how the texture is read, type of gradients) */
#define CPUDEV_FETCH_FUNCTIONS(__F)                                                                \
    __F(tex1D, (float x), (CPUDEV_TEX1D, x, 0, 0, 0), float)                                       \
    __F(tex2D, (float x, float y), (CPUDEV_TEX2D, x, y, 0, 0), float2)                             \
    __F(tex3D, (float x, float y, float z), (CPUDEV_TEX3D, x, y, z, 0), float4)                    \
    __F(tex1DLayered, (float x, int layer), (CPUDEV_TEX1DLAYERED, x, 0, 0, layer), float)          \
    __F(tex2DLayered, (float x, float y, int layer), (CPUDEV_TEX2DLAYERED, x, y, 0, layer),        \
        float2)                                                                                    \
    __F(texCubemap, (float x, float y, float z), (CPUDEV_TEXCUBEMAP, x, y, z, 0), float4)          \
    __F(texCubemapLayered, (float x, float y, float z, int layer),                                 \
        (CPUDEV_TEXCUBEMAPLAYERED, x, y, z, layer), float4)

#define CPUDEV_UNPACK(...) __VA_ARGS__
/* By value, and through a pointer. */
#define CPUDEV_DEFINE_FETCH(name, __parameters, place, __gradient)                                 \
    template <class __T>                                                                           \
    CPUDEV_FETCH __T name(cudaTextureObject_t object, CPUDEV_UNPACK __parameters) {                \
        return cpu_device::__sample<__T>(object, CPUDEV_UNPACK place);                             \
    }                                                                                              \
    template <class __T>                                                                           \
    CPUDEV_FETCH __T name##Lod(cudaTextureObject_t object, CPUDEV_UNPACK __parameters,             \
                               float level) {                                                      \
        return cpu_device::__sample_lod<__T>(object, CPUDEV_UNPACK place, level);                  \
    }                                                                                              \
    template <class __T>                                                                           \
    CPUDEV_FETCH __T name##Grad(cudaTextureObject_t object, CPUDEV_UNPACK __parameters,            \
                                __gradient __dx, __gradient __dy) {                                \
        return cpu_device::__sample_grad<__T>(object, CPUDEV_UNPACK place, __dx, __dy);            \
    }                                                                                              \
    template <class __T>                                                                           \
    CPUDEV_FETCH void name(__T *__texel, cudaTextureObject_t object, CPUDEV_UNPACK __parameters) { \
        *__texel = cpu_device::__sample<__T>(object, CPUDEV_UNPACK place);                         \
    }                                                                                              \
    template <class __T>                                                                           \
    CPUDEV_FETCH void name##Lod(__T *__texel, cudaTextureObject_t object,                          \
                                CPUDEV_UNPACK __parameters, float level) {                         \
        *__texel = cpu_device::__sample_lod<__T>(object, CPUDEV_UNPACK place, level);              \
    }                                                                                              \
    template <class __T>                                                                           \
    CPUDEV_FETCH void name##Grad(__T *__texel, cudaTextureObject_t object,                         \
                                 CPUDEV_UNPACK __parameters, __gradient __dx, __gradient __dy) {   \
        *__texel = cpu_device::__sample_grad<__T>(object, CPUDEV_UNPACK place, __dx, __dy);        \
    }
CPUDEV_FETCH_FUNCTIONS(CPUDEV_DEFINE_FETCH)
#undef CPUDEV_DEFINE_FETCH
#undef CPUDEV_UNPACK
#undef CPUDEV_FETCH_FUNCTIONS

template <class __T> CPUDEV_FETCH __T tex1Dfetch(cudaTextureObject_t object, int index) {
    unsigned __words[4];
    cpudev_object_fetch(object, index, __words);
    return cpu_device::__texel_of<__T>(__words);
}
template <class __T>
CPUDEV_FETCH void tex1Dfetch(__T *__texel, cudaTextureObject_t object, int index) {
    *__texel = tex1Dfetch<__T>(object, index);
}

/* Of four texels; a type of fewer channels takes the first. */
template <class __T>
CPUDEV_FETCH __T tex2Dgather(cudaTextureObject_t object, float x, float y, int __component = 0) {
    unsigned __words[4];
    cpudev_object_gather(object, x, y, __component, __words);
    return cpu_device::__texel_of<__T>(__words);
}

template <class __T>
CPUDEV_FETCH void tex2Dgather(__T *__texels, cudaTextureObject_t object, float x, float y,
                              int __component = 0) {
    *__texels = tex2Dgather<__T>(object, x, y, __component);
}

/* What the CPU device does not have: a call is an error of one line that says so. */
#define CPUDEV_REFUSE(name, what)                                                                  \
    template <class... __A>                                                                        \
    __attribute__((__error__(#name ": the CPU device has no " what))) cpu_device::__refused name(  \
        __A...);

CPUDEV_REFUSE(cudaBindSurfaceToArray, "surface references, and CUDA has none since version 13: "
                                      "use cudaCreateSurfaceObject")
CPUDEV_REFUSE(cudaBindTextureToMipmappedArray, "mipmaps for texture references: use "
                                               "cudaCreateTextureObject")
#undef CPUDEV_REFUSE

/* Fetches from sparse arrays also say whether the texel is there, in a bool. */
#define CPUDEV_NO_RESIDENCY(name, ...)                                                             \
    template <class __T>                                                                           \
    __attribute__((__error__(                                                                      \
        #name                                                                                      \
        " with a bool *: the CPU device has no sparse arrays; leave the last argument out")))      \
    __T name(cudaTextureObject_t, __VA_ARGS__);                                                    \
    template <class __T>                                                                           \
    __attribute__((__error__(                                                                      \
        #name                                                                                      \
        " with a bool *: the CPU device has no sparse arrays; leave the last argument out"))) void \
    name(__T *, cudaTextureObject_t, __VA_ARGS__);
CPUDEV_NO_RESIDENCY(tex2D, float, float, bool *)
CPUDEV_NO_RESIDENCY(tex2DLod, float, float, float, bool *)
CPUDEV_NO_RESIDENCY(tex2DGrad, float, float, float2, float2, bool *)
CPUDEV_NO_RESIDENCY(tex2DLayered, float, float, int, bool *)
CPUDEV_NO_RESIDENCY(tex2DLayeredLod, float, float, int, float, bool *)
CPUDEV_NO_RESIDENCY(tex2DLayeredGrad, float, float, int, float2, float2, bool *)
CPUDEV_NO_RESIDENCY(tex3D, float, float, float, bool *)
CPUDEV_NO_RESIDENCY(tex3DLod, float, float, float, float, bool *)
CPUDEV_NO_RESIDENCY(tex3DGrad, float, float, float, float4, float4, bool *)
CPUDEV_NO_RESIDENCY(tex2Dgather, float, float, bool *, int = 0)
#undef CPUDEV_NO_RESIDENCY

#include "surface.h"
#include "texture_reference.h"

#endif
