/* fiber.c - stacks for device threads that wait. */
#define _GNU_SOURCE
#include "block.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { PAGE = 4096, STACK = 64 * 1024, BATCH = 32 };

static __thread struct {
    cpudev_fiber *fiber; /* BATCH of them */
    unsigned char *memory;
} *batches;
static __thread unsigned batch_count;

static void add_batch(cpudev_running *r) {
    const size_t stride = STACK + PAGE;
    unsigned char *memory = mmap(NULL, stride * BATCH, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    cpudev_fiber *fiber = aligned_alloc(64, (sizeof *fiber + 63) / 64 * 64 * BATCH);
    void *more = realloc(batches, (batch_count + 1) * sizeof *batches);
    if (memory == MAP_FAILED || !fiber || !more) {
        cpudev_complain("no memory for the stacks of device threads (%u so far); use smaller blocks",
                        batch_count * BATCH);
        _exit(1);
    }
    batches = more;
    batches[batch_count].fiber = fiber;
    batches[batch_count].memory = memory;
    batch_count++;
    for (unsigned i = BATCH; i-- > 0;) {
        unsigned char *low = memory + i * stride;
        /* May fail when a process has too many mappings; then an overflow hits the next stack. */
        (void)mprotect(low, PAGE, PROT_NONE);
        fiber[i] = (cpudev_fiber){.stack = low + PAGE};
        /* Tops at different offsets, or the hot lines of all stacks share one cache set. */
        fiber[i].stack_top = low + stride - (size_t)(i * 5 % 64) * 64;
        cpudev_free_fiber(r, &fiber[i]);
    }
}

cpudev_fiber *cpudev_new_fiber(cpudev_running *r) {
    if (!r->free_fibers)
        add_batch(r);
    cpudev_fiber *fiber = r->free_fibers;
    r->free_fibers = fiber->next;
    return fiber;
}

void cpudev_free_fiber(cpudev_running *r, cpudev_fiber *fiber) {
    fiber->next = r->free_fibers;
    r->free_fibers = fiber;
}

void cpudev_reset_fibers(cpudev_running *r) {
    r->free_fibers = NULL;
    for (unsigned b = batch_count; b-- > 0;)
        for (unsigned i = BATCH; i-- > 0;)
            cpudev_free_fiber(r, &batches[b].fiber[i]);
}

bool cpudev_is_stack_guard(const void *address) {
    const unsigned char *p = address;
    for (unsigned b = 0; b < batch_count; b++) {
        const unsigned char *memory = batches[b].memory;
        if (p >= memory && p < memory + (STACK + PAGE) * BATCH)
            return (size_t)(p - memory) % (STACK + PAGE) < PAGE;
    }
    return false;
}
