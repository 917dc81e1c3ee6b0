// Step 3: half a texel.
#include "lab9.h"
#include <math.h>
#include <string.h>

// The unit cuts normalised coordinates downwards, which in rows of thousands of texels is more than
// half a 256th of a texel: ask at a coordinate of which nothing is cut.
static __host__ __device__ float middle_of(int i, int count, int normalized) {
    if (!normalized)
        return (float)i + 0.5f;
    double grid = count <= 8192 ? 2097152.0 : count <= 65536 ? 4194304.0 : 8388608.0;
    return (float)(floor(((double)i + 0.5) / count * grid + 0.5) / grid);
}

float centre_of(int i, int count, int normalized) {
    return middle_of(i, count, normalized);
}

__global__ void pick_texels(cudaTextureObject_t texture, int count, int normalized, float *values) {
    int block = blockIdx.y * gridDim.x + blockIdx.x;
    int i = (block * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    if (i < count)
        values[i] = tex1D<float>(texture, middle_of(i, count, normalized));
}

cudaError_t read_texels(cudaTextureObject_t texture, int count, int normalized, float *out) {
    const dim3 block(8, 8);
    const int blocks = (count + 63) / 64;
    const dim3 grid(blocks < 16 ? blocks : 16, (blocks + 15) / 16);
    float *values = NULL;
    cudaEvent_t done = NULL;

    cudaError_t error = cudaMallocManaged((void **)&values, count * sizeof *values);
    if (error == cudaSuccess)
        error = cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    if (error == cudaSuccess) {
        pick_texels<<<grid, block>>>(texture, count, normalized, values);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaEventRecord(done, 0);
    if (error == cudaSuccess)
        error = cudaEventSynchronize(done);
    if (error == cudaSuccess)
        memcpy(out, values, count * sizeof *values);

    if (done != NULL)
        cudaEventDestroy(done);
    if (values != NULL)
        cudaFree(values);
    return error;
}
