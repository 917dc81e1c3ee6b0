// Step 2: an array of structures becomes a structure of arrays.
#include "lab11.h"

__global__ void toArrays(const Particle *particles, int n, float *x, float *y, float *z,
                         float *mass) {
    // TODO: which element does a thread take, so that a warp's stores lie side by side? There may
    // be fewer threads than particles.
}

cudaError_t hToArrays(const Particle *particles, int n, float *fields) {
    return cudaErrorNotSupported; // TODO: allocate, copy, launch, copy back, free
}
