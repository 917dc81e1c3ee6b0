// What __launch_bounds__ changes: the kernel's attributes, occupancy, and launches with more
// threads.
#include <cstdio>

#define SMALL __launch_bounds__(64)
#define THREADS 96
#ifdef NOT_DEFINED
#define PERHAPS __launch_bounds__(NOT_DEFINED)
#else
#define PERHAPS
#endif

__global__ void free_of_bounds(int *p) {
    if (p)
        *p = 1;
}
__global__ void __launch_bounds__(128) in_the_middle(int *p) {
    if (p)
        *p = 1;
}
__launch_bounds__(256, 2) __global__ void in_front(int *p) {
    if (p)
        *p = 1;
}
SMALL __global__ void by_macro(int *p) {
    if (p)
        *p = 1;
}
PERHAPS __global__ void by_no_macro(int *p) {
    if (p)
        *p = 1;
}
template <int N> __global__ void __launch_bounds__(N *THREADS) by_template(int *p) {
    if (p)
        *p = N;
}
__global__ void __launch_bounds__(1024) of_the_device(int *p) {
    if (p)
        *p = 1;
}

typedef void (*kernel)(int *);

static void attributes(const char *what, kernel k) {
    cudaFuncAttributes a;
    int blocks = -1, grid = 0, block = 0;
    if (cudaFuncGetAttributes(&a, (const void *)k) != cudaSuccess)
        printf("no attributes of %s\n", what);
    cudaError_t e =
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, k, a.maxThreadsPerBlock + 32, 0);
    cudaOccupancyMaxPotentialBlockSize(&grid, &block, k);
    printf("%-14s at most %4d threads; with 32 more %s, %d blocks; best size within it: %s\n", what,
           a.maxThreadsPerBlock, cudaGetErrorName(e), e ? 0 : blocks,
           block > 0 && block <= a.maxThreadsPerBlock ? "yes" : "no");
}

static void report(const char *what) {
    cudaError_t at_once = cudaGetLastError(), later = cudaDeviceSynchronize();
    printf("%-28s %s, then %s\n", what, cudaGetErrorName(at_once), cudaGetErrorName(later));
}

int main() {
    attributes("free", free_of_bounds);
    attributes("in the middle", in_the_middle);
    attributes("in front", in_front);
    attributes("by macro", by_macro);
    attributes("by no macro", by_no_macro);
    attributes("by template", by_template<2>);
    attributes("of the device", of_the_device);
    report("queries leave behind");
    in_the_middle<<<1, 128>>>(nullptr), report("128 of 128");
    in_the_middle<<<1, 129>>>(nullptr), report("129 of 128");
    in_the_middle<<<1, dim3(16, 16)>>>(nullptr), report("16 x 16 of 128");
    in_front<<<1, 256>>>(nullptr), report("256 of 256");
    in_front<<<1, 512>>>(nullptr), report("512 of 256");
    by_macro<<<1, 65>>>(nullptr), report("65 of 64");
    by_template<1><<<1, 96>>>(nullptr), report("96 of 96");
    by_template<1><<<1, 97>>>(nullptr), report("97 of 96");
    by_template<2><<<1, 97>>>(nullptr), report("97 of 192");
    of_the_device<<<1, 1024>>>(nullptr), report("1024 of 1024");
    free_of_bounds<<<1, 1024>>>(nullptr), report("a good launch");
    return 0;
}
