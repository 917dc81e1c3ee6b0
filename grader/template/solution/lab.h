// Lab @N@: what it is about.
//
// Each step is one file and owes the functions listed under its number. Every function that returns
// cudaError_t returns the first CUDA error it met, with nothing left allocated, or cudaSuccess.
#ifndef LABN_H
#define LABN_H

#include <cuda_runtime.h>
#include "../common/check.h"

// ---- Step 1: step1_scale.cu ---------------------------------------------------------------------

// out[i] = k * in[i] for 0 <= i < n, both in device memory. Launched with any blocks of b x 1 x 1
// threads, at least n in all.
__global__ void scale(const float *in, float k, int n, float *out);

// The same from and into host memory. n >= 1.
cudaError_t scale_host(const float *in, float k, int n, float *out);

#endif
