// The last error: kept by peeking, cleared by asking; names and texts; launch limits and their
// codes.
#include "expect.h"

#include <cstring>

__global__ void nothing() {}
__global__ void dynamic(int *out) {
    extern __shared__ int s[];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0)
        *out = s[blockDim.x - 1];
}

#define LAUNCHES(error, ...)                                                                       \
    do {                                                                                           \
        nothing<<<__VA_ARGS__>>>();                                                                \
        RETURNS(cudaPeekAtLastError(), error);                                                     \
        RETURNS(cudaGetLastError(), error);                                                        \
        RETURNS(cudaGetLastError(), cudaSuccess);                                                  \
    } while (0)

int main() {
    LAUNCHES(cudaSuccess, 1, 1024);
    LAUNCHES(cudaErrorInvalidValue, 1, 1025);
    LAUNCHES(cudaErrorInvalidValue, 1, dim3(32, 33));
    LAUNCHES(cudaErrorInvalidValue, 1, dim3(1, 1, 65));
    LAUNCHES(cudaErrorInvalidValue, 0, 32);
    LAUNCHES(cudaErrorInvalidValue, 1, 0);
    LAUNCHES(cudaErrorInvalidValue, dim3(1, 65536), 32);
    LAUNCHES(cudaErrorInvalidValue, dim3(1, 1, 65536), 32);
    LAUNCHES(cudaErrorInvalidValue, 1, 32, 49 * 1024);
    RETURNS(cudaDeviceSynchronize(), cudaSuccess);

    int *d, h = 0;
    cudaMalloc(&d, sizeof(int));
    RETURNS(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024),
            cudaSuccess);
    dynamic<<<1, 1024, 100 * 1024>>>(d);
    RETURNS(cudaGetLastError(), cudaSuccess);
    RETURNS(cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT(h == 1023);
    RETURNS(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20),
            cudaErrorInvalidValue);
    cudaGetLastError();
    RETURNS(cudaSetDevice(1000), cudaErrorInvalidDevice);
    RETURNS(cudaPeekAtLastError(), cudaErrorInvalidDevice);
    RETURNS(cudaGetLastError(), cudaErrorInvalidDevice);
    EXPECT(!strcmp(cudaGetErrorName(cudaErrorIllegalAddress), "cudaErrorIllegalAddress"));
    EXPECT(!strcmp(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument"));
    EXPECT(!strcmp(cudaGetErrorString(cudaSuccess), "no error"));
    EXPECT(!strcmp(cudaGetErrorName((cudaError_t)12345), "unrecognized error code"));
}
