// A loop for each field; managed memory in the place of copies.
#include "lab11.h"
#include <string.h>

static __device__ void take(const float *from, float *to, int n) {
    const int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        to[i] = from[4 * i];
}

__global__ void toArrays(const Particle *particles, int n, float *x, float *y, float *z,
                         float *mass) {
    take(&particles->mass, mass, n);
    take(&particles->z, z, n);
    take(&particles->y, y, n);
    take(&particles->x, x, n);
}

cudaError_t hToArrays(const Particle *particles, int n, float *fields) {
    const size_t bytes = n * sizeof(Particle);
    Particle *from = NULL;
    float *to = NULL;
    cudaError_t error = cudaMallocManaged(&from, bytes);
    if (error != cudaSuccess)
        return error;
    error = cudaMallocManaged(&to, bytes);
    if (error == cudaSuccess) {
        memcpy(from, particles, bytes);
        toArrays<<<1 + n / 512, 512>>>(from, n, to, to + n, to + 2 * n, to + 3 * n);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        memcpy(fields, to, bytes);
    cudaFree(to);
    cudaFree(from);
    return error;
}
