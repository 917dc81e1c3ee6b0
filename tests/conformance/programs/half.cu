// half and bfloat16: sums over the results of conversions and arithmetic, on the host and in
// kernels. What is printed of the host's was computed by the toolkit's own host code (CUDA 13.0).
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>
#include <cstring>

typedef unsigned long long word;

__host__ __device__ static word mixed(word sum, word value) {
    return (sum ^ value) * 1099511628211ull;
}
static word sum;
static void add(word value) {
    sum = mixed(sum, value);
}
static void add(__half h) {
    add((word)__half_as_ushort(h));
}
static void add(__nv_bfloat16 h) {
    add((word)__bfloat16_as_ushort(h));
}
static void show(const char *name) {
    printf("%s %016llx\n", name, sum);
    sum = 14695981039346656037ull;
}
static unsigned bits_of(float x) {
    unsigned bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
static float float_of(unsigned bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
__host__ __device__ static word next(word s) {
    s ^= s << 13;
    s ^= s >> 7;
    return s ^ s << 17;
}

#define OF_ALL(make, function)                                                                     \
    for (unsigned i = 0; i < 65536; i++)                                                           \
        add((word)function(make((unsigned short)i)));                                              \
    show(#function);

static void conversions() {
    for (unsigned i = 0; i < 65536; i++)
        add((word)bits_of(__half2float(__ushort_as_half((unsigned short)i))));
    show("__half2float");
    for (unsigned i = 0; i < 65536; i++)
        add((word)bits_of(__bfloat162float(__ushort_as_bfloat16((unsigned short)i))));
    show("__bfloat162float");
    OF_ALL(__ushort_as_half, __half2int_rz)
    OF_ALL(__ushort_as_half, __half2uint_rz)
    OF_ALL(__ushort_as_half, __half2short_rz)
    OF_ALL(__ushort_as_half, __half2ushort_rz)
    OF_ALL(__ushort_as_half, __half2ll_rz)
    OF_ALL(__ushort_as_half, __half2ull_rz)
    OF_ALL(__ushort_as_half, __half2char_rz)
    OF_ALL(__ushort_as_half, __half2uchar_rz)
    OF_ALL(__ushort_as_half, __hisinf)
    OF_ALL(__ushort_as_half, __hisnan)
    OF_ALL(__ushort_as_bfloat16, __bfloat162int_rz)
    OF_ALL(__ushort_as_bfloat16, __bfloat162ushort_rz)
    OF_ALL(__ushort_as_bfloat16, __bfloat162ll_rz)
    for (word u = 0; u < 1ull << 32; u += 4999) {
        const float x = float_of((unsigned)u);
        add(__float2half(x));
        add(__float2half_rz(x));
        add(__float2half_ru(x));
        add(__float2half_rd(x));
        add(__float2bfloat16(x));
        add(__float2bfloat16_rz(x));
        add(__float2bfloat16_ru(x));
        add(__float2bfloat16_rd(x));
    }
    show("from float");
    word s = 88172645463325252ull;
    for (int k = 0; k < 200000; k++) {
        s = next(s);
        double d;
        memcpy(&d, &s, sizeof d);
        if (k & 1)
            d = float_of((unsigned)s) * (1 + (double)(long long)s * 0x1p-80);
        const long long x = (long long)s >> (k % 64);
        add(__double2half(d));
        add(__double2bfloat16(d));
        add(__ll2half_rn(x));
        add(__ull2half_rz((word)x));
        add(__ll2half_rd(x));
        add(__int2half_ru((int)x));
        add(__ll2bfloat16_rn(x));
        add(__ull2bfloat16_rn((word)x));
        add(__int2bfloat16_rn((int)x));
    }
    show("from double and integers");
}

template <class T, T (*Make)(unsigned short)> static void arithmetic(const char *name) {
    word s = 1181783497276652981ull;
    for (int k = 0; k < 200000; k++) {
        s = next(s);
        const T a = Make((unsigned short)s);
        T b = Make((unsigned short)(s >> 16));
        if (k % 5 == 0)
            b = Make((unsigned short)(s ^ (s >> 16 & 3)));
        if (k % 3 == 0)
            b = Make((unsigned short)(s ^ (s >> 16 & 0x3FF)));
        add(__hadd(a, b));
        add(a - b);
        add(a * b);
        add(__hdiv(a, b));
        add(__hmax(a, b));
        add(__hmin(a, b));
        add(__hmax_nan(a, b));
        add(__hmin_nan(a, b));
        add(__hadd_sat(a, b));
        add(__hmul_sat(a, b));
        add((word)(__heq(a, b) | __hne(a, b) << 1 | __hlt(a, b) << 2 | __hle(a, b) << 3 |
                   __hgt(a, b) << 4 | __hge(a, b) << 5 | __hequ(a, b) << 6 | __hneu(a, b) << 7 |
                   __hltu(a, b) << 8 | __hleu(a, b) << 9 | __hgtu(a, b) << 10 | __hgeu(a, b) << 11 |
                   (a == b) << 12 | (a != b) << 13 | (a < b) << 14));
    }
    show(name);
}

static void pairs() {
    const __half2 a = __floats2half2_rn(1.5f, -2), b = make_half2(__float2half(0.25f), 3);
    const __half2 all[] = {a + b,
                           a * b,
                           __h2div(a, b),
                           __hneg2(a),
                           __habs2(a),
                           __hmax2(a, b),
                           __heq2(a, a),
                           __hlt2(a, b),
                           __lowhigh2highlow(a),
                           __lows2half2(a, b),
                           __highs2half2(a, b),
                           __low2half2(a),
                           __half2half2(__high2half(b)),
                           __halves2half2(__low2half(b), __float2half(7))};
    for (const __half2 &v : all)
        printf("%g %g\n", __low2float(v), __high2float(v));
    printf("%d %d %x\n", __hbeq2(a, a), __hbge2(a, b), __hgt2_mask(a, b));
    const float2 f = __half22float2(__float22half2_rn(make_float2(65519, 65520)));
    printf("%g %g\n", f.x, f.y);
}

/* ---- in kernels ---- */

#define ROOTS(F) F(hsqrt) F(hrcp) F(hrsqrt)
#define POWERS(F) F(hlog) F(hlog2) F(hlog10) F(hexp) F(hexp2) F(hexp10)
#define WHOLE(F) F(hsin) F(hcos) F(htrunc) F(hceil) F(hfloor) F(hrint)
#define KERNEL(name)                                                                               \
    __global__ void all_##name(unsigned short *out) {                                              \
        const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                  \
        out[i] = __half_as_ushort(name(__ushort_as_half((unsigned short)i)));                      \
    }
ROOTS(KERNEL)
POWERS(KERNEL)
WHOLE(KERNEL)

template <class T> __device__ T made(unsigned short bits);
template <> __device__ __half made(unsigned short bits) {
    return __ushort_as_half(bits);
}
template <> __device__ __nv_bfloat16 made(unsigned short bits) {
    return __ushort_as_bfloat16(bits);
}
/* No memcpy: nvcc 13.0 stores the low byte of a sum so copied converted to an integer. */
__device__ static unsigned short stored(__half h) {
    return __half_as_ushort(h);
}
__device__ static unsigned short stored(__nv_bfloat16 h) {
    return __bfloat16_as_ushort(h);
}
template <class T> __global__ void all_fma(unsigned short *out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const word s = next(next(i * 2654435761ull + 1));
    const T a = made<T>((unsigned short)s), b = made<T>((unsigned short)(s >> 16));
    T c = made<T>((unsigned short)(s >> 32));
    if (i & 1) /* far below the product, or near its last bits */
        c = a * b * T(i & 2 ? 0x1p-8f : 0x1p-24f);
    out[i] = stored(__hfma(a, b, c));
}
__global__ void half_to_int(int *out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const __half h = __ushort_as_half((unsigned short)i);
    out[i] = __half2int_rn(h) * 3 + __half2int_ru(h) * 5 + __half2int_rd(h) * 7;
}
__global__ void add_up(__half *h, __half2 *h2, __nv_bfloat16 *b) {
    atomicAdd(h, __float2half(0.5f));
    atomicAdd(h2, __floats2half2_rn(1, -2));
    atomicAdd(b, __float2bfloat16(0.25f));
    const __half turned = __shfl_xor_sync(0xffffffffu, __int2half_rn((int)threadIdx.x), 31);
    if (threadIdx.x == 0)
        h[1] = turned;
}

static unsigned short *out;
static void show_kernel(const char *name) {
    if (cudaDeviceSynchronize() != cudaSuccess)
        puts("WRONG: a kernel failed");
    for (int i = 0; i < 65536; i++)
        add((word)out[i]);
    show(name);
}

int main() {
    sum = 14695981039346656037ull;
    conversions();
    arithmetic<__half, __ushort_as_half>("half arithmetic");
    arithmetic<__nv_bfloat16, __ushort_as_bfloat16>("bfloat16 arithmetic");
    pairs();

    cudaMallocManaged(&out, 65536 * sizeof(int));
#define RUN(name)                                                                                  \
    all_##name<<<256, 256>>>(out);                                                                 \
    show_kernel(#name);
    ROOTS(RUN)
    POWERS(RUN)
    WHOLE(RUN)
    all_fma<__half><<<256, 256>>>(out);
    show_kernel("__hfma of half");
    all_fma<__nv_bfloat16><<<256, 256>>>(out);
    show_kernel("__hfma of bfloat16");
    half_to_int<<<256, 256>>>((int *)out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 65536; i++)
        add((word)(unsigned)((int *)out)[i]);
    show("__half2int");

    memset(out, 0, 32);
    add_up<<<1, 32>>>((__half *)out, (__half2 *)(out + 4), (__nv_bfloat16 *)(out + 8));
    cudaDeviceSynchronize();
    printf("%g %g %g %g %g\n", __half2float(*(__half *)out), __half2float(((__half *)out)[1]),
           __low2float(*(__half2 *)(out + 4)), __high2float(*(__half2 *)(out + 4)),
           __bfloat162float(*(__nv_bfloat16 *)(out + 8)));
    return 0;
}
