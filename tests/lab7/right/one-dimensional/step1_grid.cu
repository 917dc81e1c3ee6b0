// Unusual but right: one-dimensional blocks, a grid-stride loop, the node's indices by division.
#include "lab7.h"

__global__ void calc_f(float *grid, int size) {
    const long long nodes = (long long)size * size * size;
    for (long long node = blockIdx.x * (long long)blockDim.x + threadIdx.x; node < nodes;
         node += (long long)gridDim.x * blockDim.x) {
        int i = node % size, j = node / size % size, k = node / size / size;
        grid[node] = func(node_position(i, size), node_position(j, size), node_position(k, size));
    }
}

cudaError_t make_grid(int size, float **grid) {
    if (size < 2)
        return cudaErrorInvalidValue;
    float *nodes;
    CUDA_TRY(cudaMalloc((void **)&nodes, sizeof(float) * size * size * size));
    calc_f<<<60, 100>>>(nodes, size);
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess)
        cudaFree(nodes);
    else
        *grid = nodes;
    return error;
}
