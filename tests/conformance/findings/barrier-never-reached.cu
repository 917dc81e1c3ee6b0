// Half of a warp waits for the other half, which waits for the whole block.
__global__ void two_kinds(int *out) {
    if (threadIdx.x < 16)
        __syncwarp(); // FINDS: barrier-never-reached
    else
        __syncthreads();
    out[threadIdx.x] = 1;
}

int main() {
    int *out;
    cudaMalloc(&out, 32 * sizeof(int));
    two_kinds<<<1, 32>>>(out);
    bool failed = cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(out);
    return failed;
}
