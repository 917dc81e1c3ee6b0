// Right, and unusual: weights, pixels and the border as integers.
// Step 4: a picture turned and scaled, by the texture unit and by the same arithmetic in software.
#include "lab10.h"

__global__ void rotate_hardware(cudaTextureObject_t texture, int width, int height, Motion motion,
                                float *out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float sum = 0.0f;
    for (int j = 0; j < SAMPLES; j++)
        for (int i = 0; i < SAMPLES; i++) {
            float2 at = source_of(x, y, i, j, width, height, motion); // centres at .5 already
            sum += tex2D<float>(texture, at.x, at.y);
        }
    out[y * width + x] = sum / (SAMPLES * SAMPLES);
}

// A coordinate in 256ths of a texel, counted from the centre of texel 0.
__device__ static int snap(float x) {
    float fine = fmaf(256.0f, x, -128.0f), whole = floorf(fine);
    return (int)whole + (fine - whole >= 0.5f); // adding 0.5f to `fine` could round up to the next
}

__device__ static float pixel_or_border(const float *pixels, int width, int height, int x, int y,
                                        float border) {
    return x >= 0 && x < width && y >= 0 && y < height ? pixels[y * width + x] : border;
}

// One sample, times 65536.
__device__ static int filtered(const float *pixels, int width, int height, float2 at,
                               float border) {
    int sx = snap(at.x), sy = snap(at.y);
    int i = sx >> 8, j = sy >> 8, a = sx & 255, b = sy & 255;
    int w11 = (a * b + 128) >> 8, w10 = a - w11;
    int w01 = ((256 - a) * b + 127) >> 8, w00 = 256 - a - w01;
    int sum = 0, weights[4] = {w00, w10, w01, w11};
    for (int k = 0; k < 4; k++) {
        float pixel = pixel_or_border(pixels, width, height, i + k % 2, j + k / 2, border);
        sum += weights[k] * (int)(256.0f * pixel);
    }
    return sum;
}

__global__ void rotate_software(const float *pixels, int width, int height, Motion motion,
                                float border, float *out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int sum = 0;
    for (int k = 0; k < SAMPLES * SAMPLES; k++)
        sum += filtered(pixels, width, height,
                        source_of(x, y, k % SAMPLES, k / SAMPLES, width, height, motion), border);
    out[y * width + x] = (float)sum / (65536.0f * SAMPLES * SAMPLES);
}

static cudaError_t make_border_texture(cudaArray_t array, float border,
                                       cudaTextureObject_t *texture) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description = {};
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeBorder;
    description.borderColor[0] = border;
    description.filterMode = cudaFilterModeLinear;
    description.readMode = cudaReadModeElementType;
    return cudaCreateTextureObject(texture, &resource, &description, NULL);
}

static dim3 grid_for(int width, int height) {
    return dim3((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
}

cudaError_t rotate_by_hardware(const float *pixels, int width, int height, Motion motion,
                               float border, float *out) {
    size_t bytes = (size_t)width * height * sizeof(float);
    cudaArray_t array = NULL;
    cudaTextureObject_t texture = 0;
    float *d_out = NULL;
    cudaError_t error = make_array(pixels, width, height, &array);
    if (error == cudaSuccess)
        error = make_border_texture(array, border, &texture);
    if (error == cudaSuccess)
        error = cudaMalloc(&d_out, bytes);
    if (error == cudaSuccess) {
        rotate_hardware<<<grid_for(width, height), dim3(TILE, TILE)>>>(texture, width, height,
                                                                       motion, d_out);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    if (texture != 0)
        cudaDestroyTextureObject(texture);
    cudaFreeArray(array);
    return error;
}

cudaError_t rotate_by_software(const float *pixels, int width, int height, Motion motion,
                               float border, float *out) {
    size_t count = (size_t)width * height, bytes = count * sizeof(float);
    float *d_pixels = NULL; // the source, then the result
    CUDA_TRY(cudaMalloc(&d_pixels, 2 * bytes));
    cudaError_t error = cudaMemcpy(d_pixels, pixels, bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) {
        rotate_software<<<grid_for(width, height), dim3(TILE, TILE)>>>(
            d_pixels, width, height, motion, border, d_pixels + count);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpy(out, d_pixels + count, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_pixels);
    return error;
}
