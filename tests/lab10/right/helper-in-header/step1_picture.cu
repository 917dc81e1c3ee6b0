// Right, and unusual: a helper of the student's stands in the lab's header.
// Step 1: a picture through the texture unit, in five steps.
#include "lab10.h"

cudaError_t make_array(const float *pixels, int width, int height, cudaArray_t *array) {
#ifndef SKELETON
    cudaArray_t made;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CUDA_TRY(cudaMallocArray(&made, &format, width, height)); // width and height in elements
    size_t row = width * sizeof(float); // the host's rows lie one behind the other: pitch = row
    cudaError_t error =
        cudaMemcpy2DToArray(made, 0, 0, pixels, row, row, height, cudaMemcpyHostToDevice);
    if (error != cudaSuccess) {
        cudaFreeArray(made);
        return error;
    }
    *array = made;
    return cudaSuccess;
#else
    // TODO: 1. the array, its size in elements. 2. the copy, its pitch and row length in bytes.
    (void)pixels, (void)width, (void)height, (void)array;
    return cudaErrorNotSupported;
#endif
}

cudaError_t make_texture(cudaArray_t array, cudaTextureObject_t *texture) {
#ifndef SKELETON
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description = {};
    description.addressMode[0] = cudaAddressModeWrap;
    description.addressMode[1] = cudaAddressModeWrap;
    description.filterMode = cudaFilterModeLinear;
    description.readMode = cudaReadModeElementType;
    description.normalizedCoords = 1; // wrap is honoured for normalised coordinates only
    CUDA_TRY(cudaCreateTextureObject(texture, &resource, &description, NULL));
    return cudaSuccess;
#else
    // TODO: 3. what is read (the array), and how: address mode of each axis, filter, read mode,
    // coordinates. 4. the texture object.
    (void)array, (void)texture;
    return cudaErrorNotSupported;
#endif
}

__global__ void read_picture(cudaTextureObject_t texture, int width, int height, float shift_x,
                             float shift_y, float *out) {
#ifndef SKELETON
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = tex2D<float>(texture, ((float)x + 0.5f + shift_x) / (float)width,
                                          ((float)y + 0.5f + shift_y) / (float)height);
#else
    // TODO: 5. the fetch, one thread a pixel.
    (void)texture, (void)width, (void)height, (void)shift_x, (void)shift_y, (void)out;
#endif
}

#ifndef SKELETON
// The launch, and the result to the host.
static cudaError_t run_read(cudaTextureObject_t texture, int width, int height, float shift_x,
                            float shift_y, float *out) {
    size_t bytes = (size_t)width * height * sizeof(float);
    float *d_out = NULL;
    CUDA_TRY(cudaMalloc(&d_out, bytes));
    dim3 block(TILE, TILE), grid(blocks_for(width, TILE), blocks_for(height, TILE));
    read_picture<<<grid, block>>>(texture, width, height, shift_x, shift_y, d_out);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
        error = cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    return error;
}
#endif

cudaError_t shift_picture(const float *pixels, int width, int height, float shift_x, float shift_y,
                          float *out) {
#ifndef SKELETON
    cudaArray_t array = NULL;
    cudaTextureObject_t texture = 0;
    CUDA_TRY(make_array(pixels, width, height, &array));
    cudaError_t error = make_texture(array, &texture);
    if (error == cudaSuccess) {
        error = run_read(texture, width, height, shift_x, shift_y, out);
        cudaDestroyTextureObject(texture);
    }
    cudaFreeArray(array);
    return error;
#else
    // TODO: the five steps in order, the result to the host, everything freed.
    (void)pixels, (void)width, (void)height, (void)shift_x, (void)shift_y, (void)out;
    return cudaErrorNotSupported;
#endif
}
