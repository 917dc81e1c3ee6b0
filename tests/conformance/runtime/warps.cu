// Collectives of parts of a warp, of lanes that left, in loops; __activemask; spinning with
// __nanosleep.
#include "expect.h"

__global__ void parts(int *out) {
    const int lane = threadIdx.x % 32;
    int v = lane;
    if (lane < 8)
        v = __shfl_xor_sync(0xff, v, 7);
    else
        v += __shfl_down_sync(0xffffff00, v, 4, 8);
    out[threadIdx.x] = v;
}
__global__ void leaving(int *out) {
    const int lane = threadIdx.x;
    if (lane >= 20)
        return;
    const unsigned mask = (1u << 20) - 1;
    int sum = lane;
    for (int i = 0; i < 5; i++)
        sum += __shfl_sync(mask, sum, (lane + 1) % 20);
    __syncwarp(mask);
    out[lane] = __any_sync(mask, lane == 19) * 100 + __all_sync(mask, lane < 20) * 10 +
                __popc(__ballot_sync(mask, lane % 2));
    out[32 + lane] = sum;
}
__global__ void matching(int *out) {
    const int lane = threadIdx.x;
    int same = 0;
    out[lane] = __match_any_sync(0xffffffff, lane / 8) == 0xffu << lane / 8 * 8;
    out[32 + lane] = __match_all_sync(0xffffffff, 7, &same) == 0xffffffff && same;
    out[64 + lane] = __reduce_add_sync(0xffffffff, lane - 16) == -16;
    out[96 + lane] = __reduce_min_sync(0xffffffff, lane - 16) == -16;
    if (lane < 12)
        out[128 + lane] = __activemask() == 0xfff;
}
__global__ void producer(volatile int *flag, int *out) {
    if (threadIdx.x == 0)
        while (*flag == 0)
            __nanosleep(100);
    if (threadIdx.x == 40) {
        *out = 5;
        __threadfence();
        *flag = 1;
    }
}

int main() {
    int *d, h[160];
    cudaMalloc(&d, sizeof h);
    parts<<<1, 64>>>(d);
    RETURNS(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT(h[0] == 7 && h[7] == 0 && h[8] == 8 + 12 && h[12] == 24 && h[32] == 7);
    leaving<<<1, 32>>>(d);
    RETURNS(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT(h[0] == 120 && h[19] == 120);
    printf("%d %d %d\n", h[32], h[33], h[51]);
    matching<<<1, 32>>>(d);
    RETURNS(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost), cudaSuccess);
    int right = 0;
    for (int i = 0; i < 140; i++)
        right += h[i];
    EXPECT(right == 140);
    cudaMemset(d, 0, sizeof h);
    producer<<<1, 64>>>(d, d + 1);
    RETURNS(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT(h[0] == 1 && h[1] == 5);
    cudaFree(d);
}
