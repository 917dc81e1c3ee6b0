// Lab 8: 4 GiB read from end to end, 16 bytes a fetch, by three ways, and copied: data of its page,
// as CSV. Also how many elements one linear texture covers on this device.
//   stream
#include "../../../labs/common/check.h"

__device__ static int sum_of(int4 v) {
    return v.x ^ v.y ^ v.z ^ v.w;
}

template <class Read> __device__ static void reduce(size_t quads, int *out, Read read) {
    const size_t threads = (size_t)gridDim.x * blockDim.x;
    int sum = 0;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += threads)
        sum ^= sum_of(read(i));
    if (sum == 1) // never: all bytes are alike. The reads must have a use
        *out = sum;
}
__global__ void by_texture(cudaTextureObject_t t, const int4 *, int4 *out, size_t quads) {
    reduce(quads, (int *)out, [=](size_t i) { return tex1Dfetch<int4>(t, (int)i); });
}
__global__ void by_ldg(cudaTextureObject_t, const int4 *in, int4 *out, size_t quads) {
    reduce(quads, (int *)out, [=](size_t i) { return __ldg(in + i); });
}
__global__ void by_plain(cudaTextureObject_t, const int4 *in, int4 *out, size_t quads) {
    reduce(quads, (int *)out, [=](size_t i) { return in[i]; });
}
__global__ void copy(cudaTextureObject_t, const int4 *in, int4 *out, size_t quads) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < quads)
        out[i] = in[i];
}

int main(void) {
    size_t quads = (size_t)1 << 28, limit_int = 0, limit_int4 = 0;
    const cudaChannelFormatDesc one = cudaCreateChannelDesc<int>(),
                                four = cudaCreateChannelDesc<int4>();
    CUDA_CHECK(cudaDeviceGetTexture1DLinearMaxWidth(&limit_int, &one, 0));
    CUDA_CHECK(cudaDeviceGetTexture1DLinearMaxWidth(&limit_int4, &four, 0));
    printf("way,tb_per_s\nelements of int,%zu\nelements of int4,%zu\n", limit_int, limit_int4);
    int4 *in = NULL, *out = NULL;
    CUDA_CHECK(cudaMalloc(&in, quads * sizeof *in));
    CUDA_CHECK(cudaMalloc(&out, quads * sizeof *out));
    CUDA_CHECK(cudaMemset(in, 1, quads * sizeof *in));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = in;
    resource.res.linear.sizeInBytes = quads * sizeof *in;
    resource.res.linear.desc = four;
    cudaTextureDesc description = {};
    description.readMode = cudaReadModeElementType;
    cudaTextureObject_t t = 0;
    CUDA_CHECK(cudaCreateTextureObject(&t, &resource, &description, NULL));

    int processors = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    cudaEvent_t start, stop;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    const struct {
        const char *name;
        void (*kernel)(cudaTextureObject_t, const int4 *, int4 *, size_t);
        unsigned blocks;
        int passes; // over 4 GiB: the copy writes as much as it reads
    } ways[] = {{"tex1Dfetch<int4>", by_texture, (unsigned)processors * 8, 1},
                {"__ldg", by_ldg, (unsigned)processors * 8, 1},
                {"plain", by_plain, (unsigned)processors * 8, 1},
                {"copy", copy, (unsigned)(quads / 256), 2}};
    for (const auto &way : ways) {
        float best = 1e30f;
        for (int i = 0; i < 11; i++) {
            float ms = 0;
            CUDA_CHECK(cudaEventRecord(start));
            way.kernel<<<way.blocks, 256>>>(t, in, out, quads);
            CUDA_CHECK(cudaEventRecord(stop));
            CUDA_CHECK(cudaEventSynchronize(stop));
            CUDA_CHECK(cudaGetLastError());
            CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
            best = i > 0 && ms < best ? ms : best;
        }
        printf("%s,%.3f\n", way.name, way.passes * (double)(quads * sizeof *in) / (best * 1e9));
    }
    CUDA_CHECK(cudaDestroyTextureObject(t));
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
    return 0;
}
