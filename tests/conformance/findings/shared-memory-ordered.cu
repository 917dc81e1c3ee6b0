// Near-miss: shared memory ordered by barriers, warp collectives or atomics, in every usual idiom.
#include <cstdio>

__global__ void reduce(const int *in, int *out, int n) {
    __shared__ int sums[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sums[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int step = blockDim.x / 2; step > 0; step /= 2) {
        if (threadIdx.x < step)
            sums[threadIdx.x] += sums[threadIdx.x + step];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = sums[0];
}

__global__ void last_warp(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x >= 32)
        return;
    int sum = s[threadIdx.x] + s[threadIdx.x + 32];
    s[threadIdx.x] = sum;
    __syncwarp();
    for (int step = 16; step > 0; step /= 2) {
        if (threadIdx.x < step)
            sum += s[threadIdx.x + step];
        __syncwarp();
        s[threadIdx.x] = sum;
        __syncwarp();
    }
    if (threadIdx.x == 0)
        *out = s[0];
}

__global__ void half_a_warp(int *out) {
    __shared__ int s[32];
    if (threadIdx.x < 16) {
        s[threadIdx.x] = threadIdx.x;
        __syncwarp(0x0000ffff);
        out[threadIdx.x] = s[15 - threadIdx.x];
    } else {
        s[threadIdx.x] = threadIdx.x;
        __syncwarp(0xffff0000);
        out[threadIdx.x] = s[47 - threadIdx.x];
    }
}

__global__ void shuffle_between(int *out) {
    __shared__ int s[32];
    s[threadIdx.x] = threadIdx.x;
    int sum = threadIdx.x;
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    out[threadIdx.x] = s[31 - threadIdx.x] + sum;
}

__global__ void histogram(const unsigned char *text, int n, int *bins) {
    __shared__ int local[256];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&local[text[i]], 1);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

__global__ void same_flag(const int *in, int *out) {
    __shared__ int found;
    found = 0; // all write the same
    __syncthreads();
    if (in[threadIdx.x] > 0)
        found = 1;
    __syncthreads();
    out[threadIdx.x] = found;
}

__global__ void two_buffers(int *out) {
    __shared__ int buffer[2][64];
    int now = 0;
    buffer[0][threadIdx.x] = threadIdx.x;
    __syncthreads();
    for (int round = 0; round < 4; round++) {
        buffer[1 - now][threadIdx.x] = buffer[now][(threadIdx.x + 1) % 64];
        now = 1 - now;
        __syncthreads();
    }
    out[threadIdx.x] = buffer[now][threadIdx.x];
}

__global__ void bytes_of_one_word(char *out) {
    __shared__ char key[64];
    key[threadIdx.x] = threadIdx.x;
    key[threadIdx.x] ^= 1;
    __syncthreads();
    out[threadIdx.x] = key[63 - threadIdx.x];
}

__global__ void queue(const int *in, int *out) {
    __shared__ int list[64], count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    if (in[threadIdx.x] & 1)
        list[atomicAdd(&count, 1)] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x < count)
        out[threadIdx.x] = list[threadIdx.x];
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 256 * sizeof(int));
    cudaMalloc(&out, 256 * sizeof(int));
    cudaMemset(in, 1, 256 * sizeof(int));
    cudaMemset(out, 0, 256 * sizeof(int));
    reduce<<<2, 256>>>(in, out, 200);
    last_warp<<<1, 64>>>(out);
    half_a_warp<<<1, 32>>>(out);
    shuffle_between<<<1, 32>>>(out);
    histogram<<<2, 256>>>((const unsigned char *)in, 1024, out);
    same_flag<<<1, 64>>>(in, out);
    two_buffers<<<1, 64>>>(out);
    bytes_of_one_word<<<1, 64>>>((char *)out);
    queue<<<1, 64>>>(in, out);
    bool failed = cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(in);
    cudaFree(out);
    return failed;
}
