// The kernel gets a pointer whose memory was given back before.
__global__ void read(const int *old, int *out) {
    out[threadIdx.x] = old[threadIdx.x]; // FINDS: use-after-free
}

int main() {
    int *old, *out;
    cudaMalloc(&old, 32 * sizeof(int));
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMemset(old, 0, 32 * sizeof(int));
    cudaFree(old);
    read<<<1, 32>>>(old, out);
    bool failed = cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(out);
    return failed;
}
