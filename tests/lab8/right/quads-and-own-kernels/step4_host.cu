// Right, and unusual: a fetch brings four words.
// Step 4: host memory, read by the device where it lies.
#include "lab8.h"
#include <string.h>
#include <stdlib.h>

__global__ void plus_one(cudaTextureObject_t texture, int quads, int4 *out) {
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= quads)
        return;
    int4 v = tex1Dfetch<int4>(texture, q);
    out[q] = make_int4(v.x + 1, v.y + 1, v.z + 1, v.w + 1);
}
cudaError_t increment_mapped(const int *in, int n, int *before, int *after) {
    const int quads = (n + 3) / 4;
    int *host = NULL, *device = NULL;
    CUDA_TRY(cudaHostAlloc(&host, 8 * quads * sizeof(int), cudaHostAllocMapped));
    memset(host, 0, 8 * quads * sizeof(int));
    memcpy(host, in, n * sizeof(int));
    cudaTextureObject_t texture = 0;
    cudaError_t error = cudaHostGetDevicePointer(&device, host, 0);
    if (error == cudaSuccess)
        error = make_words_texture(device, 4 * quads, 4, &texture);
    if (error == cudaSuccess) {
        plus_one<<<(quads + 63) / 64, 64>>>(texture, quads, (int4 *)device + quads);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess) {
        memcpy(before, host + 4 * quads, n * sizeof(int));
        error = cudaDeviceSynchronize();
        memcpy(after, host + 4 * quads, n * sizeof(int));
    }
    if (texture)
        cudaDestroyTextureObject(texture);
    cudaFreeHost(host);
    return error;
}
