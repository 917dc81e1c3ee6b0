// Step 3: read modes, element types, layers, and an address mode for each axis.
#include "lab10.h"

cudaError_t read_bytes(const unsigned char *pixels, int width, int height, float *out) {
    // TODO: elements of 8 bits, read as normalised float: 255 becomes 1.
    (void)pixels, (void)width, (void)height, (void)out;
    return cudaErrorNotSupported;
}

cudaError_t read_colours(const float4 *pixels, int width, int height, float4 *out) {
    // TODO: elements of four floats, one fetch for all four.
    (void)pixels, (void)width, (void)height, (void)out;
    return cudaErrorNotSupported;
}

cudaError_t multiply_layers(const float *a, const float *b, float *c, int n, int layers) {
    // TODO: two layered arrays (cudaMalloc3DArray with cudaArrayLayered: the depth counts layers),
    // tex2DLayered, and one layer of blocks a matrix.
    (void)a, (void)b, (void)c, (void)n, (void)layers;
    return cudaErrorNotSupported;
}

cudaError_t make_map(cudaArray_t array, cudaTextureObject_t *texture) {
    // TODO: one address mode an axis.
    (void)array, (void)texture;
    return cudaErrorNotSupported;
}
