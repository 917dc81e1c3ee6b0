/* device.c - the one device: its properties, limits and settings. */
#include <stdio.h>
#include <string.h>

#include "cpu_device/runtime_functions.h"
#include "core.h"

enum { RUNTIME_VERSION = 13000 };

static unsigned device_flags;

/* false: there is no such attribute. */
static bool find_attribute(enum cudaDeviceAttr attribute, int *answer) {
    switch (attribute) {
#define CPUDEV_ATTRIBUTE(name, number, value)                                                      \
    case name:                                                                                     \
        *answer = value;                                                                           \
        return true;
#include "cpu_device/attributes.def"
#undef CPUDEV_ATTRIBUTE
    }
    return false;
}

int cpudev_attribute(enum cudaDeviceAttr attribute) {
    int answer = 0;
    find_attribute(attribute, &answer);
    return answer;
}

static cudaError_t refuse_choice(const char *argument, int value, const char *choices) {
    return cpudev_refuse(cudaErrorInvalidValue, "the %s is %d; it must be one of %s", argument,
                         value, choices);
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device) {
    CPUDEV_ASK();
    int answer;
    if (device != 0)
        return CPUDEV_ANSWER(cpudev_refuse_device(device));
    if (!value)
        return CPUDEV_ANSWER(cpudev_refuse_null("that gets the value"));
    if (!find_attribute(attribute, &answer))
        return CPUDEV_ANSWER(refuse_choice("attribute", (int)attribute, "cudaDevAttr..."));
    *value = answer;
    return CPUDEV_ANSWER(cudaSuccess);
}

#define A(name) cpudev_attribute(cudaDevAttr##name)
#define S(name) ((size_t)A(name))

/* What launches and textures may ask for; all else is 0. */
static cudaDeviceProp launch_limits(void) {
    return (cudaDeviceProp){
        .sharedMemPerBlock = S(MaxSharedMemoryPerBlock),
        .regsPerBlock = A(MaxRegistersPerBlock),
        .memPitch = S(MaxPitch),
        .maxThreadsPerBlock = A(MaxThreadsPerBlock),
        .maxThreadsDim = {A(MaxBlockDimX), A(MaxBlockDimY), A(MaxBlockDimZ)},
        .maxGridSize = {A(MaxGridDimX), A(MaxGridDimY), A(MaxGridDimZ)},
        .totalConstMem = S(TotalConstantMemory),
        .maxTexture1D = A(MaxTexture1DWidth),
        .maxTexture1DMipmap = A(MaxTexture1DMipmappedWidth),
        .maxTexture2D = {A(MaxTexture2DWidth), A(MaxTexture2DHeight)},
        .maxTexture2DMipmap = {A(MaxTexture2DMipmappedWidth), A(MaxTexture2DMipmappedHeight)},
        .maxTexture2DGather = {A(MaxTexture2DGatherWidth), A(MaxTexture2DGatherHeight)},
        .maxTexture3DAlt = {A(MaxTexture3DWidthAlt), A(MaxTexture3DHeightAlt),
                            A(MaxTexture3DDepthAlt)},
        .maxTextureCubemap = A(MaxTextureCubemapWidth),
        .maxTextureCubemapLayered = {A(MaxTextureCubemapLayeredWidth),
                                     A(MaxTextureCubemapLayeredLayers)},
        .maxSurface1D = A(MaxSurface1DWidth),
        .maxSurface2D = {A(MaxSurface2DWidth), A(MaxSurface2DHeight)},
        .maxSurface3D = {A(MaxSurface3DWidth), A(MaxSurface3DHeight), A(MaxSurface3DDepth)},
        .maxSurface1DLayered = {A(MaxSurface1DLayeredWidth), A(MaxSurface1DLayeredLayers)},
        .maxSurface2DLayered = {A(MaxSurface2DLayeredWidth), A(MaxSurface2DLayeredHeight),
                                A(MaxSurface2DLayeredLayers)},
        .maxSurfaceCubemap = A(MaxSurfaceCubemapWidth),
        .maxSurfaceCubemapLayered = {A(MaxSurfaceCubemapLayeredWidth),
                                     A(MaxSurfaceCubemapLayeredLayers)},
        .maxTexture2DLinear = {A(MaxTexture2DLinearWidth), A(MaxTexture2DLinearHeight),
                               A(MaxTexture2DLinearPitch)},
        .maxTexture3D = {A(MaxTexture3DWidth), A(MaxTexture3DHeight), A(MaxTexture3DDepth)},
        .maxTexture1DLayered = {A(MaxTexture1DLayeredWidth), A(MaxTexture1DLayeredLayers)},
        .maxTexture2DLayered = {A(MaxTexture2DLayeredWidth), A(MaxTexture2DLayeredHeight),
                                A(MaxTexture2DLayeredLayers)},
        .maxTexture1DLinear = A(MaxTexture1DLinearWidth),
    };
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int device) {
    CPUDEV_ASK();
    if (!p)
        return CPUDEV_ANSWER(cpudev_refuse_null("that gets the properties"));
    if (device != 0)
        return CPUDEV_ANSWER(cpudev_refuse_device(device));
    *p = launch_limits();
    strcpy(p->name, "CPU device");
    memcpy(p->uuid.bytes, "cpu-device", sizeof "cpu-device");
    p->totalGlobalMem = cpudev_memory_total();
    p->warpSize = A(WarpSize);
    p->major = A(ComputeCapabilityMajor);
    p->minor = A(ComputeCapabilityMinor);
    p->textureAlignment = S(TextureAlignment);
    p->texturePitchAlignment = S(TexturePitchAlignment);
    p->multiProcessorCount = A(MultiProcessorCount);
    p->canMapHostMemory = A(CanMapHostMemory);
    p->surfaceAlignment = S(SurfaceAlignment);
    p->concurrentKernels = A(ConcurrentKernels);
    p->asyncEngineCount = A(AsyncEngineCount);
    p->unifiedAddressing = A(UnifiedAddressing);
    p->memoryBusWidth = A(GlobalMemoryBusWidth);
    p->l2CacheSize = A(L2CacheSize);
    p->maxThreadsPerMultiProcessor = A(MaxThreadsPerMultiProcessor);
    p->streamPrioritiesSupported = A(StreamPrioritiesSupported);
    p->globalL1CacheSupported = A(GlobalL1CacheSupported);
    p->localL1CacheSupported = A(LocalL1CacheSupported);
    p->sharedMemPerMultiprocessor = S(MaxSharedMemoryPerMultiprocessor);
    p->regsPerMultiprocessor = A(MaxRegistersPerMultiprocessor);
    p->managedMemory = A(ManagedMemory);
    p->concurrentManagedAccess = A(ConcurrentManagedAccess);
    p->computePreemptionSupported = A(ComputePreemptionSupported);
    p->canUseHostPointerForRegisteredMem = A(CanUseHostPointerForRegisteredMem);
    p->sharedMemPerBlockOptin = S(MaxSharedMemoryPerBlockOptin);
    p->maxBlocksPerMultiProcessor = A(MaxBlocksPerMultiprocessor);
    p->reservedSharedMemPerBlock = S(ReservedSharedMemoryPerBlock);
    p->hostRegisterSupported = A(HostRegisterSupported);
    p->cooperativeLaunch = A(CooperativeLaunch);
    p->memoryPoolsSupported = A(MemoryPoolsSupported);
    p->deviceNumaId = A(NumaId);
    p->clockRate = A(ClockRate);
    p->memoryClockRate = A(MemoryClockRate);
    p->deviceOverlap = A(GpuOverlap);
    p->computeMode = A(ComputeMode);
    p->singleToDoublePrecisionPerfRatio = A(SingleToDoublePrecisionPerfRatio);
    return CPUDEV_ANSWER(cudaSuccess);
}

#undef A
#undef S

cudaError_t cudaGetDeviceCount(int *count) {
    CPUDEV_ASK();
    if (!count)
        return CPUDEV_ANSWER(cpudev_refuse_null("that gets the number of devices"));
    *count = 1;
    return CPUDEV_ANSWER(cudaSuccess);
}

cudaError_t cudaGetDevice(int *device) {
    CPUDEV_ASK();
    if (!device)
        return CPUDEV_ANSWER(cpudev_refuse_null("that gets the device"));
    *device = 0;
    return CPUDEV_ANSWER(cudaSuccess);
}

cudaError_t cudaSetDevice(int device) {
    CPUDEV_ASK();
    if (device != 0)
        return CPUDEV_ANSWER(cpudev_refuse_device(device));
    const bool is_given_up = cpudev_sticky() == cudaErrorDevicesUnavailable;
    return CPUDEV_ANSWER(is_given_up ? cpudev_sticky() : cudaSuccess);
}

cudaError_t cudaInitDevice(int device, unsigned device_flag_values, unsigned flags) {
    CPUDEV_ENTER();
    (void)device_flag_values;
    (void)flags;
    return CPUDEV_RESULT(device == 0 ? cudaSuccess : cpudev_refuse_device(device));
}

cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *wanted) {
    CPUDEV_ASK();
    if (!device || !wanted)
        return CPUDEV_ANSWER(cpudev_refuse_null("for the device or with the properties"));
    *device = 0;
    return CPUDEV_ANSWER(cudaSuccess);
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
    CPUDEV_ASK();
    if (flags > 0x1f)
        return CPUDEV_ANSWER(
            cpudev_refuse(cudaErrorInvalidValue,
                          "the flags are %#x; they are 0 or a sum of cudaDevice...", flags));
    device_flags = flags;
    return CPUDEV_ANSWER(cudaSuccess);
}

cudaError_t cudaGetDeviceFlags(unsigned *flags) {
    CPUDEV_ASK();
    if (!flags)
        return CPUDEV_ANSWER(cpudev_refuse_null("that gets the flags"));
    *flags = device_flags | cudaDeviceMapHost;
    return CPUDEV_ANSWER(cudaSuccess);
}

cudaError_t cudaDeviceReset(void) {
    CPUDEV_ASK();
    const bool was_broken = cpudev_sticky() != cudaSuccess;
    const cudaError_t e = cpudev_drain_device();
    cpudev_hook_synchronized();
    cpudev_drop_streams();
    cpudev_drop_pools();
    cpudev_free_everything(__builtin_return_address(0));
    cpudev_hook_reset();
    cpudev_sticky_reset();
    return CPUDEV_ANSWER(was_broken ? cudaSuccess : e);
}

cudaError_t cudaRuntimeGetVersion(int *version) {
    CPUDEV_ASK();
    if (!version)
        return CPUDEV_ANSWER(cpudev_refuse_null("that gets the version"));
    *version = RUNTIME_VERSION;
    return CPUDEV_ANSWER(cudaSuccess);
}

cudaError_t cudaDriverGetVersion(int *version) {
    return cudaRuntimeGetVersion(version);
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id) {
    CPUDEV_ASK();
    unsigned domain = 0, bus = 0, slot = 0, function = 0;
    if (!device || !id ||
        (sscanf(id, "%x:%x:%x.%x", &domain, &bus, &slot, &function) != 4 &&
         sscanf(id, "%x:%x.%x", &bus, &slot, &function) != 3 &&
         sscanf(id, "%x:%x:%x", &domain, &bus, &slot) != 3))
        return CPUDEV_ANSWER(cpudev_refuse(cudaErrorInvalidValue,
                                           "the bus' number is %s; it is written like 0000:00:00.0",
                                           id ? id : "NULL"));
    if (domain || bus || slot || function) /* cudaDeviceGetPCIBusId tells the one that is there */
        return CPUDEV_ANSWER(cpudev_refuse(cudaErrorInvalidDevice,
                                           "there is no device %s; the only one is "
                                           "0000:00:00.0",
                                           id));
    *device = 0;
    return CPUDEV_ANSWER(cudaSuccess);
}

cudaError_t cudaSetValidDevices(int *devices, int count) {
    CPUDEV_ENTER();
    if (count < 0 || (count && !devices))
        return CPUDEV_RESULT(cpudev_refuse(cudaErrorInvalidValue,
                                           "%d devices at %p are no list; the number must not be "
                                           "negative and the list not NULL",
                                           count, (void *)devices));
    for (int i = 0; i < count; i++)
        if (devices[i] != 0)
            return CPUDEV_RESULT(cpudev_refuse_device(devices[i]));
    return CPUDEV_RESULT(cudaSuccess);
}

/* ---- limits and preferences ---- */

static size_t limits[] = {
    [cudaLimitStackSize] = 1024,
    [cudaLimitPrintfFifoSize] = 1 << 20,
    [cudaLimitMallocHeapSize] = 8 << 20,
    [cudaLimitDevRuntimeSyncDepth] = 2,
    [cudaLimitDevRuntimePendingLaunchCount] = 2048,
    [cudaLimitMaxL2FetchGranularity] = 64,
    [cudaLimitPersistingL2CacheSize] = 0,
};
enum { LIMITS = sizeof limits / sizeof *limits, MOST_STACK = 512 * 1024 };

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) {
    CPUDEV_ENTER();
    if ((unsigned)limit >= LIMITS)
        return CPUDEV_RESULT(cpudev_refuse(cudaErrorUnsupportedLimit,
                                           "the limit is %d; it must be one of cudaLimit...",
                                           (int)limit));
    if (limit == cudaLimitStackSize && value > MOST_STACK)
        return CPUDEV_RESULT(cpudev_refuse(cudaErrorInvalidValue,
                                           "a stack of %zu bytes for each thread; %d are the most",
                                           value, MOST_STACK));
    limits[limit] = limit == cudaLimitStackSize ? (value + 15) / 16 * 16 : value;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) {
    CPUDEV_ENTER();
    if (!value)
        return CPUDEV_RESULT(cpudev_refuse_null("that gets the limit"));
    if ((unsigned)limit >= LIMITS)
        return CPUDEV_RESULT(cpudev_refuse(cudaErrorUnsupportedLimit,
                                           "the limit is %d; it must be one of cudaLimit...",
                                           (int)limit));
    *value = limits[limit];
    return CPUDEV_RESULT(cudaSuccess);
}

static enum cudaFuncCache cache_preference;
static enum cudaSharedMemConfig bank_size = cudaSharedMemBankSizeFourByte;

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache preference) {
    CPUDEV_ENTER();
    if ((unsigned)preference > cudaFuncCachePreferEqual)
        return CPUDEV_RESULT(
            refuse_choice("preference", (int)preference, "cudaFuncCachePrefer..."));
    cache_preference = preference;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *preference) {
    CPUDEV_ENTER();
    if (!preference)
        return CPUDEV_RESULT(cpudev_refuse_null("that gets the preference"));
    *preference = cache_preference;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config) {
    CPUDEV_ENTER();
    if ((unsigned)config > cudaSharedMemBankSizeEightByte)
        return CPUDEV_RESULT(
            refuse_choice("size of a bank", (int)config, "cudaSharedMemBankSize..."));
    return CPUDEV_RESULT(cudaSuccess); /* as on a GPU since Maxwell: banks stay four bytes wide */
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config) {
    CPUDEV_ENTER();
    if (!config)
        return CPUDEV_RESULT(cpudev_refuse_null("that gets the size of a bank"));
    *config = bank_size;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
    CPUDEV_ENTER();
    if (least)
        *least = 0;
    if (greatest)
        *greatest = -5;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device) {
    CPUDEV_ASK();
    if (!id || length < 13)
        return CPUDEV_ANSWER(cpudev_refuse(cudaErrorInvalidValue,
                                           "the text's length is %d; it needs 13 bytes", length));
    if (device != 0)
        return CPUDEV_ANSWER(cpudev_refuse_device(device));
    snprintf(id, (size_t)length, "0000:00:00.0");
    return CPUDEV_ANSWER(cudaSuccess);
}

cudaError_t cudaProfilerStart(void) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaProfilerStop(void) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(cudaSuccess);
}
