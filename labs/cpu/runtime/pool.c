/* pool.c - pools of memory and allocation in the order of a stream.
 *
 * A pool keeps nothing in reserve: what is freed goes back at once, so the reserved memory is the
 * used memory. Each pool knows its allocations for those two figures.
 */
#include <stdint.h>
#include <stdlib.h>

#include "cpu_device/runtime_functions.h"
#include "core.h"

struct CUmemPoolHandle_st {
    struct CUmemPoolHandle_st *next;
    uint64_t used, high_used, high_reserved, threshold;
    size_t most; /* bytes; 0: no limit */
    int reuse[3];
    bool destroyed;
};

typedef struct piece {
    struct piece *next;
    struct CUmemPoolHandle_st *pool;
    const void *base;
    size_t size;
} piece;

static struct CUmemPoolHandle_st first = {.reuse = {1, 1, 1}};
static struct CUmemPoolHandle_st *pools = &first; /* the default pool is always the last */
static struct CUmemPoolHandle_st *current = &first;
static piece *pieces;

static struct CUmemPoolHandle_st *pool_of(cudaMemPool_t handle) {
    for (struct CUmemPoolHandle_st *p = pools; p; p = p->next)
        if (p == handle)
            return p->destroyed ? NULL : p;
    return NULL;
}

void cpudev_pool_forget(const void *base) {
    for (piece **link = &pieces; *link; link = &(*link)->next) {
        piece *gone = *link;
        if (gone->base != base)
            continue;
        gone->pool->used -= gone->size;
        *link = gone->next;
        free(gone);
        return;
    }
}

void cpudev_drop_pools(void) {
    while (pieces)
        cpudev_pool_forget(pieces->base);
    for (struct CUmemPoolHandle_st *p = pools; p; p = p->next)
        p->destroyed = p != &first;
    first = (struct CUmemPoolHandle_st){.reuse = {1, 1, 1}};
    current = &first;
}

static cudaError_t allocate_from(struct CUmemPoolHandle_st *pool, void **pointer, size_t size,
                                 cudaStream_t stream, const char *api, void *from) {
    if (!cpudev_valid_stream(stream))
        return cudaErrorInvalidResourceHandle;
    if (pool->most && (size > pool->most || pool->used > pool->most - size))
        return cudaErrorMemoryAllocation;
    const cudaError_t e = cpudev_device_allocation(pointer, size, api, from);
    if (e != cudaSuccess || !*pointer)
        return e;
    piece *taken = malloc(sizeof *taken);
    if (!taken) {
        cpudev_device_release(*pointer, api, from);
        *pointer = NULL;
        return cudaErrorMemoryAllocation;
    }
    *taken = (piece){.next = pieces, .pool = pool, .base = *pointer, .size = size};
    pieces = taken;
    pool->used += size;
    if (pool->used > pool->high_used)
        pool->high_used = pool->used;
    if (pool->used > pool->high_reserved)
        pool->high_reserved = pool->used;
    return cudaSuccess;
}

cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream) {
    CPUDEV_ENTER();
    return CPUDEV_RESULT(
        allocate_from(current, pointer, size, stream, __func__, __builtin_return_address(0)));
}

cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t size, cudaMemPool_t handle,
                                    cudaStream_t stream) {
    CPUDEV_ENTER();
    struct CUmemPoolHandle_st *pool = pool_of(handle);
    if (!pool)
        return CPUDEV_RESULT(cudaErrorInvalidValue);
    return CPUDEV_RESULT(
        allocate_from(pool, pointer, size, stream, __func__, __builtin_return_address(0)));
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream) {
    CPUDEV_ENTER();
    if (!cpudev_valid_stream(stream))
        return CPUDEV_RESULT(cudaErrorInvalidResourceHandle);
    return CPUDEV_RESULT(cpudev_device_release(pointer, __func__, __builtin_return_address(0)));
}

/* ---- pools ---- */

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
    CPUDEV_ENTER();
    if (!pool)
        return CPUDEV_RESULT(cudaErrorInvalidValue);
    if (device != 0)
        return CPUDEV_RESULT(cudaErrorInvalidDevice);
    *pool = &first;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) {
    CPUDEV_ENTER();
    if (!pool)
        return CPUDEV_RESULT(cudaErrorInvalidValue);
    if (device != 0)
        return CPUDEV_RESULT(cudaErrorInvalidDevice);
    *pool = current;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t handle) {
    CPUDEV_ENTER();
    struct CUmemPoolHandle_st *pool = pool_of(handle);
    if (device != 0)
        return CPUDEV_RESULT(cudaErrorInvalidDevice);
    if (!pool)
        return CPUDEV_RESULT(cudaErrorInvalidValue);
    current = pool;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *wanted) {
    CPUDEV_ENTER();
    if (!pool || !wanted || wanted->allocType != cudaMemAllocationTypePinned)
        return CPUDEV_RESULT(cudaErrorInvalidValue);
    if (wanted->location.type != cudaMemLocationTypeDevice || wanted->handleTypes)
        return CPUDEV_RESULT(cudaErrorNotSupported);
    if (wanted->location.id != 0)
        return CPUDEV_RESULT(cudaErrorInvalidDevice);
    struct CUmemPoolHandle_st *made = malloc(sizeof *made);
    if (!made)
        return CPUDEV_RESULT(cudaErrorMemoryAllocation);
    *made = (struct CUmemPoolHandle_st){.next = pools, .most = wanted->maxSize, .reuse = {1, 1, 1}};
    pools = made;
    *pool = made;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t handle) {
    CPUDEV_ENTER();
    struct CUmemPoolHandle_st *pool = pool_of(handle);
    if (!pool || pool == &first)
        return CPUDEV_RESULT(cudaErrorInvalidValue);
    /* Its allocations stay until they are freed, and the record with them. */
    pool->destroyed = true;
    if (current == pool)
        current = &first;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t handle, enum cudaMemPoolAttr attribute,
                                    void *value) {
    CPUDEV_ENTER();
    struct CUmemPoolHandle_st *pool = pool_of(handle);
    if (!pool || !value)
        return CPUDEV_RESULT(cudaErrorInvalidValue);
    switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
        pool->reuse[attribute - cudaMemPoolReuseFollowEventDependencies] = *(int *)value != 0;
        return CPUDEV_RESULT(cudaSuccess);
    case cudaMemPoolAttrReleaseThreshold:
        pool->threshold = *(uint64_t *)value;
        return CPUDEV_RESULT(cudaSuccess);
    case cudaMemPoolAttrReservedMemHigh:
    case cudaMemPoolAttrUsedMemHigh:
        if (*(uint64_t *)value) /* they can be set to 0 alone, which begins again */
            return CPUDEV_RESULT(cudaErrorInvalidValue);
        *(attribute == cudaMemPoolAttrUsedMemHigh ? &pool->high_used : &pool->high_reserved) =
            pool->used;
        return CPUDEV_RESULT(cudaSuccess);
    case cudaMemPoolAttrReservedMemCurrent:
    case cudaMemPoolAttrUsedMemCurrent:
        break;
    }
    return CPUDEV_RESULT(cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t handle, enum cudaMemPoolAttr attribute,
                                    void *value) {
    CPUDEV_ENTER();
    const struct CUmemPoolHandle_st *pool = pool_of(handle);
    if (!pool || !value)
        return CPUDEV_RESULT(cudaErrorInvalidValue);
    switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
        *(int *)value = pool->reuse[attribute - cudaMemPoolReuseFollowEventDependencies];
        return CPUDEV_RESULT(cudaSuccess);
    case cudaMemPoolAttrReleaseThreshold:
        *(uint64_t *)value = pool->threshold;
        return CPUDEV_RESULT(cudaSuccess);
    case cudaMemPoolAttrReservedMemCurrent:
    case cudaMemPoolAttrUsedMemCurrent:
        *(uint64_t *)value = pool->used;
        return CPUDEV_RESULT(cudaSuccess);
    case cudaMemPoolAttrReservedMemHigh:
        *(uint64_t *)value = pool->high_reserved;
        return CPUDEV_RESULT(cudaSuccess);
    case cudaMemPoolAttrUsedMemHigh:
        *(uint64_t *)value = pool->high_used;
        return CPUDEV_RESULT(cudaSuccess);
    }
    return CPUDEV_RESULT(cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t handle, size_t keep) {
    CPUDEV_ENTER();
    (void)keep;
    return CPUDEV_RESULT(pool_of(handle) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t handle, const struct cudaMemAccessDesc *access,
                                 size_t count) {
    CPUDEV_ENTER();
    if (!pool_of(handle) || (count && !access))
        return CPUDEV_RESULT(cudaErrorInvalidValue);
    for (size_t i = 0; i < count; i++) {
        if (access[i].location.type != cudaMemLocationTypeDevice || access[i].location.id != 0)
            return CPUDEV_RESULT(cudaErrorInvalidDevice);
        /* The device that has the pool's memory cannot lose its access. */
        if (access[i].flags != cudaMemAccessFlagsProtReadWrite)
            return CPUDEV_RESULT(cudaErrorInvalidValue);
    }
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t handle,
                                 struct cudaMemLocation *location) {
    CPUDEV_ENTER();
    if (!flags || !location || !pool_of(handle))
        return CPUDEV_RESULT(cudaErrorInvalidValue);
    if (location->type != cudaMemLocationTypeDevice || location->id != 0)
        return CPUDEV_RESULT(cudaErrorInvalidDevice);
    *flags = cudaMemAccessFlagsProtReadWrite;
    return CPUDEV_RESULT(cudaSuccess);
}
