// Lab 7, step 1: the function at the nodes of the grid, computed on the GPU.
#include "lab7.h"

__global__ void calc_f(float *grid, int size) {
#ifndef SKELETON
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int k = blockIdx.z * blockDim.z + threadIdx.z;
    if (i >= size || j >= size || k >= size)
        return;
    grid[((size_t)k * size + j) * size + i] =
        func(node_position(i, size), node_position(j, size), node_position(k, size));
#else
    // TODO: one thread a node: the value of func there, stored where lab7.h says. node_position
    // gives where a node lies along one axis. Threads beyond the nodes do nothing.
    (void)grid, (void)size;
#endif
}

cudaError_t make_grid(int size, float **grid) {
#ifndef SKELETON
    if (size < 2)
        return cudaErrorInvalidValue;
    float *nodes = NULL;
    CUDA_TRY(cudaMalloc(&nodes, (size_t)size * size * size * sizeof *nodes));
    dim3 block(32, 4, 2); // a warp writes 32 neighbours along x: whole sectors
    dim3 blocks((size + block.x - 1) / block.x, (size + block.y - 1) / block.y,
                (size + block.z - 1) / block.z);
    calc_f<<<blocks, block>>>(nodes, size);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    if (error != cudaSuccess) {
        cudaFree(nodes);
        return error;
    }
    *grid = nodes;
    return cudaSuccess;
#else
    // TODO: allocate size^3 floats of device memory, fill them with calc_f (choose blocks of at
    // most 1024 threads and enough of them for any size), check the launch, and store the pointer
    // in *grid. size < 2 is cudaErrorInvalidValue; after an error nothing stays allocated.
    (void)size, (void)grid;
    return cudaErrorNotSupported;
#endif
}
