// Arithmetic whose result C++ leaves open and a GPU has a rule for: no finding, but a note for each
// place.
__global__ void convert(const float *in, int *out) {
    out[0] = (int)in[0];           // NOTE: 1.00000002e+30 does not fit into 'int'
    out[1] = (int)(unsigned)in[1]; // NOTE: -5 does not fit into 'unsigned int'
    out[2] = (unsigned char)in[2]; // NOTE: 300 does not fit into 'unsigned char'
    out[3] = (int)(1e10 * in[2]);  // NOTE: 3e+12 does not fit into 'int'
    out[4] = (int)in[2];
    out[5] = (unsigned char)(in[2] - 45); // 255
    out[6] = (int)(unsigned)(in[1] / 8);  // -0.625 is cut to 0
}

__global__ void shift(unsigned *out) {
    out[threadIdx.x] = 1u << threadIdx.x;         // NOTE: 'unsigned int' is shifted by 32 bits
    out[threadIdx.x] += 1ull << threadIdx.x >> 8; // 64 bits have room
    if (threadIdx.x > 0)
        out[threadIdx.x] += -8 >> (threadIdx.x - 1) % 32;
}

int main() {
    const float h[] = {1e30f, -5, 300};
    float *in;
    int *out;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, 33 * sizeof *out);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    for (int i = 0; i < 3; i++)
        convert<<<1, 1>>>(in, out);
    shift<<<1, 33>>>((unsigned *)out);
    bool failed = cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(in);
    cudaFree(out);
    volatile float large = 1e30f;
    return failed + 0 * (int)large; // of the host: as with nvcc
}
