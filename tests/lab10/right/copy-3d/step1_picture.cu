// Right, and unusual: cudaMalloc3DArray and cudaMemcpy3D for a picture.
// Step 1: a picture through the texture unit, in five steps.
#include "lab10.h"

cudaError_t make_array(const float *pixels, int width, int height, cudaArray_t *array) {
    cudaArray_t made;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CUDA_TRY(cudaMalloc3DArray(&made, &format, make_cudaExtent(width, height, 0)));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr((void *)pixels, width * sizeof(float), width, height);
    copy.dstArray = made;
    copy.extent = make_cudaExtent(width, height, 1);
    copy.kind = cudaMemcpyHostToDevice;
    cudaError_t error = cudaMemcpy3D(&copy);
    if (error != cudaSuccess) {
        cudaFreeArray(made);
        return error;
    }
    *array = made;
    return cudaSuccess;
}

cudaError_t make_texture(cudaArray_t array, cudaTextureObject_t *texture) {
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
}

__global__ void read_picture(cudaTextureObject_t texture, int width, int height, float shift_x,
                             float shift_y, float *out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = tex2D<float>(texture, ((float)x + 0.5f + shift_x) / (float)width,
                                          ((float)y + 0.5f + shift_y) / (float)height);
}

// The launch, and the result to the host.
static cudaError_t run_read(cudaTextureObject_t texture, int width, int height, float shift_x,
                            float shift_y, float *out) {
    size_t bytes = (size_t)width * height * sizeof(float);
    float *d_out = NULL;
    CUDA_TRY(cudaMalloc(&d_out, bytes));
    dim3 block(TILE, TILE), grid((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
    read_picture<<<grid, block>>>(texture, width, height, shift_x, shift_y, d_out);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
        error = cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    return error;
}

cudaError_t shift_picture(const float *pixels, int width, int height, float shift_x, float shift_y,
                          float *out) {
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
}
