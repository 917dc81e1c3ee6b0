// Nothing waits for the last launch: a GPU may drop it, and it is wrong all the same.
__device__ int table[4];

__global__ void past_the_end(int n) {
    table[threadIdx.x + n] = 1; // FINDS: out-of-bounds-write
}

int main() {
    past_the_end<<<1, 1>>>(0);
    cudaDeviceSynchronize();
    past_the_end<<<1, 1>>>(4);
    return 0;
}
