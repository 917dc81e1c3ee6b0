// Allocation in every form: alignment, sizes, freeing, attributes of pointers.
#include <cstdint>

#include "expect.h"

int main() {
    char *d, *e;
    RETURNS(cudaMalloc(&d, 1000), cudaSuccess);
    RETURNS(cudaMalloc(&e, 1), cudaSuccess);
    EXPECT((uintptr_t)d % 256 == 0 && (uintptr_t)e % 256 == 0);
    RETURNS(cudaFree(d), cudaSuccess);
    RETURNS(cudaFree(NULL), cudaSuccess);
    RETURNS(cudaFree(e + 1), cudaErrorInvalidValue);
    RETURNS(cudaGetLastError(), cudaErrorInvalidValue);
    RETURNS(cudaFree(e), cudaSuccess);
    RETURNS(cudaMalloc(&d, 0), cudaSuccess);
    EXPECT(d == NULL);
    RETURNS(cudaMalloc(&d, (size_t)1 << 60), cudaErrorMemoryAllocation);
    RETURNS(cudaGetLastError(), cudaErrorMemoryAllocation);

    size_t pitch, free_bytes, total;
    RETURNS(cudaMallocPitch(&d, &pitch, 100, 7), cudaSuccess);
    EXPECT(pitch >= 100 && pitch % 32 == 0);
    cudaPitchedPtr p;
    RETURNS(cudaMalloc3D(&p, make_cudaExtent(100, 7, 5)), cudaSuccess);
    EXPECT(p.ptr && p.pitch >= 100 && p.ysize == 7);
    RETURNS(cudaMemGetInfo(&free_bytes, &total), cudaSuccess);
    EXPECT(free_bytes > 0 && free_bytes < total);
    RETURNS(cudaFree(p.ptr), cudaSuccess);

    float *h, *m, *view;
    cudaPointerAttributes a;
    RETURNS(cudaMallocHost(&h, 64), cudaSuccess);
    h[0] = 1;
    RETURNS(cudaPointerGetAttributes(&a, h), cudaSuccess);
    EXPECT(a.type == cudaMemoryTypeHost);
    RETURNS(cudaHostAlloc(&m, 64, cudaHostAllocMapped), cudaSuccess);
    RETURNS(cudaHostGetDevicePointer(&view, m, 0), cudaSuccess);
    EXPECT(view != NULL);
    RETURNS(cudaPointerGetAttributes(&a, d), cudaSuccess);
    EXPECT(a.type == cudaMemoryTypeDevice && a.device == 0);
    RETURNS(cudaPointerGetAttributes(&a, &total), cudaSuccess);
    EXPECT(a.type == cudaMemoryTypeUnregistered);
    RETURNS(cudaFreeHost(h), cudaSuccess);
    RETURNS(cudaFreeHost(m), cudaSuccess);
    RETURNS(cudaFreeHost(d), cudaErrorInvalidValue);
    RETURNS(cudaGetLastError(), cudaErrorInvalidValue);
    RETURNS(cudaFree(d), cudaSuccess);
}
