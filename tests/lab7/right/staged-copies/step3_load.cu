// Unusual but right: the grid goes to the array slice by slice, through pitched memory.
#include "lab7.h"

// Copies slice k of the grid into the pitched slice, and from there into the array.
static cudaError_t copy_slice(const float *grid, int size, int k, cudaPitchedPtr slice,
                              cudaArray_t array) {
    size_t row = size * sizeof(float);
    CUDA_TRY(cudaMemcpy2D(slice.ptr, slice.pitch, grid + (size_t)k * size * size, row, row, size,
                          cudaMemcpyDeviceToDevice));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = slice;
    copy.dstArray = array;
    copy.dstPos = make_cudaPos(0, 0, k);
    copy.extent = make_cudaExtent(size, size, 1);
    copy.kind = cudaMemcpyDefault;
    CUDA_TRY(cudaMemcpy3D(&copy));
    return cudaSuccess;
}

cudaError_t load_texture(const float *grid, int size, cudaArray_t *array) {
    cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    cudaArray_t texels = NULL;
    void *memory = NULL;
    size_t pitch = 0;
    cudaError_t error =
        cudaMalloc3DArray(&texels, &format, make_cudaExtent(size, size, size), cudaArrayDefault);
    if (error == cudaSuccess)
        error = cudaMallocPitch(&memory, &pitch, size * sizeof(float), size);
    cudaPitchedPtr slice = make_cudaPitchedPtr(memory, pitch, size, size);
    for (int k = 0; k < size && error == cudaSuccess; k++)
        error = copy_slice(grid, size, k, slice, texels);
    cudaFree(memory);
    if (error == cudaSuccess)
        *array = texels;
    else if (texels)
        cudaFreeArray(texels);
    return error;
}
