/* mipmap.c - mipmapped arrays: one array a level, each half as wide, high and deep as the one
 * before.
 */
#include <stdlib.h>

#include "core.h"
#include "cpu_device/runtime_functions.h"

static size_t halved(size_t extent, int level) { /* 0 stays 0: an axis that the array lacks */
    return extent >> level > 0 || extent == 0 ? extent >> level : 1;
}

static size_t larger(size_t a, size_t b) {
    return a > b ? a : b;
}

/* Levels down to one texel. Layers and faces do not shrink. */
static int most_levels(struct cudaExtent e, unsigned flags) {
    size_t longest = larger(e.width, e.height);
    if (!(flags & (cudaArrayLayered | cudaArrayCubemap)))
        longest = larger(longest, e.depth);
    int count = 1;
    while (longest >>= 1)
        count++;
    return count;
}

/* Shorter than arrays without levels may be. */
static bool too_long(struct cudaExtent e) {
    if (e.height == 0)
        return e.width > (size_t)cpudev_attribute(cudaDevAttrMaxTexture1DMipmappedWidth);
    return e.width > (size_t)cpudev_attribute(cudaDevAttrMaxTexture2DMipmappedWidth) ||
           e.height > (size_t)cpudev_attribute(cudaDevAttrMaxTexture2DMipmappedHeight);
}

static cudaError_t describe_levels(struct cudaMipmappedArray *m,
                                   const struct cudaChannelFormatDesc *format,
                                   struct cudaExtent extent, unsigned levels, unsigned flags) {
    const int most = most_levels(extent, flags);
    m->count = levels == 0 ? 1 : levels < (unsigned)most ? (int)levels : most;
    const bool deep = !(flags & (cudaArrayLayered | cudaArrayCubemap));
    for (int l = 0; l < m->count; l++) {
        const struct cudaExtent e = {halved(extent.width, l), halved(extent.height, l),
                                     deep ? halved(extent.depth, l) : extent.depth};
        const cudaError_t error =
            cpudev_describe_array(&m->level[l], format, e, flags, "cudaMallocMipmappedArray");
        if (error != cudaSuccess)
            return error;
        m->level[l].level = true;
    }
    if (too_long(extent))
        return cpudev_refuse(cudaErrorInvalidValue,
                             "the extent is %zu x %zu x %zu; a mipmapped array is %d wide at most "
                             "in one dimension, and %d x %d in two",
                             extent.width, extent.height, extent.depth,
                             cpudev_attribute(cudaDevAttrMaxTexture1DMipmappedWidth),
                             cpudev_attribute(cudaDevAttrMaxTexture2DMipmappedWidth),
                             cpudev_attribute(cudaDevAttrMaxTexture2DMipmappedHeight));
    return cudaSuccess;
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *mipmap,
                                     const struct cudaChannelFormatDesc *format,
                                     struct cudaExtent extent, unsigned levels, unsigned flags) {
    CPUDEV_ENTER();
    if (mipmap == NULL || format == NULL)
        return CPUDEV_RESULT(
            cpudev_refuse_null(mipmap ? "with the format" : "that gets the mipmapped array"));
    struct cudaMipmappedArray *m = calloc(1, sizeof *m);
    if (m == NULL)
        return CPUDEV_RESULT(cpudev_refuse_host_memory());
    cudaError_t e = describe_levels(m, format, extent, levels, flags);
    if (e == cudaSuccess)
        e = cpudev_refuse_failing(cudaErrorMemoryAllocation);
    size_t size = 0;
    for (int l = 0; l < m->count; l++)
        size += cpudev_array_size(&m->level[l]);
    const cpudev_allocation *memory = NULL;
    if (e == cudaSuccess) {
        memory = cpudev_allocate(size, CPUDEV_ARRAY, __func__, __builtin_return_address(0));
        e = memory ? cudaSuccess : cpudev_refuse_size(size);
    }
    if (e != cudaSuccess) {
        free(m);
        return CPUDEV_RESULT(e);
    }
    unsigned char *data = (unsigned char *)memory->base;
    for (int l = 0; l < m->count; l++) {
        m->level[l].data = data;
        data += cpudev_array_size(&m->level[l]);
    }
    *mipmap = m;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *array, cudaMipmappedArray_const_t mipmap,
                                       unsigned level) {
    CPUDEV_ENTER();
    if (array == NULL)
        return CPUDEV_RESULT(cpudev_refuse_null("that gets the array"));
    if (mipmap == NULL || mipmap->level[0].freed)
        return CPUDEV_RESULT(cpudev_refuse(cudaErrorInvalidResourceHandle, "the mipmapped array %s",
                                           mipmap ? "was freed before" : "is NULL"));
    if (level >= (unsigned)mipmap->count)
        return CPUDEV_RESULT(cpudev_refuse(cudaErrorInvalidValue,
                                           "the level is %u; the array has %d, counted from 0",
                                           level, mipmap->count));
    *array = (cudaArray_t)&mipmap->level[level];
    return CPUDEV_RESULT(cudaSuccess);
}

/* Textures and surfaces of it may still be used by launched kernels: they run first. The struct
 * stays valid for diagnosis. */
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmap) {
    CPUDEV_ENTER();
    if (mipmap == NULL)
        return CPUDEV_RESULT(cudaSuccess);
    const cudaError_t e = cpudev_drain_device();
    if (mipmap->level[0].freed) {
        cpudev_hook_finding("double-free", __builtin_return_address(0),
                            "cudaFreeMipmappedArray: this array was freed before");
        return CPUDEV_RESULT(
            cpudev_refuse(cudaErrorInvalidValue, "the mipmapped array was freed before"));
    }
    for (int l = 0; l < mipmap->count; l++)
        mipmap->level[l].freed = true;
    cpudev_free((cpudev_allocation *)cpudev_find_allocation(mipmap->level[0].data),
                __builtin_return_address(0));
    return CPUDEV_RESULT(e);
}
