// Unusual but right: the partial sums are added up on the device, by a kernel of one thread.
#include "lab7.h"

__device__ float fetch_hardware(cudaTextureObject_t tex, int size, float x, float y, float z) {
    // Texel i is centred on coordinate i + 0.5: there, linear filtering returns the texel itself.
    return tex3D<float>(tex, grid_coordinate(x, size) + 0.5f, grid_coordinate(y, size) + 0.5f,
                        grid_coordinate(z, size) + 0.5f);
}

__device__ float vertex_weight(int i) {
    const float step = 3.14159265f / COEF; // dphi and dpsi
    return fabsf(sinf((i % COEF + 0.5f) * step)) * step * step;
}

__device__ float block_sum(float value) {
    __shared__ float cache[THREADSPERBLOCK];
    int t = threadIdx.x;
    cache[t] = value;
    __syncthreads();
    // Each turn folds the upper half onto the lower one; of an odd number the middle one waits.
    for (int count = THREADSPERBLOCK; count > 1;) {
        int half = (count + 1) / 2;
        if (t + half < count)
            cache[t] += cache[t + half];
        __syncthreads();
        count = half;
    }
    return cache[0];
}

__global__ void integral_hardware(cudaTextureObject_t tex, int size, int radii, float *partial) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    if (i < VERTCOUNT) {
        Vertex v = vert[i];
        for (int j = 0; j < radii; j++) {
            float scale = sphere_scale(j, radii);
            sum += fetch_hardware(tex, size, v.x * scale, v.y * scale, v.z * scale);
        }
        sum *= vertex_weight(i) / radii;
    }
    sum = block_sum(sum); // outside the if: threads without a vertex must reach the barriers too
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

// Adds the partial sums up, in one thread.
static __global__ void add_up(const float *partial, float *total) {
    float sum = 0.0f;
    for (int block = 0; block < BLOCKSPERGRID; block++)
        sum += partial[block];
    *total = sum;
}

cudaError_t integrate_hardware(cudaTextureObject_t tex, int size, int radii, float *integral) {
    float *partial = NULL; // and, behind them, their total
    CUDA_TRY(cudaMalloc(&partial, (BLOCKSPERGRID + 1) * sizeof(float)));
    integral_hardware<<<dim3(BLOCKSPERGRID), dim3(THREADSPERBLOCK)>>>(tex, size, radii, partial);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) {
        add_up<<<1, 1>>>(partial, partial + BLOCKSPERGRID);
        error = cudaGetLastError();
    }
    float total = 0.0f;
    if (error == cudaSuccess)
        error = cudaMemcpy(&total, partial + BLOCKSPERGRID, sizeof total, cudaMemcpyDeviceToHost);
    cudaFree(partial);
    if (error == cudaSuccess)
        *integral = total;
    return error;
}
