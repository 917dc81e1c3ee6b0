// Shared memory that is written and never read: g++ would leave the writes out.
__global__ void two_threads_one_word(int) {
    __shared__ int s[64];
    s[threadIdx.x / 2] = threadIdx.x; // FINDS: shared-memory-race
}

__global__ void neighbours(int n) {
    __shared__ int s[65];
    s[threadIdx.x] = 1 + threadIdx.x; // FINDS: shared-memory-race
    s[threadIdx.x + 1] = n;
}

template <class T> __global__ void of_a_template(T value) {
    __shared__ T s[64];
    s[threadIdx.x + 1] = value; // FINDS: out-of-bounds-write
}

__device__ int of_the_file[64];
__global__ void global(int) {
    of_the_file[threadIdx.x / 2] = threadIdx.x; // FINDS: global-memory-race
}

int main() {
    two_threads_one_word<<<1, 64>>>(1);
    neighbours<<<1, 64>>>(1);
    of_a_template<<<1, 64>>>(1.f);
    global<<<1, 64>>>(1);
    return cudaDeviceSynchronize() != cudaSuccess;
}
