// Near-miss: global memory ordered by launches, barriers, atomics, or the last block's count.
#include <cstdio>

__global__ void step(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        out[i] = 0.5f * (in[i - 1] + in[i + 1]);
}

__global__ void within_the_block(int *a, int *out) {
    int *mine = a + blockIdx.x * blockDim.x;
    mine[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = mine[blockDim.x - 1 - threadIdx.x];
}

__global__ void sum_by_last_block(const int *in, int *part, unsigned *done, int *out, int n) {
    __shared__ int sums[64];
    __shared__ bool last;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sums[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int s = 32; s > 0; s /= 2) {
        if (threadIdx.x < s)
            sums[threadIdx.x] += sums[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        part[blockIdx.x] = sums[0];
        __threadfence();
        unsigned ticket = atomicInc(done, gridDim.x);
        last = ticket == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x < gridDim.x)
        atomicAdd(out, part[threadIdx.x]);
    if (last && threadIdx.x == 0)
        *done = 0;
}

__global__ void same_value(const int *in, int *changed) {
    if (in[blockIdx.x * blockDim.x + threadIdx.x] >= 0)
        *changed = 1;
}

__global__ void bytes(unsigned char *text, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        text[i] = text[i] + 1;
}

__global__ void halves(short *a) {
    a[threadIdx.x] += 1;
}

__global__ void compare_and_swap(int *lock, float *sum) {
    int *bits = (int *)sum;
    int old = *(volatile int *)bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __float_as_int(__int_as_float(assumed) + 1.0f));
    } while (old != assumed);
    atomicMax(lock, threadIdx.x);
}

/* As the programming guide writes it: the first guess is a plain read. */
__device__ void add(double *sum, double value) {
    unsigned long long *bits = (unsigned long long *)sum, old = *bits, assumed;
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
    int value = in[blockIdx.x * blockDim.x + threadIdx.x], old = *out;
    while (old < value) {
        int seen = atomicCAS(out, old, value);
        if (seen == old)
            break;
        old = seen;
    }
}

__global__ void maximum_if_greater(const int *in, int *out) {
    int value = in[blockIdx.x * blockDim.x + threadIdx.x];
    if (*out < value)
        atomicMax(out, value);
}

__global__ void maximum_of_block(const int *in, int *out) {
    __shared__ int most;
    if (threadIdx.x == 0)
        most = 0;
    __syncthreads();
    int value = in[blockIdx.x * blockDim.x + threadIdx.x], old = most, assumed;
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

__global__ void compact(const int *in, int *list, int *count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] >= 0)
        list[atomicAdd(count, 1)] = i;
}

int main() {
    const int n = 256;
    int *in, *out, *part, *words;
    unsigned *done;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&part, n * sizeof(int));
    cudaMalloc(&words, 4 * sizeof(int));
    cudaMalloc(&done, sizeof(unsigned));
    cudaMemset(in, 0, n * sizeof(int));
    cudaMemset(out, 0, n * sizeof(int));
    cudaMemset(words, 0, 4 * sizeof(int));
    cudaMemset(done, 0, sizeof(unsigned));
    step<<<4, 64>>>((float *)in, (float *)out, n);
    step<<<4, 64>>>((float *)out, (float *)in, n);
    within_the_block<<<4, 64>>>(part, out);
    for (int round = 0; round < 2; round++)
        sum_by_last_block<<<4, 64>>>(in, part, done, words, n);
    same_value<<<4, 64>>>(in, words);
    bytes<<<4, 64>>>((unsigned char *)in, 200);
    halves<<<1, 64>>>((short *)in);
    compare_and_swap<<<2, 64>>>(words, (float *)words + 1);
    cudaMemset(words, 0, 4 * sizeof(int));
    plain_guess<<<2, 64>>>(in, (double *)words);
    numbers<<<4, 64>>>(out);
    maximum<<<4, 64>>>(out, words);
    maximum_if_greater<<<4, 64>>>(out, words + 1);
    maximum_of_block<<<4, 64>>>(out, words + 2);
    cudaMemset(words, 0, 4 * sizeof(int));
    compact<<<4, 64>>>(in, part, words);
    bool failed = cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(in);
    cudaFree(out);
    cudaFree(part);
    cudaFree(words);
    cudaFree(done);
    return failed;
}
