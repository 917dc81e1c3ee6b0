// Right, and unusual: beyond the edges the tiles hold whatever lay there, which reaches no element of C.
// Step 2: matrix multiplication from global memory, through shared tiles, and through textures.
#include "lab10.h"

#ifndef SKELETON
// Times on an H200, 2048 x 2048 (handouts/lab10/figures/data/lab10-h200.csv):
// - multiply_global 3.14 ms. A warp reads neighbouring elements of B, and the same ones of A.
// - multiply_tiled 2.65 ms: each element comes from global memory once for TILE threads. That
//   saves only 15 %, for multiply_global's warps ask for 19 GB, in its time more than the 4.8
//   TB/s that the memory gives: the caches serve most of it already.
// - multiply_texture 16.7 ms: two fetches for each product are 1.03e12 a second, four in each
//   clock of each of 132 multiprocessors at 1.98 GHz. The units give no more.
#endif

__global__ void multiply_global(const float *a, const float *b, float *c, int m, int k, int n) {
#ifndef SKELETON
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || column >= n)
        return;
    float sum = 0.0f;
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + column];
    c[row * n + column] = sum;
#else
    // TODO: one thread an element of C. Neighbouring threads along x should read neighbouring
    // elements of B.
    (void)a, (void)b, (void)c, (void)m, (void)k, (void)n;
#endif
}

__global__ void multiply_tiled(const float *a, const float *b, float *c, int m, int k, int n) {
#ifndef SKELETON
    __shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * TILE + x, row = blockIdx.y * TILE + y;
    float sum = 0.0f;
    for (int first = 0; first < k; first += TILE) {
        if (row < m && first + x < k)
            tile_a[y][x] = a[row * k + first + x];
        if (first + y < k && column < n)
            tile_b[y][x] = b[(first + y) * n + column];
        __syncthreads();
        for (int i = 0; i < TILE && first + i < k; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
#else
    // TODO: walk along k in tiles of TILE; each thread brings one element of each tile.
    (void)a, (void)b, (void)c, (void)m, (void)k, (void)n;
#endif
}

__global__ void multiply_texture(cudaTextureObject_t a, cudaTextureObject_t b, float *c, int m,
                                 int k, int n) {
#ifndef SKELETON
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
#else
    // TODO: the same through tex2D with normalised coordinates: x runs along a row.
    (void)a, (void)b, (void)c, (void)m, (void)k, (void)n;
#endif
}

cudaError_t make_matrix(const float *elements, int rows, int columns, cudaArray_t *array,
                        cudaTextureObject_t *texture) {
#ifndef SKELETON
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
#else
    // TODO: the array (step 1's make_array) and a texture object with point filtering.
    (void)elements, (void)rows, (void)columns, (void)array, (void)texture;
    return cudaErrorNotSupported;
#endif
}

#ifndef SKELETON
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
#endif

cudaError_t multiply(Version version, const float *a, const float *b, float *c, int m, int k,
                     int n) {
#ifndef SKELETON
    size_t bytes = (size_t)m * n * sizeof(float);
    float *d_c = NULL;
    CUDA_TRY(cudaMalloc(&d_c, bytes));
    cudaError_t error = version == TEXTURE ? launch_texture(a, b, d_c, m, k, n)
                                           : launch_linear(version, a, b, d_c, m, k, n);
    if (error == cudaSuccess)
        error = cudaMemcpy(c, d_c, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_c);
    return error;
#else
    // TODO: the matrices to the device (arrays and texture objects for TEXTURE), the kernel that
    // `version` names, the product to the host, everything freed.
    (void)version, (void)a, (void)b, (void)c, (void)m, (void)k, (void)n;
    return cudaErrorNotSupported;
#endif
}
