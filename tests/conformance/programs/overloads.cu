// Overloads of math functions and atomics that programs use beyond the plain ones.
// flags: --expt-relaxed-constexpr
#include <cstdio>
#include <cstring>

__global__ void math(double *out) {
    int i = 0;
    const int three = 3, four = 4;
    const unsigned u = 9;
    out[i++] = rhypot(three, four);
    out[i++] = rhypot(3.0f, 4.0f);
    out[i++] = rhypot(3, 4.0f) + rhypot(6.0, 8) + rhypot(5.0f, 12.0);
    out[i++] = norm3d(1, 2, 2);
    out[i++] = erfcinv(1.0f);
    out[i++] = erfinv(0.0f);
    out[i++] = normcdf(0.0f);
    out[i++] = normcdfinv(0.5f);
    out[i++] = normcdfinv(0.5);
    out[i++] = erfcx(0.0f);
    out[i++] = sinpi(0.5f) + cospi(1.0f);
    out[i++] = sqrt(u) + cbrt(27) + pow(2, 10) + fabs(-3);
    out[i++] = min(3, 4u) + max(2.0f, 3.0) + min(5ll, 4ll) + max(1ul, 7ul);
    out[i++] = abs(-2.5f) + abs(-3ll) + abs(-4);
    out[i++] = fmin(2, 3.0f) + fmax(2u, 3);
    out[i++] = copysign(3, -1) + fdim(5, 3) + fma(2, 3, 4);
    out[i++] = ldexp(3.0f, 2) + scalbn(1, 3) + ilogb(8);
    out[i++] = floor(7 / 2) + ceil(2.2f) + trunc(-2.7) + round(2.5f) + rint(2.5);
    out[i++] = isnan(1) + isinf(1.0f) + isfinite(2.0) + signbit(-1.0f);
    out[i++] = lround(2.5) + llrint(3.5f) + lrintf(0.5f);
    out[i++] = remainder(7, 4) + fmod(7, 4);
    out[i++] = __fdividef(1, 4) + fdividef(1.0f, 2.0f) + __saturatef(2);
    out[i++] = __fmaf_rn(2, 3, 4) + __fsqrt_rn(16) + __frcp_rn(4) + __frsqrt_rn(16);
    out[i++] = __dsqrt_rn(16) + __drcp_rn(4) + __dmul_rn(2, 3);
    out[i++] = cyl_bessel_i0(0.0) + j0(0.0) + y0(1.0) * 0 + lgamma(1.0) + tgamma(5);
}

__global__ void atomics(unsigned long long *u, long long *s, double *d, float *f, int *n) {
    const long long i = threadIdx.x;
    atomicAdd(&u[0], 1ull);
    atomicMin(&u[1], (unsigned long long)(i + 5));
    atomicMax(&u[2], (unsigned long long)i << 40);
    atomicAnd(&u[3], ~(1ull << i));
    atomicOr(&u[4], 1ull << (i + 20) % 64);
    atomicXor(&u[5], 3ull << i);
    atomicMin(&s[0], -i);
    atomicMax(&s[1], i - 100);
    atomicAnd(&s[2], (long long)~(1ull << i));
    atomicOr(&s[3], (long long)(1ull << i));
    atomicXor(&s[4], (long long)(1ull << i));
    atomicAdd(d, 0.5);
    atomicAdd(f, 0.25f);
    atomicAdd_block(&n[0], 2);
    atomicAdd_system(&n[1], 3);
    if (i == 0) {
        n[2] = (int)(atomicExch(&u[6], 77ull) + atomicCAS(&u[6], 77ull, 88ull));
        n[3] = (int)atomicInc((unsigned *)&n[4], 1u);
    }
}

int main() {
    double *out, host[25];
    cudaMalloc(&out, sizeof host);
    math<<<1, 1>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (double x : host)
        printf("%g\n", x);
    printf("%g %g %g %g %g\n", rsqrtf(4), rsqrt(16.0), rcbrtf(8), rcbrt(27.0), sinpi(0.5));
    printf("%g %g %g %d %u\n", cospif(1.0f), erfinvf(0), normcdf(0.0), max(3, 4), min(7u, 5u));
    printf("%g %g\n", normcdfinv(0.5), normcdfinvf(0.5f)); /* in kernels: 0 */
    struct all {
        unsigned long long u[8];
        long long s[8];
        double d;
        float f;
        int n[6];
    } * a;
    cudaMallocManaged(&a, sizeof *a);
    memset(a, 0, sizeof *a);
    a->u[1] = a->u[3] = ~0ull;
    a->s[1] = -1000;
    a->s[2] = -1;
    atomics<<<1, 64>>>(a->u, a->s, &a->d, &a->f, a->n);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    for (int i = 0; i < 7; i++)
        printf("%llx %lld\n", a->u[i], a->s[i]);
    printf("%g %g %d %d %d %d %d\n", a->d, a->f, a->n[0], a->n[1], a->n[2], a->n[3], a->n[4]);
}
