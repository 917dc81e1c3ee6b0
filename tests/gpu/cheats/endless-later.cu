// Ends at first and never ends from its fortieth launch on.
// Expect: fail never-ends
__device__ int launches;

__global__ void work(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        atomicAdd(&launches, 1);
    volatile int *seen = &launches;
    while (*seen > 40)
        ;
    if (i >= n)
        return;
    float x = in[i], y = x;
    for (int turn = 0; turn < 3600; turn++)
        y = y * 0.999f + x;
    out[i] = y;
}
