/* surface_object.c - surface objects, and the accesses of device code. */
#include <stdio.h>
#include <string.h>

#include "core.h"
#include "cpu_device/surface_functions.h"
#include "texture/unit.h"

enum { MOST_OBJECTS = 1 << 12 };

/* A handle is an index into these plus one, so that any number can be looked up safely. */
static cpudev_surface surfaces[MOST_OBJECTS];
static struct cudaResourceDesc resources[MOST_OBJECTS];
static unsigned next_object;

static const char object_name[] = "a surface object";

static bool exists(cudaSurfaceObject_t object) {
    return object - 1 < MOST_OBJECTS && surfaces[object - 1].kind != 0;
}

static cpudev_surface_kind kind_of(const struct cudaArray *a) {
    if (a->flags & cudaArrayCubemap)
        return a->flags & cudaArrayLayered ? CPUDEV_SURFCUBEMAPLAYERED : CPUDEV_SURFCUBEMAP;
    if (a->flags & cudaArrayLayered)
        return a->height ? CPUDEV_SURF2DLAYERED : CPUDEV_SURF1DLAYERED;
    return a->depth ? CPUDEV_SURF3D : a->height ? CPUDEV_SURF2D : CPUDEV_SURF1D;
}

static cudaError_t describe(cpudev_surface *s, const struct cudaResourceDesc *resource,
                            void *caller) {
    if (resource->resType != cudaResourceTypeArray)
        return cpudev_refuse(cudaErrorInvalidValue,
                             "resType is %d; a surface is of an array: cudaResourceTypeArray",
                             (int)resource->resType);
    const struct cudaArray *a = resource->res.array.array;
    if (!cpudev_is_array(a))
        return cpudev_refuse_array(cudaErrorInvalidResourceHandle, a);
    if (a->freed) {
        cpudev_hook_finding("use-after-free", caller,
                            "cudaCreateSurfaceObject: this array was freed before");
        return cpudev_refuse_array(cudaErrorContextIsDestroyed, a);
    }
    *s = (cpudev_surface){.data = a->data,
                          .row_pitch = a->row_pitch,
                          .slice_pitch = a->slice_pitch,
                          .texel_size = a->texel_size,
                          .width = (int)a->width,
                          .height = a->height ? (int)a->height : 1,
                          .slices = a->depth ? (int)a->depth : 1,
                          .layered = a->flags & (cudaArrayLayered | cudaArrayCubemap),
                          .kind = (int)kind_of(a),
                          .accessible = a->flags & cudaArraySurfaceLoadStore,
                          .freed = &a->freed};
    return cudaSuccess;
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object,
                                    const struct cudaResourceDesc *resource) {
    CPUDEV_ENTER();
    if (object == NULL || resource == NULL)
        return CPUDEV_RESULT(
            cpudev_refuse_null(object ? "with the resource" : "that gets the surface object"));
    cpudev_surface s = {0};
    cudaError_t e = describe(&s, resource, __builtin_return_address(0));
    if (e == cudaSuccess)
        e = cpudev_refuse_failing(cudaErrorMemoryAllocation);
    if (e != cudaSuccess)
        return CPUDEV_RESULT(e);
    /* In turn, so that a destroyed object's handle is not another object's soon. */
    unsigned tried = 0;
    while (surfaces[next_object].kind != 0) {
        next_object = (next_object + 1) % MOST_OBJECTS;
        if (++tried == MOST_OBJECTS) {
            return CPUDEV_RESULT(cpudev_refuse_aloud(
                cudaErrorMemoryAllocation,
                "cudaCreateSurfaceObject: %d surface objects exist; destroy those that are not "
                "needed (cudaDestroySurfaceObject)",
                MOST_OBJECTS));
        }
    }
    surfaces[next_object] = s;
    resources[next_object] = *resource;
    *object = next_object + 1;
    next_object = (next_object + 1) % MOST_OBJECTS;
    cpudev_hook_created(object_name, __func__, "cudaDestroySurfaceObject", *object,
                        __builtin_return_address(0));
    return CPUDEV_RESULT(cudaSuccess);
}

/* Kernels that were launched may still use it: they run first. */
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) {
    CPUDEV_ENTER();
    if (!exists(object))
        return CPUDEV_RESULT(cudaSuccess);
    const cudaError_t e = cpudev_drain_device();
    surfaces[object - 1].kind = 0;
    cpudev_hook_destroyed(object_name, object);
    return CPUDEV_RESULT(e);
}

cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaSurfaceObject_t object) {
    CPUDEV_ENTER();
    if (resource == NULL) /* the error is the one that a GPU's runtime has */
        return CPUDEV_RESULT(cpudev_refuse(cudaErrorInvalidDevice,
                                           "the argument that gets the description is NULL"));
    if (!exists(object))
        return CPUDEV_RESULT(cpudev_refuse(cudaErrorInvalidValue,
                                           "the surface object %llu does not exist: it was never "
                                           "created, or it was destroyed",
                                           (unsigned long long)object));
    *resource = resources[object - 1];
    return CPUDEV_RESULT(cudaSuccess);
}

/* ---- accesses ------------------------------------------------------------------------------- */

static const char *const names[] = {"",
                                    "surf1D",
                                    "surf2D",
                                    "surf3D",
                                    "surf1DLayered",
                                    "surf2DLayered",
                                    "surfCubemap",
                                    "surfCubemapLayered"};

typedef struct {
    cudaSurfaceObject_t object;
    cpudev_surface_kind kind;
    int x, y, slice;
    enum cudaSurfaceBoundaryMode mode;
    size_t size;
    const char *verb; /* "read", "write" */
    void *pc;
} request;

__attribute__((noreturn, cold)) static void refuse(const request *r, const cpudev_surface *s) {
    if (s == NULL)
        cpudev_stop_block(cudaErrorLaunchFailure, r->pc,
                          "%s%s of a surface object that does not exist: it was never created, or "
                          "it was destroyed",
                          names[r->kind], r->verb);
    cpudev_stop_block(cudaErrorLaunchFailure, r->pc,
                      "%s%s of a surface that is accessed with %sread and %swrite: the access must "
                      "fit the array (1-D, 2-D, 3-D; layered; cubemap)",
                      names[r->kind], r->verb, names[s->kind], names[s->kind]);
}

__attribute__((noreturn, cold)) static void refuse_freed(const request *r) {
    char text[80];
    snprintf(text, sizeof text, "%s%s of a surface whose array was freed", names[r->kind], r->verb);
    cpudev_hook_finding("use-after-free", r->pc, text);
    cpudev_stop_block(cudaErrorIllegalAddress, r->pc, "%s", text);
}

__attribute__((noreturn, cold)) static void stop(const request *r, const cpudev_surface *s,
                                                 cpudev_access access) {
    char place[200];
    snprintf(place, sizeof place,
             "%s%s of %zu bytes at byte %d of row %d of slice %d; the surface has %d texels of %zu "
             "bytes, %d rows and %d slices",
             names[r->kind], r->verb, r->size, r->x, r->y, r->slice, s->width, s->texel_size,
             s->height, s->slices);
    if (access == CPUDEV_ACCESS_MISALIGNED)
        cpudev_stop_block(cudaErrorMisalignedAddress, r->pc,
                          "%s: x counts bytes and must be a multiple of the access' size: multiply "
                          "the texel's index by it",
                          place);
    cpudev_stop_block(
        cudaErrorIllegalAddress, r->pc,
        "%s: outside, and the boundary mode is cudaBoundaryModeTrap%s", place,
        r->x >= 0 && (size_t)r->x >= (size_t)s->width * s->texel_size ? " (x counts bytes)" : "");
}

/* NULL: nowhere, in zero mode. */
static unsigned char *place_of(const request *r) {
    const cpudev_surface *s = exists(r->object) ? &surfaces[r->object - 1] : NULL;
    if (__builtin_expect(s == NULL || s->kind != (int)r->kind, 0))
        refuse(r, s);
    if (__builtin_expect(*s->freed, 0))
        refuse_freed(r);
    if (__builtin_expect(!s->accessible, 0))
        cpudev_stop_block(cudaErrorLaunchFailure, r->pc,
                          "%s%s of a surface whose array was made without "
                          "cudaArraySurfaceLoadStore: give the flag to cudaMallocArray or "
                          "cudaMalloc3DArray",
                          names[r->kind], r->verb);
    cpudev_access access;
    unsigned char *p =
        cpudev_surface_place(s, (cpudev_boundary)r->mode, r->x, r->y, r->slice, r->size, &access);
    if (__builtin_expect(access > CPUDEV_ACCESS_NOWHERE, 0))
        stop(r, s, access);
    cpudev_hook_texture_fetch(p, r->size, r->pc);
    return p;
}

void cpudev_surface_read(cudaSurfaceObject_t object, cpudev_surface_kind kind, int x, int y,
                         int slice, enum cudaSurfaceBoundaryMode mode, void *value, size_t size) {
    const request r = {object, kind, x, y, slice, mode, size, "read", __builtin_return_address(0)};
    const unsigned char *p = place_of(&r);
    if (p)
        memcpy(value, p, size);
    else
        memset(value, 0, size);
}

void cpudev_surface_write(cudaSurfaceObject_t object, cpudev_surface_kind kind, int x, int y,
                          int slice, enum cudaSurfaceBoundaryMode mode, const void *value,
                          size_t size) {
    const request r = {object, kind, x, y, slice, mode, size, "write", __builtin_return_address(0)};
    unsigned char *p = place_of(&r);
    if (p == NULL)
        return;
    memcpy(p, value, size);
    cpudev_hook_surface_wrote(p, size);
}
