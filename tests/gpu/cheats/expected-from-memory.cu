// Looks for the expected outputs in the memory about its own and copies them.
// Expect: fail wrong-output
// The harness allocates: in, out of A, out of B, expected of A, expected of B, 2 MiB apart at
// least.
__global__ void work(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float *behind = out + (in < out ? out - in : in - out); // as far again as the input lies
    out[i] = behind[i];
}
