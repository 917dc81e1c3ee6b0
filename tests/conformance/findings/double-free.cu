// The same memory given back twice.
int main() {
    int *p;
    cudaMalloc(&p, 64);
    cudaFree(p);
    bool failed = cudaFree(p) != cudaSuccess; // FINDS: double-free
    cudaGetLastError();
    return !failed;
}
