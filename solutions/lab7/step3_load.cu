// Lab 7, step 3: from linear memory into a CUDA array, whose layout the texture unit likes and we
// do not know.
#include "lab7.h"

cudaError_t load_texture(const float *grid, int size, cudaArray_t *array) {
#ifndef SKELETON
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaExtent extent = make_cudaExtent(size, size, size); // an array's extent counts elements
    cudaArray_t texels = NULL;
    CUDA_TRY(cudaMalloc3DArray(&texels, &format, extent));

    cudaMemcpy3DParms copy = {};
    // The distance from one row of the grid to the next, in bytes; then its width and height.
    copy.srcPtr = make_cudaPitchedPtr((void *)grid, size * sizeof(float), size, size);
    copy.dstArray = texels;
    copy.extent = extent; // in elements, because one side is an array
    copy.kind = cudaMemcpyDeviceToDevice;
    cudaError_t error = cudaMemcpy3D(&copy);
    if (error != cudaSuccess) {
        cudaFreeArray(texels);
        return error;
    }
    *array = texels;
    return cudaSuccess;
#else
    // TODO: cudaMalloc3DArray for size x size x size floats (the format from
    // cudaCreateChannelDesc), cudaMemcpy3D from the grid, which is in device memory
    // (make_cudaPitchedPtr describes it; look up which quantities are in bytes and which in
    // elements), and store the array in *array.
    (void)grid, (void)size, (void)array;
    return cudaErrorNotSupported;
#endif
}
