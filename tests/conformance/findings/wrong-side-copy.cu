// The kind of a copy names the wrong side.
int main() {
    int *p, host[16] = {0};
    cudaMalloc(&p, sizeof host);
    cudaMemcpy(p, host, sizeof host, cudaMemcpyDeviceToHost); // FINDS: wrong-side-copy
    bool failed = cudaGetLastError() != cudaSuccess;
    cudaFree(p);
    return !failed;
}
