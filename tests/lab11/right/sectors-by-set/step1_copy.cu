// Sectors are collected; each byte of a thread is asked for.
#include "lab11.h"
#include <set>

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
    std::set<int> sectors;
    for (int i = 31; i >= 0; i--)
        for (int byte = 0; byte < size; byte++)
            sectors.insert((offset + i * stride + byte) >> 5);
    return (int)sectors.size();
}
