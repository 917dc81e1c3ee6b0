// Copies and sets that are longer than the memory.
int main() {
    int *p, host[32] = {0};
    cudaMalloc(&p, 16 * sizeof(int));
    cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice); // FINDS: copy-overflow
    cudaMemset(p + 8, 0, 16 * sizeof(int));                   // FINDS: copy-overflow
    cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost); // FINDS: copy-overflow
    bool failed = cudaGetLastError() != cudaSuccess;
    cudaFree(p);
    return !failed;
}
