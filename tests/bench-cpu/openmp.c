/* openmp.c - what a C programmer would write for the CPU. */
#include "work.h"

#include <math.h>

void openmp_interpolate(const float *field, float *out) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < SAMPLES; i++) {
        const float t = (float)i * (1.0f / SAMPLES);
        const float x = t * (GRID - 2), y = (1.0f - t) * (GRID - 2);
        const float z = (float)(i % 1024) * ((GRID - 2) / 1024.0f);
        const float fx = floorf(x), fy = floorf(y), fz = floorf(z);
        const float a = x - fx, b = y - fy, c = z - fz;
        const float *p = field + ((int)fz * GRID + (int)fy) * GRID + (int)fx;
        const float *q = p + GRID * GRID;
        const float near =
            (1 - b) * ((1 - a) * p[0] + a * p[1]) + b * ((1 - a) * p[GRID] + a * p[GRID + 1]);
        const float far =
            (1 - b) * ((1 - a) * q[0] + a * q[1]) + b * ((1 - a) * q[GRID] + a * q[GRID + 1]);
        out[i] = (1 - c) * near + c * far;
    }
}

void openmp_saxpy(float a, const float *x, float *y) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < ELEMENTS; i++)
        y[i] = a * x[i] + y[i];
}

void openmp_add(const int *a, const int *b, int *c) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < LIGHT; i++)
        c[i] = a[i] + b[i];
}

void openmp_strided(const int *a, int *c) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < LIGHT / STRIDE; i++)
        c[i * STRIDE] = a[i * STRIDE];
}

void openmp_map(const int *a, int *c) {
#pragma omp parallel for schedule(static)
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            if (a[y * WIDTH + x] > 0)
                c[y * WIDTH + x] = 2 * a[y * WIDTH + x] + x - y;
}
