// Copies whose direction or size does not fit the memory.
#include "expect.h"

int main() {
    int h[16] = {}, *d, *e;
    RETURNS(cudaMalloc(&d, sizeof h), cudaSuccess);
    RETURNS(cudaMalloc(&e, sizeof h), cudaSuccess);
    RETURNS(cudaMemcpy(h, d, sizeof h, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    RETURNS(cudaMemcpy(d, h, sizeof h, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    RETURNS(cudaMemcpy(d, h, sizeof h, (cudaMemcpyKind)9), cudaErrorInvalidMemcpyDirection);
    RETURNS(cudaGetLastError(), cudaErrorInvalidMemcpyDirection);
    RETURNS(cudaMemcpy(d, h, sizeof h, cudaMemcpyDefault), cudaSuccess);
    RETURNS(cudaMemcpy(e, d, sizeof h, cudaMemcpyDefault), cudaSuccess);
    RETURNS(cudaMemcpy(NULL, h, sizeof h, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    RETURNS(cudaMemcpy(NULL, h, 0, cudaMemcpyHostToDevice), cudaSuccess);
    RETURNS(cudaMemset(h, 0, sizeof h), cudaErrorInvalidValue);
    RETURNS(cudaGetLastError(), cudaErrorInvalidValue);
    RETURNS(cudaGetLastError(), cudaSuccess);
}
