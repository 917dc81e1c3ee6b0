/* fiber.c - stacks for device threads that wait. */
#define _GNU_SOURCE
#include "block.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* Not a power of two, or the stacks would share sets of the cache. */
enum {
    NOTES = CPUDEV_STACK_NOTES,
    GUARD = CPUDEV_STACK_GUARD,
    STRIDE = NOTES + GUARD + CPUDEV_STACK,
    BATCH = CPUDEV_FIBER_BATCH
};

/* A guard splits a mapping, of which a process has 65530: beyond this many there are none. */
enum { MAX_GUARDS = 24 * 1024 };
static atomic_uint guards;

/* Fibers lie at different offsets from the end of their stack's last page, or the lines that a
 * switch touches would share one set of the cache. */
static cpudev_fiber *fiber_at(unsigned char *batch, unsigned i) {
    return (cpudev_fiber *)(batch + (size_t)(i + 1) * STRIDE -
                            (sizeof(cpudev_fiber) + 63) / 64 * 64 - (size_t)(i * 7 % 32) * 64);
}

void cpudev_add_fibers(cpudev_running *r) {
    unsigned char *memory = mmap(NULL, (size_t)STRIDE * BATCH, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    unsigned char **more = realloc(r->batches, (r->batch_count + 1) * sizeof *more);
    if (memory == MAP_FAILED || !more) {
        cpudev_complain(
            "no memory for the stacks of device threads (%u so far); use smaller blocks",
            r->batch_count * BATCH);
        _exit(1);
    }
    r->batches = more;
    r->batches[r->batch_count++] = memory;
    const bool guarded = atomic_fetch_add(&guards, BATCH) < MAX_GUARDS;
    for (unsigned i = BATCH; i-- > 0;) {
        if (guarded)
            (void)mprotect(memory + (size_t)i * STRIDE + NOTES, GUARD, PROT_NONE);
        cpudev_fiber *fiber = fiber_at(memory, i);
        fiber->owner.stack = memory + (size_t)i * STRIDE + NOTES + GUARD;
        fiber->owner.stack_top = (unsigned char *)fiber;
        r->free_fiber[r->free_fibers++] = fiber;
    }
}

void cpudev_reset_fibers(cpudev_running *r) {
    r->free_fibers = 0;
    for (unsigned b = r->batch_count; b-- > 0;)
        for (unsigned i = BATCH; i-- > 0;)
            r->free_fiber[r->free_fibers++] = fiber_at(r->batches[b], i);
}

bool cpudev_is_stack_guard(const void *address) {
    const unsigned char *p = address;
    for (const cpudev_running *r = cpudev_blocks_here; r; r = r->next_here)
        for (unsigned b = 0; b < r->batch_count; b++) {
            const unsigned char *memory = r->batches[b];
            if (p >= memory && p < memory + (size_t)STRIDE * BATCH)
                return (size_t)(p - memory) % STRIDE - NOTES < GUARD;
        }
    return false;
}
