// Threads that meet in global memory within one launch.
__global__ void histogram(const int *in, int *bins) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bins[in[i]]++; // FINDS: global-memory-race
}

__global__ void in_place(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n)
        a[i] = 0.5f * (a[i] + a[i - 1]); // FINDS: global-memory-race
}

__global__ void barrier_is_for_one_block(int *a, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i; // FINDS: global-memory-race
    __syncthreads();
    out[i] = a[n - 1 - i]; // FINDS: global-memory-race
}

__global__ void plain_read_of_a_count(int *count, int *out) {
    atomicAdd(count, 1); // FINDS: global-memory-race
    out[blockIdx.x] = *count;
}

__global__ void fence_forgotten(int *part, unsigned *done, int *out) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = blockIdx.x;
        last = atomicAdd(done, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int sum = 0;
        for (int i = 0; i < gridDim.x; i++)
            sum += part[i]; // FINDS: global-memory-race
        *out = sum;
    }
}

int main() {
    int *in, *out, *bins;
    float *a;
    cudaMalloc(&in, 128 * sizeof(int));
    cudaMalloc(&out, 128 * sizeof(int));
    cudaMalloc(&bins, 128 * sizeof(int));
    cudaMalloc(&a, 128 * sizeof(float));
    cudaMemset(in, 0, 128 * sizeof(int));
    cudaMemset(bins, 0, 128 * sizeof(int));
    float ramp[128];
    for (int i = 0; i < 128; i++)
        ramp[i] = i * i;
    cudaMemcpy(a, ramp, sizeof ramp, cudaMemcpyHostToDevice);
    histogram<<<2, 64>>>(in, bins);
    in_place<<<2, 64>>>(a, 128);
    barrier_is_for_one_block<<<2, 64>>>(in, out, 128);
    cudaMemset(bins, 0, 128 * sizeof(int));
    plain_read_of_a_count<<<4, 1>>>(bins, out);
    cudaMemset(bins, 0, 128 * sizeof(int));
    fence_forgotten<<<4, 32>>>(in, (unsigned *)bins, out);
    bool failed = cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(in);
    cudaFree(out);
    cudaFree(bins);
    cudaFree(a);
    return failed;
}
