// Near-miss: the whole, the end, nothing, default kinds, two dimensions.
int main() {
    int *p, *q, host[32] = {0};
    size_t pitch;
    char *rows;
    cudaMalloc(&p, sizeof host);
    cudaMalloc(&q, sizeof host);
    cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(p + 31, host, sizeof(int), cudaMemcpyDefault);
    cudaMemcpy(p + 32, host, 0, cudaMemcpyHostToDevice);
    cudaMemcpy(q, p, sizeof host, cudaMemcpyDeviceToDevice);
    cudaMemcpy(host, q, sizeof host, cudaMemcpyDeviceToHost);
    cudaMallocPitch(&rows, &pitch, 100, 3);
    cudaMemset2D(rows, pitch, 0, 100, 3);
    cudaMemcpy2D(rows, pitch, host, 40, 40, 3, cudaMemcpyHostToDevice);
    cudaFree(p);
    cudaFree(q);
    cudaFree(rows);
    cudaFree(nullptr);
    return cudaGetLastError() != cudaSuccess;
}
