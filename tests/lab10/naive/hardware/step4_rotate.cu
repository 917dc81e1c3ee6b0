// Naive: the texture unit used as plain memory. Four fetches at texel centres for each sample,
// mixed by our own code, where one fetch between the centres would have done.
#include "lab10.h"

// A coordinate in 256ths of a texel, counted from the centre of texel 0.
__device__ static int snap(float x) {
    float fine = fmaf(256.0f, x, -128.0f), whole = floorf(fine);
    return (int)whole + (fine - whole >= 0.5f); // adding 0.5f to `fine` could round up to the next
}

__device__ static float mixed(cudaTextureObject_t texture, float2 at) {
    int sx = snap(at.x), sy = snap(at.y), a = sx & 255, b = sy & 255;
    float x = (float)(sx >> 8) + 0.5f, y = (float)(sy >> 8) + 0.5f;
    int w11 = (a * b + 128) >> 8, w10 = a - w11;
    int w01 = ((256 - a) * b + 127) >> 8, w00 = 256 - a - w01;
    return ((float)w00 * tex2D<float>(texture, x, y) +
            (float)w10 * tex2D<float>(texture, x + 1, y) +
            (float)w01 * tex2D<float>(texture, x, y + 1) +
            (float)w11 * tex2D<float>(texture, x + 1, y + 1)) /
           256.0f;
}

__global__ void rotate_hardware(cudaTextureObject_t texture, int width, int height, Motion motion,
                                float *out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float sum = 0.0f;
    for (int j = 0; j < SAMPLES; j++)
        for (int i = 0; i < SAMPLES; i++)
            sum += mixed(texture, source_of(x, y, i, j, width, height, motion));
    out[y * width + x] = sum / (SAMPLES * SAMPLES);
}

__device__ static float pixel_or_border(const float *pixels, int width, int height, int x, int y,
                                        float border) {
    return x >= 0 && x < width && y >= 0 && y < height ? pixels[y * width + x] : border;
}

// What the texture unit gives at this place.
__device__ static float filtered(const float *pixels, int width, int height, float2 at,
                                 float border) {
    int sx = snap(at.x), sy = snap(at.y);
    int i = sx >> 8, j = sy >> 8, a = sx & 255, b = sy & 255;
    int w11 = (a * b + 128) >> 8, w10 = a - w11;
    int w01 = ((256 - a) * b + 127) >> 8, w00 = 256 - a - w01;
    // Multiples of 1/256 up to 1 times weights up to 256: every product and sum is exact in float.
    float sum = (float)w00 * pixel_or_border(pixels, width, height, i, j, border) +
                (float)w10 * pixel_or_border(pixels, width, height, i + 1, j, border) +
                (float)w01 * pixel_or_border(pixels, width, height, i, j + 1, border) +
                (float)w11 * pixel_or_border(pixels, width, height, i + 1, j + 1, border);
    return sum / 256.0f;
}

__global__ void rotate_software(const float *pixels, int width, int height, Motion motion,
                                float border, float *out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float sum = 0.0f;
    for (int j = 0; j < SAMPLES; j++)
        for (int i = 0; i < SAMPLES; i++)
            sum += filtered(pixels, width, height, source_of(x, y, i, j, width, height, motion),
                            border);
    out[y * width + x] = sum / (SAMPLES * SAMPLES);
}
