// Lab 6: constant memory and separate compilation.
//
// What each step owes. Every function that returns cudaError_t returns the first CUDA error it met
// (with nothing left allocated), or cudaSuccess; what a cudaFree on the way out returns does not
// matter. No function ends the program.
#ifndef LAB6_H
#define LAB6_H

#include <cuda_runtime.h>
#include "../common/check.h"

// Sizes; every one may be overridden on the command line: make DEFS="-DCM_SIZE=7"
#ifndef CM_SIZE
#define CM_SIZE 4 // words of the lecture's constant array
#endif
#ifndef TABLE_SIZE
#define TABLE_SIZE 256 // words of step 4's table, in constant memory
#endif
#ifndef PART_SIZE
#define PART_SIZE 4096 // words of constant memory that step 5 has for its table
#endif

// ---- Step 1: lab6.cu ----------------------------------------------------------------------------

// __constant__ int c_a[CM_SIZE] is defined in lab6.cu.
// Stores c_a[i] = -2 * i for every i, through cudaMemcpyToSymbol.
cudaError_t hInitCM(void);

// ---- Step 2: lab6.cu ----------------------------------------------------------------------------

// b[i] = a[i] * c_a[i % CM_SIZE] for 0 <= i < n; a and b are n words of device memory. Launched
// with blocks of any size x 1 x 1 and at least n threads in all, often more; nothing beyond n is
// touched.
__global__ void gTestCM(const int *a, int *b, int n);

// The same with the table c (CM_SIZE words) in global memory.
__global__ void gTestGM(const int *a, int *b, const int *c, int n);

// The whole experiment from constant memory: fills c_a by hInitCM, runs gTestCM, and brings the
// result back. a and b are n words of host memory, n >= 1.
cudaError_t hTestCM(const int *a, int *b, int n);

// ---- Step 3: lab61.cu and the Makefile ----------------------------------------------------------

// Prints the first words of the c_a that lab6.cu filled, four of them (fewer when CM_SIZE is less),
// on one line with one blank between: "0 -2 -4 -6". Launched as <<<1, 1>>>.
__global__ void gTestCM1(void);

// Given: launches gTestCM1 and waits for it.
cudaError_t hTestCM1(void);

// Given: where c_a lies on the device, as lab6.cu and as lab61.cu see it. There must be one array.
cudaError_t hAddressCM(void **address);
cudaError_t hAddressCM1(void **address);

// ---- Step 4: lab62.cu ---------------------------------------------------------------------------

// __constant__ unsigned c_t[TABLE_SIZE] is defined in lab62.cu. Both kernels compute
//   b[i] = sum over k of c_t[k] * (a[i] ^ k),  0 <= k < TABLE_SIZE,  0 <= i < n
// in unsigned arithmetic (it wraps, so the order of the sum does not matter), reading every word of
// c_t from constant memory once a thread. Launched with blocks of a multiple of 32 threads along x.
//   gUniform     at each turn of the loop all threads of a warp read the same word
//   gDivergent   thread i starts at word i % TABLE_SIZE and wraps around: the threads of a warp
//                read different words at each turn
__global__ void gUniform(const unsigned *a, unsigned *b, int n);
__global__ void gDivergent(const unsigned *a, unsigned *b, int n);

// Given: copies TABLE_SIZE words from the host into c_t.
cudaError_t hInitTable(const unsigned *words);

// How many different words a full warp (threads 32 w to 32 w + 31) asks for in one read of
// table[i % size], i being the thread's number, size >= 1: what gTestCM does for size 4.
int hWordsPerRequest(int size);

// ---- Step 5: lab63.cu ---------------------------------------------------------------------------

// __constant__ int c_part[PART_SIZE] is defined in lab63.cu. All the constant memory of a program
// is 64 KiB; step 5 must leave 4 KiB of it to the other files. A PART_SIZE that breaks this must
// stop the compiler in this file, by a static_assert whose message contains "64 KiB".
//
// out[i] = table[index[i]] for 0 <= i < n, and 0 where the index is outside the table. table (words
// of it), index and out (n each) are in host memory. A table of at most PART_SIZE words is read
// from c_part; a larger one part by part, or somewhere else. words < 1 or n < 0 is
// cudaErrorInvalidValue; n = 0 is no work and cudaSuccess.
cudaError_t hLookup(const int *table, int words, const int *index, int *out, int n);

#endif
