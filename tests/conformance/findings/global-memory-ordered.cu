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
    compact<<<4, 64>>>(in, part, words);
    bool failed = cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(in);
    cudaFree(out);
    cudaFree(part);
    cudaFree(words);
    cudaFree(done);
    return failed;
}
