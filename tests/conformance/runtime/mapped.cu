// Mapped, registered and managed memory are seen by both sides, once the device is done.
#include "expect.h"

#include <cstdlib>

__global__ void twice(int *p, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        p[i] *= 2;
}
__managed__ int counter = 5;
__global__ void count() {
    atomicAdd(&counter, 1);
}

int main() {
    int *h, *d, *m;
    RETURNS(cudaHostAlloc(&h, 64 * sizeof(int), cudaHostAllocMapped), cudaSuccess);
    RETURNS(cudaHostGetDevicePointer(&d, h, 0), cudaSuccess);
    RETURNS(cudaMallocManaged(&m, 64 * sizeof(int)), cudaSuccess);
    for (int i = 0; i < 64; i++)
        h[i] = m[i] = i;
    twice<<<1, 32>>>(d, 64);
    twice<<<1, 32>>>(m, 64);
    count<<<3, 4>>>();
    RETURNS(cudaDeviceSynchronize(), cudaSuccess);
    bool right = true;
    for (int i = 0; i < 64; i++)
        right = right && h[i] == 2 * i && m[i] == 2 * i;
    EXPECT(right);
    EXPECT(counter == 17);

    int *own = (int *)aligned_alloc(4096, 4096);
    own[3] = 7;
    RETURNS(cudaHostRegister(own, 4096, cudaHostRegisterMapped), cudaSuccess);
    RETURNS(cudaHostGetDevicePointer(&d, own, 0), cudaSuccess);
    twice<<<1, 32>>>(d, 4);
    RETURNS(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT(own[3] == 14);
    RETURNS(cudaHostUnregister(own), cudaSuccess);
    RETURNS(cudaHostUnregister(own), cudaErrorHostMemoryNotRegistered);
    cudaGetLastError();
    cudaFreeHost(h);
    cudaFree(m);
    free(own);
}
