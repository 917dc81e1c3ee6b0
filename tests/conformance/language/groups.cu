// cooperative_groups: the block, tiles, coalesced groups, shuffles, reduce.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void blocks(int *out) {
    cg::thread_block block = cg::this_thread_block();
    __shared__ int s[64];
    s[block.thread_rank()] = block.thread_index().x + 100 * block.group_index().x;
    block.sync();
    out[block.group_index().x * block.size() + block.thread_rank()] = s[block.size() - 1 - block.thread_rank()];
    cg::sync(block);
    cg::grid_group grid = cg::this_grid();
    if (grid.thread_rank() == 0)
        out[0] = (int)grid.size() * 1000 + block.num_threads();
}
__global__ void tiles(int *out) {
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    auto quad = cg::tiled_partition<4>(block);
    cg::thread_block_tile<8> eight = cg::tiled_partition<8>(block);
    int rank = threadIdx.x;
    out[rank] = warp.shfl(rank, 3);
    out[64 + rank] = quad.shfl_down(rank, 1);
    out[128 + rank] = quad.shfl_xor(rank, 2) + 1000 * quad.meta_group_rank();
    out[192 + rank] = cg::reduce(eight, rank, cg::plus<int>());
    out[256 + rank] = (int)(cg::reduce(warp, rank * 0.5f, cg::greater<float>()) * 2);
    out[320 + rank] = eight.ballot(rank % 2) + 1000 * eight.any(rank == 3) + 2000 * eight.all(rank < 32);
    out[384 + rank] = warp.thread_rank() + 100 * warp.size() + 10000 * quad.meta_group_size();
    auto inner = cg::tiled_partition<2>(quad);
    out[448 + rank] = inner.shfl(rank, 1);
    warp.sync();
    double3 big = make_double3(rank, 2 * rank, 3 * rank);
    big = eight.shfl(big, 2);
    out[512 + rank] = (int)(big.x + big.y + big.z);
}
template <typename Group> __device__ int sum(const Group &g, int v) {
    for (int i = g.size() / 2; i > 0; i /= 2)
        v += g.shfl_down(v, i);
    return g.shfl(v, 0);
}
__global__ void generic(int *out, int *counter) {
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    out[threadIdx.x] = sum(tile, threadIdx.x);
    if (threadIdx.x % 3 == 0) {
        cg::coalesced_group active = cg::coalesced_threads();
        if (active.thread_rank() == 0)
            atomicAdd(counter, active.size());
    }
}

int main() {
    static int h[9 * 64];
    int *d, *counter, total;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&counter, sizeof(int));
    cudaMemset(counter, 0, sizeof(int));
    blocks<<<2, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("block %d %d %d\n", h[0], h[1], h[127]);
    tiles<<<1, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 9; i++)
        printf("tile %d: %d %d %d\n", i, h[i * 64], h[i * 64 + 13], h[i * 64 + 63]);
    generic<<<1, 64>>>(d, counter);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(&total, counter, sizeof total, cudaMemcpyDeviceToHost);
    printf("generic %d %d coalesced %d %s\n", h[0], h[63], total, cudaGetErrorName(cudaGetLastError()));
    cudaFree(d);
    cudaFree(counter);
    return 0;
}
