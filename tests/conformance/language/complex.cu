// cuComplex.h: sums, products, quotients and absolute values, in device code and on the host.
// flags: -fmad=false
#include <cstdio>
#include <cuComplex.h>

__global__ void escape(int *rounds, int width) {
    const int x = threadIdx.x, y = blockIdx.x;
    const cuFloatComplex c =
        make_cuFloatComplex(-2.0f + 3.0f * x / width, -1.0f + 2.0f * y / width);
    cuComplex z = make_cuComplex(0.0f, 0.0f);
    int round = 0;
    while (round < 50 && cuCabsf(z) < 2.0f) {
        z = cuCaddf(cuCmulf(z, z), c);
        round++;
    }
    rounds[y * width + x] = round;
}

__global__ void doubles(cuDoubleComplex a, cuDoubleComplex b, cuDoubleComplex *out) {
    out[0] = cuCadd(a, b);
    out[1] = cuCsub(a, cuConj(b));
    out[2] = cuCmul(a, b);
    out[3] = cuCdiv(a, b);
    out[4] = cuCfma(a, b, b);
    out[5] = make_cuDoubleComplex(cuCabs(a), cuCreal(a) + cuCimag(b));
}

int main() {
    const int width = 32;
    int *d, h[width * width], inside = 0, sum = 0;
    cudaMalloc(&d, sizeof h);
    escape<<<width, width>>>(d, width);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d);
    for (int rounds : h) {
        inside += rounds == 50;
        sum += rounds;
    }
    printf("%d inside, %d rounds\n", inside, sum);

    cuDoubleComplex *o, v[6];
    cudaMalloc(&o, sizeof v);
    doubles<<<1, 1>>>(make_cuDoubleComplex(3, -4), make_cuDoubleComplex(0.5, 2), o);
    cudaMemcpy(v, o, sizeof v, cudaMemcpyDeviceToHost);
    cudaFree(o);
    for (cuDoubleComplex z : v)
        printf("%.17g %.17g\n", z.x, z.y);
    const cuFloatComplex large = make_cuFloatComplex(3e38f, 1e30f),
                         none = make_cuFloatComplex(0, 0);
    const cuFloatComplex one = cuCdivf(large, large);
    printf("%.9g %.9g %.9g %.9g\n", one.x, one.y, cuCabsf(large), cuCabsf(none));
    const cuFloatComplex narrow = cuComplexDoubleToFloat(cuComplexFloatToDouble(large));
    printf("%d\n", narrow.x == large.x && narrow.y == large.y);
    return 0;
}
