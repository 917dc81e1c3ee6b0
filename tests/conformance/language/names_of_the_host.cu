// flags: -std=c++20
// Names that also belong to variables and functions of the host, in device code that means something else by them.
#include <cstdio>

float h[4] = {9, 9, 9, 9};
int hs = 99;
const int constant = 3;
int host_function(int x) {
    return x;
}
#define DECLARE(name) int name = 3
#define COUNT(array) (sizeof(array) / sizeof(*(array)))
struct Pair {
    int hs, h;
};
namespace other {
__device__ int hs = 11;
}

__global__ void bindings(int *p) {
    auto [h, hs] = make_int2(1, 2);
    *p = h + hs;
}
__global__ void enumerators(int *p) {
    enum { h = 3, hs };
    *p = h + hs;
}
__global__ void by_macro(int *p) {
    DECLARE(hs);
    *p = hs;
}
__global__ void lambda_parameter(int *p) {
    auto f = [](int hs) { return hs; };
    *p = f(2);
}
__global__ void lambda_capture(int *p) {
    auto f = [hs = 3]() { return hs; };
    *p = f();
}
__global__ void members(int *p) {
    Pair s{.hs = 3, .h = 4};
    *p = s.hs + s.h;
}
__global__ void label(int *p) {
    *p = 1;
    if (*p == 1)
        goto hs;
    *p = 2;
hs:
    *p += 2;
}
__global__ void structured_loop(int *p) {
    int2 pairs[2] = {{1, 2}, {3, 4}};
    *p = 0;
    for (auto [h, hs] : pairs)
        *p += h * hs;
}
__global__ void by_using(int *p) {
    using other::hs;
    *p = hs;
}
__global__ void attribute(int *p) {
    [[maybe_unused]] int hs = 3;
    *p = hs;
}
__global__ void local_function(int *p) {
    auto host_function = [](int x) { return x + 1; };
    *p = host_function(2);
}
__global__ void local_class(int *p) {
    struct {
        int h = 5;
        __device__ int host_function(int x) {
            return x + h;
        }
    } s;
    *p = s.host_function(3);
}
__global__ void unevaluated(int *p) {
    decltype(hs) x = 3;
    *p = x + (int)(sizeof(h) + sizeof h[0] + COUNT(h) + sizeof(host_function(3)) + constant);
    auto [y, h1] = make_int2(1, 2);
    *p += y + h1;
}
template <int hs> __global__ void template_parameter(int *p) {
    *p = hs;
}
template <class h> __global__ void template_type(int *p) {
    h x = 3;
    *p = x;
}
#if 0
__global__ void never(int *p) { *p = hs; }
#endif
#ifdef NEVER
__global__ void never_either(int *p) { *p = host_function(hs); }
#endif

int main() {
    int *d, x;
    cudaMalloc(&d, sizeof(int));
    for (auto kernel : {bindings, enumerators, by_macro, lambda_parameter, lambda_capture, members, label,
                        structured_loop, by_using, attribute, local_function, local_class, unevaluated,
                        template_parameter<7>, template_type<int>}) {
        kernel<<<1, 1>>>(d);
        cudaMemcpy(&x, d, sizeof x, cudaMemcpyDeviceToHost);
        printf("%d ", x);
    }
    printf("%g %d %d\n", h[0], hs, host_function(1));
    cudaFree(d);
}
