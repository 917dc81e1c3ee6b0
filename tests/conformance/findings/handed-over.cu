// Near-miss: what hands data from thread to thread and block to block, in the idioms that pass
// (FINDINGS.md lists them). More of them: blocks-in-turn, runtime/spin.
#include <cstdio>

/* All write, a fence each, one sets the flag behind the barrier; who waits, waits for its block. */
__global__ void flag_of_a_block(volatile int *flag, int *data, int *out) {
    if (blockIdx.x == 0) {
        data[threadIdx.x] = threadIdx.x;
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0)
            *flag = 1;
    } else {
        if (threadIdx.x == 0)
            while (*flag == 0)
                ;
        __syncthreads();
        out[threadIdx.x] = data[blockDim.x - 1 - threadIdx.x];
    }
}

/* Turn by turn; each sees the turn before it sets the next. */
__global__ void turns(volatile int *turn, volatile int *data) {
    if (threadIdx.x == 0) {
        while (*turn != blockIdx.x)
            ;
        *data = *data + 1;
        __threadfence();
        *turn = blockIdx.x + 1;
    }
}

/* Who takes what was sent puts the flag down again. */
__global__ void to_and_fro(volatile int *flag, int *data) {
    for (int round = 0; round < 5; round++)
        if (blockIdx.x == 0) {
            while (*flag != 0)
                ;
            data[0] = round;
            __threadfence();
            *flag = 1;
        } else {
            while (*flag != 1)
                ;
            data[1] += data[0];
            __threadfence();
            *flag = 0;
        }
}

/* Two flags behind one fence. */
__global__ void two_flags(volatile int *flags, int *data) {
    if (blockIdx.x == 0) {
        *data = 5;
        __threadfence();
        flags[0] = 1;
        flags[1] = 1;
    } else {
        while (flags[blockIdx.x - 1] == 0)
            ;
        data[blockIdx.x] = *data;
    }
}

/* A barrier of all blocks by hand: an atomic counts, a volatile flag opens. */
__global__ void barrier(int *count, volatile int *open, int *data, int *out) {
    data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        if (atomicAdd(count, 1) == gridDim.x - 1)
            *open = 1;
        while (*open == 0)
            ;
    }
    __syncthreads();
    const int other = (blockIdx.x + 1) % gridDim.x;
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[other * blockDim.x + threadIdx.x];
}

/* What atomics change is read anew by volatile. */
__global__ void progress(int *count, int *seen) {
    atomicAdd(count, 1);
    seen[blockIdx.x * blockDim.x + threadIdx.x] = *(volatile int *)count;
}

/* One lane asks for the warp, a shuffle tells the others. */
__global__ void last_warp(int *part, int *done, int *out) {
    part[blockIdx.x * 32 + threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncwarp();
    int ticket = 0;
    if (threadIdx.x == 0)
        ticket = atomicAdd(done, 1);
    ticket = __shfl_sync(0xffffffff, ticket, 0);
    if (ticket == gridDim.x - 1)
        for (int i = 0; i < gridDim.x; i++)
            out[threadIdx.x] += part[i * 32 + threadIdx.x];
}

/* Volatile data under a lock, taken thread by thread or once for a block. */
__global__ void locked(int *lock, volatile int *sum) {
    for (bool done = false; !done;)
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            *sum = *sum + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
}

__global__ void locked_once(int *lock, volatile int *sums) {
    if (threadIdx.x == 0)
        while (atomicExch(lock, 1) != 0)
            ;
    __syncthreads();
    sums[threadIdx.x] += 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        atomicExch(lock, 0);
}

/* Scopes that are wide enough: each block has a count, a flag and data of its own. */
__global__ void within_the_block(int *count, int *flag, int *data) {
    atomicAdd_block(&count[blockIdx.x], 1);
    if (threadIdx.x == 0) {
        data[blockIdx.x] = 7;
        __threadfence_block();
        atomicExch_block(&flag[blockIdx.x], 1);
    } else if (threadIdx.x == 32) {
        while (atomicAdd_block(&flag[blockIdx.x], 0) == 0)
            ;
        __threadfence_block();
        data[blockIdx.x] += 1;
    }
}

__global__ void of_both_scopes(int *count) {
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd_block(&sum, 1);
    atomicMax_block(&count[1 + blockIdx.x], threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd_system(count, sum + count[1 + blockIdx.x]);
}

int main() {
    int *words, *data, *out;
    cudaMalloc(&words, 64 * sizeof(int));
    cudaMalloc(&data, 256 * sizeof(int));
    cudaMalloc(&out, 256 * sizeof(int));
    cudaMemset(words, 0, 64 * sizeof(int));
    cudaMemset(data, 0, 256 * sizeof(int));
    cudaMemset(out, 0, 256 * sizeof(int));
    flag_of_a_block<<<2, 64>>>(words, data, out);
    turns<<<4, 32>>>(words + 1, words + 2);
    to_and_fro<<<2, 1>>>(words + 3, words + 4);
    two_flags<<<3, 1>>>(words + 6, words + 8);
    barrier<<<4, 64>>>(words + 11, words + 12, data, out);
    progress<<<4, 64>>>(words + 13, data);
    last_warp<<<4, 32>>>(data, words + 14, out);
    locked<<<2, 40>>>(words + 15, words + 16);
    locked_once<<<4, 64>>>(words + 17, out);
    cudaMemset(words, 0, 64 * sizeof(int));
    within_the_block<<<4, 64>>>(words, words + 8, words + 16);
    of_both_scopes<<<4, 64>>>(words + 24);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(words);
    cudaFree(data);
    cudaFree(out);
}
