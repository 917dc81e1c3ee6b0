// Host code that never ends: the program has used up its processor time.
#include <cstdio>
#include <map>
#include <sys/resource.h>

__global__ void add(int *p) {
    *p += 1;
}

static std::map<int, int> seen;

int main() {
    const rlimit limit = {1, 60};
    int *memory;
    setrlimit(RLIMIT_CPU, &limit);
    cudaMalloc(&memory, sizeof *memory);
    cudaMemset(memory, 0, sizeof *memory);
    add<<<1, 1>>>(memory);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    for (int first = 0; first < 100;)
        seen[first % 50]++; // FINDS: endless-host-code
    return cudaFree(memory);
}
