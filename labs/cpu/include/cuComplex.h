// cuComplex.h - complex numbers as pairs of floats or doubles: cuFloatComplex (cuComplex) and
// cuDoubleComplex, with the functions cuCaddf, cuCadd, ... Quotients and absolute values are
// scaled, so that nothing on the way overflows.
#ifndef CPUDEV_CUCOMPLEX_H
#define CPUDEV_CUCOMPLEX_H

#include <cuda_runtime.h>
#include <float.h>
#include <math.h>

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

// SUFFIX: what the names of its functions end with, f or nothing.
#define CPUDEV_COMPLEX(REAL, COMPLEX, SUFFIX, LARGEST)                                             \
    __host__ __device__ inline REAL cuCreal##SUFFIX(COMPLEX z) {                                   \
        return z.x;                                                                                \
    }                                                                                              \
    __host__ __device__ inline REAL cuCimag##SUFFIX(COMPLEX z) {                                   \
        return z.y;                                                                                \
    }                                                                                              \
    __host__ __device__ inline COMPLEX make_##COMPLEX(REAL real, REAL imaginary) {                 \
        COMPLEX z;                                                                                 \
        z.x = real;                                                                                \
        z.y = imaginary;                                                                           \
        return z;                                                                                  \
    }                                                                                              \
    __host__ __device__ inline COMPLEX cuConj##SUFFIX(COMPLEX z) {                                 \
        return make_##COMPLEX(z.x, -z.y);                                                          \
    }                                                                                              \
    __host__ __device__ inline COMPLEX cuCadd##SUFFIX(COMPLEX a, COMPLEX b) {                      \
        return make_##COMPLEX(a.x + b.x, a.y + b.y);                                               \
    }                                                                                              \
    __host__ __device__ inline COMPLEX cuCsub##SUFFIX(COMPLEX a, COMPLEX b) {                      \
        return make_##COMPLEX(a.x - b.x, a.y - b.y);                                               \
    }                                                                                              \
    __host__ __device__ inline COMPLEX cuCmul##SUFFIX(COMPLEX a, COMPLEX b) {                      \
        return make_##COMPLEX(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);                       \
    }                                                                                              \
    __host__ __device__ inline COMPLEX cuCdiv##SUFFIX(COMPLEX a, COMPLEX b) {                      \
        const REAL scale = 1 / (fabs##SUFFIX(b.x) + fabs##SUFFIX(b.y));                            \
        const REAL p = a.x * scale, q = a.y * scale, r = b.x * scale, s = b.y * scale;             \
        const REAL over = 1 / (r * r + s * s);                                                     \
        return make_##COMPLEX((p * r + q * s) * over, (q * r - p * s) * over);                     \
    }                                                                                              \
    __host__ __device__ inline REAL cuCabs##SUFFIX(COMPLEX z) {                                    \
        const REAL a = fabs##SUFFIX(z.x), b = fabs##SUFFIX(z.y);                                   \
        const REAL more = a > b ? a : b, less = a > b ? b : a;                                     \
        if (more == 0 || more > LARGEST || less > LARGEST)                                         \
            return more + less;                                                                    \
        const REAL ratio = less / more;                                                            \
        return more * sqrt##SUFFIX(1 + ratio * ratio);                                             \
    }                                                                                              \
    __host__ __device__ inline COMPLEX cuCfma##SUFFIX(COMPLEX a, COMPLEX b, COMPLEX c) {           \
        const REAL real = a.x * b.x + c.x, imaginary = a.x * b.y + c.y;                            \
        return make_##COMPLEX(-(a.y * b.y) + real, a.y * b.x + imaginary);                         \
    }

CPUDEV_COMPLEX(float, cuFloatComplex, f, FLT_MAX)
CPUDEV_COMPLEX(double, cuDoubleComplex, , DBL_MAX)
#undef CPUDEV_COMPLEX

__host__ __device__ inline cuComplex make_cuComplex(float real, float imaginary) {
    return make_cuFloatComplex(real, imaginary);
}
__host__ __device__ inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) {
    return make_cuDoubleComplex(z.x, z.y);
}
__host__ __device__ inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
    return make_cuFloatComplex((float)z.x, (float)z.y);
}

#endif
