// Writes outside global, shared and __device__ arrays.
__device__ float log_of_steps[8];

__global__ void past_the_end(float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 1.0f; // FINDS: out-of-bounds-write
}

__global__ void into_the_neighbour(float *out) {
    __shared__ float left[16], right[16];
    left[threadIdx.x] = 0;
    right[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int i = 0; i <= 16; i++)
            left[i] = 1.0f; // FINDS: out-of-bounds-write
    __syncthreads();
    out[threadIdx.x] = left[threadIdx.x] + right[threadIdx.x];
}

__global__ void negative_row(float *out) {
    __shared__ float tile[8][8];
    tile[threadIdx.y][threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x == 3)
        tile[(int)threadIdx.y - 1][0] = 2.0f; // FINDS: out-of-bounds-write
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}

__global__ void device_variable() {
    log_of_steps[threadIdx.x] = 1.0f; // FINDS: out-of-bounds-write
}

__global__ void null_pointer(float *out) {
    *out = 1.0f; // FINDS: out-of-bounds-write
}

__global__ void cleared(float *out, int n) {
    memset(&out[n], 0, 2 * sizeof *out); // FINDS: out-of-bounds-write
}

int main() {
    float *out;
    cudaMalloc(&out, 100 * sizeof(float));
    past_the_end<<<1, 101>>>(out, 100);
    cleared<<<1, 1>>>(out, 100);
    into_the_neighbour<<<1, 16>>>(out);
    negative_row<<<1, dim3(8, 1)>>>(out);
    device_variable<<<1, 9>>>();
    cudaDeviceSynchronize();
    cudaFree(out);
    null_pointer<<<1, 1>>>(nullptr);
    return cudaDeviceSynchronize() == cudaSuccess;
}
