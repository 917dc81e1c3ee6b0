/* runtime_api.h - the CUDA runtime API as C++ programs see it: the C functions and, for typed
 * pointers, variables and kernels, templates over them. In C: the functions alone. */
#ifndef CPUDEV_RUNTIME_API_H
#define CPUDEV_RUNTIME_API_H

#include "runtime_functions.h"

#ifdef __cplusplus
#include <type_traits>
#include <utility>

#include "kernel.h"
#include "missing.h"

/* ---- memory ---- */
template <class T> inline cudaError_t cudaMalloc(T **pointer, size_t size) {
    return cudaMalloc(reinterpret_cast<void **>(pointer), size);
}
template <class T>
[[gnu::always_inline]] inline cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width,
                                                          size_t height) {
    return cudaMallocPitch(reinterpret_cast<void **>(pointer), pitch, width, height);
}
template <class T>
[[gnu::always_inline]] inline cudaError_t cudaMallocManaged(T **pointer, size_t size,
                                                            unsigned flags = cudaMemAttachGlobal) {
    return cudaMallocManaged(reinterpret_cast<void **>(pointer), size, flags);
}
template <class T> inline cudaError_t cudaMallocHost(T **pointer, size_t size, unsigned flags = 0) {
    return cudaHostAlloc(reinterpret_cast<void **>(pointer), size, flags);
}
template <class T> inline cudaError_t cudaHostAlloc(T **pointer, size_t size, unsigned flags) {
    return cudaHostAlloc(reinterpret_cast<void **>(pointer), size, flags);
}
template <class T>
[[gnu::always_inline]] inline cudaError_t cudaHostGetDevicePointer(T **device, void *host,
                                                                   unsigned flags) {
    return cudaHostGetDevicePointer(reinterpret_cast<void **>(device), host, flags);
}
template <class T>
[[gnu::always_inline]] inline cudaError_t cudaMallocAsync(T **pointer, size_t size,
                                                          cudaStream_t stream) {
    return cudaMallocAsync(reinterpret_cast<void **>(pointer), size, stream);
}

template <class T>
[[gnu::always_inline]] inline cudaError_t
cudaMallocFromPoolAsync(T **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
    return cudaMallocFromPoolAsync(reinterpret_cast<void **>(pointer), size, pool, stream);
}
template <class T>
[[gnu::always_inline]] inline cudaError_t cudaMallocAsync(T **pointer, size_t size,
                                                          cudaMemPool_t pool, cudaStream_t stream) {
    return cudaMallocFromPoolAsync(reinterpret_cast<void **>(pointer), size, pool, stream);
}
template <class T>
[[gnu::always_inline]] inline cudaError_t
cudaStreamAttachMemAsync(cudaStream_t stream, T *pointer, size_t size = 0,
                         unsigned flags = cudaMemAttachSingle) {
    return cudaStreamAttachMemAsync(stream, static_cast<void *>(pointer), size, flags);
}

/* ---- symbols: named by the variable itself ---- */
template <class T> inline cudaError_t cudaGetSymbolAddress(void **address, const T &symbol) {
    return cudaGetSymbolAddress(address, static_cast<const void *>(&symbol));
}
template <class T> inline cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol) {
    return cudaGetSymbolSize(size, static_cast<const void *>(&symbol));
}
template <class T>
[[gnu::always_inline]] inline cudaError_t
cudaMemcpyToSymbol(const T &symbol, const void *from, size_t size, size_t offset = 0,
                   cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return cudaMemcpyToSymbol(static_cast<const void *>(&symbol), from, size, offset, kind);
}
template <class T>
[[gnu::always_inline]] inline cudaError_t
cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t size, size_t offset = 0,
                        cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                        cudaStream_t stream = nullptr) {
    return cudaMemcpyToSymbolAsync(static_cast<const void *>(&symbol), from, size, offset, kind,
                                   stream);
}
template <class T>
[[gnu::always_inline]] inline cudaError_t
cudaMemcpyFromSymbol(void *to, const T &symbol, size_t size, size_t offset = 0,
                     cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return cudaMemcpyFromSymbol(to, static_cast<const void *>(&symbol), size, offset, kind);
}
template <class T>
[[gnu::always_inline]] inline cudaError_t
cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t size, size_t offset = 0,
                          cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                          cudaStream_t stream = nullptr) {
    return cudaMemcpyFromSymbolAsync(to, static_cast<const void *>(&symbol), size, offset, kind,
                                     stream);
}

/* ---- events ---- */
[[gnu::always_inline]] inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags) {
    return cudaEventCreateWithFlags(event, flags);
}

/* ---- kernels ---- */
template <class... P>
[[gnu::always_inline]] inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes,
                                                                void (*kernel)(P...)) {
    return cudaFuncGetAttributes(attributes, reinterpret_cast<const void *>(kernel));
}
template <class... P>
[[gnu::always_inline]] inline cudaError_t
cudaFuncSetAttribute(void (*kernel)(P...), cudaFuncAttribute attribute, int value) {
    return cudaFuncSetAttribute(reinterpret_cast<const void *>(kernel), attribute, value);
}
template <class... P>
[[gnu::always_inline]] inline cudaError_t cudaFuncSetCacheConfig(void (*kernel)(P...),
                                                                 cudaFuncCache preference) {
    return cudaFuncSetCacheConfig(reinterpret_cast<const void *>(kernel), preference);
}
template <class... P>
[[gnu::always_inline]] inline cudaError_t cudaFuncSetSharedMemConfig(void (*kernel)(P...),
                                                                     cudaSharedMemConfig config) {
    return cudaFuncSetSharedMemConfig(reinterpret_cast<const void *>(kernel), config);
}
template <class... P>
[[gnu::always_inline]] inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void (*kernel)(P...), int block_size,
                                              size_t dynamic) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        blocks, reinterpret_cast<const void *>(kernel), block_size, dynamic);
}
template <class... P>
[[gnu::always_inline]] inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, void (*kernel)(P...), int block_size, size_t dynamic, unsigned flags) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks, reinterpret_cast<const void *>(kernel), block_size, dynamic, flags);
}
template <class... P>
[[gnu::always_inline]] inline cudaError_t
cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamic, void (*kernel)(P...), int blocks,
                                          int block_size) {
    return cudaOccupancyAvailableDynamicSMemPerBlock(
        dynamic, reinterpret_cast<const void *>(kernel), blocks, block_size);
}
template <class K>
[[gnu::always_inline]] inline cudaError_t
cudaOccupancyMaxPotentialBlockSize(int *min_grid, int *block_size, K kernel, size_t dynamic = 0,
                                   int limit = 0) {
    return cpudev_max_potential_block_size(
        min_grid, block_size, reinterpret_cast<const void *>(kernel),
        [](void *bytes, int) { return *static_cast<size_t *>(bytes); }, &dynamic, limit);
}
template <class F, class K>
[[gnu::always_inline]] inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *min_grid, int *block_size, K kernel,
                                               F shared_of, int limit = 0) {
    return cpudev_max_potential_block_size(
        min_grid, block_size, reinterpret_cast<const void *>(kernel),
        [](void *f, int threads) { return static_cast<size_t>((*static_cast<F *>(f))(threads)); },
        &shared_of, limit);
}

namespace cpu_device {
template <class... P, size_t... I>
inline void call_with(void (*kernel)(P...), void **arguments, std::index_sequence<I...>) {
    (void)arguments;
    kernel(*static_cast<std::remove_reference_t<P> *>(arguments[I])...);
}
} // namespace cpu_device

/* A launch by a list of pointers to the arguments. The kernel is named as a function, not as void
 * *. */
template <class... P>
[[gnu::always_inline]] inline cudaError_t
cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void **arguments, size_t shared = 0,
                 cudaStream_t stream = nullptr) {
    cpudev_configure(grid, block, shared, stream);
    cpu_device::call_with(kernel, arguments, std::index_sequence_for<P...>());
    return cudaPeekAtLastError();
}

/* The same with all blocks resident, so that they can wait for each other: grid.sync(). */
template <class... P>
[[gnu::always_inline]] inline cudaError_t
cudaLaunchCooperativeKernel(void (*kernel)(P...), dim3 grid, dim3 block, void **arguments,
                            size_t shared = 0, cudaStream_t stream = nullptr) {
    cpudev_configure(grid, block, shared, stream);
    cpudev_launch_cooperative();
    cpu_device::call_with(kernel, arguments, std::index_sequence_for<P...>());
    return cudaPeekAtLastError();
}

/* ---- small constructors ---- */
inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
    return cudaExtent{width, height, depth};
}
inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
    return cudaPos{x, y, z};
}
inline cudaPitchedPtr make_cudaPitchedPtr(void *pointer, size_t pitch, size_t width,
                                          size_t height) {
    return cudaPitchedPtr{pointer, pitch, width, height};
}

/* ---- managed memory: with a device's number, as before CUDA 13, or a location ---- */
[[gnu::always_inline]] inline cudaError_t
cudaMemPrefetchAsync(const void *pointer, size_t size, int device, cudaStream_t stream = nullptr) {
    return cpudev_mem_prefetch(pointer, size, device, stream);
}
[[gnu::always_inline]] inline cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t size,
                                                               cudaMemLocation location, unsigned,
                                                               cudaStream_t stream = nullptr) {
    return cpudev_mem_prefetch(
        pointer, size, location.type == cudaMemLocationTypeHost ? cudaCpuDeviceId : location.id,
        stream);
}
[[gnu::always_inline]] inline cudaError_t cudaMemAdvise(const void *pointer, size_t size,
                                                        cudaMemoryAdvise advice, int device) {
    return cpudev_mem_advise(pointer, size, advice, device);
}
[[gnu::always_inline]] inline cudaError_t
cudaMemAdvise(const void *pointer, size_t size, cudaMemoryAdvise advice, cudaMemLocation location) {
    return cpudev_mem_advise(pointer, size, advice,
                             location.type == cudaMemLocationTypeHost ? cudaCpuDeviceId
                                                                      : location.id);
}

/* ---- calls of older CUDA versions that courses still teach ---- */
[[gnu::always_inline]] inline cudaError_t cudaThreadSynchronize() {
    return cudaDeviceSynchronize();
}
[[gnu::always_inline]] inline cudaError_t cudaThreadExit() {
    return cudaDeviceReset();
}

#endif /* C++ */
#endif
