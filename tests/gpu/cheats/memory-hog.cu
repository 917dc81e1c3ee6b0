// Device variables that fill the GPU's memory.
// Expect: fail memory
__device__ char a[1ull << 35], b[1ull << 35], c[1ull << 35], d[1ull << 35], e[1ull << 35];

__global__ void work(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] + a[i] + b[i] + c[i] + d[i] + e[i];
}
