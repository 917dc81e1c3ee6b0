// What a program defines on the command line, or before it includes a header, means nothing to the
// kit's headers: tests/language.bats defines all it can.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_profiler_api.h>
#include <math_constants.h>
#include <nvtx3/nvToolsExt.h>
#include <cstdio>

namespace cg = cooperative_groups;
__constant__ float c_scale[4];
__managed__ int g_total;

template <typename Type_>
__global__ void __launch_bounds__(64) go(Type_ *g_out, cudaTextureObject_t g_tex) {
    __shared__ Type_ s_tile[64];
    extern __shared__ unsigned char s_more[];
    Type_ my_sum[3] = {0, 1, 2};
    auto g_all = cg::this_thread_block();
    auto g_warp = cg::tiled_partition<32>(g_all);
    s_tile[threadIdx.x] = (Type_)threadIdx.x + (Type_)c_scale[threadIdx.x & 3];
    s_more[threadIdx.x] = 1;
    __syncthreads();
    my_sum[0] += cg::reduce(g_warp, (int)s_tile[threadIdx.x], cg::plus<int>());
    my_sum[0] +=
        __shfl_xor_sync(0xffffffffu, s_more[threadIdx.x], 1) + (Type_)tex1Dfetch<float>(g_tex, 3);
    my_sum[0] += (Type_)__half2float(__hadd(__float2half(1.0f), __float2half(2.0f)));
    my_sum[0] += (Type_)__bfloat162float(__float2bfloat16(4.0f)) + (Type_)sinf(0.0f) + __popc(7);
    atomicAdd(&g_total, (int)my_sum[0]);
    g_out[blockIdx.x * blockDim.x + threadIdx.x] = my_sum[0];
}

int main() {
    float *d_out, *d_in, h_in[8] = {0, 0, 0, 9}, h_out[64], h_scale[4] = {1, 1, 1, 1};
    cudaMalloc(&d_out, sizeof h_out);
    cudaMalloc(&d_in, sizeof h_in);
    cudaMemcpy(d_in, h_in, sizeof h_in, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(c_scale, h_scale, sizeof h_scale);
    cudaResourceDesc the_resource = {};
    the_resource.resType = cudaResourceTypeLinear;
    the_resource.res.linear.devPtr = d_in;
    the_resource.res.linear.desc = cudaCreateChannelDesc<float>();
    the_resource.res.linear.sizeInBytes = sizeof h_in;
    cudaTextureDesc the_texture = {};
    cudaTextureObject_t the_object;
    cudaCreateTextureObject(&the_object, &the_resource, &the_texture, nullptr);
    go<float><<<1, 64, 64>>>(d_out, the_object);
    cudaError_t the_error = cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
    printf("%g %g %d %s\n", h_out[0], h_out[63], g_total, cudaGetErrorName(the_error));
    cudaDestroyTextureObject(the_object);
    cudaFree(d_in);
    cudaFree(d_out);
}
