/* array.c - CUDA arrays: texels that only textures and copies reach. */
#include <stdint.h>
#include <stdlib.h>

#include "copy.h"
#include "cpu_device/runtime_functions.h"

enum { ROW_ALIGNMENT = 64 };
enum {
    KNOWN_FLAGS =
        cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap | cudaArrayTextureGather,
    NO_FLAGS = 0x30 /* flags that CUDA's runtime takes for none of these functions */
};

/* Bytes of a texel; 0: not a format of arrays (1, 2 or 4 equal channels of 8, 16 or 32 bits). */
static size_t texel_size(const struct cudaChannelFormatDesc *f) {
    const int bits[4] = {f->x, f->y, f->z, f->w};
    int channels = 0;
    while (channels < 4 && bits[channels])
        channels++;
    for (int i = 0; i < 4; i++)
        if (i < channels ? bits[i] != bits[0] : bits[i] != 0)
            return 0;
    if (channels == 0 || channels == 3)
        return 0;
    if ((unsigned)f->f > cudaChannelFormatKindFloat)
        return 0;
    if (bits[0] != 32 && bits[0] != 16 && (bits[0] != 8 || f->f == cudaChannelFormatKindFloat))
        return 0;
    return (size_t)(channels * bits[0] / 8);
}

cudaError_t cpudev_refuse_format(const struct cudaChannelFormatDesc *f) {
    return cpudev_refuse(cudaErrorInvalidChannelDescriptor,
                         "the format has channels of %d, %d, %d and %d bits and the kind %d; it "
                         "must have 1, 2 or 4 of one size: 8, 16 or 32 bits signed or unsigned, 16 "
                         "or 32 bits float (cudaCreateChannelDesc<float4>() makes one)",
                         f->x, f->y, f->z, f->w, (int)f->f);
}

bool cpudev_is_array(const struct cudaArray *array) {
    return array && !cpudev_find_allocation((const void *)array) &&
           array->mark == CPUDEV_ARRAY_MARK;
}

cudaError_t cpudev_refuse_array(cudaError_t e, const struct cudaArray *array) {
    if (array && !cpudev_is_array(array))
        return cpudev_refuse(e,
                             "the array is at %p, where there is %s: cudaMallocArray and "
                             "cudaMalloc3DArray make arrays. (A resource's resType is "
                             "cudaResourceTypeArray where it is not set: memory of cudaMalloc's is "
                             "cudaResourceTypeLinear or cudaResourceTypePitch2D.)",
                             (const void *)array,
                             cpudev_find_allocation((const void *)array) ? "other memory" : "none");
    return cpudev_refuse(
        e, "the array %s",
        array
            ? "was freed before"
            : "is NULL; make it with cudaMallocArray or cudaMalloc3DArray first, and look whether "
              "that succeeded");
}

/* shape: "2-D", "layered 1-D". Limits of axes that the shape lacks are not asked. */
static cudaError_t check_axes(const char *shape, struct cudaExtent e, enum cudaDeviceAttr width,
                              enum cudaDeviceAttr height, enum cudaDeviceAttr depth) {
    const size_t asked[3] = {e.width, e.height, e.depth};
    const enum cudaDeviceAttr limits[3] = {width, height, depth};
    static const char *const names[3] = {"width", "height", "depth"};
    for (int axis = 0; axis < 3; axis++)
        if (asked[axis] > 0 && asked[axis] > (size_t)cpudev_attribute(limits[axis]))
            return cpudev_refuse(cudaErrorInvalidValue,
                                 "the %s is %zu, and that of a %s array may be %d at most",
                                 names[axis], asked[axis], shape, cpudev_attribute(limits[axis]));
    return cudaSuccess;
}

static cudaError_t check_cubemap(struct cudaExtent e, unsigned flags) {
    const bool layered = flags & cudaArrayLayered;
    if (e.width != e.height)
        return cpudev_refuse(cudaErrorInvalidValue,
                             "the faces of the cubemap are %zu x %zu; they must be squares",
                             e.width, e.height);
    if (e.depth == 0 || e.depth % 6 != 0 || (!layered && e.depth != 6))
        return cpudev_refuse(cudaErrorInvalidValue,
                             "the depth is %zu and counts a cubemap's faces; it must be 6%s",
                             e.depth, layered ? " for each layer" : "");
    if (flags & cudaArrayTextureGather)
        return cpudev_refuse(cudaErrorInvalidValue,
                             "cudaArrayTextureGather and cudaArrayCubemap exclude each other");
    return check_axes("cubemap", e, cudaDevAttrMaxTextureCubemapWidth,
                      cudaDevAttrMaxTextureCubemapWidth, cudaDevAttrMaxTextureCubemapLayeredLayers);
}

static cudaError_t check_extent(struct cudaExtent e, unsigned flags) {
    if (!e.width)
        return cpudev_refuse(cudaErrorInvalidValue,
                             "the width is 0; it counts elements, and an array has one at least");
    if (flags & cudaArrayCubemap)
        return check_cubemap(e, flags);
    if (flags & cudaArrayTextureGather) {
        if (!e.height || e.depth || flags & cudaArrayLayered)
            return cpudev_refuse(cudaErrorInvalidValue,
                                 "the extent is %zu x %zu x %zu with the flags %#x; "
                                 "cudaArrayTextureGather is for 2-D arrays without layers",
                                 e.width, e.height, e.depth, flags);
        return check_axes("2-D gather", e, cudaDevAttrMaxTexture2DGatherWidth,
                          cudaDevAttrMaxTexture2DGatherHeight, cudaDevAttrMaxTexture2DGatherWidth);
    }
    if (flags & cudaArrayLayered) {
        if (!e.depth)
            return cpudev_refuse(cudaErrorInvalidValue,
                                 "the depth is 0, and with cudaArrayLayered it counts the layers: "
                                 "one at least");
        if (!e.height)
            return check_axes("layered 1-D", e, cudaDevAttrMaxTexture1DLayeredWidth,
                              cudaDevAttrMaxTexture1DLayeredWidth,
                              cudaDevAttrMaxTexture1DLayeredLayers);
        return check_axes("layered 2-D", e, cudaDevAttrMaxTexture2DLayeredWidth,
                          cudaDevAttrMaxTexture2DLayeredHeight,
                          cudaDevAttrMaxTexture2DLayeredLayers);
    }
    if (e.depth && !e.height)
        return cpudev_refuse(cudaErrorInvalidValue,
                             "the height is 0 and the depth %zu; a 3-D array needs a height, a 2-D "
                             "one the depth 0, a layered one the flag cudaArrayLayered",
                             e.depth);
    if (e.depth)
        return check_axes("3-D", e, cudaDevAttrMaxTexture3DWidth, cudaDevAttrMaxTexture3DHeight,
                          cudaDevAttrMaxTexture3DDepth);
    if (e.height)
        return check_axes("2-D", e, cudaDevAttrMaxTexture2DWidth, cudaDevAttrMaxTexture2DHeight,
                          cudaDevAttrMaxTexture2DHeight);
    const bool surface = flags & cudaArraySurfaceLoadStore;
    const enum cudaDeviceAttr most =
        surface ? cudaDevAttrMaxSurface1DWidth : cudaDevAttrMaxTexture1DWidth;
    return check_axes(surface ? "1-D surface" : "1-D", e, most, most, most);
}

cudaError_t cpudev_describe_array(struct cudaArray *array,
                                  const struct cudaChannelFormatDesc *format,
                                  struct cudaExtent extent, unsigned flags, const char *api) {
    if (flags & NO_FLAGS)
        return cpudev_refuse(cudaErrorInvalidValue,
                             "the flags are %#x; they are 0 or a sum of cudaArrayLayered, "
                             "cudaArraySurfaceLoadStore, cudaArrayCubemap and "
                             "cudaArrayTextureGather",
                             flags);
    if (flags & ~(unsigned)KNOWN_FLAGS)
        return cpudev_refuse_aloud(
            cudaErrorNotSupported,
            "%s: flags 0x%x: the CPU device has no sparse or deferred arrays", api, flags);
    const size_t size = texel_size(format);
    if (!size)
        return cpudev_refuse_format(format);
    const cudaError_t e = check_extent(extent, flags);
    if (e != cudaSuccess)
        return e;
    *array = (struct cudaArray){.mark = CPUDEV_ARRAY_MARK,
                                .format = *format,
                                .width = extent.width,
                                .height = extent.height,
                                .depth = extent.depth,
                                .flags = flags,
                                .texel_size = size};
    array->row_pitch = (extent.width * size + ROW_ALIGNMENT - 1) / ROW_ALIGNMENT * ROW_ALIGNMENT;
    array->slice_pitch = array->row_pitch * (extent.height ? extent.height : 1);
    return cudaSuccess;
}

size_t cpudev_array_size(const struct cudaArray *array) {
    return array->slice_pitch * (array->depth ? array->depth : 1);
}

static cudaError_t make_array(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                              struct cudaExtent extent, unsigned flags, const char *api,
                              void *from) {
    if (!array || !format)
        return cpudev_refuse_null(array ? "with the format" : "that gets the array");
    struct cudaArray described = {0};
    cudaError_t e = cpudev_describe_array(&described, format, extent, flags, api);
    if (e == cudaSuccess)
        e = cpudev_refuse_failing(cudaErrorMemoryAllocation);
    if (e != cudaSuccess)
        return e;
    struct cudaArray *a = malloc(sizeof *a);
    if (!a)
        return cpudev_refuse_host_memory();
    const cpudev_allocation *memory =
        cpudev_allocate(cpudev_array_size(&described), CPUDEV_ARRAY, api, from);
    if (!memory) {
        free(a);
        return cpudev_refuse_size(cpudev_array_size(&described));
    }
    *a = described;
    a->data = (unsigned char *)memory->base;
    *array = a;
    return cudaSuccess;
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                            size_t width, size_t height, unsigned flags) {
    CPUDEV_ENTER();
    if (flags & cudaArrayLayered)
        return CPUDEV_RESULT(cpudev_refuse(cudaErrorInvalidValue,
                                           "the flags have cudaArrayLayered; layered arrays are "
                                           "made by cudaMalloc3DArray"));
    return CPUDEV_RESULT(make_array(array, format, (struct cudaExtent){width, height, 0}, flags,
                                    __func__, __builtin_return_address(0)));
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                              struct cudaExtent extent, unsigned flags) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(
        make_array(array, format, extent, flags, __func__, __builtin_return_address(0)));
}

cudaError_t cudaFreeArray(cudaArray_t array) {
    CPUDEV_ENTER();
    if (array && !cpudev_is_array(array))
        return CPUDEV_RESULT(cpudev_refuse_array(cudaErrorInvalidValue, array));
    if (!array || array->level) /* a level is freed with the others */
        return CPUDEV_RESULT(cudaSuccess);
    const cudaError_t e = cpudev_drain_device();
    if (array->freed) {
        cpudev_hook_finding("double-free", __builtin_return_address(0),
                            "cudaFreeArray: this array was freed before");
        return CPUDEV_RESULT(cpudev_refuse_array(cudaErrorInvalidValue, array));
    }
    array->freed = true;
    cpudev_free((cpudev_allocation *)cpudev_find_allocation(array->data),
                __builtin_return_address(0));
    return CPUDEV_RESULT(e);
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *format, struct cudaExtent *extent,
                             unsigned *flags, cudaArray_t array) {
    CPUDEV_ENTER();
    if (!cpudev_is_array(array) || array->freed)
        return CPUDEV_RESULT(cpudev_refuse_array(cudaErrorInvalidResourceHandle, array));
    if (format)
        *format = array->format;
    if (extent)
        *extent = (struct cudaExtent){array->width, array->height, array->depth};
    if (flags)
        *flags = array->flags;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *format, cudaArray_const_t array) {
    CPUDEV_ENTER();
    if (!format)
        return CPUDEV_RESULT(cpudev_refuse_null("that gets the format"));
    if (!cpudev_is_array(array) || array->freed)
        return CPUDEV_RESULT(cpudev_refuse_array(cudaErrorInvalidValue, array));
    *format = array->format;
    return CPUDEV_RESULT(cudaSuccess);
}
