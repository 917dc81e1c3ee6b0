// The reduction of older books: lanes of a warp that count on running in step.
__global__ void sum(const int *in, int *out) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 32) {
        volatile int *v = s;
        v[t] += v[t + 32]; // FINDS: shared-memory-race
        v[t] += v[t + 16]; // FINDS: shared-memory-race
        v[t] += v[t + 8];  // FINDS: shared-memory-race
        v[t] += v[t + 4];  // FINDS: shared-memory-race
        v[t] += v[t + 2];  // FINDS: shared-memory-race
        v[t] += v[t + 1];  // FINDS: shared-memory-race
    }
    if (t == 0)
        *out = s[0];
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 64 * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemset(in, 0, 64 * sizeof(int));
    int ones[64];
    for (int i = 0; i < 64; i++)
        ones[i] = i;
    cudaMemcpy(in, ones, sizeof ones, cudaMemcpyHostToDevice);
    sum<<<1, 64>>>(in, out);
    const bool failed = cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(in);
    cudaFree(out);
    return failed;
}
