// An illegal address ends the device: every later call returns the error, but those that need no
// device that works; a reset gives it up.
#include "expect.h"

__device__ int symbol;

__global__ void write(int *p) {
    p[threadIdx.x] = 1;
}

static void without_a_device(int *d) {
    int n;
    char bus[32];
    unsigned flags;
    cudaDeviceProp properties;
    cudaPointerAttributes attributes;
    RETURNS(cudaSetDevice(0), cudaSuccess);
    RETURNS(cudaSetDevice(99), cudaErrorInvalidDevice);
    RETURNS(cudaGetLastError(), cudaErrorInvalidDevice);
    RETURNS(cudaGetDevice(&n), cudaSuccess);
    RETURNS(cudaGetDeviceCount(&n), cudaSuccess);
    RETURNS(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
    RETURNS(cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, 0), cudaSuccess);
    RETURNS(cudaDriverGetVersion(&n), cudaSuccess);
    RETURNS(cudaRuntimeGetVersion(&n), cudaSuccess);
    RETURNS(cudaDeviceGetPCIBusId(bus, 32, 0), cudaSuccess);
    RETURNS(cudaDeviceGetByPCIBusId(&n, bus), cudaSuccess);
    RETURNS(cudaChooseDevice(&n, &properties), cudaSuccess);
    RETURNS(cudaGetDeviceFlags(&flags), cudaSuccess);
    RETURNS(cudaDeviceCanAccessPeer(&n, 0, 0), cudaSuccess);
    RETURNS(cudaPointerGetAttributes(&attributes, d), cudaSuccess);
    RETURNS(cudaMemcpy(d, &n, 0, cudaMemcpyHostToDevice), cudaSuccess);
    RETURNS(cudaMemset(d, 0, 0), cudaSuccess);
}

static void with_a_device(int *d) {
    int h = 0;
    size_t size;
    RETURNS(cudaMalloc(&d, 64), cudaErrorIllegalAddress);
    RETURNS(cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice), cudaErrorIllegalAddress);
    RETURNS(cudaMemcpyToSymbol(symbol, &h, sizeof h), cudaErrorIllegalAddress);
    RETURNS(cudaGetSymbolSize(&size, symbol), cudaErrorIllegalAddress);
    RETURNS(cudaDeviceGetLimit(&size, cudaLimitStackSize), cudaErrorIllegalAddress);
    write<<<1, 1>>>(d);
    RETURNS(cudaGetLastError(), cudaErrorIllegalAddress);
    RETURNS(cudaFree(nullptr), cudaErrorIllegalAddress);
    RETURNS(cudaFree(d), cudaErrorIllegalAddress);
    RETURNS(cudaStreamSynchronize(nullptr), cudaErrorIllegalAddress);
    RETURNS(cudaGetLastError(), cudaErrorIllegalAddress);
}

int main() {
    int *d;
    RETURNS(cudaMalloc(&d, 64), cudaSuccess);
    write<<<1, 32>>>((int *)0x10);
    RETURNS(cudaGetLastError(), cudaSuccess);
    RETURNS(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    RETURNS(cudaGetLastError(), cudaErrorIllegalAddress);
    RETURNS(cudaGetLastError(), cudaSuccess);
    without_a_device(d);
    with_a_device(d);
    RETURNS(cudaDeviceReset(), cudaSuccess);
    RETURNS(cudaGetLastError(), cudaSuccess);
    RETURNS(cudaDeviceSynchronize(), cudaErrorDevicesUnavailable);
    RETURNS(cudaSetDevice(0), cudaErrorDevicesUnavailable);
    RETURNS(cudaMalloc(&d, 64), cudaErrorDevicesUnavailable);
}
