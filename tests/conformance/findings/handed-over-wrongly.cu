// What looks as if it ordered two accesses, and does not: volatile data, a fence or an atomic of
// the wrong scope, a lock without a fence, an atomic of another thread. Each kernel has a race in
// every order.
#include <cstdio>

__global__ void volatile_count(volatile int *count) {
    if (threadIdx.x == 0)
        *count = *count + 1; // FINDS: global-memory-race
}

__global__ void volatile_data(volatile int *data, int *out) {
    if (blockIdx.x == 0)
        data[0] = 1;
    else
        out[0] = data[0]; // FINDS: global-memory-race
}

/* The flag goes up and nothing is handed over. */
__global__ void flag_without_fence(volatile int *flag, int *data) {
    if (blockIdx.x == 0) {
        *data = 42;
        *flag = 1;
    } else {
        while (*flag == 0) // FINDS: global-memory-race
            ;
        data[1] = *data; // FINDS: global-memory-race
    }
}

/* The lock is taken in order and given back with the data still on the way. */
__global__ void lock_without_fence(int *lock, volatile int *data) {
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    __threadfence();
    *data = blockIdx.x + 1; // FINDS: global-memory-race
    atomicExch(lock, 0);
}

__global__ void fence_of_the_block(volatile int *data, int *flag, int *out) {
    if (blockIdx.x == 0) {
        *data = 1;
        __threadfence_block();
        atomicExch(flag, 1);
    } else {
        while (atomicExch(flag, 0) == 0)
            ;
        *out = *data; // FINDS: global-memory-race
    }
}

__global__ void count_of_the_block(int *count) {
    atomicAdd_block(count, 1); // FINDS: global-memory-race
}

__global__ void maximum_of_the_block(int *most) {
    atomicMax_block(most, blockIdx.x * 2 + 1); // FINDS: global-memory-race
}

/* The atomic is another thread's of the same block. */
__global__ void plain_beside_atomic(int *data) {
    if (threadIdx.x == 0)
        atomicExch_block(data, 1);
    else if (threadIdx.x == 32)
        *data = 2; // FINDS: global-memory-race
}

/* After the lock is given back nothing is in order. */
__global__ void behind_the_lock(int *lock, volatile int *data) {
    while (atomicExch(lock, 1) != 0)
        ;
    __threadfence();
    const int seen = *data; // FINDS: global-memory-race
    __threadfence();
    atomicExch(lock, 0);
    *data = seen + blockIdx.x + 1; // FINDS: global-memory-race
}

int main() {
    int *words;
    cudaMalloc(&words, 4 * sizeof(int));
    cudaMemset(words, 0, 4 * sizeof(int));
    volatile_count<<<4, 32>>>(words);
    volatile_data<<<2, 1>>>(words, words + 1);
    cudaMemset(words, 0, 4 * sizeof(int));
    flag_without_fence<<<2, 1>>>(words, words + 1);
    cudaMemset(words, 0, 4 * sizeof(int));
    lock_without_fence<<<2, 1>>>(words, words + 1);
    cudaMemset(words, 0, 4 * sizeof(int));
    fence_of_the_block<<<2, 1>>>(words, words + 1, words + 2);
    count_of_the_block<<<2, 1>>>(words);
    maximum_of_the_block<<<2, 1>>>(words + 1);
    cudaMemset(words, 0, 4 * sizeof(int));
    plain_beside_atomic<<<1, 64>>>(words);
    cudaMemset(words, 0, 4 * sizeof(int));
    behind_the_lock<<<2, 1>>>(words, words + 1);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(words);
}
