// Near-miss: pinned, mapped and managed memory, parameters, string constants, locals, a kernel's
// malloc.
#include <cstdio>

struct Parameters {
    float weight[8];
    int n;
};

__managed__ int shared_count;

__device__ float sum(const float *values, int n) {
    float s = 0;
    for (int i = 0; i < n; i++)
        s += values[i];
    return s;
}

__global__ void use(const int *mapped, int *managed, Parameters p, float *out) {
    float local[8];
    for (int i = 0; i < p.n; i++)
        local[i] = p.weight[i] * mapped[i];
    p.n = 3;
    const char *name = threadIdx.x ? "other" : "first";
    out[threadIdx.x] = sum(local, 8) + sum(p.weight, 8) + name[0];
    if (threadIdx.x == 0) {
        *managed = 1;
        shared_count = 2;
        int *own = (int *)malloc(4 * sizeof(int)), *other = new int(5);
        own[3] = *other;
        free(own);
        delete other;
        printf("%s %d\n", name, p.n);
    }
}

int main() {
    int *mapped, *mapped_on_device, *managed;
    float *out;
    cudaHostAlloc(&mapped, 8 * sizeof(int), cudaHostAllocMapped);
    cudaHostGetDevicePointer(&mapped_on_device, mapped, 0);
    cudaMallocManaged(&managed, sizeof(int));
    cudaMalloc(&out, 32 * sizeof(float));
    Parameters p = {{1, 2, 3, 4, 5, 6, 7, 8}, 8};
    for (int i = 0; i < 8; i++)
        mapped[i] = i;
    use<<<1, 32>>>(mapped_on_device, managed, p, out);
    cudaDeviceSynchronize();
    int seen = *managed + shared_count;
    cudaFree(managed);
    cudaFree(out);
    cudaFreeHost(mapped);
    return seen != 3;
}
