// A shuffle from a lane that takes no part is undefined in CUDA: here it is NaN or -1, so that what
// counts on it shows. The sum of the first 8 lanes does not.
// device: cpu
#include <cstdio>

__global__ void sum(const int *in, int *out) {
    int v = in[threadIdx.x];
    if (threadIdx.x < 8)
        for (int distance = 4; distance > 0; distance /= 2)
            v += __shfl_down_sync(0xffffffff, v, distance);
    if (threadIdx.x == 0)
        out[0] = v;
}

__global__ void rest(int *out, float *outf) { // 40 threads: the second warp has 8
    out[threadIdx.x] = __shfl_down_sync(0xffffffff, (int)threadIdx.x, 16);
    outf[threadIdx.x] = __shfl_sync(0xffffffff, 1.5f, 9);
}

int main() {
    int h[40], *d;
    float hf[40], *df;
    for (int i = 0; i < 40; i++)
        h[i] = i + 1;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&df, sizeof hf);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    sum<<<1, 32>>>(d, d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    rest<<<1, 40>>>(d, df);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(hf, df, sizeof hf, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d, %g %d\n", h[0], h[31], h[32], h[39], hf[0], hf[32] != hf[32]);
    cudaFree(d);
    cudaFree(df);
}
