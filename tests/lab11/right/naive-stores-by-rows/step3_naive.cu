// The stores lie side by side, the loads do not.
#include "lab11.h"

__global__ void transposeNaive(const float *in, float *out, int rows, int columns) {
    const int row = blockIdx.y * TILE + threadIdx.x;
    for (int x = threadIdx.y; x < TILE; x += TILE_ROWS) {
        const int column = blockIdx.x * TILE + x;
        if (column < columns && row < rows)
            out[column * rows + row] = in[row * columns + column];
    }
}
