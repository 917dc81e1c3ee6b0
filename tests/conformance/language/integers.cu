// Integer intrinsics, bit casts, conversions and rounding modes: exact.
#include <cstdio>

__device__ int at;
__device__ long long results[200];
#define R(x) results[at++] = (long long)(x)

__global__ void bits(unsigned x, unsigned y, unsigned long long z) {
    R(__popc(x)); R(__popcll(z)); R(__clz((int)x)); R(__clz(0)); R(__clzll((long long)z)); R(__ffs((int)x));
    R(__ffs(0)); R(__ffsll((long long)z)); R(__brev(x)); R(__brevll(z)); R(__byte_perm(x, y, 0x3715));
    R(__byte_perm(x, y, 0x8a40)); R(__funnelshift_l(x, y, 12)); R(__funnelshift_r(x, y, 12));
    R(__funnelshift_lc(x, y, 40)); R(__funnelshift_rc(x, y, 40)); R(__fns(x, 0, 3)); R(__fns(x, 31, -2));
    R(__mulhi((int)x, -5)); R(__umulhi(x, y)); R(__mul64hi((long long)z, -3)); R(__umul64hi(z, z));
    R(__mul24((int)x, 3)); R(__umul24(x, y)); R(__hadd(-5, 2)); R(__rhadd(-5, 2)); R(__uhadd(x, y));
    R(__urhadd(x, y)); R(__sad(-5, 7, 100)); R(__usad(5, 7, 100)); R(__dp4a((int)x, (int)y, 1));
    R(__dp4a(x, y, 1u)); R(umin(x, y)); R(umax(x, y)); R(llmin(-1, 1)); R(ullmax(1, 2));
}
__global__ void casts(float x, double d) {
    R(__float_as_int(x)); R(__float_as_uint(-x)); R(__int_as_float(0x40490fdb) * 1000);
    R(__uint_as_float(0x3f800000u)); R(__double_as_longlong(d)); R(__longlong_as_double(0x4000000000000000ll));
    R(__double2hiint(d)); R(__double2loint(d)); R(__hiloint2double(0x40080000, 0));
    R(__float2int_rn(2.5f)); R(__float2int_rz(-2.7f)); R(__float2int_ru(2.1f)); R(__float2int_rd(-2.1f));
    R(__float2int_rn(1e20f)); R(__float2int_rn(-1e20f)); R(__float2uint_rn(-5.0f)); R(__float2uint_rz(3e9f));
    R(__float2ll_rn(1e12f)); R(__float2ull_rz(1e19f) >> 1); R(__double2int_rn(3.5)); R(__double2uint_ru(0.1));
    R(__double2ll_rd(-0.5)); R(__double2float_rz(0.1) * 1e9); R(__double2float_ru(0.1) * 1e9);
    R(__int2float_rz(16777217)); R(__int2float_ru(16777217)); R(__uint2float_rn(4294967295u));
    R(__ll2float_rd(1ll << 40 | 1)); R(__ll2double_rn(1ll << 60)); R(__int2double_rn(-7));
    R(__fadd_rd(1.0f, 1e-10f) == 1.0f); R(__fadd_ru(1.0f, 1e-10f) > 1.0f); R(__fmul_rz(1.1f, 1.1f) * 1e9);
    R(__fmul_ru(1.1f, 1.1f) * 1e9); R(__fdiv_rd(1.0f, 3.0f) * 1e10); R(__fdiv_ru(1.0f, 3.0f) * 1e10);
    R(__fsqrt_rd(2.0f) * 1e9); R(__fsqrt_ru(2.0f) * 1e9); R(__fmaf_rz(1.1f, 1.1f, 1e-9f) * 1e9);
    R(__frcp_ru(3.0f) * 1e10); R(__dadd_rd(1.0, 1e-20) == 1.0); R(__dadd_ru(1.0, 1e-20) > 1.0);
    R(__ddiv_rz(1.0, 3.0) < __ddiv_ru(1.0, 3.0)); R((unsigned char)300); R((int)-2.9f); R(7 / -2); R(-7 % 3);
}

static void show(const char *name) {
    int n = 0;
    long long h[200];
    cudaMemcpyFromSymbol(&n, at, sizeof n);
    cudaMemcpyFromSymbol(h, results, sizeof h);
    printf("%s\n", name);
    for (int i = 0; i < n; i++)
        printf("%lld%c", h[i], i % 8 == 7 || i == n - 1 ? '\n' : ' ');
    n = 0;
    cudaMemcpyToSymbol(at, &n, sizeof n);
}

int main() {
    bits<<<1, 1>>>(0x12345678u, 0x9abcdef0u, 0x123456789abcdef0ull);
    show("bits");
    casts<<<1, 1>>>(3.25f, 1.1);
    show("casts");
    return 0;
}
