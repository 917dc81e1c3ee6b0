// Unusual but right: the partial sums are added up on the device, by a kernel of one thread.
#include "lab7.h"

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

__device__ float fetch_software(const float *grid, int size, float x, float y, float z) {
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
}

__global__ void integral_software(const float *grid, int size, int radii, float *partial) {
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
}

// Adds the partial sums up, in one thread.
static __global__ void add_up(const float *partial, float *total) {
    float sum = 0.0f;
    for (int block = 0; block < BLOCKSPERGRID; block++)
        sum += partial[block];
    *total = sum;
}

cudaError_t integrate_software(const float *grid, int size, int radii, float *integral) {
    float *partial = NULL; // and, behind them, their total
    CUDA_TRY(cudaMalloc(&partial, (BLOCKSPERGRID + 1) * sizeof(float)));
    integral_software<<<dim3(BLOCKSPERGRID), dim3(THREADSPERBLOCK)>>>(grid, size, radii, partial);
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
