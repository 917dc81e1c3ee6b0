// A machine with one device: what the calls for a second one, for other processes and for pools of
// memory return.
#include "../runtime/expect.h"

#include <cstring>

__global__ void fill(int *p, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = i * i;
}

static unsigned long long used(cudaMemPool_t pool) {
    unsigned long long bytes = 1;
    RETURNS(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &bytes), cudaSuccess);
    return bytes;
}

int main() {
    const int n = 1000;
    int can = 7, value = 0;
    RETURNS(cudaDeviceCanAccessPeer(&can, 0, 0), cudaSuccess);
    EXPECT(can == 0);
    RETURNS(cudaDeviceCanAccessPeer(&can, 0, 1000), cudaErrorInvalidDevice);
    RETURNS(cudaDeviceEnablePeerAccess(1000, 0), cudaErrorInvalidDevice);
    RETURNS(cudaDeviceEnablePeerAccess(0, 0), cudaErrorPeerAccessUnsupported);
    RETURNS(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1000),
            cudaErrorInvalidDevice);
    cudaGetLastError();

    cudaDeviceProp p;
    RETURNS(cudaGetDeviceProperties(&p, 0), cudaSuccess);
    EXPECT(p.memoryPoolsSupported == 1);
    EXPECT(p.maxTexture1DMipmap > 0 && p.maxSurface2DLayered[2] > 0);
    EXPECT(p.maxTexture3DAlt[2] > 0 && p.maxTextureCubemapLayered[1] > 0);
    RETURNS(cudaDeviceGetAttribute(&value, cudaDevAttrMaxSurface2DWidth, 0), cudaSuccess);
    EXPECT(value == p.maxSurface2D[0]);

    cudaStream_t stream;
    RETURNS(cudaStreamCreate(&stream), cudaSuccess);
    cudaMemPool_t pool, usual;
    RETURNS(cudaDeviceGetDefaultMemPool(&usual, 0), cudaSuccess);
    RETURNS(cudaDeviceGetMemPool(&pool, 0), cudaSuccess);
    EXPECT(pool == usual);
    unsigned long long threshold = ~0ull, read = 0;
    RETURNS(cudaMemPoolGetAttribute(usual, cudaMemPoolAttrReleaseThreshold, &read), cudaSuccess);
    EXPECT(read == 0);
    RETURNS(cudaMemPoolSetAttribute(usual, cudaMemPoolAttrReleaseThreshold, &threshold),
            cudaSuccess);
    RETURNS(cudaMemPoolGetAttribute(usual, cudaMemPoolAttrReleaseThreshold, &read), cudaSuccess);
    EXPECT(read == threshold);
    RETURNS(cudaMemPoolDestroy(usual), cudaErrorInvalidValue);

    cudaMemPoolProps wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted.allocType = cudaMemAllocationTypePinned;
    wanted.location.type = cudaMemLocationTypeDevice;
    RETURNS(cudaMemPoolCreate(&pool, &wanted), cudaSuccess);
    EXPECT(pool != usual);
    EXPECT(used(pool) == 0);

    int *a = nullptr, *b = nullptr, *c = nullptr, host[n];
    RETURNS(cudaMallocAsync(&a, n * sizeof *a, stream), cudaSuccess);
    RETURNS(cudaMallocFromPoolAsync(&b, n * sizeof *b, pool, stream), cudaSuccess);
    RETURNS(cudaMallocAsync(&c, n * sizeof *c, pool, stream), cudaSuccess);
    const unsigned long long both = used(pool);
    EXPECT(both >= 2 * n * sizeof(int));
    fill<<<(n + 255) / 256, 256, 0, stream>>>(b, n);
    RETURNS(cudaMemcpyPeerAsync(a, 0, b, 0, n * sizeof *a, stream), cudaSuccess);
    RETURNS(cudaMemcpyAsync(host, a, sizeof host, cudaMemcpyDeviceToHost, stream), cudaSuccess);
    RETURNS(cudaFreeAsync(a, stream), cudaSuccess);
    RETURNS(cudaFreeAsync(b, stream), cudaSuccess);
    RETURNS(cudaStreamSynchronize(stream), cudaSuccess);
    RETURNS(cudaFree(c), cudaSuccess);
    EXPECT(host[0] == 0 && host[n - 1] == (n - 1) * (n - 1));
    EXPECT(used(pool) <= both); // CUDA does not say when what was freed is no longer counted
    RETURNS(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &read), cudaSuccess);
    EXPECT(read >= 2 * n * sizeof(int));
    RETURNS(cudaMemPoolTrimTo(pool, 0), cudaSuccess);
    cudaMemAccessFlags flags;
    RETURNS(cudaMemPoolGetAccess(&flags, pool, &wanted.location), cudaSuccess);
    EXPECT(flags == cudaMemAccessFlagsProtReadWrite);
    RETURNS(cudaMemPoolDestroy(pool), cudaSuccess);

    int *shared = nullptr;
    RETURNS(cudaMallocManaged(&shared, n * sizeof *shared), cudaSuccess);
    RETURNS(cudaStreamAttachMemAsync(stream, shared, 0, cudaMemAttachSingle), cudaSuccess);
    RETURNS(cudaStreamAttachMemAsync(stream, &shared), cudaErrorInvalidValue);
    cudaGetLastError();
    fill<<<(n + 255) / 256, 256, 0, stream>>>(shared, n);
    RETURNS(cudaStreamSynchronize(stream), cudaSuccess);
    EXPECT(shared[n - 1] == (n - 1) * (n - 1));
    RETURNS(cudaFree(shared), cudaSuccess);
    RETURNS(cudaStreamDestroy(stream), cudaSuccess);
}
