// A float4 at an address that is no multiple of 16.
__global__ void shifted(const float *in, float *out) {
    const float4 *v = reinterpret_cast<const float4 *>(in + 2);
    out[threadIdx.x] = v[threadIdx.x].y; // FINDS: misaligned-access
}

__global__ void byte_offset(const char *in, int *out) {
    out[threadIdx.x] = *(const int *)(in + 1 + 4 * threadIdx.x); // FINDS: misaligned-access
}

int main() {
    float *in, *out;
    cudaMalloc(&in, 100 * sizeof(float));
    cudaMalloc(&out, 32 * sizeof(float));
    cudaMemset(in, 0, 100 * sizeof(float));
    shifted<<<1, 4>>>(in, out);
    byte_offset<<<1, 4>>>((const char *)in, (int *)out);
    bool failed = cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(in);
    cudaFree(out);
    return failed;
}
