// A function that owes a result and has a way to its end without one; others that only look so.
#include <cstdio>

template <typename T> __device__ T on_one_way(T x) { // FINDS: missing-return
    if (x < 4)
        return x;
    __syncthreads();
}

__device__ int endless_or_not(int n) {
    for (;;)
        if (n-- == 0)
            return n;
}

__device__ int of_all_kinds(int kind) {
    switch (kind & 1) {
    case 0:
        return 3;
    case 1:
        return 4;
    }
    __trap();
}

__global__ void k(int *out) {
    out[threadIdx.x] = endless_or_not(threadIdx.x) + of_all_kinds(threadIdx.x);
    out[threadIdx.x] += on_one_way((int)threadIdx.x);
}

int main() {
    int *out;
    cudaMalloc(&out, 8 * sizeof(int));
    k<<<1, 8>>>(out);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
