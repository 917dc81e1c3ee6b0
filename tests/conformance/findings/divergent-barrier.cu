// Threads of one block wait at different __syncthreads().
__global__ void one_in_each_branch(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    if (threadIdx.x < 32)
        __syncthreads();
    else
        __syncthreads(); // FINDS: divergent-barrier
    out[threadIdx.x] = s[63 - threadIdx.x];
}

int main() {
    int *out;
    cudaMalloc(&out, 64 * sizeof(int));
    one_in_each_branch<<<1, 64>>>(out);
    bool failed = cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(out);
    return failed;
}
