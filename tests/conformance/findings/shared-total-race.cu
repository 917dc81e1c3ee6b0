// A total in shared memory that one thread sets and the others add to with no barrier between.
__global__ void counted(int *sum) {
    __shared__ int total;
    if (threadIdx.x == 0)
        total = 0;
    atomicAdd(&total, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        *sum = total;
}

int main() {
    int *sum = nullptr;
    cudaMalloc(&sum, sizeof *sum);
    counted<<<1, 64>>>(sum);
    cudaDeviceSynchronize();
    cudaFree(sum);
}
