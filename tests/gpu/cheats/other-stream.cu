// Host code of its own starts the work on another stream; the kernel that is timed does none.
// Expect: fail wrong-output
__device__ const float *source;
__device__ float *target;

__global__ void elsewhere(int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; source && i < n;
         i += gridDim.x * blockDim.x)
        for (int turn = 0; turn < 3600; turn++)
            target[i] = target[i] * 0.999f + source[i];
}

__global__ void work(const float *in, float *out, int) {
    if (threadIdx.x == 0) {
        source = in;
        target = out;
    }
}

struct Elsewhere {
    Elsewhere() {
        cudaStream_t stream;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        for (int launch = 0; launch < 1000; launch++)
            elsewhere<<<1024, 256, 0, stream>>>(262144);
    }
} start;
