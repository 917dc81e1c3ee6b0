// __constant__, __device__ and __managed__ variables of every shape.
#include <cstdio>

struct settings {
    int a;
    float b;
};

__constant__ float c_a[4];
__constant__ float c_b[3] = {1.5f, 2.5f, 3.5f};
__constant__ const int c_table[2][2] = {{1, 2}, {3, 4}};
const __constant__ float c_scalar = 0.25f;
__constant__ settings c_settings;
static __constant__ int c_static = 5;
__device__ __constant__ int c_both = 6;
__device__ int d_counter;
__device__ float d_array[3] = {1, 2, 3};
static __device__ unsigned long long d_big = 1ull << 40;
__device__ int *d_pointer;
volatile __device__ int d_volatile = 3;
__device__ const int d_size = 8;
constexpr __device__ int d_constexpr = 9;
__managed__ int m_value = 11;
__device__ __managed__ float m_array[2];
int __device__ d_after = 13;
__device__ int d_one = 1, d_two = 2;
namespace space {
__constant__ int c_inside = 21;
namespace {
__device__ int d_hidden = 22;
}
} // namespace space
struct statics {
    static constexpr int size = 4;
    int x;
};
__constant__ int c_sized[statics::size];

__global__ void sum(float *out) {
    int local[d_size];
    local[d_size - 1] = d_constexpr;
    out[0] = c_a[0] + c_a[3];
    out[1] = c_b[0] + c_b[1] + c_b[2];
    out[2] = c_table[1][0] + c_table[0][1];
    out[3] = c_scalar;
    out[4] = c_settings.a + c_settings.b;
    out[5] = c_static + c_both;
    out[6] = d_array[0] + d_array[2];
    out[7] = (float)(d_big >> 38);
    out[8] = d_pointer[1];
    out[9] = d_volatile + d_size + local[d_size - 1];
    out[10] = m_value + m_array[1];
    out[11] = d_after + d_one + d_two;
    out[12] = space::c_inside + space::d_hidden;
    out[13] = c_sized[3];
    atomicAdd(&d_counter, 1);
    m_value += 100;
    static __device__ int calls;
    calls++;
    out[14] = calls;
}

int main() {
    float a[4] = {1, 2, 3, 4}, *out, h[15];
    settings s = {7, 0.5f};
    int ints[2] = {40, 41}, *p, sized[4] = {0, 0, 0, 8};
    cudaMalloc(&out, sizeof h);
    cudaMalloc(&p, sizeof ints);
    cudaMemcpy(p, ints, sizeof ints, cudaMemcpyHostToDevice);
    printf("%s\n", cudaGetErrorName(cudaMemcpyToSymbol(c_a, a, sizeof a)));
    cudaMemcpyToSymbol(c_a, a, sizeof(float), 3 * sizeof(float));
    cudaMemcpyToSymbol(c_settings, &s, sizeof s);
    cudaMemcpyToSymbol(d_pointer, &p, sizeof p);
    cudaMemcpyToSymbol(c_sized, sized, sizeof sized);
    m_array[1] = 0.5f;
    sum<<<1, 1>>>(out);
    sum<<<1, 1>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 15; i++)
        printf("%d: %g\n", i, h[i]);
    int counter;
    cudaMemcpyFromSymbol(&counter, d_counter, sizeof counter);
    size_t size;
    void *address;
    cudaGetSymbolSize(&size, c_b);
    cudaGetSymbolAddress(&address, d_array);
    float third;
    cudaMemcpy(&third, (float *)address + 2, sizeof third, cudaMemcpyDeviceToHost);
    printf("counter %d size %d third %g managed %d\n", counter, (int)size, third, m_value);
    cudaFree(out);
    cudaFree(p);
    return 0;
}
