// Indices and sizes in one, two and three dimensions; warpSize; early return.
#include <cstdio>

__global__ void index3(int *out) {
    int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int threads = blockDim.x * blockDim.y * blockDim.z;
    out[block * threads + thread] = 1 + threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z +
                                    1000 * blockIdx.x + 10000 * blockIdx.y + 100000 * blockIdx.z;
}
__global__ void sizes(int *out) {
    if (threadIdx.x || threadIdx.y || blockIdx.x)
        return;
    dim3 g = gridDim;
    uint3 t = threadIdx;
    out[0] = g.x + t.x;
    out[1] = gridDim.y;
    out[2] = gridDim.z;
    out[3] = blockDim.x;
    out[4] = blockDim.y;
    out[5] = blockDim.z;
    out[6] = warpSize;
}
__global__ void flat(int *out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = i * i;
}

int main() {
    int h[1000], *d;
    cudaMalloc(&d, sizeof h);
    index3<<<dim3(2, 3, 4), dim3(3, 2, 2)>>>(d);
    cudaMemcpy(h, d, 288 * sizeof(int), cudaMemcpyDeviceToHost);
    int sum = 0;
    for (int i = 0; i < 288; i++)
        sum += h[i] * (i % 7);
    printf("%d %d %d\n", h[0], h[287], sum);
    sizes<<<dim3(5, 6), dim3(7, 8)>>>(d);
    cudaMemcpy(h, d, 7 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 7; i++)
        printf("%d ", h[i]);
    flat<<<3, 33>>>(d, 1000);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[98], h[999]);
    cudaFree(d);
    return 0;
}
