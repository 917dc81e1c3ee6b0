// The kernel that the timing harness is tried on: 3600 multiply-adds an element, and EXTRA more
// that change nothing (405: 10 % slower).
#ifndef EXTRA
#define EXTRA 0
#endif

__global__ void work(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = in[i], y = x, z = x;
    for (int turn = 0; turn < 3600; turn++)
        y = y * 0.999f + x;
    for (int turn = 0; turn < EXTRA; turn++)
        z = z * 0.998f + x;
    out[i] = z == -1.0f ? z : y; // never: z >= x > 0
}
