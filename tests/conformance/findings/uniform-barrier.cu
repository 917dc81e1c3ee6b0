// Near-miss: barriers in loops, in functions, behind an early return, in a branch all threads take.
__device__ void wait_for_all() {
    __syncthreads();
}

template <int N> __device__ int sum(const int *s) {
    int total = 0;
#pragma unroll
    for (int i = 0; i < N; i++) {
        total += s[i];
        __syncthreads();
    }
    return total;
}

__global__ void uniform(int *out, int n, bool twice) {
    __shared__ int s[64];
    int i = threadIdx.x;
    if (i >= n)
        return;
    s[i] = i;
    wait_for_all();
    if (twice) {
        s[i] += 1;
        wait_for_all();
    }
    for (int round = 0; round < (int)blockIdx.x + 2; round++) {
        int next = s[(i + 1) % n];
        __syncthreads();
        s[i] = next;
        __syncthreads();
    }
    int total = sum<4>(s);
    out[i] = total + __syncthreads_count(i & 1);
}

int main() {
    int *out;
    cudaMalloc(&out, 64 * sizeof(int));
    uniform<<<1, 64>>>(out, 50, true);
    uniform<<<1, 64>>>(out, 64, false);
    bool failed = cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(out);
    return failed;
}
