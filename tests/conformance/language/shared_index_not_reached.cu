// An element far outside a shared array, in a branch never taken: the program links and runs.
#include <cstdio>

__global__ void gFill(int *out, unsigned first) {
    __shared__ int4 part[40];
    const unsigned i = threadIdx.x - first;
    part[threadIdx.x].z = (int)threadIdx.x;
    if (threadIdx.x == 0 && first == 7)
        part[i].z = 32; // -7 as an unsigned number
    __syncthreads();
    out[threadIdx.x] = part[39 - threadIdx.x].z;
}

int main() {
    int *device, out[40];
    cudaMalloc(&device, sizeof out);
    gFill<<<1, 40>>>(device, 0);
    cudaMemcpy(out, device, sizeof out, cudaMemcpyDeviceToHost);
    printf("%d %d %s\n", out[0], out[39], cudaGetErrorString(cudaGetLastError()));
    cudaFree(device);
}
