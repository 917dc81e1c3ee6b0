// cudaLaunchKernel, and a host variable whose name device code uses for its own.
#include <cstdio>
int n = 3, i = 4;
float scale[2] = {1, 2};
struct body {
    int n;
    __device__ int twice() const { return 2 * n; }
};
__device__ int use(int n) {
    return n + 1;
}
__global__ void k(int *out, int scale) {
    int a = 1, n = 2;
    for (int j = 0, i = 5; j < i; j++)
        a += i;
    body b = {n};
    out[0] = a + scale + b.n + b.twice() + use(n) + (int)sizeof(::n);
}
int main() {
    int *out, h;
    cudaMalloc(&out, sizeof h);
    int x = 100 + i - n;
    void *arguments[] = {&out, &x};
    printf("%s\n", cudaGetErrorName(cudaLaunchKernel((void *)k, dim3(1), dim3(1), arguments, 0, 0)));
    cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    printf("%s\n", cudaGetErrorName(cudaLaunchKernel((const void *)k, 1, 2000, arguments, 0, nullptr)));
    cudaFree(out);
    return scale[0] != 1;
}
