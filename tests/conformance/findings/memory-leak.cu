// Memory that is still there when the program ends.
__global__ void fill(int *p) {
    p[threadIdx.x] = 1;
}

int main() {
    int *p, *pinned;
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMalloc(&p, 64 * sizeof(int));       // FINDS: memory-leak
    cudaMallocHost(&pinned, 64);            // FINDS: memory-leak
    cudaMallocArray(&array, &format, 8, 8); // FINDS: memory-leak
    fill<<<1, 64>>>(p);
    return cudaDeviceSynchronize() != cudaSuccess;
}
