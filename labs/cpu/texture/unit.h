/* unit.h - the door of the texture unit: its arithmetic, bit for bit as an NVIDIA H200 does it.
 *
 * What it does: it says what a fetch of a texture returns and which bytes an access of a surface
 * meets. What goes in: a described texture or surface, and coordinates. What comes out: texels, and
 * the address that was read. Pure functions: no global state, any thread; it knows nobody, neither
 * the runtime nor the checker. The laws, how they were measured and what they were checked against:
 * ../TEXTURES.md. coordinates.h finds texels by axes and footprint.h all that a fetch reads,
 * texels.h reads them, filter.h has the linear filter's sums, unit.c the samples, lod.c those of
 * levels, gradient.c the level that gradients choose, cube.c the places on a cube's faces,
 * gather.c the four texels of a gather, surface.c the boundaries of surfaces.
 */
#ifndef CPUDEV_TEXTURE_UNIT_H
#define CPUDEV_TEXTURE_UNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    CPUDEV_TEXTURE_NONE,   /* no texture: never created, or destroyed */
    CPUDEV_TEXTURE_LINEAR, /* linear memory: read by integer index alone */
    CPUDEV_TEXTURE_1D,
    CPUDEV_TEXTURE_2D, /* an array, or pitch-linear memory */
    CPUDEV_TEXTURE_3D,
    CPUDEV_TEXTURE_CUBE /* six square faces; a slice is a face */
} cpudev_texture_shape;

typedef enum {
    CPUDEV_TEXEL_U8,
    CPUDEV_TEXEL_S8,
    CPUDEV_TEXEL_U16,
    CPUDEV_TEXEL_S16,
    CPUDEV_TEXEL_U32,
    CPUDEV_TEXEL_S32,
    CPUDEV_TEXEL_F16,
    CPUDEV_TEXEL_F32
} cpudev_texel_format;

/* In the order of cudaTextureAddressMode. */
typedef enum { CPUDEV_WRAP, CPUDEV_CLAMP, CPUDEV_MIRROR, CPUDEV_BORDER } cpudev_address_mode;

/* What one fetch returns for each channel: a float, or an integer widened to 32 bits. Channels that
 * the texture lacks are 0. */
typedef union {
    float f[4];
    int32_t i[4];
    uint32_t u[4];
} cpudev_texel;

typedef struct cpudev_texture cpudev_texture;
struct cpudev_texture {
    /* Set by the caller. */
    const unsigned char *data;
    size_t row_pitch, slice_pitch; /* bytes; a slice is a z plane of a 3-D texture, or a layer */
    int width, height, depth;      /* texels; 1 along an axis that the shape lacks */
    int layers;                    /* 0: not layered */
    const cpudev_texture *levels;  /* the smaller ones, prepared, from level 1 on */
    int level_count;               /* this one included; 0: not mipmapped */
    cpudev_texture_shape shape;
    cpudev_texel_format format;
    int channels; /* 1, 2, 4 */
    cpudev_address_mode address[3];
    bool linear;          /* cudaFilterModeLinear */
    bool normalized;      /* coordinates 0..1 */
    bool normalized_read; /* 8- and 16-bit integers read as floats */
    bool mip_linear;      /* two levels are mixed */
    float level_bias, min_level, max_level;
    bool seamless;          /* a cube's faces are joined */
    float border_colour[4]; /* as the user gave it */
    int kind;               /* the caller's own: which fetches may read it */
    bool anisotropic;       /* the caller's own: gradients ask for more than a level */
    const bool *freed;      /* the caller's own: says when the memory is gone; NULL: never */

    /* Set by cpudev_texture_prepare. */
    size_t texel_size; /* bytes */
    double steps[3];   /* of a normalised coordinate in 1, by axis: more in long textures */
    double step[3];    /* 1 / steps, a power of two */
    int32_t border[4]; /* the border colour as a texel's raw bits, sign-extended */
    bool plain3d;      /* float, one channel, 3-D, linear, unnormalised, clamped: the fast path */
    double limit[3];   /* of plain3d: the last texel's centre in 1/256 texel */
};

/* Completes the description: derived values and the converted border colour. Call it once, before
 * the first fetch and after every change. */
void cpudev_texture_prepare(cpudev_texture *t);

/* One sample at (x, y, z); coordinates beyond the texture's dimension are ignored, and so is layer
 * where it is not layered. A shape of CPUDEV_TEXTURE_LINEAR or _NONE, or no texels, return zeros.
 * Returns the address of the first texel read, NULL where only the border was. */
const void *cpudev_texture_sample(const cpudev_texture *t, float x, float y, float z, int layer,
                                  cpudev_texel *out);

/* The same at a level of a mipmapped texture (lod.c); of any other, it is the same. */
const void *cpudev_texture_sample_lod(const cpudev_texture *t, float x, float y, float z, int layer,
                                      float lod, cpudev_texel *out);

/* The same where no level is given: the first that the texture's clamps allow. */
const void *cpudev_texture_sample_base(const cpudev_texture *t, float x, float y, float z,
                                       int layer, cpudev_texel *out);

/* The same where gradients choose the level. Where it is not known what a GPU returns, *unknown
 * says why; else it is NULL. */
const void *cpudev_texture_sample_grad(const cpudev_texture *t, const float xyz[3], int layer,
                                       const float dx[3], const float dy[3], cpudev_texel *out,
                                       const char **unknown);

/* The same for a cube, by direction, at a level or (NULL) at none. Where it is not known what a GPU
 * returns, *unknown says why; else it is NULL. */
const void *cpudev_texture_sample_cube(const cpudev_texture *t, const float direction[3], int layer,
                                       const float *lod, cpudev_texel *out, const char **unknown);

/* The texel at an integer index of a texture over linear memory; zeros outside it. */
const void *cpudev_texture_fetch(const cpudev_texture *t, int index, cpudev_texel *out);

/* The same as cpudev_texture_sample for a texture that is plain3d. */
float cpudev_texture_sample_plain3d(const cpudev_texture *t, float x, float y, float z);

/* One component (0..3) of the four texels of a linear fetch at (x, y), as point reads return them:
 * a 2-D texture's, counterclockwise from (low x, high y): (0,1) (1,1) (1,0) (0,0). Returns the
 * address of the first texel read, NULL where only the border was. */
const void *cpudev_texture_gather(const cpudev_texture *t, float x, float y, int component,
                                  cpudev_texel *out);

/* ---- surfaces (surface.c) ---- */

/* In the order of cudaSurfaceBoundaryMode. */
typedef enum { CPUDEV_BOUNDARY_ZERO, CPUDEV_BOUNDARY_CLAMP, CPUDEV_BOUNDARY_TRAP } cpudev_boundary;

typedef struct {
    unsigned char *data;
    size_t row_pitch, slice_pitch; /* bytes; a slice is a z plane, a layer or a face */
    size_t texel_size;             /* bytes */
    int width, height, slices;     /* texels; 1 along an axis that the surface lacks */
    bool layered;                  /* slices are layers or faces: a negative one is the last */
    int kind;                      /* the caller's own: which accesses it takes; 0: no surface */
    bool accessible;               /* the caller's own: the array has cudaArraySurfaceLoadStore */
    const bool *freed;             /* the caller's own: says when the memory is gone */
} cpudev_surface;

typedef enum {
    CPUDEV_ACCESS_MADE,      /* at the address returned */
    CPUDEV_ACCESS_NOWHERE,   /* outside, zero mode: reads 0, writes nothing */
    CPUDEV_ACCESS_TRAPPED,   /* outside, trap mode: ends the kernel */
    CPUDEV_ACCESS_MISALIGNED /* x is no multiple of the access' size */
} cpudev_access;

/* Where an access of `size` bytes at byte x of row y of a slice lies; NULL unless it is made. */
unsigned char *cpudev_surface_place(const cpudev_surface *s, cpudev_boundary mode, int x, int y,
                                    int slice, size_t size, cpudev_access *access);

#endif
