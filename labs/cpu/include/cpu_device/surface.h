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

template <class T>
inline constexpr bool is_surface_type =
    texel_type<T>::fetched || std::is_same_v<T, long long> ||
    std::is_same_v<T, unsigned long long> || std::is_same_v<T, longlong1> ||
    std::is_same_v<T, ulonglong1> || std::is_same_v<T, longlong2> || std::is_same_v<T, ulonglong2>;

template <class T>
inline __attribute__((always_inline)) T surface_read(cudaSurfaceObject_t object,
                                                     cpudev_surface_kind kind, int x, int y,
                                                     int slice, cudaSurfaceBoundaryMode mode) {
    static_assert(is_surface_type<T>, "a surface is read as integers of 8 to 64 bits, floats, or "
                                      "vectors of 2 or 4 of them");
    T v;
    cpudev_surface_read(object, kind, x, y, slice, mode, &v, sizeof v);
    return v;
}

template <class T>
inline __attribute__((always_inline)) void surface_write(const T &v, cudaSurfaceObject_t object,
                                                         cpudev_surface_kind kind, int x, int y,
                                                         int slice, cudaSurfaceBoundaryMode mode) {
    static_assert(is_surface_type<T>,
                  "a surface is written as integers of 8 to 64 bits, floats, or "
                  "vectors of 2 or 4 of them");
    cpudev_surface_write(object, kind, x, y, slice, mode, &v, sizeof v);
}

} // namespace cpu_device

/* F(name, kind, further parameters, the place) */
#define CPUDEV_SURFACE_FUNCTIONS(F)                                                                \
    F(surf1D, CPUDEV_SURF1D, (int x), (x, 0, 0))                                                   \
    F(surf2D, CPUDEV_SURF2D, (int x, int y), (x, y, 0))                                            \
    F(surf3D, CPUDEV_SURF3D, (int x, int y, int z), (x, y, z))                                     \
    F(surf1DLayered, CPUDEV_SURF1DLAYERED, (int x, int layer), (x, 0, layer))                      \
    F(surf2DLayered, CPUDEV_SURF2DLAYERED, (int x, int y, int layer), (x, y, layer))               \
    F(surfCubemap, CPUDEV_SURFCUBEMAP, (int x, int y, int face), (x, y, face))                     \
    F(surfCubemapLayered, CPUDEV_SURFCUBEMAPLAYERED, (int x, int y, int layer_face),               \
      (x, y, layer_face))

#define CPUDEV_UNPACK(...) __VA_ARGS__
#define CPUDEV_DEFINE_SURFACE(name, kind, parameters, place)                                       \
    template <class T>                                                                             \
    inline __attribute__((always_inline))                                                          \
    T name##read(cudaSurfaceObject_t object, CPUDEV_UNPACK parameters,                             \
                 cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                            \
        return cpu_device::surface_read<T>(object, kind, CPUDEV_UNPACK place, mode);               \
    }                                                                                              \
    template <class T>                                                                             \
    inline __attribute__((always_inline)) void name##read(                                         \
        T *value, cudaSurfaceObject_t object, CPUDEV_UNPACK parameters,                            \
        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                     \
        *value = cpu_device::surface_read<T>(object, kind, CPUDEV_UNPACK place, mode);             \
    }                                                                                              \
    template <class T>                                                                             \
    inline __attribute__((always_inline)) void name##write(                                        \
        T value, cudaSurfaceObject_t object, CPUDEV_UNPACK parameters,                             \
        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                     \
        cpu_device::surface_write(value, object, kind, CPUDEV_UNPACK place, mode);                 \
    }
CPUDEV_SURFACE_FUNCTIONS(CPUDEV_DEFINE_SURFACE)
#undef CPUDEV_DEFINE_SURFACE
#undef CPUDEV_UNPACK
#undef CPUDEV_SURFACE_FUNCTIONS

#endif
