// CUDA's own conversions of floats that do not fit: as an H200 makes them.
#include <cmath>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

enum { COUNT = 8 };
__constant__ float floats[COUNT] = {-5.7f, 300.5f, 3e9f, -3e9f, 1e20f, -1e20f, NAN, INFINITY};

#define ROW(function, type)                                                                        \
    printf("%s", #function);                                                                       \
    for (int i = 0; i < COUNT; i++)                                                                \
        printf(" %lld", (long long)function((type)floats[i]));                                     \
    printf("\n");

__global__ void of_floats() {
    ROW(__float2int_rz, float)
    ROW(__float2uint_rn, float)
    ROW(__float2ll_rd, float)
    ROW(__float2ull_rz, float)
    ROW(__double2int_rn, double)
    ROW(__double2uint_rz, double)
    ROW(__double2ll_rz, double)
    ROW(__double2ull_rn, double)
}

__global__ void of_halves() {
    ROW(__half2int_rz, __half)
    ROW(__half2short_rz, __half)
    ROW(int, __half)
    ROW(unsigned, __half)
    ROW(short, __half)
}

int main() {
    of_floats<<<1, 1>>>();
    of_halves<<<1, 1>>>();
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
