// Near-miss: vectors at multiples of their size, a three-float struct at multiples of 4, packed
// bytes.
struct Packed {
    char tag;
    int value;
} __attribute__((packed));

__global__ void quads(const float *in, float *out) {
    const float4 *v = reinterpret_cast<const float4 *>(in + 4);
    out[threadIdx.x] = v[threadIdx.x].y;
}

__global__ void triples(const float *in, float *out) {
    const float3 *v = reinterpret_cast<const float3 *>(in + 1);
    out[threadIdx.x] = v[threadIdx.x].z;
}

__global__ void packed(const Packed *in, int *out) {
    out[threadIdx.x] = in[threadIdx.x].value;
}

int main() {
    float *in, *out;
    cudaMalloc(&in, 100 * sizeof(float));
    cudaMalloc(&out, 32 * sizeof(float));
    cudaMemset(in, 0, 100 * sizeof(float));
    quads<<<1, 4>>>(in, out);
    triples<<<1, 4>>>(in, out);
    packed<<<1, 8>>>((const Packed *)in, (int *)out);
    bool failed = cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(in);
    cudaFree(out);
    return failed;
}
