// Naive: a tile whose columns lie in one bank each: 32 turns for each request that reads one.
#include "lab11.h"

__global__ void transposeBanks(const float *in, float *out, int rows, int columns) {
    __shared__ float tile[TILE][TILE];
    int left = blockIdx.x * TILE, top = blockIdx.y * TILE;
    for (int y = threadIdx.y; y < TILE; y += TILE_ROWS)
        if (top + y < rows && left + threadIdx.x < columns)
            tile[y][threadIdx.x] = in[(top + y) * columns + left + threadIdx.x];
    __syncthreads();
    for (int x = threadIdx.y; x < TILE; x += TILE_ROWS)
        if (left + x < columns && top + threadIdx.x < rows)
            out[(left + x) * rows + top + threadIdx.x] = tile[threadIdx.x][x];
}
