// Naive: each of the eight nodes finds its cell and its weight anew, in double precision.
#include "lab7.h"

__device__ static double node_weight(double u, int node) {
    return fmax(0.0, 1.0 - fabs(u - node));
}

__device__ float fetch_software(const float *grid, int size, float x, float y, float z) {
    double sum = 0.0;
    for (int corner = 0; corner < 8; corner++) {
        double u = fmin(fmax((x + (double)(RADIUS)) * (size - 1) / (2.0 * (RADIUS)), 0.0),
                        (double)(size - 1));
        double v = fmin(fmax((y + (double)(RADIUS)) * (size - 1) / (2.0 * (RADIUS)), 0.0),
                        (double)(size - 1));
        double w = fmin(fmax((z + (double)(RADIUS)) * (size - 1) / (2.0 * (RADIUS)), 0.0),
                        (double)(size - 1));
        int i = min((int)u, size - 2) + (corner & 1);
        int j = min((int)v, size - 2) + (corner >> 1 & 1);
        int k = min((int)w, size - 2) + (corner >> 2);
        sum += node_weight(u, i) * node_weight(v, j) * node_weight(w, k) *
               grid[((size_t)k * size + j) * size + i];
    }
    return (float)sum;
}

__global__ void integral_software(const float *grid, int size, int radii, float *partial) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    if (i < VERTCOUNT) {
        for (int j = 0; j < radii; j++) {
            float scale = sphere_scale(j, radii);
            sum += fetch_software(grid, size, vert[i].x * scale, vert[i].y * scale,
                                  vert[i].z * scale);
        }
        sum *= vertex_weight(i) / radii;
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

cudaError_t integrate_software(const float *, int, int, float *) {
    return cudaErrorNotSupported; // only device code is timed
}
