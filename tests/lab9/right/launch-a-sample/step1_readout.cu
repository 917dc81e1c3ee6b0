// Right, and unusual: a launch for each sample.
// Step 1: a row of texels, and a kernel that reads it anywhere.
#include "lab9.h"

cudaError_t make_row(const float *texels, int count, Reading reading, Row *row) {
#ifndef SKELETON
    Row made = {};
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CUDA_TRY(cudaMallocArray(&made.array, &format, count)); // height 0: one-dimensional
    cudaError_t error = cudaMemcpy2DToArray(made.array, 0, 0, texels, count * sizeof(float),
                                            count * sizeof(float), 1, cudaMemcpyHostToDevice);

    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = made.array;
    cudaTextureDesc description = {};
    // A row has one axis, but the unit reads it as a picture one texel high: step 5's surprise.
    description.addressMode[0] = description.addressMode[1] = reading.address;
    description.filterMode = reading.filter;
    description.readMode = cudaReadModeElementType;
    description.borderColor[0] = reading.border;
    description.normalizedCoords = reading.normalized;
    if (error == cudaSuccess)
        error = cudaCreateTextureObject(&made.texture, &resource, &description, NULL);

    if (error != cudaSuccess) {
        cudaFreeArray(made.array);
        return error;
    }
    *row = made;
    return cudaSuccess;
#else
    // TODO: a CUDA array of `count` floats, one-dimensional; the texels copied into it; a texture
    // object that reads it as `reading` says.
    (void)texels, (void)count, (void)reading, (void)row;
    return cudaErrorNotSupported;
#endif
}

cudaError_t free_row(Row *row) {
#ifndef SKELETON
    cudaError_t first = cudaDestroyTextureObject(row->texture); // it reads the array: it goes first
    cudaError_t second = cudaFreeArray(row->array);
    *row = {};
    return first != cudaSuccess ? first : second;
#else
    // TODO
    (void)row;
    return cudaErrorNotSupported;
#endif
}

__global__ void sample_row(cudaTextureObject_t texture, float base, float increment, int n,
                           float2 *out) {
#ifndef SKELETON
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = fmaf((float)i, increment, base);
    out[i] = make_float2(x, tex1D<float>(texture, x));
#else
    // TODO: one thread a sample: where it lies, and what the texture gives there.
    (void)texture, (void)base, (void)increment, (void)n, (void)out;
#endif
}

cudaError_t read_row(cudaTextureObject_t texture, float base, float increment, int n, float2 *out) {
#ifndef SKELETON
    float2 *d_out = NULL;
    CUDA_TRY(cudaMalloc(&d_out, n * sizeof(float2)));
    cudaError_t error = cudaSuccess;
    for (int i = 0; i < n && error == cudaSuccess; i++) {
        sample_row<<<1, 1>>>(texture, fmaf((float)i, increment, base), increment, 1, d_out + i);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpy(out, d_out, n * sizeof(float2), cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    return error;
#else
    // TODO: launch sample_row for n samples and bring them to the host.
    (void)texture, (void)base, (void)increment, (void)n, (void)out;
    return cudaErrorNotSupported;
#endif
}
