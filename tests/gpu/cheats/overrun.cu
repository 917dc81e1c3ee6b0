// Writes one element more than the output has.
// Expect: fail guard-written
__global__ void work(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = in[i], y = x;
    for (int turn = 0; turn < 3600; turn++)
        y = y * 0.999f + x;
    out[i] = y;
    if (i == n - 1)
        out[n] = y;
}
