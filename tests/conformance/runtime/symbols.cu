// Symbols: copies with offsets, addresses and sizes, and what is refused.
#include "expect.h"

__constant__ float c_a[8];
__device__ int counter = 3;
int host_variable;

__global__ void use(float *out) {
    out[threadIdx.x] = c_a[threadIdx.x] + counter;
}

int main() {
    float a[8] = {0, 1, 2, 3, 4, 5, 6, 7}, *d, h[8];
    int n = 0;
    RETURNS(cudaMemcpyToSymbol(c_a, a, sizeof a), cudaSuccess);
    RETURNS(cudaMemcpyToSymbol(c_a, &a[5], sizeof(float), 2 * sizeof(float)), cudaSuccess);
    RETURNS(cudaMemcpyFromSymbol(&n, counter, sizeof n), cudaSuccess);
    EXPECT(n == 3);
    n = 10;
    RETURNS(cudaMemcpyToSymbol(counter, &n, sizeof n), cudaSuccess);
    RETURNS(cudaMalloc(&d, sizeof h), cudaSuccess);
    use<<<1, 8>>>(d);
    RETURNS(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT(h[1] == 11 && h[2] == 15 && h[7] == 17);

    size_t size = 0;
    void *address = NULL;
    RETURNS(cudaGetSymbolSize(&size, c_a), cudaSuccess);
    EXPECT(size == sizeof a);
    RETURNS(cudaGetSymbolAddress(&address, c_a), cudaSuccess);
    RETURNS(cudaMemcpy(h, address, sizeof h, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT(h[2] == 5 && h[6] == 6);

    RETURNS(cudaMemcpyToSymbol(c_a, a, sizeof a, sizeof(float)), cudaErrorInvalidValue);
    RETURNS(cudaGetLastError(), cudaErrorInvalidValue);
    RETURNS(cudaMemcpyToSymbol(host_variable, &n, sizeof n), cudaErrorInvalidSymbol);
    RETURNS(cudaGetLastError(), cudaErrorInvalidSymbol);
    RETURNS(cudaFree(d), cudaSuccess);
}
