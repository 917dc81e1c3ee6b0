/* unit.c - the CPU device's texture unit (labs/cpu/texture) as a WebAssembly module, for the
 * figures that answer. One texture at a time: its description and its texels lie in the module's
 * memory, where the page writes them; then it asks for samples. */
#include "texture/coordinates.h"
#include "texture/filter.h"
#include "texture/unit.h"

#define EXPORT(name) __attribute__((export_name(#name)))

enum { MOST_BYTES = 1 << 20 };

/* The order of the page's 17 words. */
static struct {
    int32_t shape, format, channels, width, height, depth, layers, address[3], linear, normalized,
        normalized_read;
    float border[4];
} description;
static _Alignas(16) unsigned char texels[MOST_BYTES];
static cpudev_texture texture;
static cpudev_texel result;
static int32_t four_weights[4];

EXPORT(description) void *description_place(void) {
    return &description;
}

EXPORT(texels) void *texels_place(void) {
    return texels;
}

EXPORT(most_bytes) int most_bytes(void) {
    return MOST_BYTES;
}

/* Takes the description; rows are tightly packed. */
EXPORT(describe) void describe(void) {
    static const int bytes[] = {1, 1, 2, 2, 4, 4, 2, 4};
    memset(&texture, 0, sizeof texture);
    texture.data = texels;
    texture.shape = (cpudev_texture_shape)description.shape;
    texture.format = (cpudev_texel_format)description.format;
    texture.channels = description.channels;
    texture.width = description.width;
    texture.height = description.height;
    texture.depth = description.depth;
    texture.layers = description.layers;
    texture.row_pitch =
        (size_t)(description.width * description.channels * bytes[description.format]);
    texture.slice_pitch = texture.row_pitch * (size_t)description.height;
    for (int axis = 0; axis < 3; axis++)
        texture.address[axis] = (cpudev_address_mode)description.address[axis];
    texture.linear = description.linear;
    texture.normalized = description.normalized;
    texture.normalized_read = description.normalized_read;
    memcpy(texture.border_colour, description.border, sizeof description.border);
    cpudev_texture_prepare(&texture);
}

/* The four words of one sample. */
EXPORT(sample) void *sample(float x, float y, float z, int layer) {
    if (texture.plain3d)
        result.f[0] = cpudev_texture_sample_plain3d(&texture, x, y, z);
    else
        cpudev_texture_sample(&texture, x, y, z, layer, &result);
    return &result;
}

EXPORT(fetch) void *fetch(int index) {
    cpudev_texture_fetch(&texture, index, &result);
    return &result;
}

/* Where a linear read at x lies along x, in 256ths of a texel from the centre of texel 0, before
 * the address mode; the texel that a point read at x meets (-1: the border). */
EXPORT(place) int place(float x) {
    return (int)linear_place(&texture, 0, x, texture.width);
}

EXPORT(texel) int texel(float x) {
    return (int)point_index(&texture, 0, x, texture.width);
}

/* The weights of (0,0) (1,0) (0,1) (1,1) in 256ths, of fractions a along x and b along y in 256ths.
 */
EXPORT(weights) void *weights(int a, int b) {
    slice_weights(a, b, 256, four_weights);
    return four_weights;
}

/* What clang calls where a copy is not a single instruction. */
void *memcpy(void *to, const void *from, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        ((volatile unsigned char *)to)[i] = ((const unsigned char *)from)[i];
    return to;
}

void *memset(void *to, int byte, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        ((volatile unsigned char *)to)[i] = (unsigned char)byte;
    return to;
}
