// Kernels that get the address of host memory: from malloc, of a local, of a global variable.
#include <cstdlib>

__global__ void from_malloc(const int *in, int *out) {
    out[threadIdx.x] = in[threadIdx.x]; // FINDS: host-memory-in-kernel
}

__global__ void of_a_local(int *n, int *out) {
    out[threadIdx.x] = 0;
    if (threadIdx.x == 0)
        *n = 5; // FINDS: host-memory-in-kernel
}

__global__ void of_a_global(const int *n, int *out) {
    out[threadIdx.x] = *n; // FINDS: host-memory-in-kernel
}

int limit = 7;

int main() {
    int *in = (int *)malloc(32 * sizeof(int)), *out, n = 1;
    for (int i = 0; i < 32; i++)
        in[i] = i;
    cudaMalloc(&out, 32 * sizeof(int));
    from_malloc<<<1, 32>>>(in, out);
    of_a_local<<<1, 32>>>(&n, out);
    of_a_global<<<1, 32>>>(&limit, out);
    cudaDeviceSynchronize();
    limit += n;
    cudaFree(out);
    free(in);
}
