// Does the work in a kernel that it launches on a stream of the device, which nobody waits for.
// Expect: build launches another kernel
__global__ void child(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = in[i], y = x;
    for (int turn = 0; turn < 3600; turn++)
        y = y * 0.999f + x;
    out[i] = y;
}

__global__ void work(const float *in, float *out, int n) {
    if (blockIdx.x == 0 && threadIdx.x == 0)
        child<<<(n + 255) / 256, 256, 0, cudaStreamFireAndForget>>>(in, out, n);
}
