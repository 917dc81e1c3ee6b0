/* surface.h - reads and writes of surfaces in device code. C++ only.
 *
 * surf1D surf2D surf3D surf1DLayered surf2DLayered surfCubemap surfCubemapLayered, each as
 *   v = surfXXread<T>(object, x, ..., mode)      surfXXread(&v, object, x, ..., mode)
 *   surfXXwrite(v, object, x, ..., mode)
 * x counts bytes. T is an 8-, 16-, 32- or 64-bit integer, a float, or a vector of 2 or 4 of them of
 * at most 16 bytes; mode is cudaBoundaryModeTrap unless it is given.
 */
#ifndef CPUDEV_SURFACE_H
#define CPUDEV_SURFACE_H

#include <type_traits>

#include "channel_descriptor.h"
#include "surface_functions.h"

namespace cpu_device {

template <class __T>
inline constexpr bool __is_surface_type =
    __texel_type<__T>::__fetched || std::is_same_v<__T, long long> ||
    std::is_same_v<__T, unsigned long long> || std::is_same_v<__T, longlong1> ||
    std::is_same_v<__T, ulonglong1> || std::is_same_v<__T, longlong2> ||
    std::is_same_v<__T, ulonglong2>;

template <class __T>
inline __attribute__((__always_inline__)) __T
__surface_read(cudaSurfaceObject_t object, cpudev_surface_kind kind, int x, int y, int __slice,
               cudaSurfaceBoundaryMode mode) {
    static_assert(__is_surface_type<__T>,
                  "a surface is read as integers of 8 to 64 bits, floats, or "
                  "vectors of 2 or 4 of them");
    __T __v;
    cpudev_surface_read(object, kind, x, y, __slice, mode, &__v, sizeof __v);
    return __v;
}

template <class __T>
inline __attribute__((__always_inline__)) void
__surface_write(const __T &__v, cudaSurfaceObject_t object, cpudev_surface_kind kind, int x, int y,
                int __slice, cudaSurfaceBoundaryMode mode) {
    static_assert(__is_surface_type<__T>,
                  "a surface is written as integers of 8 to 64 bits, floats, or "
                  "vectors of 2 or 4 of them");
    cpudev_surface_write(object, kind, x, y, __slice, mode, &__v, sizeof __v);
}

} // namespace cpu_device

/* F(name, kind, further parameters, the place) */
#define CPUDEV_SURFACE_FUNCTIONS(__F)                                                              \
    __F(surf1D, CPUDEV_SURF1D, (int x), (x, 0, 0))                                                 \
    __F(surf2D, CPUDEV_SURF2D, (int x, int y), (x, y, 0))                                          \
    __F(surf3D, CPUDEV_SURF3D, (int x, int y, int z), (x, y, z))                                   \
    __F(surf1DLayered, CPUDEV_SURF1DLAYERED, (int x, int layer), (x, 0, layer))                    \
    __F(surf2DLayered, CPUDEV_SURF2DLAYERED, (int x, int y, int layer), (x, y, layer))             \
    __F(surfCubemap, CPUDEV_SURFCUBEMAP, (int x, int y, int face), (x, y, face))                   \
    __F(surfCubemapLayered, CPUDEV_SURFCUBEMAPLAYERED, (int x, int y, int __layer_face),           \
        (x, y, __layer_face))

#define CPUDEV_UNPACK(...) __VA_ARGS__
#define CPUDEV_DEFINE_SURFACE(name, kind, __parameters, place)                                     \
    template <class __T>                                                                           \
    inline __attribute__((__always_inline__))                                                      \
    __T name##read(cudaSurfaceObject_t object, CPUDEV_UNPACK __parameters,                         \
                   cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                          \
        return cpu_device::__surface_read<__T>(object, kind, CPUDEV_UNPACK place, mode);           \
    }                                                                                              \
    template <class __T>                                                                           \
    inline __attribute__((__always_inline__)) void name##read(                                     \
        __T *value, cudaSurfaceObject_t object, CPUDEV_UNPACK __parameters,                        \
        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                     \
        *value = cpu_device::__surface_read<__T>(object, kind, CPUDEV_UNPACK place, mode);         \
    }                                                                                              \
    template <class __T>                                                                           \
    inline __attribute__((__always_inline__)) void name##write(                                    \
        __T value, cudaSurfaceObject_t object, CPUDEV_UNPACK __parameters,                         \
        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                     \
        cpu_device::__surface_write(value, object, kind, CPUDEV_UNPACK place, mode);               \
    }
CPUDEV_SURFACE_FUNCTIONS(CPUDEV_DEFINE_SURFACE)
#undef CPUDEV_DEFINE_SURFACE
#undef CPUDEV_UNPACK
#undef CPUDEV_SURFACE_FUNCTIONS

#endif
