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
namespace cpu_device {
/* Where a pointer to anything, const too, is put. */
template <class __T> [[__gnu__::__always_inline__]] inline void **__any(__T **pointer) {
    return static_cast<void **>(static_cast<void *>(pointer));
}
} // namespace cpu_device

template <class __T> inline cudaError_t cudaMalloc(__T **pointer, size_t size) {
    return cudaMalloc(cpu_device::__any(pointer), size);
}
template <class __T>
[[__gnu__::__always_inline__]] inline cudaError_t cudaMallocPitch(__T **pointer, size_t *pitch,
                                                                  size_t width, size_t height) {
    return cudaMallocPitch(cpu_device::__any(pointer), pitch, width, height);
}
template <class __T>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaMallocManaged(__T **pointer, size_t size, unsigned flags = cudaMemAttachGlobal) {
    return cudaMallocManaged(cpu_device::__any(pointer), size, flags);
}
template <class __T>
inline cudaError_t cudaMallocHost(__T **pointer, size_t size, unsigned flags = 0) {
    return cudaHostAlloc(cpu_device::__any(pointer), size, flags);
}
template <class __T> inline cudaError_t cudaHostAlloc(__T **pointer, size_t size, unsigned flags) {
    return cudaHostAlloc(cpu_device::__any(pointer), size, flags);
}
template <class __T>
[[__gnu__::__always_inline__]] inline cudaError_t cudaHostGetDevicePointer(__T **device, void *host,
                                                                           unsigned flags) {
    return cudaHostGetDevicePointer(cpu_device::__any(device), host, flags);
}
template <class __T>
[[__gnu__::__always_inline__]] inline cudaError_t cudaMallocAsync(__T **pointer, size_t size,
                                                                  cudaStream_t stream) {
    return cudaMallocAsync(cpu_device::__any(pointer), size, stream);
}

template <class __T>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaMallocFromPoolAsync(__T **pointer, size_t size, cudaMemPool_t __pool, cudaStream_t stream) {
    return cudaMallocFromPoolAsync(cpu_device::__any(pointer), size, __pool, stream);
}
template <class __T>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaMallocAsync(__T **pointer, size_t size, cudaMemPool_t __pool, cudaStream_t stream) {
    return cudaMallocFromPoolAsync(cpu_device::__any(pointer), size, __pool, stream);
}
template <class __T>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaStreamAttachMemAsync(cudaStream_t stream, __T *pointer, size_t size = 0,
                         unsigned flags = cudaMemAttachSingle) {
    return cudaStreamAttachMemAsync(stream, static_cast<void *>(pointer), size, flags);
}

/* ---- symbols: named by the variable itself ---- */
template <class __T> inline cudaError_t cudaGetSymbolAddress(void **address, const __T &symbol) {
    return cudaGetSymbolAddress(address, static_cast<const void *>(&symbol));
}
template <class __T> inline cudaError_t cudaGetSymbolSize(size_t *size, const __T &symbol) {
    return cudaGetSymbolSize(size, static_cast<const void *>(&symbol));
}
template <class __T>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaMemcpyToSymbol(const __T &symbol, const void *__from, size_t size, size_t offset = 0,
                   cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return cudaMemcpyToSymbol(static_cast<const void *>(&symbol), __from, size, offset, kind);
}
template <class __T>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaMemcpyToSymbolAsync(const __T &symbol, const void *__from, size_t size, size_t offset = 0,
                        cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                        cudaStream_t stream = nullptr) {
    return cudaMemcpyToSymbolAsync(static_cast<const void *>(&symbol), __from, size, offset, kind,
                                   stream);
}
template <class __T>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaMemcpyFromSymbol(void *to, const __T &symbol, size_t size, size_t offset = 0,
                     cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return cudaMemcpyFromSymbol(to, static_cast<const void *>(&symbol), size, offset, kind);
}
template <class __T>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaMemcpyFromSymbolAsync(void *to, const __T &symbol, size_t size, size_t offset = 0,
                          cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                          cudaStream_t stream = nullptr) {
    return cudaMemcpyFromSymbolAsync(to, static_cast<const void *>(&symbol), size, offset, kind,
                                     stream);
}

/* ---- events ---- */
[[__gnu__::__always_inline__]] inline cudaError_t cudaEventCreate(cudaEvent_t *event,
                                                                  unsigned flags) {
    return cudaEventCreateWithFlags(event, flags);
}

/* ---- kernels; of other functions the call says that they are none ---- */
template <class __R, class... __P>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaFuncGetAttributes(cudaFuncAttributes *attributes, __R (*kernel)(__P...)) {
    return cudaFuncGetAttributes(attributes, reinterpret_cast<const void *>(kernel));
}
template <class __R, class... __P>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaFuncSetAttribute(__R (*kernel)(__P...), cudaFuncAttribute attribute, int value) {
    return cudaFuncSetAttribute(reinterpret_cast<const void *>(kernel), attribute, value);
}
template <class __R, class... __P>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaFuncSetCacheConfig(__R (*kernel)(__P...), cudaFuncCache __preference) {
    return cudaFuncSetCacheConfig(reinterpret_cast<const void *>(kernel), __preference);
}
template <class __R, class... __P>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaFuncSetSharedMemConfig(__R (*kernel)(__P...), cudaSharedMemConfig config) {
    return cudaFuncSetSharedMemConfig(reinterpret_cast<const void *>(kernel), config);
}
template <class __R, class... __P>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *__blocks, __R (*kernel)(__P...),
                                              int __block_size, size_t __dynamic) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        __blocks, reinterpret_cast<const void *>(kernel), __block_size, __dynamic);
}
template <class __R, class... __P>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *__blocks, __R (*kernel)(__P...),
                                                       int __block_size, size_t __dynamic,
                                                       unsigned flags) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        __blocks, reinterpret_cast<const void *>(kernel), __block_size, __dynamic, flags);
}
template <class __R, class... __P>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaOccupancyAvailableDynamicSMemPerBlock(size_t *__dynamic, __R (*kernel)(__P...), int __blocks,
                                          int __block_size) {
    return cudaOccupancyAvailableDynamicSMemPerBlock(
        __dynamic, reinterpret_cast<const void *>(kernel), __blocks, __block_size);
}
template <class __K>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaOccupancyMaxPotentialBlockSize(int *__min_grid, int *__block_size, __K kernel,
                                   size_t __dynamic = 0, int __limit = 0) {
    return cpudev_max_potential_block_size(
        __min_grid, __block_size, reinterpret_cast<const void *>(kernel),
        [](void *bytes, int) { return *static_cast<size_t *>(bytes); }, &__dynamic, __limit);
}
template <class __F, class __K>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *__min_grid, int *__block_size, __K kernel,
                                               __F __shared_of, int __limit = 0) {
    return cpudev_max_potential_block_size(
        __min_grid, __block_size, reinterpret_cast<const void *>(kernel),
        [](void *__f, int __threads) {
            return static_cast<size_t>((*static_cast<__F *>(__f))(__threads));
        },
        &__shared_of, __limit);
}

/* A launch by a list of pointers to the arguments. A kernel's address, const void *, does as well
 * (launch.c). */
template <class... __P>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaLaunchKernel(void (*kernel)(__P...), dim3 __grid, dim3 __block, void **__arguments,
                 size_t __shared = 0, cudaStream_t stream = nullptr) {
    cpudev_configure(__grid, __block, __shared, stream);
    cpu_device::__call_with(kernel, __arguments, std::index_sequence_for<__P...>());
    return cpudev_launched();
}

/* The same with all blocks resident, so that they can wait for each other: grid.sync(). */
template <class... __P>
[[__gnu__::__always_inline__]] inline cudaError_t
cudaLaunchCooperativeKernel(void (*kernel)(__P...), dim3 __grid, dim3 __block, void **__arguments,
                            size_t __shared = 0, cudaStream_t stream = nullptr) {
    cpudev_configure(__grid, __block, __shared, stream);
    cpudev_launch_cooperative();
    cpu_device::__call_with(kernel, __arguments, std::index_sequence_for<__P...>());
    return cpudev_launched();
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
[[__gnu__::__always_inline__]] inline cudaError_t
cudaMemPrefetchAsync(const void *pointer, size_t size, int device, cudaStream_t stream = nullptr) {
    return cpudev_mem_prefetch(pointer, size, device, stream);
}
[[__gnu__::__always_inline__]] inline cudaError_t
cudaMemPrefetchAsync(const void *pointer, size_t size, cudaMemLocation location, unsigned,
                     cudaStream_t stream = nullptr) {
    return cpudev_mem_prefetch(
        pointer, size, location.type == cudaMemLocationTypeHost ? cudaCpuDeviceId : location.id,
        stream);
}
[[__gnu__::__always_inline__]] inline cudaError_t
cudaMemAdvise(const void *pointer, size_t size, cudaMemoryAdvise advice, int device) {
    return cpudev_mem_advise(pointer, size, advice, device);
}
[[__gnu__::__always_inline__]] inline cudaError_t
cudaMemAdvise(const void *pointer, size_t size, cudaMemoryAdvise advice, cudaMemLocation location) {
    return cpudev_mem_advise(pointer, size, advice,
                             location.type == cudaMemLocationTypeHost ? cudaCpuDeviceId
                                                                      : location.id);
}

/* ---- calls of older CUDA versions that courses still teach ---- */
[[__gnu__::__always_inline__]] inline cudaError_t cudaThreadSynchronize() {
    return cudaDeviceSynchronize();
}
[[__gnu__::__always_inline__]] inline cudaError_t cudaThreadExit() {
    return cudaDeviceReset();
}

#endif /* C++ */
#endif
