// Step 3: half a texel.
#include "lab9.h"

float centre_of(int i, int count, int normalized) {
    // TODO: under linear filtering a texel's value is given at one point only. Where does it lie?
    (void)i, (void)count, (void)normalized;
    return -1.0f;
}

cudaError_t read_texels(cudaTextureObject_t texture, int count, int normalized, float *out) {
    // TODO: a kernel of your own that reads the texture at the centres of all texels; the values to
    // the host.
    (void)texture, (void)count, (void)normalized, (void)out;
    return cudaErrorNotSupported;
}
