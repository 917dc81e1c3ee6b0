// flags: -O1
// The operands of __fmul_rd are computed to nearest, whatever its own mode: y - y is +0, not -0.
// Found by tests/fuzz; g++ -O1 had moved the subtraction of just this kernel behind the change of
// the mode.
#include <cstdio>

template <typename T> __host__ __device__ inline T tame(T x) {
    return x;
}
template <> __host__ __device__ inline float tame(float x) {
    return x != x ? 0.5f : x > 1e30f || x < -1e30f ? 3.0f : x;
}
template <> __host__ __device__ inline double tame(double x) {
    return x != x ? 0.5 : x > 1e200 || x < -1e200 ? 3.0 : x;
}

__device__ inline unsigned mix(unsigned h, unsigned long long v) {
    unsigned long long product = (h ^ v ^ v >> 32) * 0x9e3779b97f4a7c15ull;
    return (unsigned)(product >> 29) + (unsigned)v;
}
__device__ inline unsigned mix(unsigned h, float v) {
    return mix(h, (unsigned long long)__float_as_uint(v != v ? 0.5f : v));
}
template <typename T, unsigned N>
__global__ void kernel2(unsigned *out, void *sums, unsigned *scratch, unsigned size, float factor,
                        const float *in0, const int *in1, const unsigned *__restrict__ in2,
                        const unsigned *previous) {
    const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    const unsigned linear = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    const unsigned thread = block * threads + linear;
    unsigned live = threads, h = thread;
    T v0 = (T)(N + linear);
    extern __shared__ __align__(16) unsigned char dynamic[];
    double *shared0 = reinterpret_cast<double *>(dynamic + 0);
    unsigned char *shared1 = reinterpret_cast<unsigned char *>(dynamic + 256);
    struct cell3 {
        unsigned long long a;
        int b;
        float c;
        int d;
    };
    __shared__ cell3 shared3[8];
    for (unsigned i = linear; i < 32u; i += blockDim.x * blockDim.y * blockDim.z) {
    }
    for (unsigned i = linear; i < 8u; i += threads) {
    }
    unsigned *v1 = &v0;
    float3 width = make_float3(tame(fmaf(factor, in0[live % 72u], (-572.000000f))),
                               tame((fminf(tame(in0[25]), tame(factor)) + 0.0f)),
                               tame(fmaf(factor, factor, tame((*(float *)v1)))));
    width.z =
        tame((__fmul_rd((-reinterpret_cast<float *>(&width)[size % 3u]), (width.y - width.y)) *
              fmaf(sqrtf(fabsf(width.z)), copysignf(tame(width.x), tame((384.000000f))),
                   copysignf(tame(reinterpret_cast<float *>(&width)[0]),
                             tame(reinterpret_cast<float *>(&width)[2])))));
    unsigned v2 = in2[29];
    if ((blockIdx.y == ((unsigned)__clz((int)previous[v0 % 12u]) & in2[v0 % 89u]))) {
        for (unsigned v3 = 0; v3 < 2u; v3++) {
        }
    }
    h = mix(h, width.y);
    h = mix(h, width.z);
    out[thread] = h;
}
int main() {
    float numbers[72];
    unsigned words[89], *w, *out, host[8];
    float *in;
    for (int i = 0; i < 72; i++)
        numbers[i] = (i % 9 - 4) * 2.5f;
    for (int i = 0; i < 89; i++)
        words[i] = i * 77 + 3;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&w, sizeof words);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    cudaMemcpy(w, words, sizeof words, cudaMemcpyHostToDevice);
    kernel2<unsigned, 7><<<1, 8, 268>>>(out, nullptr, nullptr, 12, 116.875f, in, nullptr, w, w);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (unsigned value : host)
        printf("%x\n", value);
    cudaFree(in);
    cudaFree(w);
    cudaFree(out);
}
