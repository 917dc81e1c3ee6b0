// Near-miss: threads that return count as arrived, at barriers and in masks.
__global__ void some_return(int *out, int n) {
    __shared__ int s[64];
    if (threadIdx.x >= n)
        return;
    s[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0)
        return;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x - 1];
}

__global__ void lanes_return(int *out) {
    if (threadIdx.x >= 20)
        return;
    unsigned mask = __activemask();
    out[threadIdx.x] = __shfl_sync(mask, (int)threadIdx.x, 0);
}

int main() {
    int *out;
    cudaMalloc(&out, 64 * sizeof(int));
    some_return<<<2, 64>>>(out, 40);
    lanes_return<<<1, 32>>>(out);
    bool failed = cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(out);
    return failed;
}
