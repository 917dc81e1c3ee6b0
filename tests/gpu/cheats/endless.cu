// Never ends.
// Expect: fail never-ends
__global__ void work(const float *in, float *out, int n) {
    volatile float *sink = out;
    for (;;)
        sink[threadIdx.x % n] = in[0];
}
