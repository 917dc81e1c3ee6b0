// Launches wait until something synchronises: mapped memory read too early shows the old value.
// device: cpu
#include "expect.h"

__global__ void set(int *p) {
    *p = 1;
}

int main() {
    int *h, value = 7, *d;
    cudaHostAlloc(&h, sizeof(int), cudaHostAllocMapped);
    *h = 0;
    set<<<1, 1>>>(h);
    EXPECT(*h == 0);
    cudaDeviceSynchronize();
    EXPECT(*h == 1);

    *h = 0;
    cudaStream_t stream, other;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    set<<<1, 1, 0, stream>>>(h);
    cudaStreamSynchronize(other);
    EXPECT(*h == 0);
    cudaMalloc(&d, sizeof(int));
    cudaMemcpy(d, &value, sizeof(int), cudaMemcpyHostToDevice); /* the default stream only */
    EXPECT(*h == 0);
    RETURNS(cudaStreamQuery(stream), cudaErrorNotReady);
    RETURNS(cudaStreamQuery(stream), cudaSuccess);
    EXPECT(*h == 1);

    /* Asynchronous copies: pageable memory is read before the call returns, pinned memory later. */
    int *pinned, result = 0;
    cudaMallocHost(&pinned, sizeof(int));
    *pinned = 1;
    cudaMemcpyAsync(d, pinned, sizeof(int), cudaMemcpyHostToDevice, stream);
    *pinned = 2;
    cudaStreamSynchronize(stream);
    cudaMemcpy(&result, d, sizeof(int), cudaMemcpyDeviceToHost);
    EXPECT(result == 2);
    cudaMemcpyAsync(d, &value, sizeof(int), cudaMemcpyHostToDevice, stream);
    value = 8;
    cudaStreamSynchronize(stream);
    cudaMemcpy(&result, d, sizeof(int), cudaMemcpyDeviceToHost);
    EXPECT(result == 7);
}
