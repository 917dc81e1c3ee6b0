// Step 1: a copy by rows, a copy by columns, and how many sectors that takes.
#include "lab11.h"

#ifndef SKELETON
__global__ void copyRows(const float *in, float *out, int rows, int columns) {
    int column = blockIdx.x * TILE + threadIdx.x;
    for (int y = threadIdx.y; y < TILE; y += TILE_ROWS) {
        int row = blockIdx.y * TILE + y;
        if (row < rows && column < columns)
            out[row * columns + column] = in[row * columns + column];
    }
}

__global__ void copyColumns(const float *in, float *out, int rows, int columns) {
    int row = blockIdx.y * TILE + threadIdx.x;
    for (int x = threadIdx.y; x < TILE; x += TILE_ROWS) {
        int column = blockIdx.x * TILE + x;
        int i = row * columns + column;
        if (column < columns && row < rows)
            out[i] = in[i];
    }
}

int hSectorsPerRequest(int stride, int size, int offset) {
    int sectors = 0, last = -1;
    for (int i = 0; i < 32; i++) {
        int sector = (offset + i * stride) / 32;
        if (sector != last) // the bytes of one thread never cross a sector's end
            sectors++;
        last = sector;
    }
    (void)size;
    return sectors;
}
#else
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
#endif
