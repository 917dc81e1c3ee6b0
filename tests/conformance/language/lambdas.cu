// Lambdas in device code and lambdas handed to kernels.
// flags: --extended-lambda
#include <cstdio>

template <typename F> __global__ void for_each(int n, F f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        f(i);
}
template <typename F> __device__ int call(F f, int x) {
    return f(x);
}
__global__ void inside(int *out, int k) {
    int base = 5;
    auto add = [=](int x) { return x + base + k; };
    auto change = [&base](int x) { base += x; };
    change(10);
    out[0] = add(1);
    out[1] = call([=] __device__(int x) { return x * k; }, 6);
    out[2] = base;
    out[3] = [](int a, int b) { return a < b ? a : b; }(8, 3);
    k++;
    out[4] = k;
}

int main() {
    int *d, h[8], factor = 3;
    cudaMalloc(&d, sizeof h);
    for_each<<<1, 32>>>(8, [=] __device__(int i) { d[i] = factor * i; });
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[1], h[7]);
    auto f = [=] __host__ __device__(int i) { d[i] = i + factor; };
    for_each<<<2, 4>>>(8, f);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[7]);
    inside<<<1, 1>>>(d, 4);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d %d\n", h[0], h[1], h[2], h[3], h[4]);
    cudaFree(d);
    return 0;
}
