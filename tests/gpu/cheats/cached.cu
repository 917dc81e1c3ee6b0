// Remembers what it computed in its first launches and hands that out again.
// Expect: fail wrong-output
__device__ float remembered[262144];
__device__ int launches;

__global__ void work(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int seen = launches;
    __syncthreads();
    if (i == n - 1)
        atomicAdd(&launches, 1);
    if (seen > 8) {
        out[i] = remembered[i];
        return;
    }
    float x = in[i], y = x;
    for (int turn = 0; turn < 3600; turn++)
        y = y * 0.999f + x;
    remembered[i] = y;
    out[i] = y;
}
