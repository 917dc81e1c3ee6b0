// __ldg and its kin, fences, clocks, recursion, pointers to device functions, new and malloc.
#include <cstdio>
__device__ int factorial(int n) {
    return n < 2 ? 1 : n * factorial(n - 1);
}
__device__ int plus_one(int x) { return x + 1; }
__device__ int times_two(int x) { return x * 2; }
typedef int (*function)(int);
__device__ function table[2] = {plus_one, times_two};
__global__ void k(const int *in, const float4 *vectors, int *out) {
    out[0] = __ldg(in) + __ldg(&in[1]);
    float4 v = __ldg(vectors);
    out[1] = (int)(v.x + v.w);
    out[2] = __ldcg(in) + __ldcs(in + 1) + __ldca(in);
    __stcg(out + 3, 9);
    long long begin = clock64();
    clock_t early = clock();
    __threadfence();
    __threadfence_block();
    __threadfence_system();
    for (volatile int i = 0; i < 1000; i++)
        ;
    while (clock() - early < 200000000) /* cycles, not microseconds */
        ;
    out[4] = clock64() > begin;
    out[5] = clock() >= early;
    out[6] = factorial(10);
    out[7] = table[threadIdx.x](20) + table[1](table[0](3));
    int *heap = (int *)malloc(4 * sizeof(int));
    heap[3] = 6;
    int *object = new int(7);
    out[8] = heap[3] + *object;
    free(heap);
    delete object;
    memset(out + 9, 0, sizeof(int));
    memcpy(out + 10, out + 6, sizeof(int));
}
int main() {
    int values[2] = {3, 4}, *in, *out, h[11];
    float4 v = {1, 2, 3, 4.5f}, *dv;
    cudaMalloc(&in, sizeof values);
    cudaMalloc(&out, sizeof h);
    cudaMalloc(&dv, sizeof v);
    cudaMemset(out, 1, sizeof h);
    cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMemcpy(dv, &v, sizeof v, cudaMemcpyHostToDevice);
    k<<<1, 1>>>(in, dv, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 11; i++)
        printf("%d ", h[i]);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
