/* regions.c - what kernels that run region by region need of the runtime (cpu_device/regions.h). */
#define _GNU_SOURCE
#include "block.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern __thread cpudev_uint3 threadIdx;

void *cpudev_slots(unsigned number, size_t bytes) {
    static __thread struct {
        void *memory;
        size_t size;
    } slots[CPUDEV_MAX_SLOTS];
    if (slots[number].size < bytes) {
        free(slots[number].memory);
        slots[number].size = (bytes + 63) / 64 * 64;
        slots[number].memory = aligned_alloc(64, slots[number].size);
        if (!slots[number].memory) {
            cpudev_complain("no memory for the variables of a block's threads; use smaller blocks");
            _exit(1);
        }
    }
    return slots[number].memory;
}

bool cpudev_use_regions(void) {
#ifdef CPUDEV_CHECK
    return false; /* an object built without --check may bring such versions */
#endif
    static int wanted; /* 0: not asked yet; the same answer for all who ask at once */
    int known = __atomic_load_n(&wanted, __ATOMIC_RELAXED);
    if (!known) {
        const char *text = getenv("CPU_DEVICE_REGIONS");
        if (text && *text && strcmp(text, "on") && strcmp(text, "off")) {
            cpudev_complain("CPU_DEVICE_REGIONS=%s is neither on nor off", text);
            _exit(2);
        }
        known = text && !strcmp(text, "off") ? -1 : 1;
        __atomic_store_n(&wanted, known, __ATOMIC_RELAXED);
    }
    return known > 0;
}

void cpudev_note_thread(void) {
    if (!cpudev_self || !cpudev_running_block.in_regions)
        return;
    const cpudev_uint3 dim = cpudev_running_block.dim;
    cpudev_self->thread = threadIdx;
    cpudev_self->thread_linear = (threadIdx.z * dim.y + threadIdx.y) * dim.x + threadIdx.x;
}

void cpudev_wait_in_region(void *pc) {
    cpudev_stop_block(
        cudaErrorLaunchFailure, pc,
        "a thread waits for others where nvcc-cpu saw no way to: it runs this kernel "
        "from barrier to barrier, thread after thread. The program may well be right; "
        "run it with CPU_DEVICE_REGIONS=off");
}
