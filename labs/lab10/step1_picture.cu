// Step 1: a picture through the texture unit, in five steps.
#include "lab10.h"

cudaError_t make_array(const float *pixels, int width, int height, cudaArray_t *array) {
    // TODO: 1. the array, its size in elements. 2. the copy, its pitch and row length in bytes.
    (void)pixels, (void)width, (void)height, (void)array;
    return cudaErrorNotSupported;
}

cudaError_t make_texture(cudaArray_t array, cudaTextureObject_t *texture) {
    // TODO: 3. what is read (the array), and how: address mode of each axis, filter, read mode,
    // coordinates. 4. the texture object.
    (void)array, (void)texture;
    return cudaErrorNotSupported;
}

__global__ void read_picture(cudaTextureObject_t texture, int width, int height, float shift_x,
                             float shift_y, float *out) {
    // TODO: 5. the fetch, one thread a pixel.
    (void)texture, (void)width, (void)height, (void)shift_x, (void)shift_y, (void)out;
}

cudaError_t shift_picture(const float *pixels, int width, int height, float shift_x, float shift_y,
                          float *out) {
    // TODO: the five steps in order, the result to the host, everything freed.
    (void)pixels, (void)width, (void)height, (void)shift_x, (void)shift_y, (void)out;
    return cudaErrorNotSupported;
}
