// What the memory functions return for arguments that make no sense.
#include <cstdio>
#include <cstdlib>

#define SHOW(call) printf("%s: %s\n", #call, cudaGetErrorName(call)), cudaGetLastError()

__constant__ int c_a[4];
__device__ int d_a[4];

int main() {
    int *d = nullptr, *e = nullptr, *h = (int *)malloc(64), word = 0;
    void *address = nullptr;
    size_t size = 0, pitch = 0;
    int *no = nullptr;
    SHOW(cudaMalloc(&d, 64));
    SHOW(cudaMalloc(&e, 0));
    printf("%d\n", e == nullptr);
    SHOW(cudaMalloc((void **)nullptr, 4));
    SHOW(cudaMalloc(&e, (size_t)1 << 50));
    SHOW(cudaFree(nullptr));
    SHOW(cudaFree(d + 1));
    SHOW(cudaFree(h));
    SHOW(cudaMemcpy(d, h, 0, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(d, no, 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(no, h, 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(h, d, 4, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy(d, h, 4, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpy(d, h, 4, (cudaMemcpyKind)77));
    SHOW(cudaMemcpy(d, h, 4, cudaMemcpyDefault));
    SHOW(cudaMemset(no, 0, 4));
    SHOW(cudaMemset(h, 0, 4));
    SHOW(cudaMemcpyToSymbol(c_a, h, 16));
    SHOW(cudaMemcpyToSymbol(c_a, h, 17));
    SHOW(cudaMemcpyToSymbol(c_a, h, 8, 12));
    SHOW(cudaMemcpyToSymbol(d_a, h, 4, 12));
    SHOW(cudaMemcpyToSymbol(c_a, d, 4, 0, cudaMemcpyDeviceToDevice));
    SHOW(cudaMemcpyToSymbol(c_a, h, 4, 0, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpyFromSymbol(&word, c_a, 4));
    SHOW(cudaMemcpyToSymbol((const void *)h, h, 4));
    SHOW(cudaMemcpy(c_a, h, 4, cudaMemcpyHostToDevice));
    SHOW(cudaGetSymbolAddress(&address, c_a));
    SHOW(cudaGetSymbolSize(&size, d_a));
    SHOW(cudaMemcpy(address, h, 4, cudaMemcpyHostToDevice));
    SHOW(cudaMallocPitch(&e, &pitch, 100, 3));
    printf("pitch %zu\n", pitch);
    SHOW(cudaMemcpy2D(e, 50, h, 100, 100, 3, cudaMemcpyHostToDevice));
    SHOW(cudaMemcpy2D(e, pitch, h, 20, 20, 3, cudaMemcpyHostToDevice));
    SHOW(cudaMemset2D(e, 10, 0, 20, 3));
    SHOW(cudaHostGetDevicePointer((void **)&e, h, 0));
    SHOW(cudaFreeHost(h));
    SHOW(cudaSetDevice(99));
    SHOW(cudaEventDestroy(nullptr));
    SHOW(cudaStreamDestroy((cudaStream_t) nullptr));
    cudaEvent_t start, stop;
    float ms = -1;
    SHOW(cudaEventCreate(&start));
    SHOW(cudaEventCreate(&stop));
    SHOW(cudaEventElapsedTime(&ms, start, stop));
    SHOW(cudaEventRecord(start));
    SHOW(cudaEventElapsedTime(&ms, start, stop));
    SHOW(cudaEventSynchronize(stop));
    SHOW(cudaFree(d));
    SHOW(cudaFree(d));
    return 0;
}
