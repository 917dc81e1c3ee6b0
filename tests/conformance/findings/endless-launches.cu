// One launch after another, for ever: the program has used up its processor time.
#include <cstdlib>
#include <sys/resource.h>

__global__ void add(int *p) {
    *p += 1;
}

int main() {
    const rlimit limit = {1, 60};
    int *memory;
    setenv("CPU_DEVICE_KERNEL_SECONDS", "10", 1);
    setrlimit(RLIMIT_CPU, &limit);
    cudaMalloc(&memory, sizeof *memory);
    cudaMemset(memory, 0, sizeof *memory);
    for (int first = 0; first < 100;)
        add<<<1, 1>>>(memory), cudaDeviceSynchronize(); // FINDS: endless-host-code
    return cudaFree(memory);
}
