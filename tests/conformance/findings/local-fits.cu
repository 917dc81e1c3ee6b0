// Near-miss: local arrays to their last element, passed by pointer, one-past-the-end addresses.
__device__ float total(const float *p, const float *end) {
    float sum = 0;
    while (p != end)
        sum += *p++;
    return sum;
}

__global__ void within(const float *in, float *out, int n) {
    float window[4] = {0, 0, 0, 0};
    float grid[3][3];
    for (int i = 0; i < n; i++)
        window[i] = in[i];
    for (int i = 0; i < 9; i++)
        grid[i / 3][i % 3] = window[i % 4];
    out[threadIdx.x] = total(window, &window[4]) + grid[2][n - 2];
}

int main() {
    float *in, *out;
    cudaMalloc(&in, 8 * sizeof(float));
    cudaMalloc(&out, 32 * sizeof(float));
    cudaMemset(in, 0, 8 * sizeof(float));
    within<<<1, 32>>>(in, out, 4);
    bool failed = cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(in);
    cudaFree(out);
    return failed;
}
