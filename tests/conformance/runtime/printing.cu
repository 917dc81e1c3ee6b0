// printf of device code: complete after a synchronisation; on the CPU device in block order.
// device: cpu
#include <cstdio>

__global__ void hello(int n) {
    if (threadIdx.x % 16 == 0)
        printf("block %u thread %u of %d: %s %5.2f\n", blockIdx.x, threadIdx.x, n, "text", 1.5);
    __syncthreads();
    if (threadIdx.x == 0)
        printf("end of block %u\n", blockIdx.x);
}

int main() {
    hello<<<40, 32>>>(32);
    printf("launched\n");
    cudaDeviceSynchronize();
    printf("done\n");
}
