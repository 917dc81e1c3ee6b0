// Near-miss: declarations of local arrays as people write them; each keeps its meaning, none is
// reported.
#include <cuda_fp16.h>
#include <utility>

#define DEVICE __device__ __forceinline__
#define REAL float
#define PAIR(name) int name[2] = {1, 2}

namespace tools {
template <class T> struct box {
    typedef T type;
    T values[2];
    __device__ box() {
        T start[2] = {1, 2};
        for (int i = 0; i < 2; i++)
            values[i] = start[i];
    }
    __device__ T sum() const;
};
template <class T> __device__ T box<T>::sum() const {
    T copy[2] = {values[0], values[1]}, *p = copy;
    return p[0] + p[1];
}
struct counter {
    int n = 3;
};
} // namespace tools

DEVICE int forced(int n) {
    int a[2] = {n, n};
    return a[0] + a[1];
}

template <int N> __device__ int unrolled(const int *in) {
    int a[N];
#pragma unroll
    for (int i = 0; i < N; i++)
        a[i] = in[i];
    int sum = 0;
#pragma unroll
    for (int i = 0; i < N; i++)
        sum += a[i];
    if constexpr (N > 2) {
        int more[N] = {};
        sum += more[N - 1];
    }
    return sum;
}

template <class T> __global__ void template_types(T *out) {
    typename tools::box<T>::type a[2] = {1, 2};
    tools::box<T> boxes[2];
    const T *ends[] = {a, a + 2};
    T from_calls[2] = {boxes[0].sum(), static_cast<T>(unrolled<3>((const int[]){1, 2, 3}))};
    out[threadIdx.x] = ends[1][-1] + from_calls[0] + from_calls[1];
}

__global__ void forms(int *out, int n) {
    const int size = 4;
    enum { TWO = 2 };
    unsigned char bytes[size] = {1, 2};
    unsigned long long wide[TWO] = {1ull, // one
                                    2ull};
    signed char small[TWO][3] = {{1}, {2}};
    REAL real[sizeof(bytes) / sizeof(bytes[0])] = {1.0f};
    float3 vectors[2] = {make_float3(1, 2, 3), make_float3(4, 5, 6)};
    __half halves[2] = {__float2half(1.0f), __float2half(2.0f)};
    std::pair<int, int> pairs[2] = {{1, 2}, {3, 4}};
    tools::counter counters[2];
    struct node {
        int next, value;
    } nodes[2] = {{1, 2}, {0, 3}};
    struct node more[2] = {nodes[0], nodes[1]};
    const float *const pointers[2] = {real, real + 1};
    int compared[2] = {n < 3 ? 1 : 2, n > 3}, chosen = n < 2, last[1] = {chosen};
    int(*rows)[2] = nullptr, matrix[2][2] = {{1, 2}, {3, 4}};
    rows = matrix;
    static const int table[3] = {1, 2, 3};
    constexpr int folded[3] = {1, 2, 3};
    int by_constant[folded[2]] = {1};
    __attribute__((aligned(16))) float aligned[4] = {};
    PAIR(pair);
    typedef int triple[3];
    triple typed = {1, 2, 3};
    auto [first, second] = compared;
    auto sum = [&](int i) {
        int inner[2] = {matrix[i][0], rows[i][1]};
        return inner[0] + inner[1];
    };
    int total = 0;
    for (int i : compared)
        total += i;
    if (n > 2) {
        int positive[1] = {n};
        total += positive[0];
    } else {
        int negative[1] = {-n};
        total += negative[0];
    }
    while (n > 0) {
        int step[2] = {1, 0};
        n -= step[0];
    }
    int product = n * matrix[1][1];
    n *matrix[1][0]; // no declaration, though it looks like one
    out[threadIdx.x] = total + bytes[1] + int(wide[1]) + small[1][0] + int(real[0] + vectors[1].z) +
                       int(__half2float(halves[1])) + pairs[1].second + counters[1].n +
                       more[1].value + int(*pointers[0]) + last[0] + table[2] + by_constant[2] +
                       int(aligned[3]) + pair[1] + typed[2] + first + second + sum(1) + product +
                       forced(2);
}

int main() {
    int *out;
    float *reals;
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMalloc(&reals, 32 * sizeof(float));
    forms<<<1, 32>>>(out, 3);
    template_types<<<1, 32>>>(reals);
    int got = 0;
    bool failed = cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost) != cudaSuccess;
    cudaFree(out);
    cudaFree(reals);
    return failed || got != 52;
}
