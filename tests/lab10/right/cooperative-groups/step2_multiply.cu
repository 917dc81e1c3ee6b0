// Unusual but right: the barriers of the tiles are a cooperative group's.
#include "lab10.h"
#include <cooperative_groups.h>

__global__ void multiply_global(const float *a, const float *b, float *c, int m, int k, int n) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || column >= n)
        return;
    float sum = 0.0f;
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + column];
    c[row * n + column] = sum;
}

__global__ void multiply_tiled(const float *a, const float *b, float *c, int m, int k, int n) {
    __shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE];
    const cooperative_groups::thread_block block = cooperative_groups::this_thread_block();
    int x = block.thread_index().x, y = block.thread_index().y;
    int column = blockIdx.x * TILE + x, row = blockIdx.y * TILE + y;
    float sum = 0.0f;
    for (int first = 0; first < k; first += TILE) {
        // Beyond the edges a tile holds zeros: they add nothing, and every thread reaches the
        // barrier.
        tile_a[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0.0f;
        tile_b[y][x] = first + y < k && column < n ? b[(first + y) * n + column] : 0.0f;
        block.sync();
        for (int i = 0; i < TILE; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        block.sync();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}

__global__ void multiply_texture(cudaTextureObject_t a, cudaTextureObject_t b, float *c, int m,
                                 int k, int n) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || column >= n)
        return;
    // A texel is met at its centre. At its edge, i / k, the coordinate is cut to a multiple of
    // 2^-21 and falls into the texel before it, unless k is a power of two.
    float a_y = ((float)row + 0.5f) / (float)m, b_x = ((float)column + 0.5f) / (float)n;
    float sum = 0.0f;
    for (int i = 0; i < k; i++) {
        float at = ((float)i + 0.5f) / (float)k;
        sum += tex2D<float>(a, at, a_y) * tex2D<float>(b, b_x, at);
    }
    c[row * n + column] = sum;
}

cudaError_t make_matrix(const float *elements, int rows, int columns, cudaArray_t *array,
                        cudaTextureObject_t *texture) {
    CUDA_TRY(make_array(elements, columns, rows, array)); // a row of the matrix is a row of texels
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = *array;
    cudaTextureDesc description = {};
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
    description.filterMode = cudaFilterModePoint;
    description.readMode = cudaReadModeElementType;
    description.normalizedCoords = 1;
    cudaError_t error = cudaCreateTextureObject(texture, &resource, &description, NULL);
    if (error != cudaSuccess) {
        cudaFreeArray(*array);
        *array = NULL;
    }
    return error;
}

static cudaError_t to_device(const float *host, size_t count, float **device) {
    CUDA_TRY(cudaMalloc(device, count * sizeof(float)));
    return cudaMemcpy(*device, host, count * sizeof(float), cudaMemcpyHostToDevice);
}

static dim3 grid_for(int m, int n) {
    return dim3((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
}

static cudaError_t launch_texture(const float *a, const float *b, float *d_c, int m, int k, int n) {
    cudaArray_t array_a = NULL, array_b = NULL;
    cudaTextureObject_t texture_a = 0, texture_b = 0;
    cudaError_t error = make_matrix(a, m, k, &array_a, &texture_a);
    if (error == cudaSuccess)
        error = make_matrix(b, k, n, &array_b, &texture_b);
    if (error == cudaSuccess) {
        multiply_texture<<<grid_for(m, n), dim3(TILE, TILE)>>>(texture_a, texture_b, d_c, m, k, n);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    if (texture_a != 0)
        cudaDestroyTextureObject(texture_a);
    if (texture_b != 0)
        cudaDestroyTextureObject(texture_b);
    cudaFreeArray(array_a);
    cudaFreeArray(array_b);
    return error;
}

static cudaError_t launch_linear(Version version, const float *a, const float *b, float *d_c, int m,
                                 int k, int n) {
    float *d_a = NULL, *d_b = NULL;
    cudaError_t error = to_device(a, (size_t)m * k, &d_a);
    if (error == cudaSuccess)
        error = to_device(b, (size_t)k * n, &d_b);
    if (error == cudaSuccess) {
        dim3 block(TILE, TILE);
        if (version == TILED)
            multiply_tiled<<<grid_for(m, n), block>>>(d_a, d_b, d_c, m, k, n);
        else
            multiply_global<<<grid_for(m, n), block>>>(d_a, d_b, d_c, m, k, n);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    cudaFree(d_a);
    cudaFree(d_b);
    return error;
}

cudaError_t multiply(Version version, const float *a, const float *b, float *c, int m, int k,
                     int n) {
    size_t bytes = (size_t)m * n * sizeof(float);
    float *d_c = NULL;
    CUDA_TRY(cudaMalloc(&d_c, bytes));
    cudaError_t error = version == TEXTURE ? launch_texture(a, b, d_c, m, k, n)
                                           : launch_linear(version, a, b, d_c, m, k, n);
    if (error == cudaSuccess)
        error = cudaMemcpy(c, d_c, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_c);
    return error;
}
