// Near-miss: host code that only passes device addresses on.
__constant__ float c_a[4];
__device__ int result[4];

__global__ void use(float *out) {
    out[threadIdx.x] = c_a[threadIdx.x];
    result[threadIdx.x] = 1;
}

int main() {
    float *out, h[4] = {1, 2, 3, 4};
    int *address, values[4];
    cudaMalloc(&out, 4 * sizeof(float));
    cudaMemcpyToSymbol(c_a, h, sizeof h);
    use<<<1, 4>>>(&out[0]);
    float *second = out + 2;
    cudaMemcpy(h, second, 2 * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(values, result, sizeof values);
    cudaGetSymbolAddress((void **)&address, result);
    cudaMemcpy(values, address, sizeof values, cudaMemcpyDeviceToHost);
    cudaFree(out);
    return h[0] != 3 || values[3] != 1;
}
