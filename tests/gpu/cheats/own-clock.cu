// Twice as slow, with a cudaEventElapsedTime of its own that says it is fast.
// Expect: fail null
extern "C" cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t, cudaEvent_t) {
    *milliseconds = 0.001f;
    return cudaSuccess;
}

__global__ void work(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = in[i], y = x, z = x;
    for (int turn = 0; turn < 3600; turn++)
        y = y * 0.999f + x;
    for (int turn = 0; turn < 3600; turn++)
        z = z * 0.998f + x;
    out[i] = z == -1.0f ? z : y;
}
