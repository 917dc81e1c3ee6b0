// Cooperative groups as programs use them: groups passed as thread_group, partitions of every kind,
// reductions and scans in the order of CUDA's library.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cstdio>
#include <cstring>

namespace cg = cooperative_groups;

__device__ int sum_of(cg::thread_group g, int *shared, int value) {
    const int rank = (int)g.thread_rank();
    for (int half = (int)g.size() / 2; half > 0; half /= 2) {
        shared[rank] = value;
        g.sync();
        if (rank < half)
            value += shared[rank + half];
        cg::sync(g);
    }
    return value;
}

__global__ void as_thread_group(int *out) {
    __shared__ int shared[64];
    cg::thread_block block = cg::this_thread_block();
    const int all = sum_of(block, shared, (int)cg::thread_rank(block));
    cg::thread_group tile = cg::tiled_partition(block, 16);
    const int base = (int)(block.thread_rank() - tile.thread_rank());
    const int part = sum_of(tile, shared + base, (int)tile.thread_rank());
    cg::thread_group four = cg::tiled_partition(tile, 4);
    auto fixed = cg::tiled_partition<16>(block);
    auto quarter = cg::tiled_partition<4>(fixed);
    cg::thread_block_tile<4> plain = quarter;
    if (threadIdx.x == 37) {
        out[0] = (int)tile.size();
        out[1] = (int)four.size() * 100 + (int)four.thread_rank();
        out[2] = (int)fixed.meta_group_rank() * 100 + (int)fixed.meta_group_size();
        out[3] = (int)quarter.meta_group_rank() * 100 + (int)quarter.meta_group_size();
        out[4] = (int)plain.meta_group_rank() * 100 + (int)plain.thread_rank();
        out[5] = (int)cg::group_size(block);
    }
    if (threadIdx.x == 0) {
        out[6] = all;
        out[7] = part;
    }
}

__global__ void partitions(int *out, int n) {
    const int i = (int)threadIdx.x;
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    cg::coalesced_group odd = cg::binary_partition(warp, i % 3 == 0);
    cg::coalesced_group label = cg::labeled_partition(warp, i % 5);
    int *mine = out + i * 8;
    mine[0] = (int)(odd.size() * 100 + odd.thread_rank());
    mine[1] = (int)(odd.meta_group_rank() * 100 + odd.meta_group_size());
    mine[2] = (int)(label.size() * 100 + label.thread_rank());
    mine[3] = (int)(label.meta_group_rank() * 100 + label.meta_group_size());
    mine[4] = cg::reduce(label, i, cg::plus<int>());
    mine[5] = cg::inclusive_scan(warp, i, cg::plus<int>()) * 1000 + cg::exclusive_scan(label, i);
    if (i < n) {
        cg::coalesced_group some = cg::coalesced_threads();
        cg::coalesced_group pair = cg::tiled_partition(some, 4);
        mine[6] = (int)(some.size() * 1000 + pair.size() * 100 + pair.thread_rank());
        mine[7] = (int)(pair.meta_group_rank() * 100 + pair.meta_group_size());
    }
}

__global__ void floats(float *out) {
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    const unsigned i = threadIdx.x;
    const float x = 1.0f / (1 + i * 7 % 31);
    out[i] = cg::reduce(warp, x, cg::plus<float>());
    out[32 + i] = cg::inclusive_scan(warp, x, cg::plus<float>());
    auto third = cg::labeled_partition(warp, (int)(i % 3));
    out[64 + i] = cg::reduce(third, x, cg::plus<float>());
    out[96 + i] = cg::exclusive_scan(third, x, cg::greater<float>());
    auto eight = cg::tiled_partition<8>(block);
    out[128 + i] = cg::reduce(eight, x, cg::less<float>());
}

int main() {
    int *out;
    float *sums;
    cudaMallocManaged(&out, 32 * 8 * sizeof *out);
    cudaMallocManaged(&sums, 160 * sizeof *sums);
    memset(out, 0, 32 * 8 * sizeof *out);
    as_thread_group<<<1, 64>>>(out);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    for (int i = 0; i < 8; i++)
        printf("%d ", out[i]);
    puts("");
    memset(out, 0, 32 * 8 * sizeof *out);
    partitions<<<1, 32>>>(out, 11);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    for (int i = 0; i < 32; i++) {
        for (int j = 0; j < 8; j++)
            printf("%d ", out[i * 8 + j]);
        puts("");
    }
    floats<<<1, 32>>>(sums);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    for (int i = 0; i < 160; i++)
        printf("%a%c", sums[i], i % 8 == 7 ? '\n' : ' ');
}
