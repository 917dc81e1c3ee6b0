// The kernel of this name takes other parameters.
// Expect: fail signature
__global__ void work(const float *in, float *out) {
    out[threadIdx.x] = in[threadIdx.x];
}
