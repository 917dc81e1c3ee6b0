// The tile is turned as it is filled, and read row by row.
#include "lab11.h"

__global__ void transposeTile(const float *in, float *out, int rows, int columns) {
    __shared__ float turned[TILE][TILE];
    int column = blockIdx.x * TILE + threadIdx.x, row = blockIdx.y * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += TILE_ROWS)
        if (column < columns && row + k < rows)
            turned[threadIdx.x][threadIdx.y + k] = in[(row + k) * columns + column];
    __syncthreads();
    column = blockIdx.y * TILE + threadIdx.x, row = blockIdx.x * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += TILE_ROWS)
        if (column < rows && row + k < columns)
            out[(row + k) * rows + column] = turned[threadIdx.y + k][threadIdx.x];
}
