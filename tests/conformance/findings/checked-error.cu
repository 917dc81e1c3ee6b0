// Near-miss: errors that somebody looked at, and answers that are no errors.
#include <cstdio>

__global__ void fill(int *p) {
    p[threadIdx.x] = 1;
}

int main() {
    int *p;
    cudaEvent_t event;
    cudaMalloc(&p, 64 * sizeof(int));
    fill<<<1, 4096>>>(p); // REFUSED: the block of 4096 x 1 x 1 has 4096 threads
    cudaError_t e = cudaGetLastError();
    printf("%s\n", cudaGetErrorName(e));
    cudaEventCreate(&event);
    fill<<<1, 64>>>(p);
    cudaEventRecord(event);
    while (cudaEventQuery(event) == cudaErrorNotReady)
        ;
    cudaEventDestroy(event);
    cudaFree(p);
    return e == cudaSuccess;
}
