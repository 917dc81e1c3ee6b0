// Barriers where they are hard to see: in functions, macros, conditions, lambdas, cooperative groups, and in
// loops that only some variable or atomic ends. The comment before each kernel says what is hard in it.
#include <cooperative_groups.h>
#include <cstdio>
#define SYNC __syncthreads()
#define LEAVE(condition)                                                                           \
    if (condition)                                                                                 \
    return
namespace cg = cooperative_groups;

__device__ void sync_inside() {
    __syncthreads();
}
__device__ int calls_it(int x) {
    sync_inside();
    return x;
}
__device__ int plus_thread(int x) {
    return x + threadIdx.x;
}
__device__ int (*pointer)(int) = plus_thread;
struct Twice {
    __device__ int operator()(int x) const {
        return 2 * x;
    }
};

// In calls_it, in sync_inside, __syncthreads waits for other threads.
__global__ void callee(int *o) {
    __syncthreads();
    o[threadIdx.x] = calls_it(3);
}
// A loop goes on until an atomic says so.
__global__ void spins(int *o) { // compiled only: in some orders of threads nobody ends it
    __shared__ int flag;
    flag = 0;
    __syncthreads();
    if (threadIdx.x == 0)
        while (atomicAdd(&flag, 0) == 0)
            ;
    if (threadIdx.x == blockDim.x - 1)
        atomicExch(&flag, 1);
    __syncthreads();
    o[threadIdx.x] = flag;
}
// What pointer() does is not known.
__global__ void through_pointer(int *o) {
    __syncthreads();
    o[threadIdx.x] = pointer(3);
}
// What f() does is not known.
template <class F> __global__ void functor(int *o, F f) {
    o[threadIdx.x] = f(threadIdx.x);
    __syncthreads();
    o[threadIdx.x]++;
}
// A statement begins with a macro.
__global__ void macro_waits(int *o) {
    o[threadIdx.x] = 1;
    SYNC;
    int neighbour = o[threadIdx.x ^ 1];
    __syncthreads();
    o[threadIdx.x] += neighbour;
}
// A statement begins with a macro.
__global__ void macro_returns(int *o) {
    LEAVE(threadIdx.x > 5);
    __syncthreads();
    o[threadIdx.x] = 4;
}
// __shfl_xor_sync waits for other threads.
__global__ void shuffle(int *o) {
    __syncthreads();
    o[threadIdx.x] = __shfl_xor_sync(~0u, threadIdx.x, 1);
}
// __syncthreads_count waits for other threads.
__global__ void vote(int *o) {
    __syncthreads();
    o[threadIdx.x] = __syncthreads_count(threadIdx.x < 3);
}
// this_thread_block waits for other threads.
__global__ void group(int *o) {
    cg::thread_block b = cg::this_thread_block();
    o[threadIdx.x] = 3;
    b.sync();
    int neighbour = o[threadIdx.x ^ 1];
    __syncthreads();
    o[threadIdx.x] += neighbour;
}
// A lambda is used.
__global__ void lambda(int *o) {
    auto f = [&](int x) { return x + 1; };
    __syncthreads();
    o[threadIdx.x] = f(4);
}
// The control around a barrier depends on threadIdx.
__global__ void loop_of_threads(int *o) {
    for (int i = o[threadIdx.x]; i < 2; i++) {
        __syncthreads();
        o[threadIdx.x]++;
    }
}
// The control around a barrier depends on 'i', which threads change.
__global__ void changed_counter(int *o) {
    for (int i = 0; i < 4; i++) {
        __syncthreads();
        if (blockDim.x == 128)
            i++;
        o[threadIdx.x]++;
    }
}
// 'i' lives across a barrier and is auto.
__global__ void automatic(int *o) {
    auto i = o[threadIdx.x];
    __syncthreads();
    o[threadIdx.x] = i + 1;
}
// __syncthreads() is not a statement of its own.
__global__ void jump(int *o) {
    int i = 0;
again:
    __syncthreads();
    if (i++ < 2)
        goto again;
    o[threadIdx.x] = i;
}
// There is a static variable.
__global__ void constants(int *o) {
    static const int k[2] = {3, 4};
    __syncthreads();
    o[threadIdx.x] = k[1];
}
// The address of a thread's variable may live across a barrier.
__global__ void address_of_array(int *o) {
    int a[2] = {1, 2};
    int *p = a;
    __syncthreads();
    p[1] = 5;
    __syncthreads();
    o[threadIdx.x] = a[1];
}
// The address of a thread's variable may live across a barrier.
__global__ void address_of_scalar(int *o) {
    int a = 1;
    int *p;
    p = &a;
    __syncthreads();
    *p = 5;
    __syncthreads();
    o[threadIdx.x] = a;
}
// There is a preprocessor directive in the kernel.
__global__ void conditional(int *o) {
#ifdef NOT_DEFINED
    o[0] = 1;
#endif
    __syncthreads();
    o[threadIdx.x] = 6;
}
// __syncthreads() is not a statement of its own.
__global__ void in_switch(int *o) {
    switch (o[0]) {
    default:
        __syncthreads();
    }
    o[threadIdx.x] = 1;
}
// volatile is used.
__global__ void volatile_memory(int *o) {
    volatile int *p = o;
    __syncthreads();
    p[threadIdx.x] = 8;
}

int main() {
    const int threads = 128;
    int o[threads], *d;
    cudaMalloc(&d, sizeof o);
#define RUN(name, ...)                                                                             \
    do {                                                                                           \
        cudaMemset(d, 0, sizeof o);                                                                \
        __VA_ARGS__;                                                                               \
        if (cudaMemcpy(o, d, sizeof o, cudaMemcpyDeviceToHost) != cudaSuccess)                     \
            puts("error");                                                                         \
        unsigned long long hash = 0;                                                               \
        for (int k = 0; k < threads; k++)                                                          \
            hash = hash * 31 + o[k];                                                               \
        printf("%s %llu\n", name, hash);                                                           \
    } while (0)
    RUN("functor", functor<<<1, threads>>>(d, Twice()));
#define RUN_SIMPLE(k) RUN(#k, k<<<1, threads>>>(d))
    RUN_SIMPLE(callee);
    RUN_SIMPLE(through_pointer);
    RUN_SIMPLE(macro_waits);
    RUN_SIMPLE(macro_returns);
    RUN_SIMPLE(shuffle);
    RUN_SIMPLE(vote);
    RUN_SIMPLE(group);
    RUN_SIMPLE(lambda);
    RUN_SIMPLE(loop_of_threads);
    RUN_SIMPLE(changed_counter);
    RUN_SIMPLE(automatic);
    RUN_SIMPLE(jump);
    RUN_SIMPLE(constants);
    RUN_SIMPLE(address_of_array);
    RUN_SIMPLE(address_of_scalar);
    RUN_SIMPLE(conditional);
    RUN_SIMPLE(in_switch);
    RUN_SIMPLE(volatile_memory);
    cudaFree(d);
}
