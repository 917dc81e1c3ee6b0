// Near-miss: cudaFree waits for the kernel that still uses the memory.
__global__ void read(const int *old, int *out) {
    out[threadIdx.x] = old[threadIdx.x];
}

int main() {
    int *old, *out;
    cudaMalloc(&old, 32 * sizeof(int));
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMemset(old, 0, 32 * sizeof(int));
    read<<<1, 32>>>(old, out);
    cudaFree(old);
    cudaMalloc(&old, 32 * sizeof(int));
    cudaMemset(old, 1, 32 * sizeof(int));
    read<<<1, 32>>>(old, out);
    cudaFree(old);
    cudaFree(out);
    return cudaGetLastError() != cudaSuccess;
}
