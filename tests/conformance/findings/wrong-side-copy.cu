// The kind of a copy names the wrong side.
int main() {
    int *p, host[16] = {0};
    cudaMalloc(&p, sizeof host);
    bool failed =
        cudaMemcpy(p, host, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess; // FINDS: wrong-side-copy
    cudaGetLastError();
    cudaFree(p);
    return !failed;
}
