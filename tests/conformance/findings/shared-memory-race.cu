// Threads of a block that meet in shared memory with nothing between them.
__global__ void no_barrier(const int *in, int *out) {
    __shared__ int tile[64];
    tile[threadIdx.x] = in[threadIdx.x];       // FINDS: shared-memory-race
    out[threadIdx.x] = tile[threadIdx.x ^ 32]; // FINDS: shared-memory-race uninitialized-read
}

__global__ void barrier_forgotten_in_loop(int *out) {
    __shared__ int sums[64];
    sums[threadIdx.x] = 1 + threadIdx.x;
    __syncthreads();
    for (int step = 32; step > 0; step /= 2)
        if (threadIdx.x < step)
            sums[threadIdx.x] += sums[threadIdx.x + step]; // FINDS: shared-memory-race
    if (threadIdx.x == 0)
        *out = sums[0];
}

__global__ void all_write(int *out) {
    __shared__ int last;
    last = threadIdx.x; // FINDS: shared-memory-race
    __syncthreads();
    out[threadIdx.x] = last;
}

__global__ void next_round_too_early(int *out) {
    __shared__ int value;
    for (int round = 0; round < 3; round++) {
        if (threadIdx.x == 0)
            value = round + 1; // FINDS: shared-memory-race
        __syncthreads();
        out[threadIdx.x] += value; // FINDS: shared-memory-race
    }
}

__global__ void warp_assumed_in_step(int *out) {
    __shared__ int s[32];
    s[threadIdx.x] = 1;
    __syncwarp();
    if (threadIdx.x < 16)
        s[threadIdx.x] += s[threadIdx.x + 16]; // FINDS: shared-memory-race
    if (threadIdx.x < 8)
        s[threadIdx.x] += s[threadIdx.x + 8];
    out[threadIdx.x] = s[threadIdx.x];
}

/* A volatile flag, and no fence between the data and the flag: the data may come later. */
__global__ void flag_without_fence(int *out) {
    __shared__ volatile int flag;
    __shared__ int data;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x == 40) {
        data = 9;
        flag = 1; // FINDS: shared-memory-race
    } else if (threadIdx.x == 0) {
        while (!flag)
            ;
        *out = data; // FINDS: shared-memory-race
    }
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 64 * sizeof(int));
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMemset(in, 1, 64 * sizeof(int));
    cudaMemset(out, 0, 64 * sizeof(int));
    no_barrier<<<1, 64>>>(in, out);
    barrier_forgotten_in_loop<<<1, 64>>>(out);
    all_write<<<1, 64>>>(out);
    next_round_too_early<<<1, 64>>>(out);
    warp_assumed_in_step<<<1, 32>>>(out);
    flag_without_fence<<<1, 64>>>(out);
    bool failed = cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(in);
    cudaFree(out);
    return failed;
}
