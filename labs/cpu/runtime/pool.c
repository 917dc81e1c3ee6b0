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

static cudaError_t refuse_pool(cudaMemPool_t handle) {
    return cpudev_refuse(cudaErrorInvalidValue,
                         "the pool %p does not exist: it was never created, or it was destroyed",
                         (void *)handle);
}

static cudaError_t refuse_attribute(enum cudaMemPoolAttr attribute) {
    return cpudev_refuse(cudaErrorInvalidValue,
                         "the attribute is %d, which is none, or none that can be set",
                         (int)attribute);
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
        return cpudev_refuse_stream(stream);
    if (pool->most && (size > pool->most || pool->used > pool->most - size))
        return cpudev_refuse(cudaErrorMemoryAllocation,
                             "%zu bytes are asked for, and the pool has given %llu of its %zu",
                             size, (unsigned long long)pool->used, pool->most);
    const cudaError_t e = cpudev_device_allocation(pointer, size, api, from);
    if (e != cudaSuccess || !*pointer)
        return e;
    piece *taken = malloc(sizeof *taken);
    if (!taken) {
        cpudev_device_release(*pointer, api, from);
        *pointer = NULL;
        return cpudev_refuse_host_memory();
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
        return CPUDEV_RESULT(refuse_pool(handle));
    return CPUDEV_RESULT(
        allocate_from(pool, pointer, size, stream, __func__, __builtin_return_address(0)));
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream) {
    CPUDEV_ENTER();
    if (!cpudev_valid_stream(stream))
        return CPUDEV_RESULT(cpudev_refuse_stream(stream));
    return CPUDEV_RESULT(cpudev_device_release(pointer, __func__, __builtin_return_address(0)));
}

/* ---- pools ---- */

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
    CPUDEV_ENTER();
    if (!pool)
        return CPUDEV_RESULT(cpudev_refuse_null("that gets the pool"));
    if (device != 0)
        return CPUDEV_RESULT(cpudev_refuse_device(device));
    *pool = &first;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) {
    CPUDEV_ENTER();
    if (!pool)
        return CPUDEV_RESULT(cpudev_refuse_null("that gets the pool"));
    if (device != 0)
        return CPUDEV_RESULT(cpudev_refuse_device(device));
    *pool = current;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t handle) {
    CPUDEV_ENTER();
    struct CUmemPoolHandle_st *pool = pool_of(handle);
    if (device != 0)
        return CPUDEV_RESULT(cpudev_refuse_device(device));
    if (!pool)
        return CPUDEV_RESULT(refuse_pool(handle));
    current = pool;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *wanted) {
    CPUDEV_ENTER();
    if (!pool || !wanted)
        return CPUDEV_RESULT(cpudev_refuse_null("for the pool or with its properties"));
    if (wanted->allocType != cudaMemAllocationTypePinned)
        return CPUDEV_RESULT(cpudev_refuse(
            cudaErrorInvalidValue, "allocType is %d; it must be cudaMemAllocationTypePinned",
            (int)wanted->allocType));
    if (wanted->location.type != cudaMemLocationTypeDevice || wanted->handleTypes)
        return CPUDEV_RESULT(cpudev_refuse(cudaErrorNotSupported,
                                           "the CPU device has pools of its own memory alone, and "
                                           "none for other processes"));
    if (wanted->location.id != 0)
        return CPUDEV_RESULT(cpudev_refuse_device(wanted->location.id));
    struct CUmemPoolHandle_st *made = malloc(sizeof *made);
    if (!made)
        return CPUDEV_RESULT(cpudev_refuse_host_memory());
    *made = (struct CUmemPoolHandle_st){.next = pools, .most = wanted->maxSize, .reuse = {1, 1, 1}};
    pools = made;
    *pool = made;
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t handle) {
    CPUDEV_ENTER();
    struct CUmemPoolHandle_st *pool = pool_of(handle);
    if (!pool)
        return CPUDEV_RESULT(refuse_pool(handle));
    if (pool == &first)
        return CPUDEV_RESULT(
            cpudev_refuse(cudaErrorInvalidValue, "the default pool cannot be destroyed"));
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
    if (!pool)
        return CPUDEV_RESULT(refuse_pool(handle));
    if (!value)
        return CPUDEV_RESULT(cpudev_refuse_null("with the value"));
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
            return CPUDEV_RESULT(
                cpudev_refuse(cudaErrorInvalidValue,
                              "the high mark is to be set to %llu; it can be set to 0 only",
                              (unsigned long long)*(uint64_t *)value));
        *(attribute == cudaMemPoolAttrUsedMemHigh ? &pool->high_used : &pool->high_reserved) =
            pool->used;
        return CPUDEV_RESULT(cudaSuccess);
    case cudaMemPoolAttrReservedMemCurrent:
    case cudaMemPoolAttrUsedMemCurrent:
        break;
    }
    return CPUDEV_RESULT(refuse_attribute(attribute));
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t handle, enum cudaMemPoolAttr attribute,
                                    void *value) {
    CPUDEV_ENTER();
    const struct CUmemPoolHandle_st *pool = pool_of(handle);
    if (!pool)
        return CPUDEV_RESULT(refuse_pool(handle));
    if (!value)
        return CPUDEV_RESULT(cpudev_refuse_null("with the value"));
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
    return CPUDEV_RESULT(refuse_attribute(attribute));
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t handle, size_t keep) {
    CPUDEV_ENTER();
    (void)keep;
    return CPUDEV_RESULT(pool_of(handle) ? cudaSuccess : refuse_pool(handle));
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t handle, const struct cudaMemAccessDesc *access,
                                 size_t count) {
    CPUDEV_ENTER();
    if (!pool_of(handle))
        return CPUDEV_RESULT(refuse_pool(handle));
    if (count && !access)
        return CPUDEV_RESULT(cpudev_refuse_null("with the accesses"));
    for (size_t i = 0; i < count; i++) {
        if (access[i].location.type != cudaMemLocationTypeDevice || access[i].location.id != 0)
            return CPUDEV_RESULT(cpudev_refuse_device(access[i].location.id));
        /* The device that has the pool's memory cannot lose its access. */
        if (access[i].flags != cudaMemAccessFlagsProtReadWrite)
            return CPUDEV_RESULT(cpudev_refuse(cudaErrorInvalidValue,
                                               "the flags are %d; the device's own memory keeps "
                                               "cudaMemAccessFlagsProtReadWrite",
                                               (int)access[i].flags));
    }
    return CPUDEV_RESULT(cudaSuccess);
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t handle,
                                 struct cudaMemLocation *location) {
    CPUDEV_ENTER();
    if (!flags || !location)
        return CPUDEV_RESULT(cpudev_refuse_null("for the flags or with the location"));
    if (!pool_of(handle))
        return CPUDEV_RESULT(refuse_pool(handle));
    if (location->type != cudaMemLocationTypeDevice || location->id != 0)
        return CPUDEV_RESULT(cpudev_refuse_device(location->id));
    *flags = cudaMemAccessFlagsProtReadWrite;
    return CPUDEV_RESULT(cudaSuccess);
}
