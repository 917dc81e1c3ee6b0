// assert and __trap in device code.
#include "expect.h"

#include <cassert>

__global__ void check(int n) {
    assert((int)threadIdx.x < n);
}

int main() {
    check<<<2, 32>>>(32);
    RETURNS(cudaDeviceSynchronize(), cudaSuccess);
    check<<<2, 32>>>(31);
    RETURNS(cudaDeviceSynchronize(), cudaErrorAssert);
    RETURNS(cudaGetLastError(), cudaErrorAssert);
}
