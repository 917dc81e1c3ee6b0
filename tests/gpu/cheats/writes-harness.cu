// Computes rightly, and writes zeros over what is expected of the reference.
// Expect: fail overwritten
//
// The harness allocates: in, out of A, out of B, expected of A, expected of B, equally far apart.
__global__ void work(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = in[i], y = x;
    for (int turn = 0; turn < 3600; turn++)
        y = y * 0.999f + x;
    out[i] = y;
    if (i == 12345 && in < out)
        out[i + 3 * (out - in)] = 0.0f;
}
