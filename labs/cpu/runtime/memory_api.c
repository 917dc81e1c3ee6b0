/* memory_api.c - allocating and freeing: cudaMalloc and its relatives. */
#include <stdint.h>
#include <stdio.h>

#include "cpu_device/runtime_functions.h"
#include "core.h"

enum { PITCH_ALIGNMENT = 512 };

cudaError_t cpudev_refuse_size(size_t size) {
    if (size <= cpudev_memory_free())
        return cpudev_refuse(
            cudaErrorMemoryAllocation,
            "%zu bytes are asked for, and %zu bytes of addresses are left: the CPU "
            "device uses none twice, and there is no more room here",
            size, cpudev_addresses_left());
    return cpudev_refuse(cudaErrorMemoryAllocation,
                         "%zu bytes are asked for, and %zu of the device's %zu are free%s", size,
                         cpudev_memory_free(), cpudev_memory_total(),
                         size > INT64_MAX ? "; a negative number became so large a size" : "");
}

static cudaError_t allocate(void **pointer, size_t size, cpudev_memory_kind kind, const char *api,
                            void *from) {
    if (!pointer)
        return cpudev_refuse_null("that gets the pointer");
    *pointer = NULL;
    if (!size)
        return cudaSuccess;
    const cudaError_t failing = cpudev_refuse_failing(cudaErrorMemoryAllocation);
    if (failing != cudaSuccess)
        return failing;
    const cpudev_allocation *a = cpudev_allocate(size, kind, api, from);
    if (!a && kind == CPUDEV_PINNED)
        return cpudev_refuse_host_memory();
    if (!a)
        return cpudev_refuse_size(size);
    *pointer = (void *)a->base;
    return cudaSuccess;
}

/* Frees what starts at pointer. Freeing waits for the device, as CUDA's does. */
static cudaError_t release(void *pointer, bool host, const char *api, void *from) {
    char text[700], what[500];
    if (!pointer)
        return cudaSuccess;
    const cudaError_t e = cpudev_drain_device();
    cpudev_allocation *a = (cpudev_allocation *)cpudev_find_allocation(pointer);
    const bool fits =
        a && a->base == (uintptr_t)pointer &&
        (host ? a->kind == CPUDEV_PINNED : a->kind == CPUDEV_DEVICE || a->kind == CPUDEV_MANAGED) &&
        !a->name && (uintptr_t)pointer >= cpudev_heap_base && (uintptr_t)pointer < cpudev_heap_end;
    if (!fits || a->freed) {
        cpudev_describe_address(pointer, what, sizeof what);
        snprintf(text, sizeof text, "%s(%p): %s", api, pointer, what);
        cpudev_hook_finding(fits ? "double-free" : "invalid-free", from, text);
        return cpudev_refuse(cudaErrorInvalidValue, "%s", text);
    }
    cpudev_pool_forget(pointer);
    cpudev_free(a, from);
    return e;
}

cudaError_t cpudev_device_allocation(void **pointer, size_t size, const char *api, void *from) {
    return allocate(pointer, size, CPUDEV_DEVICE, api, from);
}

cudaError_t cpudev_device_release(void *pointer, const char *api, void *from) {
    return release(pointer, false, api, from);
}

cudaError_t cudaMalloc(void **pointer, size_t size) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(
        allocate(pointer, size, CPUDEV_DEVICE, __func__, __builtin_return_address(0)));
}

cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned flags) {
    CPUDEV_ENTER();
    if (!size || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost))
        return CPUDEV_RESULT(cpudev_refuse(cudaErrorInvalidValue,
                                           "the size is %zu and the flags are %#x; the size must "
                                           "not be 0, and the flags are cudaMemAttachGlobal or "
                                           "cudaMemAttachHost",
                                           size, flags));
    return CPUDEV_RESULT(
        allocate(pointer, size, CPUDEV_MANAGED, __func__, __builtin_return_address(0)));
}

cudaError_t cudaFree(void *pointer) {
    CPUDEV_ENTER();
    const cudaError_t e = release(pointer, false, __func__, __builtin_return_address(0));
    cpudev_hook_synchronized();
    return CPUDEV_RESULT(e);
}

static cudaError_t allocate_pitched(void **pointer, size_t *pitch, size_t width, size_t height,
                                    const char *api, void *from) {
    if (!pointer || !pitch)
        return cpudev_refuse_null(pointer ? "that gets the pitch" : "that gets the pointer");
    *pitch = (width + PITCH_ALIGNMENT - 1) / PITCH_ALIGNMENT * PITCH_ALIGNMENT;
    if (height && *pitch > SIZE_MAX / height)
        return cpudev_refuse(cudaErrorMemoryAllocation,
                             "%zu rows of %zu bytes are more than any memory has", height, width);
    return allocate(pointer, *pitch * height, CPUDEV_DEVICE, api, from);
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(
        allocate_pitched(pointer, pitch, width, height, __func__, __builtin_return_address(0)));
}

cudaError_t cudaMalloc3D(cudaPitchedPtr *pitched, cudaExtent extent) {
    CPUDEV_ENTER();
    if (!pitched)
        return CPUDEV_RESULT(cpudev_refuse_null("that gets the pitched pointer"));
    if (extent.height && extent.depth > SIZE_MAX / extent.height)
        return CPUDEV_RESULT(
            cpudev_refuse(cudaErrorInvalidValue,
                          "the extent has %zu slices of %zu rows: more than any memory has",
                          extent.depth, extent.height));
    *pitched = (cudaPitchedPtr){.xsize = extent.width, .ysize = extent.height};
    return CPUDEV_RESULT(allocate_pitched(&pitched->ptr, &pitched->pitch, extent.width,
                                          extent.height * extent.depth, __func__,
                                          __builtin_return_address(0)));
}

cudaError_t cudaMallocHost(void **pointer, size_t size) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(
        allocate(pointer, size, CPUDEV_PINNED, __func__, __builtin_return_address(0)));
}

cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned flags) {
    CPUDEV_ENTER();
    if (flags > (cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined))
        return CPUDEV_RESULT(cpudev_refuse(cudaErrorInvalidValue,
                                           "the flags are %#x; they are 0 or a sum of "
                                           "cudaHostAllocPortable, cudaHostAllocMapped and "
                                           "cudaHostAllocWriteCombined",
                                           flags));
    return CPUDEV_RESULT(
        allocate(pointer, size, CPUDEV_PINNED, __func__, __builtin_return_address(0)));
}

cudaError_t cudaFreeHost(void *pointer) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(release(pointer, true, __func__, __builtin_return_address(0)));
}

cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned flags) {
    CPUDEV_ENTER();
    if (!pointer || !size || flags > 0xf)
        return CPUDEV_RESULT(
            cpudev_refuse(cudaErrorInvalidValue,
                          "the pointer is %p, the size %zu and the flags %#x; neither pointer nor "
                          "size may be 0, and the flags are 0 or a sum of cudaHostRegister...",
                          pointer, size, flags));
    if (cpudev_find_allocation(pointer)) {
        char what[500];
        cpudev_describe_address(pointer, what, sizeof what);
        return CPUDEV_RESULT(cpudev_refuse(cudaErrorHostMemoryAlreadyRegistered,
                                           "the pointer %p is %s; register memory of the host's "
                                           "own, and only once",
                                           pointer, what));
    }
    const bool done = cpudev_register_memory(pointer, size, __builtin_return_address(0));
    return CPUDEV_RESULT(done ? cudaSuccess : cpudev_refuse_host_memory());
}

cudaError_t cudaHostUnregister(void *pointer) {
    CPUDEV_ENTER();
    const cudaError_t e = cpudev_drain_device();
    const bool done = cpudev_unregister_memory(pointer, __builtin_return_address(0));
    if (done)
        return CPUDEV_RESULT(e);
    return CPUDEV_RESULT(cpudev_refuse(cudaErrorHostMemoryNotRegistered,
                                       "the pointer %p is none that cudaHostRegister was given, or "
                                       "it was unregistered before",
                                       pointer));
}

static bool is_pinned(const void *host) {
    const cpudev_allocation *a = cpudev_find_allocation(host);
    return a && !a->freed && a->kind == CPUDEV_PINNED;
}

static cudaError_t refuse_unpinned(const void *host) {
    char what[500];
    cpudev_describe_address(host, what, sizeof what);
    return cpudev_refuse(cudaErrorInvalidValue,
                         "the host pointer %p is no pinned memory: %s; pass what cudaHostAlloc or "
                         "cudaMallocHost gave, or call cudaHostRegister first",
                         host, what);
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags) {
    CPUDEV_ENTER();
    if (!device)
        return CPUDEV_RESULT(cpudev_refuse_null("that gets the device pointer"));
    if (flags)
        return CPUDEV_RESULT(
            cpudev_refuse(cudaErrorInvalidValue, "the flags are %#x; they must be 0", flags));
    if (!is_pinned(host))
        return CPUDEV_RESULT(refuse_unpinned(host));
    *device = host;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *host) {
    CPUDEV_ENTER();
    if (!flags)
        return CPUDEV_RESULT(cpudev_refuse_null("that gets the flags"));
    if (!is_pinned(host))
        return CPUDEV_RESULT(refuse_unpinned(host));
    *flags = cudaHostAllocMapped; /* with one address space all pinned memory is mapped */
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total) {
    CPUDEV_ENTER();
    if (!free_bytes || !total)
        return CPUDEV_RESULT(cpudev_refuse_null("for the free or for all bytes"));
    *free_bytes = cpudev_memory_free();
    *total = cpudev_memory_total();
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *pointer) {
    CPUDEV_ASK();
    if (!attributes)
        return CPUDEV_ANSWER(cpudev_refuse_null("that gets the attributes"));
    const cpudev_allocation *a = cpudev_find_allocation(pointer);
    void *p = (void *)pointer;
    *attributes =
        (cudaPointerAttributes){.type = cudaMemoryTypeUnregistered, .device = -2, .hostPointer = p};
    if (!a || a->freed)
        return CPUDEV_ANSWER(cudaSuccess);
    attributes->device = 0;
    attributes->devicePointer = p;
    switch (a->kind) {
    case CPUDEV_PINNED:
        attributes->type = cudaMemoryTypeHost;
        break;
    case CPUDEV_MANAGED:
        attributes->type = cudaMemoryTypeManaged;
        break;
    default:
        attributes->type = cudaMemoryTypeDevice;
        attributes->hostPointer = NULL;
    }
    return CPUDEV_ANSWER(cudaSuccess);
}

static cudaError_t refuse_unmanaged(const void *pointer, size_t size) {
    char what[500];
    cpudev_describe_address(pointer, what, sizeof what);
    return cpudev_refuse(cudaErrorInvalidValue,
                         "%zu bytes from %p are not all inside one allocation of "
                         "cudaMallocManaged: it is %s",
                         size, pointer, what);
}

/* Hints about where managed memory should live: checked, and without effect. */
static cudaError_t check_managed(const void *pointer, size_t size) {
    const cpudev_allocation *a = cpudev_find_allocation(pointer);
    if (!a || a->freed || a->kind != CPUDEV_MANAGED ||
        (uintptr_t)pointer - a->base + size > a->size)
        return refuse_unmanaged(pointer, size);
    return cudaSuccess;
}

cudaError_t cpudev_mem_prefetch(const void *pointer, size_t size, int device, cudaStream_t stream) {
    CPUDEV_ENTER();
    if (device != 0 && device != cudaCpuDeviceId)
        return CPUDEV_RESULT(cpudev_refuse_device(device));
    if (!cpudev_valid_stream(stream))
        return CPUDEV_RESULT(cpudev_refuse_stream(stream));
    return CPUDEV_RESULT(check_managed(pointer, size));
}

cudaError_t cpudev_mem_advise(const void *pointer, size_t size, enum cudaMemoryAdvise advice,
                              int device) {
    CPUDEV_ENTER();
    if (device != 0 && device != cudaCpuDeviceId)
        return CPUDEV_RESULT(cpudev_refuse_device(device));
    if ((int)advice < 1 || (int)advice > 6)
        return CPUDEV_RESULT(cpudev_refuse(cudaErrorInvalidValue,
                                           "the advice is %d; it must be one of cudaMemAdvise...",
                                           (int)advice));
    return CPUDEV_RESULT(check_managed(pointer, size));
}

/* Which stream's kernels use managed memory: the host may touch it at any time here all the
 * same. */
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t size,
                                     unsigned flags) {
    CPUDEV_ENTER();
    if (!cpudev_valid_stream(stream))
        return CPUDEV_RESULT(cpudev_refuse_stream(stream));
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost && flags != cudaMemAttachSingle)
        return CPUDEV_RESULT(
            cpudev_refuse(cudaErrorInvalidValue,
                          "the flags are %#x; they must be one of cudaMemAttach...", flags));
    const cpudev_allocation *a = cpudev_find_allocation(pointer);
    if (!a || (uintptr_t)pointer != a->base || (size && size != a->size))
        return CPUDEV_RESULT(refuse_unmanaged(pointer, size));
    return CPUDEV_RESULT(check_managed(pointer, size));
}
