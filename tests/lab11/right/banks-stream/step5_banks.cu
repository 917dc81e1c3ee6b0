// A stream of its own, memory in its order, a pinned side buffer.
#include "lab11.h"

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

static cudaError_t in_stream(cudaStream_t stream, const float *in, float *out, int rows,
                             int columns) {
    const size_t bytes = (size_t)rows * columns * sizeof(float);
    float *from = NULL, *to = NULL;
    cudaError_t error = cudaMallocAsync(&from, bytes, stream);
    if (error == cudaSuccess)
        error = cudaMallocAsync(&to, bytes, stream);
    if (error == cudaSuccess)
        error = cudaMemcpyAsync(from, in, bytes, cudaMemcpyHostToDevice, stream);
    if (error == cudaSuccess) {
        dim3 grid((columns + 31) / 32, (rows + 31) / 32), block(TILE, TILE_ROWS);
        transposeBanks<<<grid, block, 0, stream>>>(from, to, rows, columns);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpyAsync(out, to, bytes, cudaMemcpyDeviceToHost, stream);
    if (to != NULL)
        cudaFreeAsync(to, stream);
    if (from != NULL)
        cudaFreeAsync(from, stream);
    const cudaError_t waited = cudaStreamSynchronize(stream);
    return error != cudaSuccess ? error : waited;
}

cudaError_t hTranspose(const float *in, float *out, int rows, int columns) {
    cudaStream_t stream;
    cudaError_t error = cudaStreamCreate(&stream);
    if (error != cudaSuccess)
        return error;
    error = in_stream(stream, in, out, rows, columns);
    cudaStreamDestroy(stream);
    return error;
}
