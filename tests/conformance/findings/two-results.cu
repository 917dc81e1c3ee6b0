// Functions with a second result, behind a pointer: it is written, and not beyond an array's end.
#include <cmath>
#include <cstring>

__global__ void fits(const float *in, float *a, float *b, int *powers) {
    int i = threadIdx.x;
    sincosf(in[i], &a[i], &b[i]);
    b[i] += modff(in[i], &a[i]) + frexpf(in[i], &powers[i]);
    b[i] += remquof(in[i], 2.0f, &powers[i]);
}

__global__ void sine(const float *in, float *a, float *b, int n) {
    sincosf(in[threadIdx.x], &a[threadIdx.x + n], &b[threadIdx.x]); // FINDS: out-of-bounds-write
}

__global__ void whole(const float *in, float *a, float *b, int n) {
    b[threadIdx.x] = std::modf(in[threadIdx.x], &a[threadIdx.x + n]); // FINDS: out-of-bounds-write
}

__global__ void copied(const float *in, int *copy, int n) {
    memcpy(copy, in + 1, n * sizeof(float)); // FINDS: out-of-bounds-read
}

int main() {
    const int n = 32;
    float *in, *a, *b, sums[32];
    int *powers, power;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaMalloc(&powers, n * sizeof(int));
    cudaMemset(in, 0, n * sizeof(float));
    fits<<<1, n>>>(in, a, b, powers);
    cudaMemcpy(sums, a, sizeof sums, cudaMemcpyDeviceToHost);
    cudaMemcpy(&power, powers, sizeof power, cudaMemcpyDeviceToHost);
    bool right = sums[0] == 0 && power == 0;
    sine<<<1, n>>>(in, a, b, n);
    cudaDeviceSynchronize();
    whole<<<1, n>>>(in, a, b, n);
    cudaDeviceSynchronize();
    copied<<<1, 1>>>(in, powers, n);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(a);
    cudaFree(b);
    cudaFree(powers);
    return right ? 0 : 2;
}
