// Does this GPU run a kernel compiled here? Exit status 0 if so; else 1, with CUDA's word for it.
#include <stdio.h>

__global__ void answer(int *out) {
    *out = 42;
}

int main(void) {
    int *device = NULL, host = 0;
    cudaError_t error = cudaMalloc(&device, sizeof host);
    if (error == cudaSuccess) {
        answer<<<1, 1>>>(device);
        error = cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost);
        cudaFree(device);
    }
    if (error != cudaSuccess || host != 42)
        printf("%s\n", error != cudaSuccess ? cudaGetErrorString(error) : "a kernel did not run");
    return error != cudaSuccess || host != 42;
}
