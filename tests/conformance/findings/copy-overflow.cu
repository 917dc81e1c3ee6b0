// Copies and sets that are longer than the memory.
int main() {
    int *p, host[32] = {0};
    cudaMalloc(&p, 16 * sizeof(int));
    bool all_failed =
        cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice) != cudaSuccess && // FINDS: copy-overflow
        cudaMemset(p + 8, 0, 16 * sizeof(int)) != cudaSuccess; // FINDS: copy-overflow
    cudaGetLastError();
    cudaFree(p);
    return !all_failed;
}
