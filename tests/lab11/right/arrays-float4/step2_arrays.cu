// A particle is read as a float4; one allocation; threads of the last blocks stay idle.
#include "lab11.h"

__global__ void toArrays(const Particle *particles, int n, float *x, float *y, float *z,
                         float *mass) {
    const float4 *all = (const float4 *)particles;
    for (unsigned i = threadIdx.x + blockIdx.x * blockDim.x; i < (unsigned)n;
         i += blockDim.x * gridDim.x) {
        const float4 p = all[i];
        x[i] = p.x, y[i] = p.y, z[i] = p.z, mass[i] = p.w;
    }
}

cudaError_t hToArrays(const Particle *particles, int n, float *fields) {
    Particle *memory = NULL;
    cudaError_t error = cudaMalloc((void **)&memory, 2 * sizeof *memory * n);
    if (error != cudaSuccess)
        return error;
    float *to = (float *)(memory + n);
    error = cudaMemcpy(memory, particles, n * sizeof *memory, cudaMemcpyDefault);
    if (error == cudaSuccess) {
        toArrays<<<7, 96>>>(memory, n, to, to + n, to + 2 * n, to + 3 * n);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpy(fields, to, n * sizeof *memory, cudaMemcpyDefault);
    const cudaError_t freed = cudaFree(memory);
    return error != cudaSuccess ? error : freed;
}
