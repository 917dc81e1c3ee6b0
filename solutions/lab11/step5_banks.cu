// Step 5: the tile without bank conflicts.
#include "lab11.h"

#ifndef SKELETON
int hTurnsPerRequest(int stride) {
    int turns = stride == 0, words[32] = {0}; // of each bank; one word for all is one turn
    for (int i = 0; i < 32 && stride > 0; i++) {
        int bank = i * (stride % 32) % 32;
        words[bank]++;
        if (words[bank] > turns)
            turns = words[bank];
    }
    return turns;
}

__global__ void transposeBanks(const float *in, float *out, int rows, int columns) {
    __shared__ float tile[TILE][TILE + 1];
    int left = blockIdx.x * TILE, top = blockIdx.y * TILE;
    for (int y = threadIdx.y; y < TILE; y += TILE_ROWS)
        if (top + y < rows && left + threadIdx.x < columns)
            tile[y][threadIdx.x] = in[(top + y) * columns + left + threadIdx.x];
    __syncthreads();
    for (int x = threadIdx.y; x < TILE; x += TILE_ROWS)
        if (left + x < columns && top + threadIdx.x < rows)
            out[(left + x) * rows + top + threadIdx.x] = tile[threadIdx.x][x];
}

cudaError_t hTranspose(const float *in, float *out, int rows, int columns) {
    const size_t bytes = (size_t)rows * columns * sizeof(float);
    const dim3 tiles((columns + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
    float *from = NULL, *to = NULL;
    cudaError_t error = cudaMalloc(&from, bytes);
    if (error == cudaSuccess)
        error = cudaMalloc(&to, bytes);
    if (error == cudaSuccess)
        error = cudaMemcpy(from, in, bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) {
        transposeBanks<<<tiles, dim3(TILE, TILE_ROWS)>>>(from, to, rows, columns);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpy(out, to, bytes, cudaMemcpyDeviceToHost);
    cudaFree(to);
    cudaFree(from);
    return error;
}
#else
int hTurnsPerRequest(int stride) {
    return 0; // TODO: how many different words lie in the bank that has most of them?
}

__global__ void transposeBanks(const float *in, float *out, int rows, int columns) {
    // TODO: as transposeTile. Where must a tile's words lie, so that its columns cross all banks?
}

cudaError_t hTranspose(const float *in, float *out, int rows, int columns) {
    return cudaErrorNotSupported; // TODO: how many blocks along x, and along y?
}
#endif
