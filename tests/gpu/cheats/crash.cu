// Reads through a null pointer.
// Expect: fail crash
__global__ void work(const float *, float *out, int n) {
    const float *none = nullptr;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = none[i];
}
