// Unusual but right: one thread adds the block up, the sine is a cosine, and the sum over the spheres
// goes from the smallest to the largest.
#include "lab7.h"

__device__ float fetch_hardware(cudaTextureObject_t tex, int size, float x, float y, float z) {
    // Texel i is centred on coordinate i + 0.5: there, linear filtering returns the texel itself.
    return tex3D<float>(tex, grid_coordinate(x, size) + 0.5f, grid_coordinate(y, size) + 0.5f,
                        grid_coordinate(z, size) + 0.5f);
}

__device__ float vertex_weight(int i) {
    const float step = 3.14159265f / COEF; // dphi and dpsi
    return cospif(0.5f - (i % COEF + 0.5f) / COEF) * (step * step);
}

__device__ float block_sum(float value) {
    __shared__ float cache[THREADSPERBLOCK];
    int t = threadIdx.x;
    cache[t] = value;
    __syncthreads();
    float total = 0.0f;
    if (t == 0)
        for (int i = 0; i < THREADSPERBLOCK; i++)
            total += cache[i];
    return total;
}

__global__ void integral_hardware(cudaTextureObject_t tex, int size, int radii, float *partial) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    if (i < VERTCOUNT) {
        Vertex v = vert[i];
        for (int j = radii - 1; j >= 0; j--) {
            float scale = sphere_scale(j, radii);
            sum += fetch_hardware(tex, size, v.x * scale, v.y * scale, v.z * scale);
        }
        sum *= vertex_weight(i) / radii;
    }
    sum = block_sum(sum); // outside the if: threads without a vertex must reach the barriers too
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

cudaError_t integrate_hardware(cudaTextureObject_t tex, int size, int radii, float *integral) {
    float sums[BLOCKSPERGRID];
    float *partial = NULL;
    CUDA_TRY(cudaMalloc(&partial, sizeof sums));
    integral_hardware<<<BLOCKSPERGRID, THREADSPERBLOCK>>>(tex, size, radii, partial);
    cudaError_t error = cudaGetLastError(); // a launch that never started is known here only
    if (error == cudaSuccess)
        error = cudaMemcpy(sums, partial, sizeof sums, cudaMemcpyDeviceToHost);
    cudaFree(partial);
    if (error != cudaSuccess)
        return error;

    float total = 0.0f;
    for (int block = 0; block < BLOCKSPERGRID; block++)
        total += sums[block];
    *integral = total;
    return cudaSuccess;
}
