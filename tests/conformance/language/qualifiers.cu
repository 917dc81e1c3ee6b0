// Qualifiers in every place, forward declarations, linkage.
#include <cstdio>

__device__ int result;

__global__ void forward(int x);
template <typename T> __global__ void forward_template(T x);
extern "C" __global__ void c_linkage(int x) {
    result = x;
}
extern "C" {
__global__ void c_block(int x) {
    result = x + 1;
}
__device__ int c_helper(int x) {
    return x + 2;
}
}
__global__ void __launch_bounds__(128) bounds_middle(int x) {
    result = c_helper(x);
}
__launch_bounds__(128, 2) __global__ void bounds_first(int x) {
    result = x;
}
void __global__ __launch_bounds__(64) void_first(int x) {
    result = x;
}
static __global__ void is_static(const int x) {
    result = x;
}
__global__ static void static_second(int const x) {
    result = x;
}
inline __device__ int inlined(int x) {
    return x * 2;
}
__device__ inline int inlined_after(int x) {
    return x * 3;
}
__forceinline__ __device__ int forced(int x) {
    return x * 4;
}
static __device__ __forceinline__ int forced_static(int x) {
    return x * 5;
}
__noinline__ __device__ int not_inlined(int x) {
    return x * 6;
}
__host__ __device__ constexpr int both(int x) {
    return x * 7;
}
__device__ __host__ float both_swapped(float x) {
    return x / 2;
}
__host__ int host_only(int x) {
    return x + 1;
}
__global__ void calls(const int *__restrict__ in, int *__restrict__ out, const __grid_constant__ int x) {
    out[0] = inlined(x);
    out[1] = inlined_after(x);
    out[2] = forced(x);
    out[3] = forced_static(x);
    out[4] = not_inlined(x);
    out[5] = both(x);
    out[6] = (int)both_swapped(x);
    out[7] = in[0];
}
struct __align__(16) aligned {
    float a, b, c;
};
struct methods {
    int base;
    __device__ int on_device(int x) const { return base + x; }
    __host__ __device__ explicit methods(int b) : base{b} {
    }
    __host__ __device__ ~methods() {}
    static __device__ int fixed() { return 77; }
    template <typename T> __device__ T generic(T x);
    __device__ int operator()(int x) const {
        return base * x;
    }
};
template <typename T> __device__ T methods::generic(T x) {
    return x + (T)base;
}
__global__ void uses_methods(int *out) {
    methods m(10);
    out[0] = m.on_device(1);
    out[1] = methods::fixed();
    out[2] = m.generic(5);
    out[3] = m(3);
    out[4] = sizeof(aligned);
    return;
}
__global__ void forward(int x) { if (x < 0) { return; } result = x; }
template <typename T>
__global__
void
forward_template
(
    T x
)
{
    result = (int)x;
}

static void show(const char *name) {
    int r = -1;
    cudaMemcpyFromSymbol(&r, result, sizeof r);
    printf("%s %d %s\n", name, r, cudaGetErrorName(cudaGetLastError()));
}

int main() {
    forward<<<1, 1>>>(1); show("forward");
    forward<<<1, 1>>>(-1); show("return");
    forward_template<<<1, 1>>>(2.5); show("forward_template");
    c_linkage<<<1, 1>>>(3); show("c_linkage");
    c_block<<<1, 1>>>(3); show("c_block");
    bounds_middle<<<1, 1>>>(3); show("bounds_middle");
    bounds_first<<<1, 1>>>(6); show("bounds_first");
    void_first<<<1, 1>>>(7); show("void_first");
    is_static<<<1, 1>>>(8); show("is_static");
    static_second<<<1, 1>>>(9); show("static_second");
    int *p, h[8];
    cudaMalloc(&p, sizeof h);
    cudaMemset(p, 0, sizeof h);
    calls<<<1, 1>>>(p, p, host_only(9));
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++)
        printf("%d ", h[i]);
    uses_methods<<<1, 1>>>(p);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 5; i++)
        printf("%d ", h[i]);
    printf("%d\n", both(3));
    cudaFree(p);
    return 0;
}
