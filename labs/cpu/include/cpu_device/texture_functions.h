/* texture_functions.h - textures in the CUDA runtime API, as far as it is C, and what fetches call
 * (runtime/texture_object.c, texture_reference.c). C and C++. */
#ifndef CPUDEV_TEXTURE_FUNCTIONS_H
#define CPUDEV_TEXTURE_FUNCTIONS_H

#include "driver_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- texture objects ---- */
struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind __f);
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *texture,
                                    const struct cudaResourceViewDesc *__view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object);
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaTextureObject_t object);
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *texture,
                                            cudaTextureObject_t object);
cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *__view,
                                                 cudaTextureObject_t object);
/* Elements of this format that a texture over linear memory can have. */
cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *__elements,
                                                 const struct cudaChannelFormatDesc *format,
                                                 int device);

/* ---- legacy texture references: the attributes count at each launch ---- */
cudaError_t cpudev_bind_texture(size_t *offset, struct textureReference *reference,
                                const void *pointer, const struct cudaChannelFormatDesc *format,
                                size_t size);
cudaError_t cpudev_bind_texture_2d(size_t *offset, struct textureReference *reference,
                                   const void *pointer, const struct cudaChannelFormatDesc *format,
                                   size_t width, size_t height, size_t pitch);
cudaError_t cpudev_bind_texture_to_array(struct textureReference *reference,
                                         cudaArray_const_t array,
                                         const struct cudaChannelFormatDesc *format);
cudaError_t cpudev_unbind_texture(struct textureReference *reference);
cudaError_t cpudev_texture_alignment_offset(size_t *offset,
                                            const struct textureReference *reference);

/* ---- fetches: device code ---- */
/* What the source calls; it must be the texture's. */
typedef enum {
    CPUDEV_TEX1DFETCH,
    CPUDEV_TEX1D,
    CPUDEV_TEX2D,
    CPUDEV_TEX3D,
    CPUDEV_TEX1DLAYERED,
    CPUDEV_TEX2DLAYERED,
    CPUDEV_TEXCUBEMAP,
    CPUDEV_TEXCUBEMAPLAYERED
} cpudev_fetch;
/* Four 32-bit words: floats' bits, or integers widened to 32 bits. */
void cpudev_object_sample(cudaTextureObject_t object, cpudev_fetch kind, float x, float y, float z,
                          int layer, unsigned __texel[4]);
/* The same at a level of a mipmapped array, or at the level that two gradients choose. */
void cpudev_object_sample_lod(cudaTextureObject_t object, cpudev_fetch kind, float x, float y,
                              float z, int layer, float __lod, unsigned __texel[4]);
void cpudev_object_sample_grad(cudaTextureObject_t object, cpudev_fetch kind, float x, float y,
                               float z, int layer, const float __dx[3], const float __dy[3],
                               unsigned __texel[4]);
void cpudev_object_fetch(cudaTextureObject_t object, int index, unsigned __texel[4]);
/* One component (0..3) of four texels. */
void cpudev_object_gather(cudaTextureObject_t object, float x, float y, int __component,
                          unsigned __texel[4]);
/* tex3D of one float channel: the same, faster. */
float cpudev_object_sample3d(cudaTextureObject_t object, float x, float y, float z);
void cpudev_reference_sample(const struct textureReference *reference, cpudev_fetch kind, float x,
                             float y, float z, int layer, unsigned __texel[4]);
void cpudev_reference_fetch(const struct textureReference *reference, int index,
                            unsigned __texel[4]);
float cpudev_reference_sample3d(const struct textureReference *reference, float x, float y,
                                float z);

#ifdef __cplusplus
}
#endif
#endif
