// Right, and unusual: the row is copied by cudaMemcpy3D, and threads take several samples.
// Step 1: a row of texels, and a kernel that reads it anywhere.
#include "lab9.h"

cudaError_t make_row(const float *texels, int count, Reading reading, Row *row) {
    Row made = {};
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CUDA_TRY(cudaMallocArray(&made.array, &format, count)); // height 0: one-dimensional
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr((void *)texels, count * sizeof(float), count, 1);
    copy.dstArray = made.array;
    copy.extent = make_cudaExtent(count, 1, 1);
    copy.kind = cudaMemcpyHostToDevice;
    cudaError_t error = cudaMemcpy3D(&copy);

    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = made.array;
    cudaTextureDesc description = {};
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
}

cudaError_t free_row(Row *row) {
    cudaError_t first = cudaDestroyTextureObject(row->texture); // it reads the array: it goes first
    cudaError_t second = cudaFreeArray(row->array);
    *row = {};
    return first != cudaSuccess ? first : second;
}

__global__ void sample_row(cudaTextureObject_t texture, float base, float increment, int n,
                           float2 *out) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float x = fmaf((float)i, increment, base);
        out[i] = make_float2(x, tex1D<float>(texture, x));
    }
}

cudaError_t read_row(cudaTextureObject_t texture, float base, float increment, int n, float2 *out) {
    const int threads = 128;
    float2 *d_out = NULL;
    CUDA_TRY(cudaMalloc(&d_out, n * sizeof(float2)));
    sample_row<<<2, threads>>>(texture, base, increment, n, d_out);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
        error = cudaMemcpy(out, d_out, n * sizeof(float2), cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    return error;
}
