// printf in device code: formats, order within a thread, before the host's next output.
#include <cassert>
#include <cstdio>
struct pair { int a; float b; };
__device__ void say(const char *what, int x) {
    printf("%s %d\n", what, x);
}
__global__ void k(pair p, const char *none) {
    if (threadIdx.x == 2 && blockIdx.x == 1) {
        say("first", p.a);
        printf("%5.2f|%-6d|%06d|%x|%c|%%|%s\n", p.b, 12, 34, 255, 'z', "text");
        printf("%lld %llu %ld %d %e %g\n", -5ll, 6ull, 7l, 4, 1.5, 2.5f);
        int n = printf("%d %d\n", 1, 2);
        say("returned", n);
        printf("no newline");
        printf("\n");
    }
    assert(p.a > 0);
    assert(blockDim.x == 4 && "four threads");
}
int main() {
    printf("before\n");
    k<<<2, 4>>>(pair{3, 2.5f}, nullptr);
    cudaDeviceSynchronize();
    printf("after %s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
