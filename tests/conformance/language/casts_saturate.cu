// Floats cast to integers that do not hold them: the nearest that they hold, as on a GPU.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

enum { COUNT = 8 };
__constant__ float floats[COUNT] = {-5.7f, 300.5f, 3e9f, -3e9f, 1e20f, -1e20f, NAN, INFINITY};

__device__ void print(const char *name, const long long *row) {
    printf("%s %lld %lld %lld %lld %lld %lld %lld %lld\n", name, row[0], row[1], row[2], row[3],
           row[4], row[5], row[6], row[7]);
}

struct fields {
    unsigned low : 5, high : 11;
};

__global__ void every_type() {
    long long rows[8][COUNT];
    for (int i = 0; i < COUNT; i++) {
        const float x = floats[i];
        const double y = x;
        rows[0][i] = (int)x;
        rows[1][i] = (unsigned)x;
        rows[2][i] = (long long)x;
        rows[3][i] = (unsigned long long)x;
        rows[4][i] = (unsigned char)x + 0;
        rows[5][i] = (short)x;
        rows[6][i] = (int)y;
        rows[7][i] = 1 * (uint32_t)y;
    }
    const char *const names[] = {
        "int",           "unsigned", "long long",     "unsigned long long",
        "unsigned char", "short",    "int of double", "unsigned of double"};
    for (int k = 0; k < 8; k++)
        print(names[k], rows[k]);
}

__device__ int twice(int a) {
    return 2 * a;
}

/* Casts among other operators, of other things than floats, and in constants. */
__global__ void everywhere(float x, const char *text, const int *p) {
    fields f = {31, 2047};
    const int size = (int)2.5f;
    __shared__ int room[(int)(size * 1.6f) + 1];
    volatile float v = 1e20f;
    volatile float b[2] = {7.9f, -1e10f}; // nvcc folds what it knows as it likes
    float a = -2.75f;
    if (threadIdx.x == 0)
        room[0] = sizeof room / sizeof *room;
    __syncthreads();
    printf("%d %d %d\n", room[0], twice((int)x / 4), -(int)a * 2);
    int n = (int)a * 2 + (int)b[0] % 4 - (int)b[1] / 2;
    unsigned u = (unsigned)(a * a) << 2 | (unsigned)-a;
    long long l = (long long)f.high * (int)text[1] + (int)f.low;
    size_t where = (size_t)p % 4;
    n += (int)v == 2147483647 ? (int)(char)300 : (int)!p;
    switch (n) {
    case (int)'a':
        n = 1;
    }
    printf("%d %u %lld %d %d\n", n, u, l, (int)where, (unsigned char)x - 1 < (int)a);
}

int main() {
    every_type<<<1, 1>>>();
    char *text;
    int *p;
    cudaMalloc(&text, 4);
    cudaMalloc(&p, 16);
    cudaMemcpy(text, "abc", 4, cudaMemcpyHostToDevice);
    everywhere<<<1, 1>>>(3e9f, text, p);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
