/* texture_object.c - descriptions of textures checked as the CUDA runtime checks them, and the
 * objects.
 *
 * The errors are those that an H200 returned (tests/records/texture/errors.txt). */
#include "texture_object.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu_device/texture_functions.h"
#include "core.h"

enum { POINTER_ALIGNMENT = 512, PITCH_ALIGNMENT = 32, MOST_OBJECTS = 1 << 16 };

/* A handle is an index into these plus one, so that any number can be looked up safely. */
static cpudev_texture textures[MOST_OBJECTS];
static struct description {
    struct cudaResourceDesc resource;
    struct cudaTextureDesc texture;
    struct cudaResourceViewDesc view;
} descriptions[MOST_OBJECTS];
static unsigned next_object;

/* ---- descriptions --------------------------------------------------------------------------- */

/* false: not a format of textures (1, 2 or 4 equal channels; 8 bits are never a float). */
static bool parse_format(const struct cudaChannelFormatDesc *f, cpudev_texel_format *format,
                         int *channels) {
    int count = f->w ? 4 : f->z ? 3 : f->y ? 2 : 1;
    if (count == 3 || (count > 1 && f->y != f->x) || (count > 2 && (f->z != f->x || f->w != f->x)))
        return false;
    *channels = count;
    switch (f->f) {
    case cudaChannelFormatKindUnsigned:
    case cudaChannelFormatKindSigned: {
        int is_signed = f->f == cudaChannelFormatKindSigned;
        if (f->x != 8 && f->x != 16 && f->x != 32)
            return false;
        int base = f->x == 8 ? CPUDEV_TEXEL_U8 : f->x == 16 ? CPUDEV_TEXEL_U16 : CPUDEV_TEXEL_U32;
        *format = (cpudev_texel_format)(base + is_signed);
        return true;
    }
    case cudaChannelFormatKindFloat:
        *format = f->x == 16 ? CPUDEV_TEXEL_F16 : CPUDEV_TEXEL_F32;
        return f->x == 16 || f->x == 32;
    default:
        return false;
    }
}

size_t cpudev_format_size(const struct cudaChannelFormatDesc *format) {
    cpudev_texel_format parsed;
    int channels;
    return parse_format(format, &parsed, &channels) ? (size_t)(channels * format->x / 8) : 0;
}

size_t cpudev_linear_limit(size_t texel_size) {
    return ((size_t)1 << 32) / (texel_size < 4 ? 4 : texel_size);
}

static cpudev_fetch kind_of(cpudev_texture_shape shape, bool layered) {
    switch (shape) {
    case CPUDEV_TEXTURE_1D:
        return layered ? CPUDEV_TEX1DLAYERED : CPUDEV_TEX1D;
    case CPUDEV_TEXTURE_2D:
        return layered ? CPUDEV_TEX2DLAYERED : CPUDEV_TEX2D;
    case CPUDEV_TEXTURE_3D:
        return CPUDEV_TEX3D;
    default:
        return layered ? CPUDEV_TEXCUBEMAPLAYERED : CPUDEV_TEXCUBEMAP;
    }
}

static cudaError_t describe_array(cpudev_texture *t, const struct cudaArray *a) {
    if (!cpudev_is_array(a) || a->freed)
        return cpudev_refuse_array(
            cpudev_is_array(a) ? cudaErrorContextIsDestroyed : cudaErrorInvalidResourceHandle, a);
    bool layered = a->flags & cudaArrayLayered;
    t->data = a->data;
    t->freed = &a->freed;
    t->row_pitch = a->row_pitch;
    t->slice_pitch = a->slice_pitch;
    t->width = (int)a->width;
    t->height = a->height ? (int)a->height : 1;
    const bool cube = a->flags & cudaArrayCubemap, flat = layered || cube || a->depth == 0;
    t->depth = flat ? 1 : (int)a->depth;
    t->layers = layered ? (int)a->depth / (cube ? 6 : 1) : 0;
    t->shape = a->height == 0 ? CPUDEV_TEXTURE_1D
               : cube         ? CPUDEV_TEXTURE_CUBE
               : flat         ? CPUDEV_TEXTURE_2D
                              : CPUDEV_TEXTURE_3D;
    t->kind = (int)kind_of(t->shape, layered);
    return cudaSuccess;
}

static bool aligned(const void *pointer) {
    return pointer != NULL && (uintptr_t)pointer % POINTER_ALIGNMENT == 0;
}

static cudaError_t refuse_pointer(const void *pointer) {
    return cpudev_refuse(cudaErrorInvalidValue,
                         "devPtr is %p; it must be a multiple of %d bytes and not NULL, as what "
                         "cudaMalloc and cudaMallocPitch give is: begin the texture there and "
                         "count from it in the fetch",
                         pointer, POINTER_ALIGNMENT);
}

static cudaError_t describe_linear(cpudev_texture *t, const void *pointer, size_t size,
                                   size_t texel) {
    if (!aligned(pointer))
        return refuse_pointer(pointer);
    if (size / texel > cpudev_linear_limit(texel))
        return cpudev_refuse(cudaErrorInvalidValue,
                             "sizeInBytes is %zu: %zu texels, and a texture of linear memory has "
                             "%zu of %zu bytes at most; use several textures",
                             size, size / texel, cpudev_linear_limit(texel), texel);
    t->data = pointer;
    t->width = size < texel ? 1 : (int)(size / texel); /* as a GPU does: never empty */
    t->height = t->depth = 1;
    t->shape = CPUDEV_TEXTURE_LINEAR;
    t->kind = CPUDEV_TEX1DFETCH;
    return cudaSuccess;
}

static cudaError_t describe_pitch(cpudev_texture *t, const struct cudaResourceDesc *resource,
                                  size_t texel) {
    size_t width = resource->res.pitch2D.width, height = resource->res.pitch2D.height;
    size_t pitch = resource->res.pitch2D.pitchInBytes;
    const int widest = cpudev_attribute(cudaDevAttrMaxTexture2DLinearWidth);
    const int highest = cpudev_attribute(cudaDevAttrMaxTexture2DLinearHeight);
    const int most = cpudev_attribute(cudaDevAttrMaxTexture2DLinearPitch);
    if (!aligned(resource->res.pitch2D.devPtr))
        return refuse_pointer(resource->res.pitch2D.devPtr);
    if (width > (size_t)widest || height > (size_t)highest)
        return cpudev_refuse(cudaErrorInvalidValue,
                             "the picture is %zu x %zu texels; a texture of pitched memory has "
                             "%d x %d at most",
                             width, height, widest, highest);
    if (pitch % PITCH_ALIGNMENT != 0 || pitch > (size_t)most ||
        (pitch != 0 && pitch < width * texel))
        return cpudev_refuse(cudaErrorInvalidValue,
                             "pitchInBytes is %zu; it must be a multiple of %d bytes, hold a row "
                             "of %zu texels (%zu bytes), and be %d at most: take the pitch of "
                             "cudaMallocPitch",
                             pitch, PITCH_ALIGNMENT, width, width * texel, most);
    t->data = resource->res.pitch2D.devPtr;
    t->row_pitch = pitch;
    t->width = (int)width;
    t->height = (int)height;
    t->depth = 1;
    t->shape = CPUDEV_TEXTURE_2D;
    t->kind = CPUDEV_TEX2D;
    return cudaSuccess;
}

static cudaError_t describe_resource(cpudev_texture *t, const struct cudaResourceDesc *resource) {
    const struct cudaChannelFormatDesc *format;
    switch (resource->resType) {
    case cudaResourceTypeArray: {
        cudaError_t e = describe_array(t, resource->res.array.array);
        if (e != cudaSuccess)
            return e;
        format = &resource->res.array.array->format;
        break;
    }
    case cudaResourceTypeLinear:
        format = &resource->res.linear.desc;
        break;
    case cudaResourceTypePitch2D:
        format = &resource->res.pitch2D.desc;
        break;
    case cudaResourceTypeMipmappedArray: {
        const struct cudaMipmappedArray *m = resource->res.mipmap.mipmap;
        if (m == NULL)
            return cpudev_refuse_array(cudaErrorInvalidResourceHandle, NULL);
        cudaError_t e = describe_array(t, m->level);
        if (e != cudaSuccess)
            return e;
        t->level_count = m->count;
        format = &m->level[0].format;
        break;
    }
    default:
        return cpudev_refuse(cudaErrorInvalidValue,
                             "resType is %d; it must be one of cudaResourceType... What you do not "
                             "set must be 0: cudaResourceDesc description = {}",
                             (int)resource->resType);
    }
    if (!parse_format(format, &t->format, &t->channels) && format->x == 0 &&
        (resource->resType == cudaResourceTypeLinear ||
         resource->resType == cudaResourceTypePitch2D))
        return cpudev_refuse(cudaErrorInvalidChannelDescriptor,
                             "resType is %s, linear memory, whose format res.%s.desc has no "
                             "channel; a CUDA array is cudaResourceTypeArray",
                             resource->resType == cudaResourceTypeLinear
                                 ? "cudaResourceTypeLinear"
                                 : "cudaResourceTypePitch2D",
                             resource->resType == cudaResourceTypeLinear ? "linear" : "pitch2D");
    if (!parse_format(format, &t->format, &t->channels))
        return cpudev_refuse_format(format);
    size_t texel = cpudev_format_size(format);
    if (resource->resType == cudaResourceTypeLinear)
        return describe_linear(t, resource->res.linear.devPtr, resource->res.linear.sizeInBytes,
                               texel);
    if (resource->resType == cudaResourceTypePitch2D)
        return describe_pitch(t, resource, texel);
    return cudaSuccess;
}

/* What a GPU takes and what was not measured: better refused than guessed. NULL: nothing. */
static const char *unknown_levels(const cpudev_texture *t, unsigned anisotropy) {
    const float bias = t->level_bias;
    if (anisotropy > 1)
        return "how anisotropic filtering chooses and mixes levels; set maxAnisotropy to 0";
    if (!t->normalized && t->level_count > 1)
        return "what coordinates in texels mean in a smaller level; set normalizedCoords to 1";
    if (t->mip_linear && !t->normalized_read && t->format != CPUDEV_TEXEL_F16 &&
        t->format != CPUDEV_TEXEL_F32)
        return "mipmapFilterMode cudaFilterModeLinear for texels that are read as integers; set it "
               "to cudaFilterModePoint";
    if (!(fabsf(bias) <= 16.0f))
        return "a mipmapLevelBias beyond 16 levels";
    if (bias < 0.0f && bias * 256.0f != truncf(bias * 256.0f))
        return "a negative mipmapLevelBias that is no multiple of 1/256";
    if (t->min_level >= (float)t->level_count)
        return "a minMipmapLevelClamp beyond the last level";
    if (isnan(t->min_level) || isnan(t->max_level))
        return "level clamps that are no numbers";
    return NULL;
}

static const char *unknown_cube(const cpudev_texture *t) {
    if (!t->normalized)
        return "cubemaps without normalised coordinates; set normalizedCoords to 1";
    if (t->seamless && !t->linear && t->level_count)
        return "seamless cubemaps with levels and without linear filtering; set seamlessCubemap to 0";
    if (t->width > 16384)
        return "the steps of directions in faces of more than 16,384 texels";
    return NULL;
}

/* The levels below, which differ in their texels and extents alone. */
static cudaError_t describe_levels(cpudev_texture *t, const struct cudaMipmappedArray *m) {
    if (m->count == 1)
        return cudaSuccess;
    cpudev_texture *levels = calloc((size_t)m->count - 1, sizeof *levels);
    if (levels == NULL)
        return cpudev_refuse_host_memory();
    for (int l = 1; l < m->count; l++) {
        cpudev_texture *level = &levels[l - 1];
        *level = *t;
        describe_array(level, &m->level[l]);
        cpudev_texture_prepare(level);
    }
    t->levels = levels;
    return cudaSuccess;
}

static bool has_floats(const cpudev_texture *t) {
    return t->format == CPUDEV_TEXEL_F16 || t->format == CPUDEV_TEXEL_F32;
}

/* What is asked for that no device does, for texels and a shape that are known. */
static cudaError_t refuse_reading(const cpudev_texture *t, const struct cudaTextureDesc *texture) {
    const bool is_float = has_floats(t);
    const bool is_wide = t->format == CPUDEV_TEXEL_U32 || t->format == CPUDEV_TEXEL_S32;
    const bool normalized_read = texture->readMode == cudaReadModeNormalizedFloat;
    if ((unsigned)texture->filterMode > cudaFilterModeLinear ||
        (unsigned)texture->mipmapFilterMode > cudaFilterModeLinear)
        return cpudev_refuse(
            cudaErrorInvalidValue,
            "filterMode is %d and mipmapFilterMode %d; they are "
            "cudaFilterModePoint or cudaFilterModeLinear. What you do not set must "
            "be 0: cudaTextureDesc description = {}",
            (int)texture->filterMode, (int)texture->mipmapFilterMode);
    if (texture->seamlessCubemap && t->shape != CPUDEV_TEXTURE_CUBE)
        return cpudev_refuse(cudaErrorInvalidValue,
                             "seamlessCubemap is set, and the texture is no cubemap. What you do "
                             "not set must be 0: cudaTextureDesc description = {}");
    if (texture->filterMode == cudaFilterModeLinear && !is_float && (is_wide || !normalized_read))
        return cpudev_refuse(cudaErrorInvalidFilterSetting,
                             "filterMode is cudaFilterModeLinear, and the texels are read as "
                             "integers; %s",
                             is_wide ? "texels of 32-bit integers cannot be filtered: use "
                                       "cudaFilterModePoint or texels of float"
                                     : "use cudaFilterModePoint, or the readMode "
                                       "cudaReadModeNormalizedFloat");
    if (normalized_read && (is_wide || t->format == CPUDEV_TEXEL_F32))
        return cpudev_refuse(cudaErrorInvalidNormSetting,
                             "readMode is cudaReadModeNormalizedFloat, and the texels are %s of 32 "
                             "bits; it is for integers of 8 and 16 bits: use "
                             "cudaReadModeElementType",
                             is_wide ? "integers" : "floats");
    return cudaSuccess;
}

static cudaError_t describe_addresses(cpudev_texture *t, const struct cudaTextureDesc *texture) {
    const int axes = t->shape == CPUDEV_TEXTURE_3D                                      ? 3
                     : t->shape == CPUDEV_TEXTURE_2D || t->shape == CPUDEV_TEXTURE_CUBE ? 2
                                                                                        : 1;
    for (int d = 0; d < 3; d++) {
        bool known = (unsigned)texture->addressMode[d] <= cudaAddressModeBorder;
        if (!known && d < axes)
            return cpudev_refuse(cudaErrorInvalidValue,
                                 "addressMode[%d] is %d; it must be one of cudaAddressModeWrap, "
                                 "Clamp, Mirror and Border along each axis of the texture",
                                 d, (int)texture->addressMode[d]);
        t->address[d] = known ? (cpudev_address_mode)texture->addressMode[d] : CPUDEV_CLAMP;
    }
    return cudaSuccess;
}

/* What a GPU does and this device does not know, in words; NULL: nothing. */
static const char *unknown_part(const cpudev_texture *t, const struct cudaTextureDesc *texture) {
    const char *unknown = t->shape == CPUDEV_TEXTURE_CUBE ? unknown_cube(t) : NULL;
    if (unknown == NULL && t->level_count)
        unknown = unknown_levels(t, texture->maxAnisotropy);
    return unknown;
}

cudaError_t cpudev_describe_texture(cpudev_texture *t, const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *texture) {
    memset(t, 0, sizeof *t);
    cudaError_t e = describe_resource(t, resource);
    if (e == cudaSuccess)
        e = refuse_reading(t, texture);
    if (e == cudaSuccess)
        e = describe_addresses(t, texture);
    if (e != cudaSuccess)
        return e;
    const bool normalized_read = texture->readMode == cudaReadModeNormalizedFloat;
    if (texture->sRGB && normalized_read && t->format == CPUDEV_TEXEL_U8)
        return cpudev_refuse_aloud(
            cudaErrorNotSupported,
            "cudaCreateTextureObject: the CPU device does not convert sRGB texels; set sRGB to 0");
    t->linear = texture->filterMode == cudaFilterModeLinear;
    t->normalized = texture->normalizedCoords != 0;
    t->normalized_read = normalized_read && !has_floats(t);
    t->mip_linear = texture->mipmapFilterMode == cudaFilterModeLinear;
    t->level_bias = texture->mipmapLevelBias;
    t->min_level = texture->minMipmapLevelClamp;
    t->max_level = texture->maxMipmapLevelClamp;
    t->seamless = texture->seamlessCubemap != 0;
    t->anisotropic = texture->maxAnisotropy > 1;
    memcpy(t->border_colour, texture->borderColor, sizeof t->border_colour);
    cpudev_texture_prepare(t);
    const char *unknown = unknown_part(t, texture);
    if (unknown != NULL)
        return cpudev_refuse_aloud(cudaErrorNotSupported,
                                   "cudaCreateTextureObject: the CPU device does not know %s",
                                   unknown);
    if (t->level_count == 0)
        return cudaSuccess;
    return describe_levels(t, resource->res.mipmap.mipmap);
}

/* ---- objects -------------------------------------------------------------------------------- */

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind f) {
    return (struct cudaChannelFormatDesc){x, y, z, w, f};
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *elements,
                                                 const struct cudaChannelFormatDesc *format,
                                                 int device) {
    CPUDEV_ENTER();
    if (device != 0)
        return CPUDEV_RESULT(cpudev_refuse_device(device));
    if (elements == NULL || format == NULL)
        return CPUDEV_RESULT(
            cpudev_refuse_null(elements ? "with the format" : "that gets the width"));
    size_t texel = cpudev_format_size(format);
    if (texel == 0)
        return CPUDEV_RESULT(cpudev_refuse_format(format));
    *elements = cpudev_linear_limit(texel);
    return CPUDEV_RESULT(cudaSuccess);
}

static const char object_name[] = "a texture object";

static bool exists(cudaTextureObject_t object) {
    return object - 1 < MOST_OBJECTS && textures[object - 1].shape != CPUDEV_TEXTURE_NONE;
}

/* The view of whole texels that shows these as they are. */
static enum cudaResourceViewFormat own_format(const cpudev_texture *t) {
    return (enum cudaResourceViewFormat)(1 + 3 * (int)t->format + t->channels / 2);
}

/* An axis that an array does not have: 0, or 1. */
static bool same_extent(size_t a, size_t b) {
    return a == b || (a <= 1 && b <= 1);
}

/* A view that changes nothing is taken; what others show is better refused than guessed. The
 * texture is described already. */
static cudaError_t refuse_view(const cpudev_texture *t, const struct cudaResourceDesc *resource,
                               const struct cudaResourceViewDesc *view) {
    const struct cudaArray *a;
    if (resource->resType == cudaResourceTypeArray)
        a = resource->res.array.array;
    else if (resource->resType == cudaResourceTypeMipmappedArray)
        a = resource->res.mipmap.mipmap->level;
    else
        return cpudev_refuse(cudaErrorInvalidValue,
                             "a resource view is given, and the texture is no array; pass NULL");
    for (size_t i = 0; i < sizeof view->reserved / sizeof *view->reserved; i++)
        if (view->reserved[i] != 0)
            return cpudev_refuse(cudaErrorInvalidValue,
                                 "the resource view's reserved[%zu] is not 0; set the description "
                                 "to 0 where it is not set",
                                 i);
    if (view->format != cudaResViewFormatNone && view->format != own_format(t))
        return cpudev_refuse_aloud(cudaErrorNotSupported,
                                   "cudaCreateTextureObject: the CPU device has no resource views "
                                   "in another format than the array's own; pass NULL, "
                                   "cudaResViewFormatNone or the array's format");
    const bool layered = a->flags & cudaArrayLayered;
    if (view->width != a->width || !same_extent(view->height, a->height) ||
        !(same_extent(view->depth, a->depth) || (layered && view->depth <= 1)))
        return cpudev_refuse(cudaErrorInvalidValue,
                             "the resource view is %zu x %zu x %zu texels, and the array %zu x %zu "
                             "x %zu; give it the array's own extent",
                             view->width, view->height, view->depth, a->width, a->height, a->depth);
    const unsigned levels = t->level_count ? (unsigned)t->level_count : 1;
    const unsigned layers = layered ? (unsigned)a->depth : 1;
    if (view->firstMipmapLevel != 0 || view->lastMipmapLevel != levels - 1 ||
        view->firstLayer != 0 || view->lastLayer != layers - 1)
        return cpudev_refuse_aloud(cudaErrorNotSupported,
                                   "cudaCreateTextureObject: the CPU device has no resource views "
                                   "of some levels or layers of an array; give levels 0 to %u and "
                                   "layers 0 to %u, or pass NULL",
                                   levels - 1, layers - 1);
    return cudaSuccess;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *texture,
                                    const struct cudaResourceViewDesc *view) {
    CPUDEV_ENTER();
    if (object == NULL || resource == NULL)
        return CPUDEV_RESULT(
            cpudev_refuse_null(object ? "with the resource" : "that gets the texture object"));
    if (texture == NULL)
        return CPUDEV_RESULT(cpudev_refuse(cudaErrorInvalidResourceHandle,
                                           "the argument with the texture's description is NULL"));
    cpudev_texture t;
    cudaError_t e = cpudev_describe_texture(&t, resource, texture);
    if (e == cudaSuccess && view != NULL && (e = refuse_view(&t, resource, view)) != cudaSuccess)
        free((void *)t.levels);
    if (e == cudaErrorContextIsDestroyed)
        cpudev_hook_finding("use-after-free", __builtin_return_address(0),
                            "cudaCreateTextureObject: this array was freed before");
    if (e == cudaSuccess && (e = cpudev_refuse_failing(cudaErrorMemoryAllocation)) != cudaSuccess)
        free((void *)t.levels);
    if (e != cudaSuccess)
        return CPUDEV_RESULT(e);
    /* In turn, so that a destroyed object's handle is not another object's soon. */
    unsigned tried = 0;
    while (textures[next_object].shape != CPUDEV_TEXTURE_NONE) {
        next_object = (next_object + 1) % MOST_OBJECTS;
        if (++tried == MOST_OBJECTS) {
            free((void *)t.levels);
            return CPUDEV_RESULT(cpudev_refuse_aloud(
                cudaErrorMemoryAllocation,
                "cudaCreateTextureObject: %d texture objects exist; destroy those that are not "
                "needed (cudaDestroyTextureObject)",
                MOST_OBJECTS));
        }
    }
    textures[next_object] = t;
    descriptions[next_object] = (struct description){.resource = *resource, .texture = *texture};
    if (view != NULL)
        descriptions[next_object].view = *view;
    *object = next_object + 1;
    next_object = (next_object + 1) % MOST_OBJECTS;
    cpudev_hook_created(object_name, __func__, "cudaDestroyTextureObject", *object,
                        __builtin_return_address(0));
    return CPUDEV_RESULT(cudaSuccess);
}

/* Kernels that were launched may still read it: they run first. */
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
    CPUDEV_ENTER();
    if (!exists(object))
        return CPUDEV_RESULT(cudaSuccess);
    cudaError_t e = cpudev_drain_device();
    textures[object - 1].shape = CPUDEV_TEXTURE_NONE;
    textures[object - 1].plain3d = false;
    cpudev_hook_destroyed(object_name, object);
    free((void *)textures[object - 1].levels);
    textures[object - 1].levels = NULL;
    return CPUDEV_RESULT(e);
}

static cudaError_t refuse_description(cudaTextureObject_t object) {
    if (exists(object))
        return cpudev_refuse_null("that gets the description");
    return cpudev_refuse(cudaErrorInvalidValue,
                         "the texture object %llu does not exist: it was never created, or it was "
                         "destroyed",
                         (unsigned long long)object);
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaTextureObject_t object) {
    CPUDEV_ENTER();
    if (resource == NULL || !exists(object))
        return CPUDEV_RESULT(refuse_description(object));
    *resource = descriptions[object - 1].resource;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *texture,
                                            cudaTextureObject_t object) {
    CPUDEV_ENTER();
    if (texture == NULL || !exists(object))
        return CPUDEV_RESULT(refuse_description(object));
    *texture = descriptions[object - 1].texture;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *view,
                                                 cudaTextureObject_t object) {
    CPUDEV_ENTER();
    if (view == NULL || !exists(object))
        return CPUDEV_RESULT(refuse_description(object));
    *view = descriptions[object - 1].view;
    return CPUDEV_RESULT(cudaSuccess);
}

/* ---- fetches -------------------------------------------------------------------------------- */

static const char *const fetch_names[] = {
    "tex1Dfetch",   "tex1D",        "tex2D",      "tex3D",
    "tex1DLayered", "tex2DLayered", "texCubemap", "texCubemapLayered"};

__attribute__((noreturn, cold)) static void refuse(const cpudev_texture *t, const char *name,
                                                   int kind, void *pc) {
    if (t == NULL || t->shape == CPUDEV_TEXTURE_NONE)
        cpudev_stop_block(cudaErrorLaunchFailure, pc,
                          "%s of %s that does not exist: it was never created or bound, or it was "
                          "destroyed",
                          fetch_names[kind], name);
    cpudev_stop_block(
        cudaErrorLaunchFailure, pc,
        "%s of a texture that is read with %s: the fetch must fit the texture's memory "
        "(linear, array; 1-D, 2-D, 3-D, cubemap; layered)",
        fetch_names[kind], fetch_names[t->kind]);
}

/* Freed linear memory is found by its missing pages; the checker names the fetch. */
static inline bool is_freed(const cpudev_texture *t) {
#ifdef CPUDEV_CHECK
    const cpudev_allocation *a = cpudev_find_allocation(t->data);
    if (a != NULL && a->freed)
        return true;
#endif
    return t->freed != NULL && *t->freed;
}

__attribute__((noreturn, cold)) static void refuse_freed(int kind, void *pc) {
    char text[80];
    snprintf(text, sizeof text, "%s of a texture whose memory was freed", fetch_names[kind]);
    cpudev_hook_finding("use-after-free", pc, text);
    cpudev_stop_block(cudaErrorIllegalAddress, pc, "%s", text);
}

/* lod: NULL where the fetch gives no level. */
static const void *sample_cube(const cpudev_texture *t, float x, float y, float z, int layer,
                               const float *lod, cpudev_texel *out, void *pc) {
    const char *unknown;
    const void *first =
        cpudev_texture_sample_cube(t, (const float[3]){x, y, z}, layer, lod, out, &unknown);
    if (unknown != NULL)
        cpudev_stop_block(cudaErrorNotSupported, pc,
                          "%s at (%.9g, %.9g, %.9g): the CPU device does not know what a GPU "
                          "returns for %s",
                          fetch_names[t->kind], (double)x, (double)y, (double)z, unknown);
    return first;
}

/* An array one texel high may be read with tex1D and with tex2D, whichever of the two it was made
 * for: a GPU knows no 1-D textures (texture/footprint.h). Measured without levels. */
static bool is_row(const cpudev_texture *t, int kind) {
    const bool is_array = t->freed != NULL, fits = kind == CPUDEV_TEX1D || kind == CPUDEV_TEX2D;
    return is_array && fits && t->height == 1 && t->level_count == 0 &&
           (t->kind == CPUDEV_TEX1D || t->kind == CPUDEV_TEX2D);
}

/* What a fetch delivers. A grader may have it changed (check/disturb.c). */
static inline void hand_over(const cpudev_texture *t, cpudev_texel *v, unsigned texel[4]) {
    cpudev_hook_texel(v->u, t->normalized_read || t->format >= CPUDEV_TEXEL_F16);
    memcpy(texel, v->u, sizeof v->u);
}

void cpudev_sample_texture(const cpudev_texture *t, const char *name, int kind, float x, float y,
                           float z, int layer, unsigned texel[4], void *pc) {
    cpudev_texture row;
    if (__builtin_expect(t == NULL || t->shape == CPUDEV_TEXTURE_NONE || t->kind != kind, 0)) {
        if (t == NULL || t->shape == CPUDEV_TEXTURE_NONE || !is_row(t, kind))
            refuse(t, name, kind, pc);
        row = *t;
        row.shape = kind == CPUDEV_TEX1D ? CPUDEV_TEXTURE_1D : CPUDEV_TEXTURE_2D;
        t = &row;
    }
    if (__builtin_expect(is_freed(t), 0))
        refuse_freed(kind, pc);
    cpudev_texel v;
    const void *first;
    if (t->shape == CPUDEV_TEXTURE_CUBE) {
        first = sample_cube(t, x, y, z, layer, NULL, &v, pc);
    } else if (__builtin_expect(t->level_count == 0, 1)) {
        first = cpudev_texture_sample(t, x, y, z, layer, &v);
    } else {
        first = cpudev_texture_sample_base(t, x, y, z, layer, &v);
    }
    cpudev_hook_texture_fetch(first, t->texel_size, pc); /* asked for, even if all is border */
    hand_over(t, &v, texel);
}

void cpudev_fetch_texture(const cpudev_texture *t, const char *name, int index, unsigned texel[4],
                          void *pc) {
    if (__builtin_expect(t == NULL || t->shape != CPUDEV_TEXTURE_LINEAR, 0))
        refuse(t, name, CPUDEV_TEX1DFETCH, pc);
    if (__builtin_expect(is_freed(t), 0))
        refuse_freed(CPUDEV_TEX1DFETCH, pc);
    cpudev_texel v;
    const void *first = cpudev_texture_fetch(t, index, &v);
    cpudev_hook_texture_fetch(first, t->texel_size, pc);
    if (first)
        hand_over(t, &v, texel);
    else /* the 0 outside, which a sum may count on */
        memcpy(texel, v.u, sizeof v.u);
}

float cpudev_sample_texture3d(const cpudev_texture *t, const char *name, float x, float y, float z,
                              void *pc) {
#ifndef CPUDEV_CHECK /* the checker wants the texel's address */
    if (__builtin_expect(t != NULL && t->plain3d && !is_freed(t), 1))
        return cpudev_texture_sample_plain3d(t, x, y, z);
#endif
    cpudev_texel v;
    cpudev_sample_texture(t, name, CPUDEV_TEX3D, x, y, z, 0, v.u, pc);
    return v.f[0];
}

static inline const cpudev_texture *texture_of(cudaTextureObject_t object) {
    return object - 1 < MOST_OBJECTS ? &textures[object - 1] : NULL;
}

void cpudev_object_sample(cudaTextureObject_t object, cpudev_fetch kind, float x, float y, float z,
                          int layer, unsigned texel[4]) {
    cpudev_sample_texture(texture_of(object), "a texture object", (int)kind, x, y, z, layer, texel,
                          __builtin_return_address(0));
}

/* A texture object's, fit to be read so. */
static const cpudev_texture *readable(cudaTextureObject_t object, cpudev_fetch kind, void *pc) {
    const cpudev_texture *t = texture_of(object);
    if (__builtin_expect(t == NULL || t->shape == CPUDEV_TEXTURE_NONE || t->kind != (int)kind, 0))
        refuse(t, "a texture object", (int)kind, pc);
    if (__builtin_expect(is_freed(t), 0))
        refuse_freed((int)kind, pc);
    return t;
}

void cpudev_object_sample_lod(cudaTextureObject_t object, cpudev_fetch kind, float x, float y,
                              float z, int layer, float lod, unsigned texel[4]) {
    void *pc = __builtin_return_address(0);
    const cpudev_texture *t = readable(object, kind, pc);
    cpudev_texel v;
    const void *first = t->shape == CPUDEV_TEXTURE_CUBE
                            ? sample_cube(t, x, y, z, layer, &lod, &v, pc)
                            : cpudev_texture_sample_lod(t, x, y, z, layer, lod, &v);
    cpudev_hook_texture_fetch(first, t->texel_size, pc);
    hand_over(t, &v, texel);
}

void cpudev_object_sample_grad(cudaTextureObject_t object, cpudev_fetch kind, float x, float y,
                               float z, int layer, const float dx[3], const float dy[3],
                               unsigned texel[4]) {
    void *pc = __builtin_return_address(0);
    const cpudev_texture *t = readable(object, kind, pc);
    const char *unknown = NULL;
    cpudev_texel v;
    const void *first = NULL;
    if (t->anisotropic)
        unknown = "gradients where maxAnisotropy is more than 1; set it to 0";
    else if (t->freed == NULL)
        unknown = "gradients in pitch-linear memory; use tex2D";
    else
        first =
            cpudev_texture_sample_grad(t, (const float[3]){x, y, z}, layer, dx, dy, &v, &unknown);
    if (unknown != NULL)
        cpudev_stop_block(cudaErrorNotSupported, pc,
                          "%sGrad at (%.9g, %.9g, %.9g): the CPU device does not know what a GPU "
                          "returns for %s",
                          fetch_names[kind], (double)x, (double)y, (double)z, unknown);
    cpudev_hook_texture_fetch(first, t->texel_size, pc);
    hand_over(t, &v, texel);
}

void cpudev_object_fetch(cudaTextureObject_t object, int index, unsigned texel[4]) {
    cpudev_fetch_texture(texture_of(object), "a texture object", index, texel,
                         __builtin_return_address(0));
}

/* CUDA asks for cudaArrayTextureGather; a GPU gathers without it too, and from pitch-linear memory.
 */
void cpudev_object_gather(cudaTextureObject_t object, float x, float y, int component,
                          unsigned texel[4]) {
    void *pc = __builtin_return_address(0);
    const cpudev_texture *t = texture_of(object);
    if (t == NULL || t->shape == CPUDEV_TEXTURE_NONE)
        cpudev_stop_block(cudaErrorLaunchFailure, pc,
                          "tex2Dgather of a texture object that does not exist: it was never "
                          "created, or it was destroyed");
    if (t->kind != CPUDEV_TEX2D)
        cpudev_stop_block(cudaErrorLaunchFailure, pc,
                          "tex2Dgather of a texture that is not two-dimensional without layers");
    if ((unsigned)component > 3)
        cpudev_stop_block(cudaErrorLaunchFailure, pc,
                          "tex2Dgather of component %d: components are 0 to 3", component);
    if (is_freed(t))
        refuse_freed(CPUDEV_TEX2D, pc);
    cpudev_texel v;
    cpudev_hook_texture_fetch(cpudev_texture_gather(t, x, y, component, &v), t->texel_size, pc);
    hand_over(t, &v, texel);
}

float cpudev_object_sample3d(cudaTextureObject_t object, float x, float y, float z) {
    return cpudev_sample_texture3d(texture_of(object), "a texture object", x, y, z,
                                   __builtin_return_address(0));
}
