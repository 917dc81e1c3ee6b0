// A launch that cannot work, and nobody asks.
__global__ void fill(int *p) {
    p[threadIdx.x] = 1;
}

int main() {
    int *p;
    cudaMalloc(&p, 4096 * sizeof(int));
    fill<<<1, 4096>>>(p); // FINDS: unchecked-error
    cudaDeviceSynchronize();
    cudaFree(p);
}
