// Stops after the first tenth of the work.
// Expect: fail wrong-output
__global__ void work(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = in[i], y = x;
    for (int turn = 0; turn < 360; turn++)
        y = y * 0.999f + x;
    out[i] = y;
}
