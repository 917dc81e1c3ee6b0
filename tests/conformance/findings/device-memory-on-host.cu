// Host code reads what cudaMalloc gave.
#include <cstdio>

int main() {
    int *p;
    cudaMalloc(&p, 8 * sizeof(int));
    cudaMemset(p, 0, 8 * sizeof(int));
    printf("%d\n", p[3]); // FINDS: device-memory-on-host
    cudaFree(p);
}
