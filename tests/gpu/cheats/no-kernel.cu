// There is no kernel of this name.
// Expect: fail no-kernel
__global__ void wrok(const float *in, float *out, int n) {
    if (threadIdx.x < n)
        out[threadIdx.x] = in[threadIdx.x];
}
