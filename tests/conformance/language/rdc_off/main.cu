// Without -rdc an extern __constant__ is a variable of its own, all zeros.
#include <cstdio>
__constant__ int c_a[4];
void other_file(int *out);
__global__ void here(int *out) {
    out[0] = c_a[1];
}
int main() {
    int a[4] = {10, 20, 30, 40}, *out, h[2];
    cudaMalloc(&out, sizeof h);
    printf("%s\n", cudaGetErrorName(cudaMemcpyToSymbol(c_a, a, sizeof a)));
    here<<<1, 1>>>(out);
    other_file(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("here %d, other file %d\n", h[0], h[1]);
    return 0;
}
