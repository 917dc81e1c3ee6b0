/* texture_reference.c - binding legacy texture references, and fetches through them. */
#include <stdlib.h>
#include <string.h>

#include "cpu_device/texture_functions.h"
#include "core.h"
#include "texture_object.h"

enum { POINTER_ALIGNMENT = 512 };

/* What a reference is bound to. Its attributes count at each launch, as they did in CUDA: programs
 * bind first and choose filter and address modes afterwards. */
struct binding {
    struct binding *next;
    struct textureReference *reference;
    struct cudaResourceDesc resource;
    bool launched;                     /* a kernel that may read it, since it was bound */
    struct cudaTextureDesc attributes; /* of the last of these launches */
    cudaError_t described;             /* whether they are possible */
    cpudev_texture texture;
};
static struct binding *bindings;

static struct cudaTextureDesc attributes(const struct textureReference *r) {
    struct cudaTextureDesc d;
    memset(&d, 0, sizeof d);
    memcpy(d.addressMode, r->addressMode, sizeof d.addressMode);
    d.filterMode = r->filterMode;
    d.readMode = (enum cudaTextureReadMode)r->__read_mode;
    d.sRGB = r->sRGB;
    d.normalizedCoords = r->normalized;
    return d;
}

/* Launched kernels read through the old binding: they run first. */
static cudaError_t unbind(struct textureReference *r) {
    cudaError_t e = cpudev_drain_device();
    for (struct binding **b = &bindings; *b != NULL; b = &(*b)->next) {
        if ((*b)->reference != r)
            continue;
        struct binding *gone = *b;
        *b = gone->next;
        free(gone);
        break;
    }
    r->__bound = NULL;
    r->offset = 0;
    return e;
}

/* Only what is bound must be right here; the attributes may still be chosen. */
static cudaError_t bind(struct textureReference *r, const struct cudaResourceDesc *resource,
                        size_t offset) {
    const struct cudaTextureDesc plain = {
        .addressMode = {cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}};
    cpudev_texture described;
    cudaError_t e = cpudev_describe_texture(&described, resource, &plain);
    if (e != cudaSuccess)
        return e;
    struct binding *b = malloc(sizeof *b);
    if (b == NULL)
        return cpudev_refuse_host_memory();
    e = unbind(r);
    *b = (struct binding){
        .next = bindings, .reference = r, .resource = *resource, .texture = described};
    bindings = b;
    r->__bound = &b->texture;
    r->offset = offset;
    return e;
}

/* Kernels launched before read with the attributes of then: they run first. */
cudaError_t cpudev_read_texture_references(void) {
    for (struct binding *b = bindings; b != NULL; b = b->next) {
        const struct cudaTextureDesc now = attributes(b->reference);
        if (!b->launched || memcmp(&now, &b->attributes, sizeof now) != 0) {
            cudaError_t e = b->launched ? cpudev_drain_device() : cudaSuccess;
            if (e != cudaSuccess)
                return e;
            b->launched = true;
            b->attributes = now;
            b->described = cpudev_describe_texture(&b->texture, &b->resource, &now);
        }
        if (b->described != cudaSuccess)
            return b->described;
    }
    return cudaSuccess;
}

/* The aligned address below pointer; *offset, in bytes, leads back. Without a place for the offset,
 * the pointer must be aligned. */
static cudaError_t align_down(const void **pointer, size_t *offset) {
    size_t below = (uintptr_t)*pointer % POINTER_ALIGNMENT;
    if (offset == NULL && below != 0)
        return cpudev_refuse(cudaErrorInvalidValue,
                             "the pointer %p is no multiple of %d bytes, and there is no place for "
                             "the offset; pass the address of a size_t",
                             *pointer, POINTER_ALIGNMENT);
    if (offset != NULL)
        *offset = below;
    *pointer = (const char *)*pointer - below;
    return cudaSuccess;
}

static cudaError_t refuse_binding(const void *pointer) {
    return cpudev_refuse(cudaErrorInvalidValue, "the %s to be bound is NULL",
                         pointer ? "format of the memory" : "memory");
}

cudaError_t cpudev_bind_texture(size_t *offset, struct textureReference *reference,
                                const void *pointer, const struct cudaChannelFormatDesc *format,
                                size_t size) {
    CPUDEV_ENTER();
    if (pointer == NULL || format == NULL)
        return CPUDEV_RESULT(refuse_binding(pointer));
    size_t texel = cpudev_format_size(format);
    if (texel == 0)
        return CPUDEV_RESULT(cpudev_refuse_format(format));
    const cpudev_allocation *a = cpudev_find_allocation(pointer);
    if (a != NULL && !a->freed && size > a->base + a->size - (uintptr_t)pointer)
        size = a->base + a->size - (uintptr_t)pointer;
    const void *start = pointer;
    cudaError_t e = align_down(&start, offset);
    if (e != cudaSuccess)
        return CPUDEV_RESULT(e);
    struct cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = (void *)start;
    resource.res.linear.desc = *format;
    resource.res.linear.sizeInBytes = size + ((uintptr_t)pointer - (uintptr_t)start);
    return CPUDEV_RESULT(bind(reference, &resource, (uintptr_t)pointer - (uintptr_t)start));
}

cudaError_t cpudev_bind_texture_2d(size_t *offset, struct textureReference *reference,
                                   const void *pointer, const struct cudaChannelFormatDesc *format,
                                   size_t width, size_t height, size_t pitch) {
    CPUDEV_ENTER();
    if (pointer == NULL || format == NULL)
        return CPUDEV_RESULT(refuse_binding(pointer));
    size_t texel = cpudev_format_size(format);
    if (texel == 0)
        return CPUDEV_RESULT(cpudev_refuse_format(format));
    const void *start = pointer;
    cudaError_t e = align_down(&start, offset);
    if (e != cudaSuccess)
        return CPUDEV_RESULT(e);
    struct cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = (void *)start;
    resource.res.pitch2D.desc = *format;
    resource.res.pitch2D.width = width + ((uintptr_t)pointer - (uintptr_t)start) / texel;
    resource.res.pitch2D.height = height;
    resource.res.pitch2D.pitchInBytes = pitch;
    return CPUDEV_RESULT(bind(reference, &resource, (uintptr_t)pointer - (uintptr_t)start));
}

cudaError_t cpudev_bind_texture_to_array(struct textureReference *reference,
                                         cudaArray_const_t array,
                                         const struct cudaChannelFormatDesc *format) {
    CPUDEV_ENTER();
    if (!cpudev_is_array(array))
        return CPUDEV_RESULT(cpudev_refuse_array(cudaErrorInvalidResourceHandle, array));
    if (format != NULL && cpudev_format_size(format) != array->texel_size)
        return CPUDEV_RESULT(cpudev_refuse(cudaErrorInvalidChannelDescriptor,
                                           "the format has texels of %zu bytes, and the array's "
                                           "have %zu",
                                           cpudev_format_size(format), array->texel_size));
    struct cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = (cudaArray_t)array;
    return CPUDEV_RESULT(bind(reference, &resource, 0));
}

cudaError_t cpudev_unbind_texture(struct textureReference *reference) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(unbind(reference));
}

cudaError_t cpudev_texture_alignment_offset(size_t *offset,
                                            const struct textureReference *reference) {
    CPUDEV_ENTER();
    if (offset == NULL)
        return CPUDEV_RESULT(cpudev_refuse_null("that gets the offset"));
    if (reference->__bound == NULL)
        return CPUDEV_RESULT(cpudev_refuse(cudaErrorInvalidTextureBinding,
                                           "the texture reference is not bound to anything"));
    *offset = reference->offset;
    return CPUDEV_RESULT(cudaSuccess);
}

/* ---- fetches -------------------------------------------------------------------------------- */

void cpudev_reference_sample(const struct textureReference *reference, cpudev_fetch kind, float x,
                             float y, float z, int layer, unsigned texel[4]) {
    cpudev_sample_texture(reference->__bound, "a texture reference", (int)kind, x, y, z, layer,
                          texel, __builtin_return_address(0));
}

void cpudev_reference_fetch(const struct textureReference *reference, int index,
                            unsigned texel[4]) {
    cpudev_fetch_texture(reference->__bound, "a texture reference", index, texel,
                         __builtin_return_address(0));
}

float cpudev_reference_sample3d(const struct textureReference *reference, float x, float y,
                                float z) {
    return cpudev_sample_texture3d(reference->__bound, "a texture reference", x, y, z,
                                   __builtin_return_address(0));
}
