// Local arrays with an index outside.
__global__ void one_too_many(const float *in, float *out, int n) {
    float window[4] = {0, 0, 0, 0};
    for (int i = 0; i <= n; i++)
        window[i] = in[i]; // FINDS: local-overrun
    out[threadIdx.x] = window[0] + window[3];
}

__global__ void read(const float *in, float *out, int i) {
    float coefficient[2][3] = {{1, 2, 3}, {4, 5, 6}};
    coefficient[1][2] = in[0];
    out[threadIdx.x] = coefficient[i][0]; // FINDS: local-overrun
}

int main() {
    float *in, *out;
    cudaMalloc(&in, 8 * sizeof(float));
    cudaMalloc(&out, 32 * sizeof(float));
    cudaMemset(in, 0, 8 * sizeof(float));
    one_too_many<<<1, 32>>>(in, out, 4);
    read<<<1, 32>>>(in, out, 2);
    bool failed = cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(in);
    cudaFree(out);
    return failed;
}
