/* work.h - the work that both sides of the benchmark do: kernels in *.cu, OpenMP C in openmp.c. */
#ifndef BENCH_WORK_H
#define BENCH_WORK_H

#ifdef __cplusplus
extern "C" {
#endif

enum { GRID = 64, SAMPLES = 1 << 22 }; /* a GRID^3 field, sampled along a line through it */
enum { BLOCK = 256, ELEMENTS = 1 << 25 };
enum { LIGHT = 1 << 23, STRIDE = 4, WIDTH = 1 << 12, HEIGHT = LIGHT / WIDTH };

/* Samples of field at SAMPLES places; out has SAMPLES values. */
void openmp_interpolate(const float *field, float *out);
/* y = a x + y, ELEMENTS values each. */
void openmp_saxpy(float a, const float *x, float *y);
/* c = a + b, LIGHT values each. */
void openmp_add(const int *a, const int *b, int *c);
/* Each STRIDE-th of LIGHT values. */
void openmp_strided(const int *a, int *c);
/* An image of WIDTH x HEIGHT: of each value above 0 a result. */
void openmp_map(const int *a, int *c);

#ifdef __cplusplus
}
#endif
#endif
