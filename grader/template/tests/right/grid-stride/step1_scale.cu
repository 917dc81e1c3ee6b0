// Fewer threads than elements, and each takes several.
#include "labN.h"

__global__ void scale(const float *in, float k, int n, float *out) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = in[i] * k;
}

cudaError_t scale_host(const float *in, float k, int n, float *out) {
    float *both = NULL;
    cudaError_t error = cudaMallocManaged(&both, 2 * n * sizeof(float));
    if (error != cudaSuccess)
        return error;
    memcpy(both, in, n * sizeof(float));
    scale<<<4, 64>>>(both, k, n, both + n);
    error = cudaGetLastError();
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        memcpy(out, both + n, n * sizeof(float));
    cudaFree(both);
    return error;
}
