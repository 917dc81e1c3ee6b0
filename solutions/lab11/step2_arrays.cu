// Step 2: an array of structures becomes a structure of arrays.
#include "lab11.h"

#ifndef SKELETON
__global__ void toArrays(const Particle *particles, int n, float *x, float *y, float *z,
                         float *mass) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        Particle p = particles[i];
        x[i] = p.x;
        y[i] = p.y;
        z[i] = p.z;
        mass[i] = p.mass;
    }
}

cudaError_t hToArrays(const Particle *particles, int n, float *fields) {
    const size_t bytes = n * sizeof(Particle);
    Particle *from = NULL;
    float *to = NULL;
    cudaError_t error = cudaMalloc(&from, bytes);
    if (error == cudaSuccess)
        error = cudaMalloc(&to, bytes);
    if (error == cudaSuccess)
        error = cudaMemcpy(from, particles, bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) {
        toArrays<<<(n + 255) / 256, 256>>>(from, n, to, to + n, to + 2 * n, to + 3 * n);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpy(fields, to, bytes, cudaMemcpyDeviceToHost);
    cudaFree(to);
    cudaFree(from);
    return error;
}
#else
__global__ void toArrays(const Particle *particles, int n, float *x, float *y, float *z,
                         float *mass) {
    // TODO: which element does a thread take, so that a warp's stores lie side by side? There may
    // be fewer threads than particles.
}

cudaError_t hToArrays(const Particle *particles, int n, float *fields) {
    return cudaErrorNotSupported; // TODO: allocate, copy, launch, copy back, free
}
#endif
