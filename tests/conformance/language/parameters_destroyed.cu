// A parameter with a destructor: the caller's object and the kernel's parameter are destroyed, both on the host;
// the threads' copies are bytes. What a thread does to its parameter no other thread sees.
#include <cstdio>

static int destroyed;

struct Counted {
    int value;
    __host__ __device__ explicit Counted(int v) : value(v) {}
    Counted(const Counted &other) : value(other.value) {}
    ~Counted() {
        destroyed++;
    }
};

__global__ void add(Counted c, int *out) {
    c.value += threadIdx.x;
    out[threadIdx.x] = c.value;
}

__global__ void add_late(Counted c, int *out) {
    c.value += threadIdx.x;
    __syncthreads();
    out[threadIdx.x ^ 1] = c.value;
}

int main() {
    int h[64], *out;
    cudaMalloc(&out, sizeof h);
    for (auto kernel : {add, add_late}) {
        destroyed = 0;
        {
            Counted c(5);
            kernel<<<1, 64>>>(c, out);
        }
        cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
        printf("%d %d %d: %d destroyed\n", h[0], h[1], h[63], destroyed);
    }
    cudaFree(out);
}
