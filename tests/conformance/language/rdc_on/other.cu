#include "shared.cuh"

__constant__ scale c_scale;
static __device__ int counter_of_this_file = 7;

__device__ float helper(float x) {
    return x * 10;
}
__device__ int other(int x) {
    return x + counter_of_this_file;
}
__global__ void in_other_file(float *out) {
    out[2] = c_a[0] + c_a[1] + c_scale.factor;
    out[3] = counter++;
}
void host_function() {
    int a[4];
    cudaMemcpyFromSymbol(a, c_a, sizeof a);
    printf("%d %d\n", a[0], a[3]);
}
