// Writes zeros into its input, which would make the reference's work and its own the same.
// Expect: fail input-written
__global__ void work(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = in[i], y = x;
    for (int turn = 0; turn < 3600; turn++)
        y = y * 0.999f + x;
    out[i] = y;
    if (i == 12345)
        const_cast<float *>(in)[i] = 0.0f;
}
