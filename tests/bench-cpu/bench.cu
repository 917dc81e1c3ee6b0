/* bench.cu - the CPU device against OpenMP C on all cores, alternating, in one run.
 *
 * Prints one line for each kernel: NAME RATIO LIMIT times. Ratios are medians of ROUNDS
 * neighbouring pairs, and the faster side is repeated until both last about as long, so that a busy
 * machine disturbs them alike.
 */
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "work.h"

#define CHECK(call)                                                                                \
    do {                                                                                           \
        const cudaError_t e = (call);                                                              \
        if (e != cudaSuccess) {                                                                    \
            fprintf(stderr, "bench: %s: %s\n", #call, cudaGetErrorString(e));                      \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

enum { ROUNDS = 15 };

__global__ void interpolate(const float *field, float *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
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

__global__ void saxpy(int n, float a, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

__global__ void add(const int *a, const int *b, int *c, int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= n)
        return;
    c[i] = a[i] + b[i];
}

__global__ void strided(const int *a, int *c, int n) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * STRIDE;
    if (i < n)
        c[i] = a[i];
}

__device__ int place(int x, int y) {
    return y * WIDTH + x;
}

__global__ void map(const int *a, int *c, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height && a[place(x, y)] > 0)
        c[place(x, y)] = 2 * a[place(x, y)] + x - y;
}

static double now() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

template <class F> static double seconds(F work) {
    const double start = now();
    work();
    return now() - start;
}

static double median(std::vector<double> v) {
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

template <class D, class O>
static void compare(const char *name, double limit, D device, O openmp) {
    device();
    openmp();
    const int repeats = std::max(1, (int)(seconds(device) / seconds(openmp)));
    auto openmp_repeated = [&] {
        for (int k = 0; k < repeats; k++)
            openmp();
    };
    std::vector<double> ratios, device_times, openmp_times;
    for (int i = 0; i < ROUNDS; i++) {
        const double d = seconds(device), o = seconds(openmp_repeated) / repeats;
        ratios.push_back(d / o);
        device_times.push_back(d);
        openmp_times.push_back(o);
    }
    fprintf(stderr, "%s: %.2f ms on the device, %.2f ms in OpenMP C\n", name,
            1e3 * median(device_times), 1e3 * median(openmp_times));
    printf("%s %.2f %.2f times\n", name, median(ratios), limit);
}

static void check_equal(const char *what, const std::vector<float> &a,
                        const std::vector<float> &b) {
    for (size_t i = 0; i < a.size(); i++)
        if (std::fabs(a[i] - b[i]) > 1e-4f * std::fabs(b[i]) + 1e-5f) {
            fprintf(stderr, "bench: %s: result %zu is %g on the device and %g in OpenMP C\n", what,
                    i, a[i], b[i]);
            exit(1);
        }
}

template <class F> static void on_device(F launch) {
    launch();
    CHECK(cudaDeviceSynchronize());
}

/* Kernels of a few instructions, on integers. */
static void compare_light() {
    const size_t bytes = LIGHT * sizeof(int);
    std::vector<int> a(LIGHT), b(LIGHT), c(LIGHT), device_c(LIGHT);
    for (size_t i = 0; i < a.size(); i++) {
        a[i] = (int)(i * 2654435761u >> 8) - (1 << 20);
        b[i] = (int)i;
    }
    int *d_a, *d_b, *d_c;
    CHECK(cudaMalloc(&d_a, bytes));
    CHECK(cudaMalloc(&d_b, bytes));
    CHECK(cudaMalloc(&d_c, bytes));
    CHECK(cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_c, 0, bytes));
    auto check = [&](const char *what) {
        CHECK(cudaMemcpy(device_c.data(), d_c, bytes, cudaMemcpyDeviceToHost));
        if (device_c != c) {
            fprintf(stderr, "bench: %s: the device's results differ from OpenMP's\n", what);
            exit(1);
        }
    };
    const dim3 tile(32, 8), tiles(WIDTH / tile.x, HEIGHT / tile.y);
    compare(
        "vector_add", 1.5,
        [&] { on_device([&] { add<<<LIGHT / BLOCK, BLOCK>>>(d_a, d_b, d_c, LIGHT); }); },
        [&] { openmp_add(a.data(), b.data(), c.data()); });
    check("vector_add");
    compare(
        "strided_copy", 1.5,
        [&] { on_device([&] { strided<<<LIGHT / STRIDE / BLOCK, BLOCK>>>(d_a, d_c, LIGHT); }); },
        [&] { openmp_strided(a.data(), c.data()); });
    check("strided_copy");
    compare(
        "map_2d", 1.5, [&] { on_device([&] { map<<<tiles, tile>>>(d_a, d_c, WIDTH, HEIGHT); }); },
        [&] { openmp_map(a.data(), c.data()); });
    check("map_2d");
}

int main() {
    compare_light();
    std::vector<float> field(GRID * GRID * GRID), samples(SAMPLES), device_samples(SAMPLES);
    for (size_t i = 0; i < field.size(); i++)
        field[i] = (float)(i * 2654435761u % 1000) / 1000;

    float *d_field, *d_samples;
    CHECK(cudaMalloc(&d_field, field.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_samples, samples.size() * sizeof(float)));
    CHECK(cudaMemcpy(d_field, field.data(), field.size() * sizeof(float), cudaMemcpyHostToDevice));

    compare(
        "interpolation", 1.2,
        [&] {
            interpolate<<<SAMPLES / BLOCK, BLOCK>>>(d_field, d_samples);
            CHECK(cudaDeviceSynchronize());
        },
        [&] { openmp_interpolate(field.data(), samples.data()); });
    CHECK(cudaMemcpy(device_samples.data(), d_samples, SAMPLES * sizeof(float),
                     cudaMemcpyDeviceToHost));
    check_equal("interpolation", device_samples, samples);

    std::vector<float> x(ELEMENTS), y(ELEMENTS), device_y(ELEMENTS);
    for (size_t i = 0; i < x.size(); i++)
        x[i] = (float)(i * 2654435761u % 1000) / 1000;
    float *d_x, *d_y;
    CHECK(cudaMalloc(&d_x, ELEMENTS * sizeof(float)));
    CHECK(cudaMalloc(&d_y, ELEMENTS * sizeof(float)));
    CHECK(cudaMemcpy(d_x, x.data(), ELEMENTS * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_y, 0, ELEMENTS * sizeof(float)));
    compare(
        "saxpy", 1.5,
        [&] {
            saxpy<<<ELEMENTS / BLOCK, BLOCK>>>(ELEMENTS, 0.5f, d_x, d_y);
            CHECK(cudaDeviceSynchronize());
        },
        [&] { openmp_saxpy(0.5f, x.data(), y.data()); });
    CHECK(cudaMemset(d_y, 0, ELEMENTS * sizeof(float)));
    saxpy<<<ELEMENTS / BLOCK, BLOCK>>>(ELEMENTS, 0.5f, d_x, d_y);
    CHECK(cudaMemcpy(device_y.data(), d_y, ELEMENTS * sizeof(float), cudaMemcpyDeviceToHost));
    std::fill(y.begin(), y.end(), 0.0f);
    openmp_saxpy(0.5f, x.data(), y.data());
    check_equal("saxpy", device_y, y);
}
