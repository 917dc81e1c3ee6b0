// #include of a macro: of a #define in either branch, of an option, of a string made from the name.
// flags: -DFROM_OPTION="deep/option.cuh"
#include <cstdio>
#ifdef NOT_DEFINED
#define KERNELS "other.cuh"
#else
#define KERNELS "kernels.cuh"
#endif
#define TEXT(x) #x
#define HEADER <vector>
#include KERNELS
#include KERNELS
#include "kernels.cuh"
#include FROM_OPTION // a comment
#include TEXT(text.cuh)
#include HEADER

int main() {
    std::vector<int> h(4);
    int *d;
    cudaMalloc(&d, 4 * sizeof *d);
    first<<<1, 4>>>(d);
    second<<<1, 4>>>(d);
    third<<<1, 4>>>(d);
    cudaMemcpy(h.data(), d, 4 * sizeof *d, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d of %s\n", h[0], h[1], h[2], h[3], KERNELS);
    cudaFree(d);
}
