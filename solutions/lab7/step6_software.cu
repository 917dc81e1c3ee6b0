// Lab 7, step 6: the same integral, interpolated by our own code.
#include "lab7.h"

#ifndef SKELETON
// The cell that holds grid coordinate u: its lower node, and how far into the cell u lies (0 to 1).
// Coordinates outside the grid are moved to its nearest face.
__device__ static int find_cell(float u, int size, float *fraction) {
    u = fminf(fmaxf(u, 0.0f), (float)(size - 1));
    int i = min((int)u, size - 2); // the last node belongs to the last cell
    *fraction = u - i;
    return i;
}

__device__ static float lerp(float a, float b, float t) {
    return a + t * (b - a);
}
#endif

__device__ float fetch_software(const float *grid, int size, float x, float y, float z) {
#ifndef SKELETON
    float fx, fy, fz;
    int i = find_cell(grid_coordinate(x, size), size, &fx);
    int j = find_cell(grid_coordinate(y, size), size, &fy);
    int k = find_cell(grid_coordinate(z, size), size, &fz);
    const float *row00 = grid + ((size_t)k * size + j) * size + i; // row at (j, k)
    const float *row10 = row00 + size;                             // (j + 1, k)
    const float *row01 = row00 + (size_t)size * size;              // (j, k + 1)
    const float *row11 = row01 + size;                             // (j + 1, k + 1)
    float low = lerp(lerp(row00[0], row00[1], fx), lerp(row10[0], row10[1], fx), fy);
    float high = lerp(lerp(row01[0], row01[1], fx), lerp(row11[0], row11[1], fx), fy);
    return lerp(low, high, fz);
#else
    // TODO: the eight nodes of the cell that holds (x, y, z), each weighted by the point's position
    // in the cell along the three axes. No half texel here: node i is at grid coordinate i. A point
    // outside the cube has the value of the cube's nearest point, and no node outside the grid is
    // read.
    (void)grid, (void)size, (void)x, (void)y, (void)z;
    return 0.0f;
#endif
}

__global__ void integral_software(const float *grid, int size, int radii, float *partial) {
#ifndef SKELETON
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    if (i < VERTCOUNT) {
        Vertex v = vert[i];
        for (int j = 0; j < radii; j++) {
            float scale = sphere_scale(j, radii);
            sum += fetch_software(grid, size, v.x * scale, v.y * scale, v.z * scale);
        }
        sum *= vertex_weight(i) / radii;
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
#else
    // TODO: integral_hardware's work with fetch_software; vertex_weight and block_sum are step 5's.
    (void)grid, (void)size, (void)radii, (void)partial;
#endif
}

cudaError_t integrate_software(const float *grid, int size, int radii, float *integral) {
#ifndef SKELETON
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
#else
    // TODO: as integrate_hardware.
    (void)grid, (void)size, (void)radii, (void)integral;
    return cudaErrorNotSupported;
#endif
}
