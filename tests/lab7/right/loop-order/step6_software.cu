// Unusual but right: a loop over the eight corners, z outermost, with products of weights; the sum
// over the spheres runs backwards.
#include "lab7.h"

__device__ float fetch_software(const float *grid, int size, float x, float y, float z) {
    const float u[3] = {grid_coordinate(z, size), grid_coordinate(y, size),
                        grid_coordinate(x, size)};
    float value = 0.0f;
    for (int corner = 7; corner >= 0; corner--) {
        float weight = 1.0f;
        size_t node = 0;
        for (int axis = 0; axis < 3; axis++) {
            float inside = fmaxf(0.0f, fminf(u[axis], size - 1.0f));
            float lower = fminf(floorf(inside), size - 2.0f);
            int upper = corner >> axis & 1;
            weight *= upper ? inside - lower : 1.0f - (inside - lower);
            node = node * size + (int)lower + upper;
        }
        value += weight * __ldg(&grid[node]);
    }
    return value;
}

__global__ void integral_software(const float *grid, int size, int radii, float *partial) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    if (i < VERTCOUNT) {
        Vertex v = vert[i];
        for (int j = radii; j-- > 0;) {
            float scale = sphere_scale(j, radii);
            sum += fetch_software(grid, size, v.x * scale, v.y * scale, v.z * scale);
        }
        sum *= vertex_weight(i) / radii;
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

cudaError_t integrate_software(const float *grid, int size, int radii, float *integral) {
    float sums[BLOCKSPERGRID];
    float *partial = NULL;
    CUDA_TRY(cudaMalloc(&partial, sizeof sums));
    integral_software<<<BLOCKSPERGRID, THREADSPERBLOCK>>>(grid, size, radii, partial);
    cudaError_t error = cudaGetLastError();
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
