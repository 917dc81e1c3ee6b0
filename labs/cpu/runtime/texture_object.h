/* texture_object.h - the texture objects that exist. Internal. */
#ifndef CPUDEV_TEXTURE_OBJECT_H
#define CPUDEV_TEXTURE_OBJECT_H

#include "core.h"
#include "texture/unit.h"

/* Validates the descriptions as the CUDA runtime does and fills *t. The error is not recorded. */
cudaError_t cpudev_describe_texture(cpudev_texture *t, const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *texture);

/* Elements that a texture over linear memory can have, by the size of one: what an H200 has. */
size_t cpudev_linear_limit(size_t texel_size);

/* Bytes of a texel; 0: not a format of textures. */
size_t cpudev_format_size(const struct cudaChannelFormatDesc *format);

/* Device code: one sample of a texture that exists. NULL, or one whose kind is another, stops the
 * block with an explanation; `name` says how the source calls it. pc: the fetch in the student's
 * code. */
void cpudev_sample_texture(const cpudev_texture *t, const char *name, int kind, float x, float y,
                           float z, int layer, unsigned texel[4], void *pc);
void cpudev_fetch_texture(const cpudev_texture *t, const char *name, int index, unsigned texel[4],
                          void *pc);
float cpudev_sample_texture3d(const cpudev_texture *t, const char *name, float x, float y, float z,
                              void *pc);

#endif
