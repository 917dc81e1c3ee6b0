// Lab 11: global and shared memory.
//
// Each step is one file and owes the functions listed under its number. Every function that returns
// cudaError_t returns the first CUDA error it met, with nothing left allocated, or cudaSuccess.
// What is beyond the last element is never touched.
//
// A warp's 32 threads send one load or store together: a request. The memory answers in sectors: 32
// bytes that begin at a multiple of 32. Counted is how many sectors the requests touch: 32 floats
// that lie side by side from a multiple of 32 bytes on are 4.
#ifndef LAB11_H
#define LAB11_H

#include <cuda_runtime.h>
#include "../common/check.h"

#define TILE 32     // columns and rows of a tile: blocks of TILE x TILE_ROWS threads do one each
#define TILE_ROWS 8 // so that a thread has TILE / TILE_ROWS elements of it
#define BINS 256    // step 6: one for each value of a byte

// The kernels of steps 1, 3, 4 and 5 take matrices in device memory, row after row: element (r, c)
// of one with `columns` columns is number r * columns + c. rows and columns are any numbers from 1
// on. They are launched with blocks of TILE x TILE_ROWS x 1 threads, and at least as many blocks as
// there are tiles: blockIdx.x counts them along the columns of `in`, blockIdx.y along its rows.
// Counted is with rows and columns that are multiples of 8, so that each row begins with a sector.

// ---- Step 1: step1_copy.cu ----------------------------------------------------------------------

// out = in. A warp's threads take neighbouring columns of one row: at most 4 sectors a request.
__global__ void copyRows(const float *in, float *out, int rows, int columns);

// out = in. A warp's threads take neighbouring rows of one column: one sector for each thread.
__global__ void copyColumns(const float *in, float *out, int rows, int columns);

// How many sectors a full warp touches with one request in which thread i, 0 <= i < 32, reads
// `size` bytes from byte offset + i * stride on. size is 1, 2, 4, 8 or 16; offset >= 0 and stride
// >= 0 are bytes and multiples of size; byte 0 begins a sector.
int hSectorsPerRequest(int stride, int size, int offset);

// ---- Step 2: step2_arrays.cu --------------------------------------------------------------------

typedef struct {
    float x, y, z, mass;
} Particle;

// x[i], y[i], z[i], mass[i] are those of particles[i], 0 <= i < n, all in device memory. Launched
// with any blocks of b x 1 x 1 threads, often more threads than n, often fewer. A store touches at
// most 4 sectors a request.
__global__ void toArrays(const Particle *particles, int n, float *x, float *y, float *z,
                         float *mass);

// The same from and into host memory: fields has 4 * n floats, first all x, then all y, all z, all
// masses. n >= 1.
cudaError_t hToArrays(const Particle *particles, int n, float *fields);

// ---- Step 3: step3_naive.cu ---------------------------------------------------------------------

// out(c, r) = in(r, c): out has `columns` rows and `rows` columns. No shared memory: either the
// loads or the stores touch at most 4 sectors a request; the others cannot.
__global__ void transposeNaive(const float *in, float *out, int rows, int columns);

// ---- Step 4: step4_tile.cu ----------------------------------------------------------------------

// The same through a tile in shared memory: loads and stores touch at most 4 sectors a request.
__global__ void transposeTile(const float *in, float *out, int rows, int columns);

// ---- Step 5: step5_banks.cu ---------------------------------------------------------------------

// Shared memory has 32 banks; word w (4 bytes) lies in bank w % 32. A request is served at once if
// no two of its threads ask for different words of one bank, else one word of a bank at a time.

// In how many turns a full warp's request is served in which thread i reads word i * stride:
// 1 without a conflict. stride >= 0.
int hTurnsPerRequest(int stride);

// As transposeTile, and no request of shared memory takes more than one turn: no bank conflicts.
// At most 8 KiB of shared memory a block.
__global__ void transposeBanks(const float *in, float *out, int rows, int columns);

// The same from and into host memory, by transposeBanks. rows >= 1, columns >= 1.
cudaError_t hTranspose(const float *in, float *out, int rows, int columns);

// ---- Step 6: step6_bins.cu ----------------------------------------------------------------------

// Both are launched with any number of blocks of b x 1 x 1 threads, b a multiple of 32 up to 1024,
// no power of two now and then; often there are fewer threads than n, often more.

// Adds all n words of `in` to *sum (which holds what it held before; it wraps). Each block does at
// most one atomic operation on global memory.
__global__ void sumWords(const unsigned *in, int n, unsigned *sum);

// Adds 1 to bins[v] for each of the n bytes v of `in` (bins hold what they held before). Each block
// counts in bins of its own in shared memory first, and does at most BINS atomic operations on
// global memory.
__global__ void histogram(const unsigned char *in, int n, unsigned *bins);

// bins[v] = how many of the n bytes of `in` are v, from and into host memory, by histogram. n >= 1.
cudaError_t hHistogram(const unsigned char *in, int n, unsigned *bins);

#endif
