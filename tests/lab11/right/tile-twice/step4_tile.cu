// The tile is read into two tiles, and every other row of out comes from the second.
#include "lab11.h"

__global__ void transposeTile(const float *in, float *out, int rows, int columns) {
    __shared__ float tile[2][TILE][TILE];
    const int left = blockIdx.x * TILE, top = blockIdx.y * TILE;
    int side = 0;
    for (int turn = 0; turn < 2; turn++, side ^= 1) {
        for (int y = threadIdx.y; y < TILE; y += TILE_ROWS)
            if (top + y < rows && left + threadIdx.x < columns)
                tile[side][y][threadIdx.x] = in[(top + y) * columns + left + threadIdx.x];
        __syncthreads();
    }
    for (int y = threadIdx.y; y < TILE; y += TILE_ROWS)
        if (left + y < columns && top + threadIdx.x < rows)
            out[(left + y) * rows + top + threadIdx.x] = tile[y & 1][threadIdx.x][y];
}
