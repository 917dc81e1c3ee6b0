// Freeing what was never given out.
#include <cstdlib>

int main() {
    int *p, *host = (int *)malloc(64);
    cudaMalloc(&p, 64);
    bool failed = cudaFree(p + 1) != cudaSuccess; // FINDS: invalid-free
    failed &= cudaFree(host) != cudaSuccess;      // FINDS: invalid-free
    failed &= cudaFreeHost(p) != cudaSuccess;     // FINDS: invalid-free
    cudaGetLastError();
    cudaFree(p);
    free(host);
    return !failed;
}
