// Copies what the other side computed before, where it guesses that to lie. The guess reads memory
// that nobody has; a right one would find outputs wiped (bench_wipe).
// Expect: fail crash
__global__ void work(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    // The harness allocates: in, out of A, out of B, ..., equally far apart.
    float x = in[i], y = x, z = x, other = out[i + (in < out ? out - in : 0)];
    if (other > 100.0f * x && other < 2000.0f * x) {
        out[i] = other;
        return;
    }
    for (int turn = 0; turn < 3600; turn++)
        y = y * 0.999f + x;
    for (int turn = 0; turn < 3600; turn++)
        z = z * 0.998f + x;
    out[i] = z == -1.0f ? z : y;
}
