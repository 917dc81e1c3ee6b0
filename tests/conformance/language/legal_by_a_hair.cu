// What looks like something that nvcc refuses, and is not.
#include <cstdio>
#include <cuda_runtime.h>

namespace {
inline __device__ int unnamed = 3;
}
static inline __device__ int of_this_file = 4;

struct with_pointer {
    int v[3];
    __device__ int (&get())[3] {
        return v;
    }
    static __device__ int twice(int a) {
        return 2 * a;
    }
};

template <class T> __device__ int never_made(T a) {
    __device__ T b;
    if (a)
        throw 3;
    return b;
}

__device__ int two_sided(int a) {
#ifndef __CUDA_ARCH__
    throw 3;
#endif
    __device__ int declared_here(int);
    return declared_here(a);
}
__device__ int declared_here(int a) {
    return a + 1;
}

template <class... T> __global__ void packed(T...) {}
template <class... T> __global__ void packed_and_named(int *p, T... t) {
    *p = (0 + ... + t);
}

void chosen(float *) {}
__global__ void chosen(int *p) {
    static __device__ int calls = 10;
    with_pointer w = {{1, 2, 3}};
    *p += with_pointer::twice(w.get()[2]) + unnamed + of_this_file + two_sided(5) + calls++;
}

namespace other {
void named_twice(int *) {}
} // namespace other
namespace own {
__global__ void named_twice(int *p) {
    *p *= 3;
}
} // namespace own
using namespace own;

int main() {
    struct local {
        __device__ int f() {
            return 1;
        }
    };
    int *p, h = 0;
    cudaMalloc(&p, sizeof *p);
    packed<<<1, 1>>>(1, 2.5);
    packed_and_named<<<1, 1>>>(p, 1, 2, 3);
    chosen<<<1, 1>>>(p);
    chosen<<<1, 1>>>(p);
    named_twice<<<1, 1>>>(p);
    void (*launched)(int *) = own::named_twice;
    launched<<<1, 1>>>(p);
    cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %s\n", h, cudaGetErrorName(cudaGetLastError()));
}
