// Right, and unusual: an event is waited for, not the device.
// Step 4: host memory, read by the device where it lies.
#include "lab8.h"
#include <string.h>

__global__ void increment(cudaTextureObject_t texture, int n, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex1Dfetch<int>(texture, i) + 1;
}

// host: 2 n ints of mapped memory, the first n filled; the results go to the second n.
static cudaError_t run_increment(int *host, int n, int *before, int *after) {
    const int threads = 128;
    int *device = NULL;
    cudaTextureObject_t texture = 0;
    CUDA_TRY(cudaHostGetDevicePointer(&device, host, 0));
    // A texture's elements may be as few as they like, make_words_texture asks for multiples of
    // four.
    CUDA_TRY(make_words_texture(device, (n + 3) / 4 * 4, 1, &texture));
    int *results = host + (n + 3) / 4 * 4;
    increment<<<(n + threads - 1) / threads, threads>>>(texture, n, device + (results - host));
    cudaError_t error = cudaGetLastError();
    cudaEvent_t done;
    CUDA_TRY(cudaEventCreate(&done));
    CUDA_TRY(cudaEventRecord(done));
    memcpy(before, results,
           n * sizeof(int)); // the kernel may run, or not yet: anything can be here
    if (error == cudaSuccess)
        error = cudaEventSynchronize(done);
    cudaEventDestroy(done);
    memcpy(after, results, n * sizeof(int));
    cudaDestroyTextureObject(texture);
    return error;
}

cudaError_t increment_mapped(const int *in, int n, int *before, int *after) {
    int *host = NULL, padded = (n + 3) / 4 * 4;
    CUDA_TRY(cudaHostAlloc(&host, 2 * padded * sizeof(int), cudaHostAllocMapped));
    memset(host, 0, 2 * padded * sizeof(int));
    memcpy(host, in, n * sizeof(int));
    cudaError_t error = run_increment(host, n, before, after);
    cudaFreeHost(host);
    return error;
}
