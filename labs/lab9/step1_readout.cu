// Step 1: a row of texels, and a kernel that reads it anywhere.
#include "lab9.h"

cudaError_t make_row(const float *texels, int count, Reading reading, Row *row) {
    // TODO: a CUDA array of `count` floats, one-dimensional; the texels copied into it; a texture
    // object that reads it as `reading` says.
    (void)texels, (void)count, (void)reading, (void)row;
    return cudaErrorNotSupported;
}

cudaError_t free_row(Row *row) {
    // TODO
    (void)row;
    return cudaErrorNotSupported;
}

__global__ void sample_row(cudaTextureObject_t texture, float base, float increment, int n,
                           float2 *out) {
    // TODO: one thread a sample: where it lies, and what the texture gives there.
    (void)texture, (void)base, (void)increment, (void)n, (void)out;
}

cudaError_t read_row(cudaTextureObject_t texture, float base, float increment, int n, float2 *out) {
    // TODO: launch sample_row for n samples and bring them to the host.
    (void)texture, (void)base, (void)increment, (void)n, (void)out;
    return cudaErrorNotSupported;
}
