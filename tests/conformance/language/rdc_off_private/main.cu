// Without -rdc two files may define the same device variables; functions must be static for that.
#include <cstdio>
static __device__ int helper() { return 1; }
__device__ int value = 10;
__constant__ int constant = 100;
void other_file(int *out);
__global__ void here(int *out) {
    out[0] = helper() + value + constant;
}
int main() {
    int *out, h[2];
    cudaMalloc(&out, sizeof h);
    here<<<1, 1>>>(out);
    other_file(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[1]);
    return 0;
}
