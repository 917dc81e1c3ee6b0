// Any odd length of a row will do; turned as it is filled; managed memory.
#include "lab11.h"
#include <string.h>

int hTurnsPerRequest(int stride) {
    if (stride == 0)
        return 1;
    int turns = 1;
    while (stride % 2 == 0 && turns < 32)
        stride /= 2, turns *= 2;
    return turns;
}

__global__ void transposeBanks(const float *in, float *out, int rows, int columns) {
    __shared__ float tile[TILE][TILE + 5];
    const int left = blockIdx.x * TILE, top = blockIdx.y * TILE, x = threadIdx.x;
    for (int y = threadIdx.y; y < TILE; y += TILE_ROWS)
        if (top + y < rows && left + x < columns)
            tile[x][y] = in[(top + y) * columns + left + x];
    __syncthreads();
    for (int y = threadIdx.y; y < TILE; y += TILE_ROWS)
        if (left + y < columns && top + x < rows)
            out[(left + y) * rows + top + x] = tile[y][x];
}

cudaError_t hTranspose(const float *in, float *out, int rows, int columns) {
    const size_t n = (size_t)rows * columns;
    float *both = NULL;
    cudaError_t error = cudaMallocManaged(&both, 2 * n * sizeof(float));
    if (error != cudaSuccess)
        return error;
    memcpy(both, in, n * sizeof(float));
    transposeBanks<<<dim3(columns / TILE + 1, rows / TILE + 1), dim3(TILE, TILE_ROWS)>>>(
        both, both + n, rows, columns);
    error = cudaGetLastError();
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        memcpy(out, both + n, n * sizeof(float));
    cudaFree(both);
    return error;
}
