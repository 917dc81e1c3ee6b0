// Arguments of a kernel: structs, arrays in structs, conversions, templates, many of them; each thread
// has its own copy and may change it.
#include <cstdio>

struct matrix {
    int rows, columns;
    float *data;
    float scale[3];
};
template <typename T> struct span {
    T *begin;
    int count;
    __device__ T &operator[](int i) const { return begin[i]; }
};
struct functor {
    int factor;
    __host__ __device__ int operator()(int x) const { return factor * x; }
};

__global__ void by_struct(matrix m) {
    int i = threadIdx.x;
    m.data[i] = m.rows * 100 + m.columns + m.scale[i % 3];
}
__global__ void changes(int *out, int n, float3 v) {
    n += threadIdx.x;
    v.x *= 2;
    out[threadIdx.x] = n + (int)v.x;
}
template <typename T> __global__ void spans(span<T> s, T value) {
    if ((int)threadIdx.x < s.count)
        s[threadIdx.x] = value + (T)threadIdx.x;
}
template <typename F> __global__ void apply(F f, int *out) {
    out[threadIdx.x] = f(threadIdx.x);
}
template <typename... Args> __global__ void variadic(int *out, Args... args) {
    int values[] = {(int)args...};
    int sum = 0;
    for (int v : values)
        sum += v;
    *out = sum + (int)sizeof...(Args);
}
__global__ void converts(double *out, double x, char c, bool b, size_t n, const char *none) {
    *out = x + c + b + n + (none == nullptr);
}

int main() {
    float *f, hf[4];
    int *d, h[4];
    double *dd, hd;
    cudaMalloc(&f, sizeof hf);
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&dd, sizeof hd);
    matrix m = {3, 4, f, {0.25f, 0.5f, 0.75f}};
    by_struct<<<1, 4>>>(m);
    m.rows = 0; // the launch has its copy
    cudaMemcpy(hf, f, sizeof hf, cudaMemcpyDeviceToHost);
    printf("%g %g %g %g\n", hf[0], hf[1], hf[2], hf[3]);
    changes<<<1, 4>>>(d, 10, make_float3(1, 2, 3));
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]);
    spans<<<1, 8>>>(span<int>{d, 4}, 5);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]);
    apply<<<1, 4>>>(functor{7}, d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]);
    variadic<<<1, 1>>>(d, 1, 2.5f, 'a', 100l);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    converts<<<1, 1>>>(dd, 1, 2, 3, 4, NULL);
    cudaMemcpy(&hd, dd, sizeof hd, cudaMemcpyDeviceToHost);
    printf("%g %s\n", hd, cudaGetErrorName(cudaGetLastError()));
    cudaFree(f);
    cudaFree(d);
    cudaFree(dd);
    return 0;
}
