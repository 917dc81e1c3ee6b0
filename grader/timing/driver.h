/* The CUDA driver, loaded when it is needed: the harness builds, and prints its help, on machines
 * that have no GPU and no driver. */
#ifndef GRADER_TIMING_DRIVER_H
#define GRADER_TIMING_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <cuda.h>

/* field, symbol in libcuda.so.1, parameters. The symbols name the version of each function, so that
 * the header's own renaming does not matter. */
#define DRIVER_FUNCTIONS(X)                                                                        \
    X(init, "cuInit", (unsigned flags))                                                            \
    X(driver_version, "cuDriverGetVersion", (int *version))                                        \
    X(error_string, "cuGetErrorString", (CUresult code, const char **text))                        \
    X(device_get, "cuDeviceGet", (CUdevice * device, int ordinal))                                 \
    X(device_name, "cuDeviceGetName", (char *name, int length, CUdevice device))                   \
    X(device_attribute, "cuDeviceGetAttribute",                                                    \
      (int *value, CUdevice_attribute attribute, CUdevice device))                                 \
    X(device_bus_id, "cuDeviceGetPCIBusId", (char *id, int length, CUdevice device))               \
    X(context_retain, "cuDevicePrimaryCtxRetain", (CUcontext * context, CUdevice device))          \
    X(context_set, "cuCtxSetCurrent", (CUcontext context))                                         \
    X(context_synchronize, "cuCtxSynchronize", (void))                                             \
    X(context_limit, "cuCtxSetLimit", (CUlimit limit, size_t value))                               \
    X(memory_info, "cuMemGetInfo_v2", (size_t * free_bytes, size_t * total_bytes))                 \
    X(memory_alloc, "cuMemAlloc_v2", (CUdeviceptr * address, size_t bytes))                        \
    X(memory_free, "cuMemFree_v2", (CUdeviceptr address))                                          \
    X(host_alloc, "cuMemHostAlloc", (void **address, size_t bytes, unsigned flags))                \
    X(host_device_address, "cuMemHostGetDevicePointer_v2",                                         \
      (CUdeviceptr * address, void *host, unsigned flags))                                         \
    X(copy_to_device, "cuMemcpyHtoD_v2", (CUdeviceptr target, const void *source, size_t bytes))   \
    X(copy_to_host, "cuMemcpyDtoH_v2", (void *target, CUdeviceptr source, size_t bytes))           \
    X(copy_3d, "cuMemcpy3DAsync_v2", (const CUDA_MEMCPY3D *copy, CUstream stream))                 \
    X(array_create, "cuArray3DCreate_v2",                                                          \
      (CUarray * array, const CUDA_ARRAY3D_DESCRIPTOR *description))                               \
    X(array_destroy, "cuArrayDestroy", (CUarray array))                                            \
    X(texture_create, "cuTexObjectCreate",                                                         \
      (CUtexObject * texture, const CUDA_RESOURCE_DESC *resource, const CUDA_TEXTURE_DESC *how,    \
       const CUDA_RESOURCE_VIEW_DESC *view))                                                       \
    X(texture_destroy, "cuTexObjectDestroy", (CUtexObject texture))                                \
    X(module_load, "cuModuleLoadData", (CUmodule * module, const void *image))                     \
    X(module_function, "cuModuleGetFunction",                                                      \
      (CUfunction * function, CUmodule module, const char *name))                                  \
    X(module_global, "cuModuleGetGlobal_v2",                                                       \
      (CUdeviceptr * address, size_t * bytes, CUmodule module, const char *name))                  \
    X(module_count, "cuModuleGetFunctionCount", (unsigned *count, CUmodule module))                \
    X(module_functions, "cuModuleEnumerateFunctions",                                              \
      (CUfunction * functions, unsigned count, CUmodule module))                                   \
    X(function_name, "cuFuncGetName", (const char **name, CUfunction function))                    \
    X(function_parameter, "cuFuncGetParamInfo",                                                    \
      (CUfunction function, size_t index, size_t * offset, size_t * bytes))                        \
    X(function_attribute, "cuFuncGetAttribute",                                                    \
      (int *value, CUfunction_attribute attribute, CUfunction function))                           \
    X(function_set, "cuFuncSetAttribute",                                                          \
      (CUfunction function, CUfunction_attribute attribute, int value))                            \
    X(stream_create, "cuStreamCreate", (CUstream * stream, unsigned flags))                        \
    X(stream_synchronize, "cuStreamSynchronize", (CUstream stream))                                \
    X(event_create, "cuEventCreate", (CUevent * event, unsigned flags))                            \
    X(event_record, "cuEventRecord", (CUevent event, CUstream stream))                             \
    X(event_query, "cuEventQuery", (CUevent event))                                                \
    X(event_elapsed, "cuEventElapsedTime", (float *milliseconds, CUevent start, CUevent end))      \
    X(launch, "cuLaunchKernel",                                                                    \
      (CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,   \
       unsigned block_y, unsigned block_z, unsigned shared_bytes, CUstream stream,                 \
       void **arguments, void **extra))

typedef struct {
#define DRIVER_FIELD(field, symbol, parameters) CUresult(*field) parameters;
    DRIVER_FUNCTIONS(DRIVER_FIELD)
#undef DRIVER_FIELD
} Driver;

extern Driver driver;

/* Loads libcuda.so.1 and calls cuInit. On failure false, and *reason says what is missing and what
 * to do (a static string). */
bool driver_open(const char **reason);

/* Text of a CUDA error, never NULL. */
const char *driver_error(CUresult code);

#endif
