/* occupancy.c - attributes of a kernel, and how many of its blocks a multiprocessor would hold.
 *
 * Registers are not known here: a kernel counts as using REGISTERS of them, so that shared memory,
 * threads and blocks decide.
 */
#include <stdint.h>
#include <string.h>

#include "cpu_device/runtime_functions.h"
#include "core.h"

enum { REGISTERS = 32, WARP = 32, SHARED_GRANULARITY = 128, VERSION = 90 };

static __thread int bound_of_next;

void cpudev_bound_next_kernel(int max_threads) {
    bound_of_next = max_threads;
}

void cpudev_take_bound(const cpudev_kernel *k) {
    k->attributes->max_threads = bound_of_next;
    bound_of_next = 0;
}

int cpudev_max_threads(const cpudev_kernel *k) {
    const int most = cpudev_attribute(cudaDevAttrMaxThreadsPerBlock);
    const int bound = k->attributes->max_threads;
    return bound > 0 && bound < most ? bound : most;
}

static size_t limit_of(const cpudev_kernel *k) {
    const size_t usual = (size_t)cpudev_attribute(cudaDevAttrMaxSharedMemoryPerBlock);
    const size_t asked = (size_t)k->attributes->max_dynamic_shared;
    return asked ? asked : usual - cpudev_static_shared(k);
}

static cudaError_t refuse_function(cudaError_t error, const void *function) {
    return cpudev_refuse(error,
                         "%p is no kernel; pass the name of a __global__ function, with its "
                         "template's arguments if it is one",
                         function);
}

static cudaError_t refuse_choice(const char *argument, int value, const char *choices) {
    return cpudev_refuse(cudaErrorInvalidValue, "the %s is %d; it must be %s", argument, value,
                         choices);
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *a, const void *function) {
    CPUDEV_ENTER();
    if (!a)
        return CPUDEV_RESULT(cpudev_refuse_null("that gets the attributes"));
    const cpudev_kernel *k = cpudev_kernel_of(function);
    if (!k)
        return CPUDEV_RESULT(refuse_function(cudaErrorInvalidResourceHandle, function));
    *a = (struct cudaFuncAttributes){
        .sharedSizeBytes = cpudev_static_shared(k),
        .maxThreadsPerBlock = cpudev_max_threads(k),
        .numRegs = REGISTERS,
        .ptxVersion = VERSION,
        .binaryVersion = VERSION,
        .maxDynamicSharedSizeBytes = (int)limit_of(k),
        .preferredShmemCarveout = k->attributes->carveout ? k->attributes->carveout - 1
                                                          : (int)cudaSharedmemCarveoutDefault,
    };
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaFuncSetAttribute(const void *function, enum cudaFuncAttribute attribute,
                                 int value) {
    CPUDEV_ENTER();
    const cpudev_kernel *k = cpudev_kernel_of(function);
    if (!k)
        return CPUDEV_RESULT(refuse_function(cudaErrorInvalidDeviceFunction, function));
    const size_t most = (size_t)cpudev_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
    switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
        if (value < 0 || (size_t)value + cpudev_static_shared(k) > most)
            return CPUDEV_RESULT(cpudev_refuse(
                cudaErrorInvalidValue,
                "%d bytes of dynamic shared memory and %zu of __shared__ variables are asked for; "
                "a block has %zu at most",
                value, cpudev_static_shared(k), most));
        k->attributes->max_dynamic_shared = value;
        return CPUDEV_RESULT(cudaSuccess);
    case cudaFuncAttributePreferredSharedMemoryCarveout:
        if (value < -1 || value > 100)
            return CPUDEV_RESULT(refuse_choice("carveout", value, "a percentage, or -1"));
        k->attributes->carveout = value + 1; /* so that 0 means not set */
        return CPUDEV_RESULT(cudaSuccess);
    }
    return CPUDEV_RESULT(refuse_choice("attribute", (int)attribute, "one of cudaFuncAttribute..."));
}

cudaError_t cudaFuncSetCacheConfig(const void *function, enum cudaFuncCache preference) {
    CPUDEV_ENTER();
    const cpudev_kernel *k = cpudev_kernel_of(function);
    if (!k)
        return CPUDEV_RESULT(refuse_function(cudaErrorInvalidDeviceFunction, function));
    if ((unsigned)preference > cudaFuncCachePreferEqual)
        return CPUDEV_RESULT(
            refuse_choice("preference", (int)preference, "one of cudaFuncCachePrefer..."));
    k->attributes->cache_preference = (int)preference;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaFuncSetSharedMemConfig(const void *function, enum cudaSharedMemConfig config) {
    CPUDEV_ENTER();
    if (!cpudev_kernel_of(function))
        return CPUDEV_RESULT(refuse_function(cudaErrorInvalidDeviceFunction, function));
    if ((unsigned)config > cudaSharedMemBankSizeEightByte)
        return CPUDEV_RESULT(
            refuse_choice("size of a bank", (int)config, "one of cudaSharedMemBankSize..."));
    return CPUDEV_RESULT(cudaSuccess);
}

static int smaller(int a, int b) {
    return a < b ? a : b;
}

/* Blocks of `threads` threads and `dynamic` bytes that fit one multiprocessor together. Launch
 * bounds do not count, as on a GPU: a launch over them is refused all the same. */
static int resident_blocks(const cpudev_kernel *k, int threads, size_t dynamic) {
    if (threads > cpudev_attribute(cudaDevAttrMaxThreadsPerBlock) || dynamic > limit_of(k))
        return 0;
    const int warps = (threads + WARP - 1) / WARP;
    int blocks = cpudev_attribute(cudaDevAttrMaxBlocksPerMultiprocessor);
    blocks =
        smaller(blocks, cpudev_attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / WARP / warps);
    blocks = smaller(blocks, cpudev_attribute(cudaDevAttrMaxRegistersPerMultiprocessor) /
                                 (REGISTERS * WARP * warps));
    size_t shared = dynamic + cpudev_static_shared(k) +
                    (size_t)cpudev_attribute(cudaDevAttrReservedSharedMemoryPerBlock);
    shared = (shared + SHARED_GRANULARITY - 1) / SHARED_GRANULARITY * SHARED_GRANULARITY;
    return smaller(
        blocks,
        (int)((size_t)cpudev_attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor) / shared));
}

uint64_t cpudev_resident_blocks(const cpudev_kernel *k, int threads, size_t dynamic) {
    return (uint64_t)resident_blocks(k, threads, dynamic) *
           (uint64_t)cpudev_attribute(cudaDevAttrMultiProcessorCount);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks,
                                                                   const void *function,
                                                                   int block_size, size_t dynamic,
                                                                   unsigned flags) {
    CPUDEV_ENTER();
    if (!blocks)
        return CPUDEV_RESULT(cpudev_refuse_null("that gets the number of blocks"));
    if (block_size <= 0)
        return CPUDEV_RESULT(refuse_choice("size of a block", block_size, "1 or more threads"));
    if (flags > cudaOccupancyDisableCachingOverride)
        return CPUDEV_RESULT(refuse_choice("flag", (int)flags, "one of cudaOccupancy..."));
    const cpudev_kernel *k = cpudev_kernel_of(function);
    if (!k)
        return CPUDEV_RESULT(refuse_function(cudaErrorInvalidDeviceFunction, function));
    *blocks = resident_blocks(k, block_size, dynamic);
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function,
                                                          int block_size, size_t dynamic) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, block_size,
                                                                  dynamic, cudaOccupancyDefault);
}

cudaError_t cpudev_max_potential_block_size(int *min_grid, int *block_size, const void *function,
                                            size_t (*shared_of)(void *, int), void *context,
                                            int limit) {
    CPUDEV_ENTER();
    if (!min_grid || !block_size)
        return CPUDEV_RESULT(cpudev_refuse_null("for the grid or for the size of a block"));
    if (limit < 0)
        return CPUDEV_RESULT(refuse_choice("limit of a block's size", limit, "0 or more"));
    const cpudev_kernel *k = cpudev_kernel_of(function);
    if (!k)
        return CPUDEV_RESULT(refuse_function(cudaErrorInvalidDeviceFunction, function));
    const int most = cpudev_max_threads(k);
    int best = 0;
    for (int size = limit && limit < most ? limit : most; size > 0; size -= WARP) {
        const int blocks = resident_blocks(k, size, shared_of(context, size));
        if (blocks * size > best) {
            best = blocks * size;
            *block_size = size;
            *min_grid = blocks * cpudev_attribute(cudaDevAttrMultiProcessorCount);
        }
    }
    if (best)
        return CPUDEV_RESULT(cudaSuccess);
    return CPUDEV_RESULT(cpudev_refuse(cudaErrorInvalidConfiguration,
                                       "no size of a block fits: each needs more dynamic shared "
                                       "memory than a block may have (%zu bytes)",
                                       limit_of(k)));
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamic, const void *function,
                                                      int blocks, int block_size) {
    CPUDEV_ENTER();
    if (!dynamic)
        return CPUDEV_RESULT(cpudev_refuse_null("that gets the bytes"));
    if (blocks <= 0 || block_size <= 0)
        return CPUDEV_RESULT(refuse_choice(blocks <= 0 ? "number of blocks" : "size of a block",
                                           blocks <= 0 ? blocks : block_size, "1 or more"));
    const cpudev_kernel *k = cpudev_kernel_of(function);
    if (!k)
        return CPUDEV_RESULT(refuse_function(cudaErrorInvalidDeviceFunction, function));
    const size_t each = (size_t)cpudev_attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor) /
                        (size_t)blocks / SHARED_GRANULARITY * SHARED_GRANULARITY;
    const size_t taken =
        cpudev_static_shared(k) + (size_t)cpudev_attribute(cudaDevAttrReservedSharedMemoryPerBlock);
    const size_t left = each > taken ? each - taken : 0;
    *dynamic = left < limit_of(k) ? left : limit_of(k);
    return CPUDEV_RESULT(cudaSuccess);
}
