// Where there is nothing to read, 0 is stored; the tile is a row of words.
#include "lab11.h"

__global__ void transposeTile(const float *in, float *out, int rows, int columns) {
    __shared__ float tile[TILE * TILE];
    const int x = threadIdx.x, left = blockIdx.x * TILE, top = blockIdx.y * TILE;
    for (int y = threadIdx.y; y < TILE; y += TILE_ROWS)
        tile[y * TILE + x] =
            top + y < rows && left + x < columns ? in[(top + y) * columns + left + x] : 0.0f;
    __syncthreads();
    for (int y = threadIdx.y; y < TILE; y += TILE_ROWS) {
        if (left + y >= columns || top + x >= rows)
            continue;
        out[(left + y) * rows + top + x] = tile[x * TILE + y];
    }
}
