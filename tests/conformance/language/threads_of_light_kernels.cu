// A kernel without loops may keep threadIdx in a register: whoever reads it elsewhere sees the
// thread's own.
// flags: --extended-lambda
#include <cstdio>

enum { X = 48, Y = 3, BLOCKS = 4, COUNT = X * Y * BLOCKS };

__device__ __noinline__ int called() {
    return threadIdx.x + X * threadIdx.y;
}
__device__ int by_pointer() {
    return called() + 1000;
}
__device__ int (*pointer)() = by_pointer;
struct place {
    int value;
    __device__ place() : value(threadIdx.x + X * threadIdx.y) {}
    __device__ operator int() const {
        return value + (int)threadIdx.x - (int)threadIdx.x;
    }
};
__device__ const unsigned &smaller(const unsigned &a, const unsigned &b) {
    return a < b ? a : b;
}

__global__ void direct(int *out) {
    out[blockIdx.x * X * Y + threadIdx.y * X + threadIdx.x] = called();
}
__global__ void through_pointer(int *out) {
    const int i = blockIdx.x * X * Y + threadIdx.y * X + threadIdx.x;
    if (i % 3 == 1)
        return;
    out[i] = pointer() - 1000;
    if (i % 3 == 2)
        return;
    out[i] += i - i;
}
__global__ void by_class(int *out) {
    place p;
    out[blockIdx.x * X * Y + p] = place();
}
__global__ void by_reference(int *out) {
    const unsigned &x = threadIdx.x;
    out[blockIdx.x * X * Y + threadIdx.y * X + x] = smaller(threadIdx.x, 7u) + smaller(x, 40u);
}
template <class F> __global__ void map(int *out, F f) {
    out[blockIdx.x * X * Y + threadIdx.y * X + threadIdx.x] = f();
}
struct functor {
    int factor;
    __device__ int operator()() const {
        return factor * (int)threadIdx.x;
    }
};
// The store through `out` goes over what looks like any variable of this type.
__global__ void neighbours(int *out, const int *in) {
    const int i = blockIdx.x * X * Y + threadIdx.y * X + threadIdx.x;
    out[i] = in[i] + in[(i + 1) % COUNT] + threadIdx.x;
    out[i] -= threadIdx.y;
}

static int *out, host[COUNT];

static void tell(const char *name) {
    unsigned sum = 0;
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < COUNT; i++)
        sum = sum * 31 + host[i];
    printf("%s: %d %d %d, %u\n", name, host[0], host[X + 5], host[COUNT - 1], sum);
    cudaMemset(out, 0, sizeof host);
}

int main() {
    int *in;
    const dim3 block(X, Y);
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    for (int i = 0; i < COUNT; i++)
        host[i] = i * i;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    direct<<<BLOCKS, block>>>(out);
    tell("direct");
    through_pointer<<<BLOCKS, block>>>(out);
    tell("through a pointer");
    by_class<<<BLOCKS, block>>>(out);
    tell("by a class");
    by_reference<<<BLOCKS, block>>>(out);
    tell("by reference");
    map<<<BLOCKS, block>>>(out, functor{3});
    tell("functor");
    map<<<BLOCKS, block>>>(out, [] __device__() { return (int)(threadIdx.x ^ threadIdx.y); });
    tell("lambda");
    neighbours<<<BLOCKS, block>>>(out, in);
    tell("neighbours");
    cudaFree(in);
    return cudaFree(out);
}
