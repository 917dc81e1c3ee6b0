// Variables of device and shared memory, and kernels, declared in every way that the language has.
#include <cstdio>
#include <cstdint>
__device__ struct {
    int a;
    float b;
} plain_struct = {3, 0.5f};
static __device__ union {
    int i;
    float f;
} plain_union;
__constant__ struct Entry {
    int key;
    short v[2];
} entries[] = {{1, {2, 3}}, {4, {5, 6}}};
__device__ struct Node {
    int x;
    struct Inner {
        int y;
    } in;
} node = {7, {8}}, *node_pointer = &node, nodes[2];
__device__ enum Mode { Off, On = 5 } mode = On;
__device__ enum class Kind : uint8_t { A = 9, B } kind{Kind::B};
__managed__ struct {
    int n;
    double d[2];
} shared_with_host = {1, {2, 3}};
__device__ auto deduced = 5u;
__device__ decltype(5.0) of_type = 2.5;
__device__ alignas(16) int aligned1[4] = {1};
alignas(32) __device__ int aligned2[8] = {2};
__device__ __attribute__((aligned(64))) float aligned3[4] = {3};
__align__(16) __device__ char aligned4[5] = {4};
__device__ int later = 26;
[[maybe_unused]] __device__ int unused_one = 1;
__device__ int a0 = 1, a1[] = {1, 2, 3}, *a2 = a1, (*a3)[3] = &a1;
static __device__ inline int inline_var = 11;
static inline __device__ int inline_var2 = 12;
static const __device__ int const_var = 13;
__device__ const int *const_pointer = a1 + 1;
__device__ unsigned long long int wide = 1ull << 40;
int __device__ after_type = 14;
namespace {
__device__ int anon = 15;
}
namespace deep::er {
__device__ int variable = 16;
__constant__ float c = 1.5f;
} // namespace deep::er
struct S {
    static constexpr int limit = 17;
};
__device__ int counter = 18;
typedef int Triple[3];
__device__ Triple triple = {20, 21, 22};
using Fn = int (*)(int);
__device__ int twice(int x) {
    return 2 * x;
}
__device__ Fn fn = twice;
__device__ int (*fn2)(int) = &twice, (*fns[2])(int) = {twice, twice};
#define DEVICE_INT(name, v) __device__ int name = v
DEVICE_INT(by_macro, 23);
volatile __device__ int vol = 24;
__device__ volatile int vol2 = 25;

template <typename T, int N> struct Pack {
    T v[N];
    using type = T;
};
__global__ void read(double *o) {
    int k = 0;
    plain_union.f = 1.0f;
    nodes[1].in.y = 30;
    o[k++] = plain_struct.a + plain_struct.b;
    o[k++] = plain_union.i;
    o[k++] = entries[1].v[1] + entries[0].key;
    o[k++] = node.x + node_pointer->in.y + nodes[1].in.y;
    o[k++] = mode + (int)kind;
    o[k++] = shared_with_host.n++ + shared_with_host.d[1];
    o[k++] = deduced + of_type;
    o[k++] = aligned1[0] + aligned2[0] + aligned3[0] + aligned4[0];
    o[k++] = a0 + a1[2] + *a2 + (*a3)[1];
    o[k++] = inline_var + inline_var2 + const_var + *const_pointer;
    o[k++] = wide;
    o[k++] = after_type;
    o[k++] = anon + deep::er::variable + deep::er::c;
    o[k++] = counter++ + S::limit;
    o[k++] = triple[0] + triple[2];
    o[k++] = fn(4) + fn2(5) + fns[1](6);
    o[k++] = by_macro + vol + vol2;
    o[k++] = later;
    o[k++] = (uintptr_t)aligned2 % 32 + (uintptr_t)aligned3 % 64 + (uintptr_t)aligned4 % 16 +
             (uintptr_t)aligned1 % 16;
    static __device__ int local_static = 40;
    local_static += 2;
    o[k++] = local_static;
    o[k] = -1;
}

template <typename T, int N> __global__ void shared_forms(int *o) {
    __shared__ struct { int a, b[2]; } s1;
    __shared__ union {
        int i;
        float f;
    } s2[4];
    __shared__ alignas(16) float s3[4];
    alignas(8) __shared__ char s4[8];
    __shared__ __align__(16) unsigned char s5[16];
    volatile __shared__ int s6;
    __shared__ volatile int s7[2], s8;
    __shared__ Pack<T, N> s9;
    __shared__ typename Pack<T, N>::type s10;
    __shared__ decltype(T() + 1) s11;
    __shared__ unsigned long long int s12;
    __shared__ int s13, s14[3], (*s15)[3], *s16;
    int __shared__ s17;
    static __shared__ int s18;
    __shared__ struct Local { short x, y; } s19;
    const int t = threadIdx.x;
    if (t == 0) {
        s1.a = 1;
        s1.b[0] = 2;
        s1.b[1] = 3;
        s2[3].f = 1;
        s3[1] = 4;
        s4[7] = 5;
        s5[15] = 6;
        s6 = 7;
        s7[1] = 8;
        s8 = 9;
        s9.v[N - 1] = 10;
        s10 = 11;
        s11 = 12;
        s12 = 1ull << 34;
        s13 = 13;
        s14[2] = 14;
        s15 = &s14;
        s16 = &s13;
        s17 = 17;
        s18 = 18;
        s19.y = 19;
    }
    __syncthreads();
    if (t == blockDim.x - 1) {
        o[0] = s1.a + s1.b[0] + s1.b[1];
        o[1] = s2[3].i;
        o[2] = s3[1] + s4[7] + s5[15];
        o[3] = s6 + s7[1] + s8;
        o[4] = s9.v[N - 1] + s10 + s11;
        o[5] = s12 >> 30;
        o[6] = s13 + (*s15)[2] + *s16;
        o[7] = s17 + s18 + s19.y;
        o[8] = (uintptr_t)s3 % 16 + (uintptr_t)s5 % 16 + (uintptr_t)s4 % 8;
    }
}
static __global__ void k1(int *o) {
    *o += 1;
}
__global__ static void k2(int *o) {
    *o += 2;
}
void __global__ k3(int *o) {
    *o += 4;
}
extern "C" __global__ void k4(int *o) {
    *o += 8;
}
__global__ void __launch_bounds__(64) k5(int *o, int v = 16) {
    *o += v;
}
__launch_bounds__(64) __global__ void k6(int *o) {
    *o += 32;
}
template <typename... T> __global__ void k7(int *o, T... v) {
    *o += (v + ...);
}
template <int N> __global__ void k8(int *o);
template <> __global__ void k8<3>(int *o) {
    *o += 128;
}
namespace ns {
template <typename T> __global__ void k9(T *o) {
    *o += 256;
}
inline namespace in {
__global__ void k10(int *o) {
    *o += 512;
}
} // namespace in
} // namespace ns
__global__ void k12(int *o, int n) {
    if (n) {
        *o += 1024;
        return;
    }
    *o += 100000;
}
struct Launcher {
    template <typename K> static void go(K k, int *o) {
        k<<<1, 1>>>(o);
    }
    int *o;
    void operator()() const {
        k1<<<dim3{1}, dim3{1, 1}>>>(o);
    }
};
#define LAUNCH(k, ...) k<<<1, 1>>>(__VA_ARGS__)
int main() {
    double *d, h[24];
    int *o, v = 0;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&o, 64);
    for (int round = 0; round < 2; round++) {
        read<<<1, 1>>>(d);
        cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
        for (double *p = h; *p != -1; p++)
            printf("%.10g ", *p);
        printf("%d\n", shared_with_host.n);
        struct {
            int a;
            float b;
        } ps = {100, 0.25f};
        printf("%d ", cudaMemcpyToSymbol(plain_struct, &ps, sizeof ps));
        cudaMemcpyToSymbol(a1, &round, 4, 4);
        int seven = 7;
        cudaMemcpyToSymbol(deep::er::variable, &seven, 4);
        cudaMemcpyToSymbol(counter, &seven, 4);
        Entry e = {50, {60, 70}};
        cudaMemcpyToSymbol(entries, &e, sizeof e, sizeof e);
    }
    shared_forms<int, 5><<<1, 33>>>(o);
    int hs[9];
    cudaMemcpy(hs, o, sizeof hs, cudaMemcpyDeviceToHost);
    for (int x : hs)
        printf("%d ", x);
    cudaMemset(o, 0, 4);
    k1<<<1, 1>>>(o);
    k2<<<1, 1>>>(o);
    k3<<<1, 1, 0, 0>>>(o);
    k4<<<dim3(1), dim3(1), 0, cudaStreamPerThread>>>(o);
    cudaDeviceSynchronize();
    k5<<<1, 1>>>(o);
    LAUNCH(k6, o);
    k7<<<1, 1>>>(o, 60, (short)4);
    k8<3><<<1, 1>>>(o);
    ns::k9<int><<<1, 1>>>(o);
    ns::k9<<<1, 1>>>(o);
    ns::k10<<<1, 1>>>(o);
    LAUNCH(k12, o, 1);
    void (*table[])(int *) = {k1, k2, k8<3>};
    for (auto k : table)
        k<<<1, 1>>>(o);
    table[1]<<<1, 1>>>(o);
    (*table[0])<<<1, 1>>>(o);
    (v ? k1 : k3)<<<1, 1>>>(o);
    Launcher::go(k6, o);
    Launcher{o}();
    [&] { k2<<<1, 1>>>(o); }();
    if (v)
        k1<<<1, 1>>>(o);
    else
        k3<<<1, 1>>>(o);
    for (int i = 0; i < 3; i++)
        k1<<<1, 1>>>(o);
    cudaMemcpy(&v, o, 4, cudaMemcpyDeviceToHost);
    printf("\n%d %s\n", v, cudaGetErrorName(cudaGetLastError()));
    cudaFree(d);
    cudaFree(o);
}
