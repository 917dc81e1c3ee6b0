#pragma once
#include <cstdio>
struct scale {
    float factor;
};
extern __constant__ int c_a[4];
extern __constant__ scale c_scale;
extern __device__ int counter;
__device__ float helper(float x);
extern __device__ int other(int);
__global__ void in_other_file(float *out);
void host_function();
