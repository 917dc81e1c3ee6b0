// Step 1: a copy by rows, a copy by columns, and how many sectors that takes.
#include "lab11.h"

__global__ void copyRows(const float *in, float *out, int rows, int columns) {
    // TODO: threadIdx.x counts columns. A block has a tile of TILE x TILE elements and TILE x
    // TILE_ROWS threads.
}

__global__ void copyColumns(const float *in, float *out, int rows, int columns) {
    // TODO: the same, and threadIdx.x counts rows.
}

int hSectorsPerRequest(int stride, int size, int offset) {
    return 0; // TODO: which sector does each of the 32 threads read from? Count different ones.
}
