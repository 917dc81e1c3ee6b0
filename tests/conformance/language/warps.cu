// Shuffles, votes, matches, reductions, masks.
#include <cstdio>
#define ALL 0xffffffffu

__global__ void shuffles(int *out) {
    int lane = threadIdx.x % 32;
    out[0 * 64 + threadIdx.x] = __shfl_sync(ALL, lane * 10, 5);
    out[1 * 64 + threadIdx.x] = __shfl_up_sync(ALL, lane, 3);
    out[2 * 64 + threadIdx.x] = __shfl_down_sync(ALL, lane, 3);
    out[3 * 64 + threadIdx.x] = __shfl_xor_sync(ALL, lane, 6);
    out[4 * 64 + threadIdx.x] = __shfl_sync(ALL, lane, 2, 8);
    out[5 * 64 + threadIdx.x] = __shfl_down_sync(ALL, lane, 1, 4);
    out[6 * 64 + threadIdx.x] = (int)(__shfl_xor_sync(ALL, lane * 0.5, 1) * 10);
    out[7 * 64 + threadIdx.x] = (int)__shfl_up_sync(ALL, (float)lane, 1, 16);
    unsigned long long big = __shfl_sync(ALL, (unsigned long long)lane << 40, 31);
    out[8 * 64 + threadIdx.x] = (int)(big >> 40);
}
__global__ void votes(unsigned *out) {
    int lane = threadIdx.x;
    unsigned ballot = __ballot_sync(ALL, lane % 2);
    int any = __any_sync(ALL, lane == 9), none = __any_sync(ALL, lane > 40);
    int all = __all_sync(ALL, lane < 32), some = __all_sync(ALL, lane < 31);
    unsigned same = __match_any_sync(ALL, lane / 8);
    int equal;
    unsigned everyone = __match_all_sync(ALL, 7, &equal);
    if (lane == 10) {
        out[0] = ballot;
        out[1] = any != 0;
        out[2] = none != 0;
        out[3] = all != 0;
        out[4] = some != 0;
        out[5] = same;
        out[6] = everyone;
        out[7] = equal;
        out[8] = __activemask();
    }
    unsigned sum = __reduce_add_sync(ALL, (unsigned)lane), most = __reduce_max_sync(ALL, (unsigned)lane);
    int least = __reduce_min_sync(ALL, lane - 16);
    unsigned bits = __reduce_or_sync(ALL, 1u << lane);
    if (lane == 0) {
        out[9] = sum;
        out[10] = most;
        out[11] = (unsigned)-least;
        out[12] = bits;
    }
}
__global__ void half_masks(int *out) {
    int lane = threadIdx.x;
    int value;
    if (lane < 16)
        value = __shfl_sync(0x0000ffffu, lane, 15);
    else
        value = __shfl_sync(0xffff0000u, lane, 16);
    __syncwarp();
    out[lane] = value;
}
__global__ void reduce(const float *in, float *out) {
    float v = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_down_sync(ALL, v, d);
    __shared__ float part[32];
    if (threadIdx.x % warpSize == 0)
        part[threadIdx.x / warpSize] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < blockDim.x / warpSize ? part[threadIdx.x] : 0;
        for (int d = 16; d > 0; d >>= 1)
            v += __shfl_xor_sync(ALL, v, d);
        if (threadIdx.x == 0)
            out[blockIdx.x] = v;
    }
}
__global__ void through_shared(int *out) {
    __shared__ volatile int s[32];
    int lane = threadIdx.x;
    s[lane] = lane;
    __syncwarp();
    int v = s[lane ^ 1];
    __syncwarp();
    s[lane] = 2 * v;
    __syncwarp();
    out[lane] = s[31 - lane];
}

int main() {
    int *d;
    static int h[9 * 64];
    cudaMalloc(&d, sizeof h);
    shuffles<<<1, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 9; i++) {
        int sum = 0;
        for (int j = 0; j < 64; j++)
            sum += h[i * 64 + j] * (j + 1);
        printf("shuffle %d: %d %d %d %d\n", i, h[i * 64], h[i * 64 + 17], h[i * 64 + 63], sum);
    }
    votes<<<1, 32>>>((unsigned *)d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 13; i++)
        if (i != 8) // which lanes are active together is not promised
            printf("vote %d: %x\n", i, h[i]);
    half_masks<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("halves %d %d\n", h[3], h[20]);
    float hf[512], *in, *out;
    for (int i = 0; i < 512; i++)
        hf[i] = i;
    cudaMalloc(&in, sizeof hf);
    cudaMalloc(&out, sizeof hf);
    cudaMemcpy(in, hf, sizeof hf, cudaMemcpyHostToDevice);
    reduce<<<2, 256>>>(in, out);
    cudaMemcpy(hf, out, sizeof hf, cudaMemcpyDeviceToHost);
    printf("reduce %g %g\n", hf[0], hf[1]);
    through_shared<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("through shared %d %d %s\n", h[0], h[31], cudaGetErrorName(cudaGetLastError()));
    cudaFree(d);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
