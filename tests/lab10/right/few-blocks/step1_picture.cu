// Right: a few blocks along one axis, whose threads take pixels in turn; beside a kernel of one
// thread a pixel this launch would be wrong.
#include "lab10.h"

cudaError_t make_array(const float *pixels, int width, int height, cudaArray_t *array) {
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
    // As many threads as there are: each takes every so many pixels.
    int first = threadIdx.x +
                blockDim.x * (blockIdx.x + gridDim.x * (threadIdx.y + blockDim.y * blockIdx.y));
    int threads = gridDim.x * blockDim.x * gridDim.y * blockDim.y;
    for (int i = first; i < width * height; i += threads) {
        int x = i % width, y = i / width;
        out[i] = tex2D<float>(texture, ((float)x + 0.5f + shift_x) / (float)width,
                              ((float)y + 0.5f + shift_y) / (float)height);
    }
}

// The launch, and the result to the host.
static cudaError_t run_read(cudaTextureObject_t texture, int width, int height, float shift_x,
                            float shift_y, float *out) {
    size_t bytes = (size_t)width * height * sizeof(float);
    float *d_out = NULL;
    CUDA_TRY(cudaMalloc(&d_out, bytes));
    read_picture<<<3, 96>>>(texture, width, height, shift_x, shift_y, d_out);
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
