// Host code writes a __constant__ variable as if it were its own.
__constant__ float c_a[4];

__global__ void use(float *out) {
    out[threadIdx.x] = c_a[threadIdx.x];
}

int main() {
    float *out;
    cudaMalloc(&out, 4 * sizeof(float));
    for (int i = 0; i < 4; i++)
        c_a[i] = i; // FINDS: device-memory-on-host
    use<<<1, 4>>>(out);
    cudaFree(out);
}
