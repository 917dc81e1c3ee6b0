/* work.h - the work that both sides of the benchmark do: kernels in *.cu, OpenMP C in openmp.c. */
#ifndef BENCH_WORK_H
#define BENCH_WORK_H

#ifdef __cplusplus
extern "C" {
#endif

enum { GRID = 64, SAMPLES = 1 << 22 }; /* a GRID^3 field, sampled along a line through it */
enum { BLOCK = 256, ELEMENTS = 1 << 25 };

/* Samples of field at SAMPLES places; out has SAMPLES values. */
void openmp_interpolate(const float *field, float *out);
/* y = a x + y, ELEMENTS values each. */
void openmp_saxpy(float a, const float *x, float *y);

#ifdef __cplusplus
}
#endif
#endif
