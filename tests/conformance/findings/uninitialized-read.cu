// Memory that nobody wrote: from cudaMalloc, shared, counted up, copied out.
__global__ void global(const float *in, float *out) {
    out[threadIdx.x] = in[threadIdx.x]; // FINDS: uninitialized-read
}

__global__ void shared(float *out) {
    __shared__ float sum[32];
    sum[threadIdx.x] += 1.0f; // FINDS: uninitialized-read
    out[threadIdx.x] = sum[threadIdx.x];
}

__global__ void left_by_the_last_block(float *out) {
    __shared__ float value;
    if (blockIdx.x == 0 && threadIdx.x == 0)
        value = 1.0f;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = value; // FINDS: uninitialized-read
}

__global__ void count(int *bins, int n) {
    atomicAdd(&bins[threadIdx.x % n], 1); // FINDS: uninitialized-read
}

int main() {
    float *in, *out, host[32];
    int *bins;
    cudaMalloc(&in, 32 * sizeof(float));
    cudaMalloc(&out, 64 * sizeof(float));
    cudaMalloc(&bins, 8 * sizeof(int));
    cudaMemcpy(host, in, sizeof host, cudaMemcpyDeviceToHost); // FINDS: uninitialized-read
    global<<<1, 32>>>(in, out);
    shared<<<1, 32>>>(out);
    left_by_the_last_block<<<2, 32>>>(out);
    count<<<1, 32>>>(bins, 8);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    cudaFree(in);
    cudaFree(out);
    cudaFree(bins);
}
