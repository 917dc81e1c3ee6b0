/* runtime_functions.h - the CUDA runtime API, as far as it is C: what the library defines. C and
 * C++. Optional arguments have their defaults in C++ only. */
#ifndef CPUDEV_RUNTIME_FUNCTIONS_H
#define CPUDEV_RUNTIME_FUNCTIONS_H

#include "driver_types.h"
#include "vector_types.h"

#ifdef __cplusplus
#define CPUDEV_DEFAULT(value) = value
extern "C" {
#else
#define CPUDEV_DEFAULT(value)
#endif

/* ---- errors (error.c) ---- */
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
/* Internal: what this thread's last launch came to, whatever error an earlier call left. */
cudaError_t cpudev_launched(void);
const char *cudaGetErrorName(cudaError_t error);
const char *cudaGetErrorString(cudaError_t error);

/* ---- device (device.c, launch.c) ---- */
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaInitDevice(int device, unsigned __device_flags, unsigned flags);
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *__wanted);
cudaError_t cudaSetDeviceFlags(unsigned flags);
cudaError_t cudaGetDeviceFlags(unsigned *flags);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *__properties, int device);
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device);
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaDeviceSetLimit(enum cudaLimit __limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit __limit);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache __preference);
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *__preference);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config);
cudaError_t cudaDeviceGetStreamPriorityRange(int *__least, int *__greatest);
cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device);
cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id);
cudaError_t cudaSetValidDevices(int *__devices, int count);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

/* ---- memory (memory_api.c) ---- */
cudaError_t cudaMalloc(void **pointer, size_t size);
cudaError_t cudaFree(void *pointer);
cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height);
cudaError_t cudaMalloc3D(struct cudaPitchedPtr *__pitched, struct cudaExtent extent);
cudaError_t cudaMallocManaged(void **pointer, size_t size,
                              unsigned flags CPUDEV_DEFAULT(cudaMemAttachGlobal));
cudaError_t cudaMallocHost(void **pointer, size_t size);
cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned flags);
cudaError_t cudaFreeHost(void *pointer);
cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned flags);
cudaError_t cudaHostUnregister(void *pointer);
cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags);
cudaError_t cudaHostGetFlags(unsigned *flags, void *host);
cudaError_t cudaMemGetInfo(size_t *__free_bytes, size_t *__total);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer);
cudaError_t cpudev_mem_prefetch(const void *pointer, size_t size, int device, cudaStream_t stream);
cudaError_t cpudev_mem_advise(const void *pointer, size_t size, enum cudaMemoryAdvise advice,
                              int device);

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer,
                                     size_t size CPUDEV_DEFAULT(0),
                                     unsigned flags CPUDEV_DEFAULT(cudaMemAttachSingle));

/* ---- pools of memory (pool.c) ---- */
cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream);
cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t size, cudaMemPool_t __pool,
                                    cudaStream_t stream);
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *__pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *__pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t __pool);
cudaError_t cudaMemPoolCreate(cudaMemPool_t *__pool, const struct cudaMemPoolProps *__wanted);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t __pool);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t __pool, enum cudaMemPoolAttr attribute,
                                    void *value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t __pool, enum cudaMemPoolAttr attribute,
                                    void *value);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t __pool, size_t __keep);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t __pool, const struct cudaMemAccessDesc *__access,
                                 size_t count);
cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t __pool,
                                 struct cudaMemLocation *location);

/* ---- other devices and processes (peers.c) ---- */
cudaError_t cudaDeviceCanAccessPeer(int *__can, int device, int __peer);
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int __from,
                                      int to);
cudaError_t cudaDeviceEnablePeerAccess(int __peer, unsigned flags);
cudaError_t cudaDeviceDisablePeerAccess(int __peer);
cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *__parameters);
cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *__parameters,
                                  cudaStream_t stream CPUDEV_DEFAULT(0));
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *pointer);
cudaError_t cudaIpcOpenMemHandle(void **pointer, cudaIpcMemHandle_t handle, unsigned flags);
cudaError_t cudaIpcCloseMemHandle(void *pointer);
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event);
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle);

/* ---- copies and sets (copy_linear.c, copy_pitched.c) ---- */
cudaError_t cudaMemcpy(void *to, const void *__from, size_t size, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, const void *__from, size_t size, enum cudaMemcpyKind kind,
                            cudaStream_t stream CPUDEV_DEFAULT(0));
cudaError_t cudaMemcpyPeer(void *to, int __to_device, const void *__from, int __from_device,
                           size_t size);
cudaError_t cudaMemcpyPeerAsync(void *to, int __to_device, const void *__from, int __from_device,
                                size_t size, cudaStream_t stream CPUDEV_DEFAULT(0));
cudaError_t cudaMemset(void *to, int value, size_t size);
cudaError_t cudaMemsetAsync(void *to, int value, size_t size,
                            cudaStream_t stream CPUDEV_DEFAULT(0));
cudaError_t cudaMemset2D(void *to, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream CPUDEV_DEFAULT(0));
cudaError_t cudaMemset3D(struct cudaPitchedPtr to, int value, struct cudaExtent extent);
cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr to, int value, struct cudaExtent extent,
                              cudaStream_t stream CPUDEV_DEFAULT(0));

cudaError_t cudaMemcpy2D(void *to, size_t __to_pitch, const void *__from, size_t __from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void *to, size_t __to_pitch, const void *__from, size_t __from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream CPUDEV_DEFAULT(0));
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *__from,
                                size_t pitch, size_t width, size_t height,
                                enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *__from,
                                     size_t pitch, size_t width, size_t height,
                                     enum cudaMemcpyKind kind,
                                     cudaStream_t stream CPUDEV_DEFAULT(0));
cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t __from, size_t x,
                                  size_t y, size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t __from, size_t x,
                                       size_t y, size_t width, size_t height,
                                       enum cudaMemcpyKind kind,
                                       cudaStream_t stream CPUDEV_DEFAULT(0));
cudaError_t
cudaMemcpy2DArrayToArray(cudaArray_t to, size_t __to_x, size_t __to_y, cudaArray_const_t __from,
                         size_t __from_x, size_t __from_y, size_t width, size_t height,
                         enum cudaMemcpyKind kind CPUDEV_DEFAULT(cudaMemcpyDeviceToDevice));
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *__from, size_t size,
                              enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t __from, size_t x, size_t y, size_t size,
                                enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *__parameters);
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *__parameters,
                              cudaStream_t stream CPUDEV_DEFAULT(0));

/* ---- arrays (array.c) ---- */
cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                            size_t width, size_t height CPUDEV_DEFAULT(0),
                            unsigned flags CPUDEV_DEFAULT(0));
cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                              struct cudaExtent extent, unsigned flags CPUDEV_DEFAULT(0));
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *format, struct cudaExtent *extent,
                             unsigned *flags, cudaArray_t array);
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *format, cudaArray_const_t array);

/* ---- mipmapped arrays (mipmap.c) ---- */
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *mipmap,
                                     const struct cudaChannelFormatDesc *format,
                                     struct cudaExtent extent, unsigned __levels,
                                     unsigned flags CPUDEV_DEFAULT(0));
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *array, cudaMipmappedArray_const_t mipmap,
                                       unsigned level);
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmap);

/* ---- kernels (occupancy.c, launch.c): by address; C++ names the kernel (runtime_api.h) ---- */
cudaError_t cudaLaunchKernel(const void *__function, struct dim3 __grid, struct dim3 __block,
                             void **__arguments, size_t __shared CPUDEV_DEFAULT(0),
                             cudaStream_t stream CPUDEV_DEFAULT(nullptr));
cudaError_t cudaLaunchCooperativeKernel(const void *__function, struct dim3 __grid,
                                        struct dim3 __block, void **__arguments,
                                        size_t __shared CPUDEV_DEFAULT(0),
                                        cudaStream_t stream CPUDEV_DEFAULT(nullptr));
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *__function);
cudaError_t cudaFuncSetAttribute(const void *__function, enum cudaFuncAttribute attribute,
                                 int value);
cudaError_t cudaFuncSetCacheConfig(const void *__function, enum cudaFuncCache __preference);
cudaError_t cudaFuncSetSharedMemConfig(const void *__function, enum cudaSharedMemConfig config);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *__blocks, const void *__function,
                                                          int __block_size, size_t __dynamic);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *__blocks, const void *__function, int __block_size, size_t __dynamic, unsigned flags);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *__dynamic, const void *__function,
                                                      int __blocks, int __block_size);
/* shared_of(context, threads): bytes of dynamic shared memory a block of that many threads
 * needs. */
cudaError_t cpudev_max_potential_block_size(int *__min_grid, int *__block_size,
                                            const void *__function,
                                            size_t (*__shared_of)(void *__context, int __threads),
                                            void *__context, int __limit);

/* ---- symbols (copy_linear.c): the variable's address; C++ names the variable (runtime_api.h) --
 */
cudaError_t cudaGetSymbolAddress(void **address, const void *symbol);
cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol);
cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *__from, size_t size,
                               size_t offset CPUDEV_DEFAULT(0),
                               enum cudaMemcpyKind kind CPUDEV_DEFAULT(cudaMemcpyHostToDevice));
cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *__from, size_t size,
                                    size_t offset, enum cudaMemcpyKind kind,
                                    cudaStream_t stream CPUDEV_DEFAULT(0));
cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t size,
                                 size_t offset CPUDEV_DEFAULT(0),
                                 enum cudaMemcpyKind kind CPUDEV_DEFAULT(cudaMemcpyDeviceToHost));
cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t size, size_t offset,
                                      enum cudaMemcpyKind kind,
                                      cudaStream_t stream CPUDEV_DEFAULT(0));

/* ---- streams (stream.c) ---- */
cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device);
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned flags CPUDEV_DEFAULT(0));
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t __function, void *__user_data);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void *__user_data, unsigned flags);

/* ---- their attributes (stream_hints.c) ---- */
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue *value);
cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   cudaStreamAttrValue *value);
cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from);
cudaError_t cudaCtxResetPersistingL2Cache(void);

/* ---- events (event.c) ---- */
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream CPUDEV_DEFAULT(0));
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream CPUDEV_DEFAULT(0),
                                     unsigned flags CPUDEV_DEFAULT(0));
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *__milliseconds, cudaEvent_t start, cudaEvent_t end);

#ifdef __cplusplus
}
#endif

#include "texture_functions.h"
#ifdef __cplusplus
#include "channel_descriptor.h"
#endif

#endif
