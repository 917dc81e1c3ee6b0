// Near-miss: plain reads that are first guesses, which an atomic then decides. No finding, a note.
/* As the programming guide writes it: the first guess is a plain read. */
__device__ void add(double *sum, double value) {
    unsigned long long *bits = (unsigned long long *)sum, assumed;
    unsigned long long old = *bits; // NOTE: a plain read of what other threads change by atomics
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
}

__global__ void plain_guess(const int *in, double *sum) {
    add(sum, in[threadIdx.x]);
    __syncthreads();
    add(sum, 1);
}

/* Threads whose guess shows that there is nothing to change do no atomic at all. */
__global__ void maximum(const int *in, int *out) {
    int value = in[blockIdx.x * blockDim.x + threadIdx.x],
        old = *out; // NOTE: a plain read of what other threads change by atomics
    while (old < value) {
        int seen = atomicCAS(out, old, value);
        if (seen == old)
            break;
        old = seen;
    }
}

__global__ void maximum_if_greater(const int *in, int *out) {
    int value = in[blockIdx.x * blockDim.x + threadIdx.x];
    if (*out < value) // NOTE: a plain read of what other threads change by atomics
        atomicMax(out, value);
}

__global__ void maximum_of_block(const int *in, int *out) {
    __shared__ int most;
    if (threadIdx.x == 0)
        most = 0;
    __syncthreads();
    int value = in[blockIdx.x * blockDim.x + threadIdx.x], assumed;
    int old = most; // NOTE: a plain read of what other threads change by atomics
    do {
        assumed = old;
        if (assumed >= value)
            break;
        old = atomicCAS(&most, assumed, value);
    } while (old != assumed);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax(out, most);
}

__global__ void numbers(int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i * 37 % 101;
}

int main() {
    const int n = 256;
    int *in, *out, *words;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&words, 4 * sizeof(int));
    cudaMemset(in, 0, n * sizeof(int));
    cudaMemset(words, 0, 4 * sizeof(int));
    plain_guess<<<2, 64>>>(in, (double *)words);
    numbers<<<4, 64>>>(out);
    cudaMemset(words, 0, 4 * sizeof(int));
    maximum<<<4, 64>>>(out, words);
    maximum_if_greater<<<4, 64>>>(out, words + 1);
    maximum_of_block<<<4, 64>>>(out, words + 2);
    const bool failed = cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(in);
    cudaFree(out);
    cudaFree(words);
    return failed;
}
