// The device and its limits, those that hold for every GPU of compute capability 7 to 9.
#include "expect.h"

int main() {
    int count = 0, device = -1, value = 0, version = 0;
    cudaDeviceProp p;
    RETURNS(cudaGetDeviceCount(&count), cudaSuccess);
    EXPECT(count >= 1);
    RETURNS(cudaSetDevice(0), cudaSuccess);
    RETURNS(cudaGetDevice(&device), cudaSuccess);
    EXPECT(device == 0);
    RETURNS(cudaGetDeviceProperties(&p, 0), cudaSuccess);
    EXPECT(p.name[0] && p.totalGlobalMem > 0 && p.multiProcessorCount > 0);
    EXPECT(p.warpSize == 32 && p.maxThreadsPerBlock == 1024);
    EXPECT(p.maxThreadsDim[0] == 1024 && p.maxThreadsDim[2] == 64);
    EXPECT(p.maxGridSize[0] == 2147483647 && p.maxGridSize[1] == 65535);
    EXPECT(p.totalConstMem == 65536 && p.sharedMemPerBlock == 49152);
    EXPECT(p.sharedMemPerBlockOptin > p.sharedMemPerBlock && p.major >= 7);
    RETURNS(cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerBlock, 0), cudaSuccess);
    EXPECT(value == 1024);
    RETURNS(cudaDeviceGetAttribute(&value, (cudaDeviceAttr)100000, 0), cudaErrorInvalidValue);
    RETURNS(cudaGetDeviceProperties(&p, 1000), cudaErrorInvalidDevice);
    cudaGetLastError();
    RETURNS(cudaRuntimeGetVersion(&version), cudaSuccess);
    EXPECT(version >= 11000);
    RETURNS(cudaDriverGetVersion(&version), cudaSuccess);
    size_t limit = 0;
    RETURNS(cudaDeviceGetLimit(&limit, cudaLimitPrintfFifoSize), cudaSuccess);
    EXPECT(limit >= 1 << 20);
    RETURNS(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1), cudaSuccess);
    RETURNS(cudaDeviceReset(), cudaSuccess);
}
