// Step 4: a picture turned and scaled, by the texture unit and by the same arithmetic in software.
#include "lab10.h"

__global__ void rotate_hardware(cudaTextureObject_t texture, int width, int height, Motion motion,
                                float *out) {
    // TODO: one thread a pixel of the result: the mean of its samples.
    (void)texture, (void)width, (void)height, (void)motion, (void)out;
}

__global__ void rotate_software(const float *pixels, int width, int height, Motion motion,
                                float border, float *out) {
    // TODO: the mean of the samples; each is the four pixels about source_of(x, y, i, j), or the
    // border colour, with the unit's weights.
    (void)pixels, (void)width, (void)height, (void)motion, (void)border, (void)out;
}

cudaError_t rotate_by_hardware(const float *pixels, int width, int height, Motion motion,
                               float border, float *out) {
    // TODO: array (step 1), texture object with the border colour, kernel, result, everything
    // freed.
    (void)pixels, (void)width, (void)height, (void)motion, (void)border, (void)out;
    return cudaErrorNotSupported;
}

cudaError_t rotate_by_software(const float *pixels, int width, int height, Motion motion,
                               float border, float *out) {
    // TODO
    (void)pixels, (void)width, (void)height, (void)motion, (void)border, (void)out;
    return cudaErrorNotSupported;
}
