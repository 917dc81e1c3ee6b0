// What a launch that cannot be made returns, and that the next one is not harmed.
#include <cstdio>

__global__ void k(int *p) {
    if (p)
        *p = 1;
}
__global__ void big() {
    __shared__ char s[48 * 1024];
    s[threadIdx.x] = 1;
}
extern __shared__ char dynamic[];
__global__ void uses_dynamic() {
    dynamic[threadIdx.x] = 1;
}

static void report(const char *what) {
    cudaError_t at_once = cudaGetLastError(), later = cudaDeviceSynchronize();
    printf("%-28s %s, then %s\n", what, cudaGetErrorName(at_once), cudaGetErrorName(later));
}

int main() {
    k<<<1, 1024>>>(nullptr), report("1024 threads");
    k<<<1, 1025>>>(nullptr), report("1025 threads");
    k<<<1, 2048>>>(nullptr), report("2048 threads");
    k<<<1, dim3(32, 32, 2)>>>(nullptr), report("32 x 32 x 2 threads");
    k<<<1, dim3(1, 1, 64)>>>(nullptr), report("64 threads along z");
    k<<<1, dim3(1, 1, 65)>>>(nullptr), report("65 threads along z");
    k<<<1, 0>>>(nullptr), report("no threads");
    k<<<0, 1>>>(nullptr), report("no blocks");
    k<<<dim3(1, 0), 1>>>(nullptr), report("no blocks along y");
    k<<<1, -1>>>(nullptr), report("-1 threads");
    k<<<dim3(1, 65535), 1>>>(nullptr), report("65535 blocks along y");
    k<<<dim3(1, 65536), 1>>>(nullptr), report("65536 blocks along y");
    k<<<dim3(1, 1, 65536), 1>>>(nullptr), report("65536 blocks along z");
    big<<<1, 1>>>(), report("48 KiB of shared memory");
    big<<<1, 1, 16>>>(), report("48 KiB and 16 bytes");
    uses_dynamic<<<1, 1, 49152>>>(), report("49152 bytes dynamic");
    uses_dynamic<<<1, 1, 49153>>>(), report("49153 bytes dynamic");
    printf("%s\n", cudaGetErrorName(cudaFuncSetAttribute(
                       uses_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000)));
    uses_dynamic<<<1, 1, 100000>>>(), report("100000 bytes allowed");
    uses_dynamic<<<1, 1, 100001>>>(), report("100001 bytes");
    printf("%s\n", cudaGetErrorName(cudaFuncSetAttribute(
                       uses_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 232449)));
    report("too much asked for");
    k<<<1, 1>>>(nullptr), report("a good launch");
    return 0;
}
