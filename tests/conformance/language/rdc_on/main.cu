// flags: -rdc=true
#include "shared.cuh"

__constant__ int c_a[4];
__device__ int counter = 5;

__global__ void here(float *out) {
    out[0] = helper(2) + c_a[3];
    out[1] = other(counter);
}
int main() {
    int a[4] = {1, 2, 3, 4}, c;
    float *out, h[4];
    cudaMalloc(&out, sizeof h);
    cudaMemcpyToSymbol(c_a, a, sizeof a);
    scale s = {0.5f};
    cudaMemcpyToSymbol(c_scale, &s, sizeof s);
    here<<<1, 1>>>(out);
    in_other_file<<<1, 1>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&c, counter, sizeof c);
    printf("%g %g %g %g %d\n", h[0], h[1], h[2], h[3], c);
    host_function();
    return 0;
}
