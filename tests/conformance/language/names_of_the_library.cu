// Names of the host's library that are something else in device code, or are not evaluated, or are
// not compiled for the device: nvcc takes them all.
// flags: -std=c++17
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>

namespace mine {
__device__ int strlen(const char *s) {
    int n = 0;
    while (s[n])
        n++;
    return n;
}
struct tools {
    __device__ int puts(int x) {
        return x;
    }
    static __device__ int count(int x) {
        return x;
    }
};
} // namespace mine

__device__ int strcmp(int a, int b) {
    return a - b;
}

struct twice {
    __device__ int operator()(int x) const {
        return 2 * x;
    }
};

template <class F> __global__ void apply(F exit, int *out) {
    out[5] = exit(3);
}

__host__ __device__ int both(const char *s) {
#ifdef __CUDA_ARCH__
    return mine::strlen(s);
#else
    return static_cast<int>(strlen(s));
#endif
}

__device__ int only_here(int x) {
#ifdef __CUDA_ARCH__
    return x;
#else
    return std::max(x, 3) + static_cast<int>(strlen("abc"));
#endif
}

__global__ void k(int *out) {
    mine::tools t;
    auto atoi = [](int x) { return x + 1; };
    int rand = 4;
    out[0] = mine::strlen("abc") + t.puts(4) + mine::tools::count(2);
    out[1] = strcmp(5, 3);
    out[2] = atoi(6) + min(out[0], 100);
    out[3] = sizeof(::strlen("x")) + sizeof(std::min(1, 2));
    out[4] = rand + only_here(9);
    memcpy(out + 6, out, sizeof *out);
    memset(out + 7, 0, sizeof *out);
    void *p = malloc(4);
    free(p);
}

int main() {
    int *out, h[8];
    cudaMalloc(&out, sizeof h);
    k<<<1, 1>>>(out);
    apply<<<1, 1>>>(twice(), out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        printf("%d ", v);
    printf("%zu %d %s\n", strlen("hello"), std::min(3, 4), std::to_string(both("ab")).c_str());
    cudaFree(out);
}
