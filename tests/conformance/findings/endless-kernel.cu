// A loop that never ends, which computes and so waits for nobody.
#include <cstdio>
#include <cstdlib>

__global__ void countdown(const int *in, int *out, unsigned n) {
    int sum = 0;
    __syncthreads();
    for (unsigned i = n; i >= 0; i--)
        sum += in[i % 32] * threadIdx.x; // FINDS: endless-kernel
    out[threadIdx.x] = sum;
}

int main() {
    setenv("CPU_DEVICE_KERNEL_SECONDS", "0.2", 1);
    int *memory;
    cudaMalloc(&memory, 64 * sizeof(int));
    cudaMemset(memory, 0, 64 * sizeof(int));
    countdown<<<2, 32>>>(memory, memory + 32, 20);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
