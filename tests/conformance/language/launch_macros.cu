// Launches inside macros, among a macro's arguments, and put together from macros.
// The last check fails on purpose.
// exit: 1
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        call;                                                                                      \
        cudaError_t e = cudaGetLastError();                                                        \
        if (e != cudaSuccess) {                                                                    \
            printf("line %d: %s\n", __LINE__, cudaGetErrorName(e));                                \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)
#define LAUNCH(kernel, grid, block, ...) kernel<<<(grid), (block)>>>(__VA_ARGS__)
#define LAUNCH_MANY(kernel, n)                                                                     \
    for (int i_ = 0; i_ < (n); i_++)                                                               \
    kernel<<<1, 32>>>(counter, 1)
#define DEFINE_KERNEL(name, operation)                                                             \
    __global__ void name(int *p, int x) {                                                          \
        if (threadIdx.x == 0)                                                                      \
            *p operation x;                                                                        \
    }
#define NAMED(suffix, p, x) kernel_##suffix<<<1, 1>>>(p, x)
#define KERNEL __global__ void
#define HD __host__ __device__

DEFINE_KERNEL(kernel_add, +=)
DEFINE_KERNEL(kernel_sub, -=)
KERNEL by_macro(int *p, int x) {
    *p = x;
}
HD int twice(int x) {
    return 2 * x;
}
template <int N> KERNEL several(int *p, int x) {
    *p += N * twice(x);
}

int main() {
    int *counter, value = 0;
    cudaMallocManaged(&counter, sizeof(int));
    *counter = 0;
    CHECK((kernel_add<<<1, 32>>>(counter, 5)));
    LAUNCH(kernel_sub, 1, 32, counter, 3);
    LAUNCH_MANY(kernel_add, 4);
    NAMED(add, counter, 100);
    CHECK((several<2><<<1,
                       1>>>(counter,
                            10)));
    cudaDeviceSynchronize();
    printf("%d\n", *counter);
    CHECK((by_macro<<<1, 1>>>(counter, twice(21)))); printf("line %d\n", __LINE__);
    cudaMemcpy(&value, counter, sizeof value, cudaMemcpyDeviceToHost);
    printf("%d\n", value);
    CHECK((kernel_add<<<1, 2048>>>(counter, 5)));
    printf("not reached\n");
    return 0;
}
