// Near-miss: threads and blocks that wait for each other by flags, volatile or read anew, and
// fences. (By atomics: runtime/spin.)
#include <cstdio>

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
    int *out, *words, h[4];
    cudaMalloc(&out, sizeof h);
    cudaMalloc(&words, sizeof(int));
    cudaMemset(words, 0, sizeof(int));
    message<<<2, 1>>>(words, out);
    cudaMemcpy(h, out, 2 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d was sent and %d arrived\n", h[0], h[1]);
    cudaMemset(words, 0, sizeof(int));
    uncached_message<<<1, 64>>>(words, out);
    shared_message<<<1, 64>>>(out + 2);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d was sent and %d arrived; in shared memory %d and %d\n", h[0], h[1], h[2], h[3]);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(out);
    cudaFree(words);
}
