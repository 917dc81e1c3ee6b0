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

static bool at_most(size_t extent, enum cudaDeviceAttr limit) {
    return extent <= (size_t)cpudev_attribute(limit);
}

static bool extent_is_valid(struct cudaExtent e, unsigned flags) {
    if (!e.width)
        return false;
    if (flags & cudaArrayCubemap) /* six faces each */
        return e.width == e.height && e.depth != 0 &&
               (flags & cudaArrayLayered ? e.depth % 6 == 0 : e.depth == 6) &&
               !(flags & cudaArrayTextureGather) &&
               at_most(e.width, cudaDevAttrMaxTextureCubemapWidth) &&
               at_most(e.depth, cudaDevAttrMaxTextureCubemapLayeredLayers);
    if (flags & cudaArrayTextureGather)
        return e.height && !e.depth && !(flags & cudaArrayLayered) &&
               at_most(e.width, cudaDevAttrMaxTexture2DGatherWidth) &&
               at_most(e.height, cudaDevAttrMaxTexture2DGatherHeight);
    if (flags & cudaArrayLayered) {
        if (!e.depth)
            return false;
        if (!e.height)
            return at_most(e.width, cudaDevAttrMaxTexture1DLayeredWidth) &&
                   at_most(e.depth, cudaDevAttrMaxTexture1DLayeredLayers);
        return at_most(e.width, cudaDevAttrMaxTexture2DLayeredWidth) &&
               at_most(e.height, cudaDevAttrMaxTexture2DLayeredHeight) &&
               at_most(e.depth, cudaDevAttrMaxTexture2DLayeredLayers);
    }
    if (e.depth)
        return e.height && at_most(e.width, cudaDevAttrMaxTexture3DWidth) &&
               at_most(e.height, cudaDevAttrMaxTexture3DHeight) &&
               at_most(e.depth, cudaDevAttrMaxTexture3DDepth);
    if (e.height)
        return at_most(e.width, cudaDevAttrMaxTexture2DWidth) &&
               at_most(e.height, cudaDevAttrMaxTexture2DHeight);
    return at_most(e.width, flags & cudaArraySurfaceLoadStore ? cudaDevAttrMaxSurface1DWidth
                                                              : cudaDevAttrMaxTexture1DWidth);
}

cudaError_t cpudev_describe_array(struct cudaArray *array,
                                  const struct cudaChannelFormatDesc *format,
                                  struct cudaExtent extent, unsigned flags, const char *api) {
    if (flags & NO_FLAGS)
        return cudaErrorInvalidValue;
    if (flags & ~(unsigned)KNOWN_FLAGS) {
        cpudev_complain("%s: flags 0x%x: the CPU device has no sparse or deferred arrays", api,
                        flags);
        return cudaErrorNotSupported;
    }
    const size_t size = texel_size(format);
    if (!size)
        return cudaErrorInvalidChannelDescriptor;
    if (!extent_is_valid(extent, flags))
        return cudaErrorInvalidValue;
    *array = (struct cudaArray){.format = *format,
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
        return cudaErrorInvalidValue;
    struct cudaArray described;
    const cudaError_t e = cpudev_describe_array(&described, format, extent, flags, api);
    if (e != cudaSuccess)
        return e;
    struct cudaArray *a = malloc(sizeof *a);
    if (!a)
        return cudaErrorMemoryAllocation;
    const cpudev_allocation *memory =
        cpudev_allocate(cpudev_array_size(&described), CPUDEV_ARRAY, api, from);
    if (!memory) {
        free(a);
        return cudaErrorMemoryAllocation;
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
        return CPUDEV_RESULT(cudaErrorInvalidValue);
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
    if (!array || array->level) /* a level is freed with the others */
        return CPUDEV_RESULT(cudaSuccess);
    const cudaError_t e = cpudev_drain_device();
    if (array->freed) {
        cpudev_hook_finding("double-free", __builtin_return_address(0),
                            "cudaFreeArray: this array was freed before");
        return CPUDEV_RESULT(cudaErrorInvalidValue);
    }
    array->freed = true;
    cpudev_free((cpudev_allocation *)cpudev_find_allocation(array->data),
                __builtin_return_address(0));
    return CPUDEV_RESULT(e);
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *format, struct cudaExtent *extent,
                             unsigned *flags, cudaArray_t array) {
    CPUDEV_ENTER();
    if (!array || array->freed)
        return CPUDEV_RESULT(cudaErrorInvalidResourceHandle);
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
    if (!array || array->freed || !format)
        return CPUDEV_RESULT(cudaErrorInvalidValue);
    *format = array->format;
    return CPUDEV_RESULT(cudaSuccess);
}
