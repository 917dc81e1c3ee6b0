// Names that CUDA 13 no longer has.
// device: cpu
#include <cstdio>
__global__ void k(int *p) { *p = 5; }
int main() {
    int *p, h = 0;
    cudaMalloc((void **)&p, sizeof(int));
    k<<<1, 1>>>(p);
    cudaThreadSynchronize();
    cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaThreadExit();
    return 0;
}
