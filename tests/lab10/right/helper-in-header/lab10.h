// Lab 10: textures in two dimensions, CUDA arrays in five steps.
//
// Each step is one file and owes the functions listed under its number. Every function that returns
// cudaError_t returns the first CUDA error it met (with nothing left allocated), or cudaSuccess. No
// function ends the program. Pictures and matrices are stored row by row: element (x, y) of a
// width x height picture is number y * width + x; element (row, column) of a matrix with `columns`
// columns is number row * columns + column.
#ifndef LAB10_H
#define LAB10_H

#include <cuda_runtime.h>
#include "../common/check.h"

// Threads along each side of a block; may be overridden: make DEFS=-DTILE=8. TILE * TILE <= 1024.
#ifndef TILE
#define TILE 16
#endif

// Samples along each side of a pixel in step 4: 1, 2, 4 or 8. Overridden likewise: -DSAMPLES=1.
#ifndef SAMPLES
#define SAMPLES 4
#endif

// Blocks of `size` threads for n elements.
__host__ __device__ inline int blocks_for(int n, int size) {
    return (n + size - 1) / size;
}

// ---- Step 1: step1_picture.cu -------------------------------------------------------------------

// Makes a CUDA array of width x height floats and copies the picture (host memory) into it.
cudaError_t make_array(const float *pixels, int width, int height, cudaArray_t *array);

// Makes a texture object on the array: values as stored, normalised coordinates, linear filtering,
// and the picture repeated without end along both axes.
cudaError_t make_texture(cudaArray_t array, cudaTextureObject_t *texture);

// out[y * width + x] = the texture at the centre of pixel (x, y), moved by (shift_x, shift_y)
// pixels: the normalised coordinate along x is (x + 0.5f + shift_x) / width. Launched with any
// two-dimensional grid that covers the picture, often more. out: device memory.
__global__ void read_picture(cudaTextureObject_t texture, int width, int height, float shift_x,
                             float shift_y, float *out);

// All five steps, host to host: array, copy, texture object with its parameters, kernel, and
// everything freed.
cudaError_t shift_picture(const float *pixels, int width, int height, float shift_x, float shift_y,
                          float *out);

// ---- Step 2: step2_multiply.cu ------------------------------------------------------------------

// C = A B, where A is m x k, B is k x n and C is m x n (rows x columns, any sizes >= 1). One thread
// an element of C; blocks of TILE x TILE threads; a grid that covers C, often more. Results differ
// from the exact product by rounding only.
//   multiply_global    A and B in global memory
//   multiply_tiled     the same through tiles of TILE x TILE in shared memory
//   multiply_texture   A and B through texture objects with normalised coordinates and point
//                      filtering: element (row, column) is the texel in that row and column
__global__ void multiply_global(const float *a, const float *b, float *c, int m, int k, int n);
__global__ void multiply_tiled(const float *a, const float *b, float *c, int m, int k, int n);
__global__ void multiply_texture(cudaTextureObject_t a, cudaTextureObject_t b, float *c, int m,
                                 int k, int n);

// Makes the array and the texture object for one matrix (host memory) of multiply_texture.
cudaError_t make_matrix(const float *elements, int rows, int columns, cudaArray_t *array,
                        cudaTextureObject_t *texture);

enum Version { GLOBAL, TILED, TEXTURE };

// C = A B from host memory to host memory with the kernel named.
cudaError_t multiply(Version version, const float *a, const float *b, float *c, int m, int k,
                     int n);

// ---- Step 3: step3_types.cu ---------------------------------------------------------------------

// out[i] = pixels[i] / 255, read as float through a texture of unsigned char. Host to host.
cudaError_t read_bytes(const unsigned char *pixels, int width, int height, float *out);

// out[i] = pixels[i] (red, green, blue, alpha) through a float4 texture. Host to host.
cudaError_t read_colours(const float4 *pixels, int width, int height, float4 *out);

// One matrix a layer: c[l] = a[l] b[l] for 0 <= l < layers, all n x n, layer l of each at element
// l * n * n, a and b through layered textures. Host to host.
cudaError_t multiply_layers(const float *a, const float *b, float *c, int n, int layers);

// A map of the earth: it repeats along x and ends along y. Makes a texture object on the array with
// normalised coordinates, linear filtering, wrap along x and clamp along y.
cudaError_t make_map(cudaArray_t array, cudaTextureObject_t *texture);

// ---- Step 4: step4_rotate.cu --------------------------------------------------------------------

// Turns a picture about its centre and scales it. cosine and sine are those of the angle, divided
// by the scale.
struct Motion {
    float cosine, sine;
};

// Given: where sample (i, j) of pixel (x, y) of the result lies in the source, counted in texels; i
// counts along x, j along y, from 0 to SAMPLES - 1. The samples lie evenly in the pixel; the one of
// SAMPLES = 1 is its centre. Fused multiply-adds, so that every device computes the same
// coordinates.
__host__ __device__ inline float2 source_of(int x, int y, int i, int j, int width, int height,
                                            Motion motion) {
    float middle_x = 0.5f * (float)width, middle_y = 0.5f * (float)height;
    float dx = (float)x + ((float)i + 0.5f) / SAMPLES - middle_x;
    float dy = (float)y + ((float)j + 0.5f) / SAMPLES - middle_y;
    return make_float2(fmaf(motion.cosine, dx, fmaf(motion.sine, dy, middle_x)),
                       fmaf(motion.cosine, dy, fmaf(-motion.sine, dx, middle_y)));
}

// out[y * width + x] = the mean of the pixel's SAMPLES x SAMPLES samples: the source at
// source_of(x, y, i, j), filtered bilinearly; outside the source lies `border`. Launched with any
// two-dimensional grid that covers the picture, often more. The texture has coordinates counted in
// texels, linear filtering and the border colour.
__global__ void rotate_hardware(cudaTextureObject_t texture, int width, int height, Motion motion,
                                float *out);

// The same from global memory, with the texture unit's own arithmetic: the coordinate less 1/2 in
// 256ths (ties up), the weights of lab 9's plane_weights, the sum exact. Bit for bit what
// rotate_hardware gives when pixels and border are multiples of 1/256 up to 1: the sum of up to 64
// samples is exact too.
__global__ void rotate_software(const float *pixels, int width, int height, Motion motion,
                                float border, float *out);

// Both from host memory to host memory.
cudaError_t rotate_by_hardware(const float *pixels, int width, int height, Motion motion,
                               float border, float *out);
cudaError_t rotate_by_software(const float *pixels, int width, int height, Motion motion,
                               float border, float *out);

// ---- Step 5: step5_table.cu ---------------------------------------------------------------------

struct Timing {
    const char *name; // of the kernel
    int size;         // n of the n x n matrices, or the side of the square picture
    float ms;         // time of one launch of the kernel alone, in milliseconds
    float ratio;      // to the first kernel of its kind: multiply_global, rotate_hardware
};

#define TIMINGS 5

// Times multiply_global, multiply_tiled, multiply_texture, rotate_hardware, rotate_software, in
// this order, on matrices and a picture of size x size: each averaged over at least 5 launches
// after one that is not counted. Nothing stays allocated.
cudaError_t time_all(int size, Timing rows[TIMINGS]);

// Writes the rows to `path` as CSV: the line kernel,size,ms,ratio, then one line a row, numbers
// with at least 6 significant digits. Returns 0, or -1 when the file cannot be written (errno says
// why).
int write_csv(const char *path, const Timing *rows, int count);

#endif
