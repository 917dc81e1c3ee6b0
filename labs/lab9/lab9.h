// Lab 9: the texture unit under the microscope.
//
// Each step is one file and owes the functions listed under its number. Every function that returns
// cudaError_t returns the first CUDA error it met (with nothing left allocated), or cudaSuccess;
// but for free_row what frees something on the way out does not matter. No function ends the
// program. "Bit for bit" means that the student's arithmetic on the host gives the very float that
// the texture unit gives.
#ifndef LAB9_H
#define LAB9_H

#include <cuda_runtime.h>
#include "../common/check.h"

// ---- Step 1: step1_readout.cu -------------------------------------------------------------------

// A row of floats in a one-dimensional CUDA array, and the texture object it is read through.
struct Row {
    cudaArray_t array;
    cudaTextureObject_t texture;
};

// How it is read. address: along x, and along y too (step 5 shows why a row has a y). normalized: 0
// coordinates count texels, 1 the whole row is [0, 1). border: the value outside, for
// cudaAddressModeBorder.
struct Reading {
    cudaTextureFilterMode filter;
    cudaTextureAddressMode address;
    int normalized;
    float border;
};

// Makes the array from `count` >= 1 floats of host memory and the texture object as `reading` says,
// element type as stored.
cudaError_t make_row(const float *texels, int count, Reading reading, Row *row);

// Frees both, in an order in which nothing is used after it was freed, and sets them to 0.
cudaError_t free_row(Row *row);

// Sample number i lies at x = fmaf(i, increment, base): one rounding, on every device the same.
// out[i] = (x, the texture's value there) for 0 <= i < n. out: device memory. Launched with any
// blocks of b x 1 x 1 threads, at least n in all.
__global__ void sample_row(cudaTextureObject_t texture, float base, float increment, int n,
                           float2 *out);

// The same into host memory.
cudaError_t read_row(cudaTextureObject_t texture, float base, float increment, int n, float2 *out);

// ---- Step 2: step2_address.cu -------------------------------------------------------------------

#define OUTSIDE (-1)

// The number of the texel that a point-filtered read at x gives, 0 <= number < count, or OUTSIDE
// when it gives the border colour. 1 <= count <= 8192; x is any finite coordinate with |x| < 2^20
// (normalized: |x| < 8). Bit for bit.
//   unnormalised   wrap and mirror act as clamp
//   normalised     the unit does not keep all bits of x. `make run` prints where texels begin;
//                  the rule stands on the page, "What you should have found": The floor.
int texel_at(float x, int count, cudaTextureAddressMode address, int normalized);

// ---- Step 3: step3_half.cu ----------------------------------------------------------------------

// The coordinate at which linear filtering gives texel i itself and nothing of its neighbours, 1 <=
// count <= 4096. (In some longer rows the cut of a normalised coordinate, step 2, is too coarse.)
float centre_of(int i, int count, int normalized);

// out[i] = texel i for 0 <= i < count, read back through a texture object with linear filtering
// (any address mode) of `count` texels. out: host memory.
cudaError_t read_texels(cudaTextureObject_t texture, int count, int normalized, float *out);

// ---- Step 4: step4_bits.cu ----------------------------------------------------------------------

// The weight of the right-hand texel in 256ths, 0 <= weight < 256, for an unnormalised coordinate x
// inside the row, and in *left the number of the left-hand texel (-1 when x < 0.5).
// The same two texels and weights as the unit's: `build/lab9 bits FILE` writes where they change;
// the rule stands on the page, "What you should have found": Nine bits.
int weight_at(float x, int *left);

// What linear filtering with clamp gives at x, 0 <= x <= count: the exact sum of weights and
// texels, rounded to float once. Bit for bit when texels are multiples of 2^-10 below 2^10.
float filter_row(const float *texels, int count, float x);

// The same with the weight not cut: what a programmer expects. Computed in double.
float filter_row_exact(const float *texels, int count, float x);

// ---- Step 5: step5_plane.cu ---------------------------------------------------------------------

// The four weights of a bilinear read, in 256ths, whose fractions are a/256 along x and b/256 along
// y, 0 <= a, b < 256: weights[0] of texel (0,0), [1] of (1,0), [2] of (0,1), [3] of (1,1), as
// (x, y). They always add up to 256. Bit for bit.
void plane_weights(int a, int b, int weights[4]);

// The same weights as the hardware has them: reads a texture of 2 x 2 texels that are unit vectors
// (float4), linear and clamp, at the point with these fractions. out: 4 floats of host memory.
cudaError_t read_plane_weights(int a, int b, float out[4]);

// The surprise: what a one-dimensional row gives at x, -2 <= x <= count + 2, with linear filtering
// and cudaAddressModeBorder (along x and y). Bit for bit when texels and border are multiples of
// 2^-8 below 2^8.
float filter_row_border(const float *texels, int count, float border, float x);

#endif
