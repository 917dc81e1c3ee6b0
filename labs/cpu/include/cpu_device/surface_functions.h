/* surface_functions.h - surfaces in the CUDA runtime API, as far as it is C, and what accesses call
 * (runtime/surface_object.c). C and C++. */
#ifndef CPUDEV_SURFACE_FUNCTIONS_H
#define CPUDEV_SURFACE_FUNCTIONS_H

#include "driver_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The resource is an array made with cudaArraySurfaceLoadStore. */
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object,
                                    const struct cudaResourceDesc *resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object);
cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaSurfaceObject_t object);

/* ---- accesses: device code ---- */
/* What the source calls; it must be the surface's. */
typedef enum {
    CPUDEV_SURF1D = 1,
    CPUDEV_SURF2D,
    CPUDEV_SURF3D,
    CPUDEV_SURF1DLAYERED,
    CPUDEV_SURF2DLAYERED,
    CPUDEV_SURFCUBEMAP,
    CPUDEV_SURFCUBEMAPLAYERED
} cpudev_surface_kind;
/* `size` bytes at byte x of row y of a slice (z, a layer, a face); mode:
 * cudaSurfaceBoundaryMode. */
void cpudev_surface_read(cudaSurfaceObject_t object, cpudev_surface_kind kind, int x, int y,
                         int __slice, enum cudaSurfaceBoundaryMode mode, void *value, size_t size);
void cpudev_surface_write(cudaSurfaceObject_t object, cpudev_surface_kind kind, int x, int y,
                          int __slice, enum cudaSurfaceBoundaryMode mode, const void *value,
                          size_t size);

#ifdef __cplusplus
}
#endif
#endif
