// grid.sync() in a kernel launched by cudaLaunchCooperativeKernel.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void prefix_sums(int *a, int *b, int n, int *wrong) {
    __shared__ int mine[64];
    cg::grid_group grid = cg::this_grid();
    const int i = grid.thread_rank(), t = threadIdx.x;
    mine[t] = i;
    for (int d = 1; d < n; d *= 2) {
        b[i] = a[i] + (i >= d ? a[i - d] : 0);
        grid.sync();
        a[i] = b[i];
        grid.sync();
    }
    if (mine[63 - t] != (int)blockIdx.x * 64 + 63 - t || !grid.is_valid() || grid.size() != n)
        atomicAdd(wrong, 1);
}

/* Some threads have gone before, and barriers of the block stand between those of the grid. */
__global__ void some_return(int *a) {
    __shared__ int sum;
    if (threadIdx.x % 3 == 1)
        return;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        a[blockIdx.x] = sum;
    cg::this_grid().sync();
    if (threadIdx.x == 0)
        a[8 + blockIdx.x] = a[(blockIdx.x + 1) % gridDim.x] + blockIdx.x;
}

__global__ void ordinary(int *a) {
    *a = cg::this_grid().is_valid();
}

int main() {
    const int blocks = 6, n = blocks * 64;
    int *a, *b, *wrong, h[n], count = n;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMalloc(&wrong, sizeof(int));
    cudaMemset(wrong, 0, sizeof(int));
    for (int i = 0; i < n; i++)
        h[i] = 1;
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    void *arguments[] = {&a, &b, &count, &wrong};
    printf("%s\n", cudaGetErrorName(cudaLaunchCooperativeKernel((void *)prefix_sums, blocks, 64,
                                                                arguments, 0, 0)));
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int i = 0; i < n; i++)
        bad += h[i] != i + 1;
    cudaMemcpy(h, wrong, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d sums are wrong, %d threads\n", bad, h[0]);
    void *one[] = {&a};
    cudaLaunchCooperativeKernel((void *)some_return, 4, 96, one, 0, 0);
    cudaMemcpy(h, a, 16 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", h[8], h[9], h[10], h[11]);
    ordinary<<<1, 1>>>(a);
    cudaMemcpy(h, a, sizeof(int), cudaMemcpyDeviceToHost);
    printf("valid in an ordinary launch: %d\n", h[0]);
    int attribute;
    cudaDeviceGetAttribute(&attribute, cudaDevAttrCooperativeLaunch, 0);
    printf("cooperative launches: %d\n", attribute);
    printf("%s\n", cudaGetErrorName(cudaLaunchCooperativeKernel((void *)prefix_sums, 1 << 20, 64,
                                                                arguments, 0, 0)));
    cudaGetLastError();
    cudaFree(a);
    cudaFree(b);
    cudaFree(wrong);
}
