// Near-miss: threads and blocks that wait for each other by atomics, or volatile flags and fences.
#include <cstdio>

/* The writer comes first, last, or in between; the others ask in every way there is. */
__global__ void within_a_block(int writer, int how, int *out) {
    __shared__ int go;
    if (threadIdx.x == 0)
        go = 0;
    __syncthreads();
    if (threadIdx.x == writer)
        atomicExch(&go, 1);
    if (how == 0)
        while (atomicAdd(&go, 0) == 0)
            ;
    else if (how == 1)
        while (atomicCAS(&go, 2, 2) == 0)
            ;
    else if (how == 2)
        while (atomicOr(&go, 0) == 0)
            ;
    else
        while (atomicMax(&go, 0) == 0)
            ;
    atomicAdd(out, 1);
}

/* A lock taken by atomicExch, as books write it. */
__global__ void lock(int *locked, int *sum) {
    for (bool done = false; !done;)
        if (atomicExch(locked, 1) == 0) {
            *(volatile int *)sum += 1;
            __threadfence();
            atomicExch(locked, 0);
            done = true;
        }
}

/* Each block waits for its neighbour, in the order of their numbers or against it, and finds its
 * shared memory as it left it. */
__global__ void chain(int *turn, int *out, bool up) {
    extern __shared__ int given[];
    __shared__ int tile[32];
    const int me = up ? blockIdx.x : gridDim.x - 1 - blockIdx.x, t = threadIdx.x;
    tile[t] = me * 100 + t;
    given[t] = me;
    __syncthreads();
    if (t == 0)
        while (atomicAdd(turn, 0) != me)
            ;
    __syncthreads();
    out[me * 32 + t] = tile[31 - t] + given[t] + (me ? out[me * 32 - 32 + t] : 0);
    __threadfence();
    __syncthreads();
    if (t == 0)
        atomicAdd(turn, 1);
}

/* A barrier of all blocks, made by hand, several times. */
__global__ void barriers(unsigned *count, int *out, int rounds) {
    for (int round = 1; round <= rounds; round++) {
        atomicAdd(&out[round], 1);
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) {
            atomicAdd(count, 1u);
            while (atomicAdd(count, 0u) < round * gridDim.x)
                __nanosleep(20);
        }
        __syncthreads();
        if (atomicAdd(&out[round], 0) != gridDim.x * blockDim.x)
            atomicAdd(&out[0], 1);
    }
}

/* The flag is a volatile variable. */
__global__ void message(volatile int *flag, int *data) {
    if (blockIdx.x == 1) {
        *data = 42;
        __threadfence();
        *flag = 1;
    } else {
        while (*flag == 0)
            ;
        __threadfence();
        data[1] = *data;
    }
}

/* The flag is shared, and its writer does a fence first; it waits where a warp has others to run.
 */
__global__ void shared_message(int *out) {
    __shared__ volatile int flag;
    __shared__ int data;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x == 40) {
        data = 9;
        __threadfence_block();
        flag = 1;
    } else if (threadIdx.x % 63 == 0) {
        while (!flag)
            ;
        __threadfence_block();
        out[threadIdx.x / 63] = data;
    }
}

/* The flag is asked by loads that read anew each time. */
__global__ void uncached_message(int *flag, int *data) {
    if (threadIdx.x == 1) {
        *data = 43;
        __threadfence();
        atomicExch(flag, 1);
    } else if (threadIdx.x == 0) {
        while (!__ldcv(flag) || !__ldcg(flag))
            ;
        __threadfence();
        data[1] = __ldcg(data);
    }
}

int main() {
    const int blocks = 20;
    int *out, *words, h[blocks * 32];
    cudaMalloc(&out, sizeof h);
    cudaMalloc(&words, 2 * sizeof(int));
    cudaMemset(words, 0, 2 * sizeof(int));
    for (int how = 0; how < 4; how++)
        for (int writer = 0; writer < 64; writer += 21)
            within_a_block<<<2, 64>>>(writer, how, words);
    cudaMemcpy(h, words, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d threads went on\n", h[0]);
    cudaMemset(words, 0, 2 * sizeof(int));
    lock<<<3, 32>>>(words, words + 1);
    cudaMemcpy(h, words, 2 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d had the lock\n", h[1]);
    for (int up = 0; up < 2; up++) {
        cudaMemset(words, 0, 2 * sizeof(int));
        chain<<<blocks, 32, 32 * sizeof(int)>>>(words, out, up);
        cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
        long sum = 0;
        for (int x : h)
            sum += x;
        printf("the chain's sum is %ld\n", sum);
    }
    cudaMemset(words, 0, 2 * sizeof(int));
    cudaMemset(out, 0, sizeof h);
    barriers<<<blocks, 32>>>((unsigned *)words, out, 5);
    cudaMemcpy(h, out, 6 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d came too early, %d at the last barrier\n", h[0], h[5]);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaMemset(words, 0, 2 * sizeof(int));
    message<<<2, 1>>>(words, out);
    cudaMemset(words, 0, 2 * sizeof(int));
    uncached_message<<<1, 64>>>(words, out);
    shared_message<<<1, 64>>>(out + 2);
    cudaMemcpy(h, out, 4 * sizeof(int), cudaMemcpyDeviceToHost);
    if (h[0] != 43 || h[1] != 43 || h[2] != 9 || h[3] != 9)
        printf("messages: %d %d %d %d\n", h[0], h[1], h[2], h[3]);
    cudaFree(out);
    cudaFree(words);
}
