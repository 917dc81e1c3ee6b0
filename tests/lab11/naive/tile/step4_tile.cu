// Naive: no tile at all. A request that writes a column touches a sector for each thread.
#include "lab11.h"

__global__ void transposeTile(const float *in, float *out, int rows, int columns) {
    int column = blockIdx.x * TILE + threadIdx.x;
    for (int y = threadIdx.y; y < TILE; y += TILE_ROWS) {
        int row = blockIdx.y * TILE + y;
        if (row < rows && column < columns)
            out[column * rows + row] = in[row * columns + column];
    }
}
