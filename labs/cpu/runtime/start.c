/* start.c - the beginning and the end of the program. */
#include <stdio.h>
#include <stdlib.h>

#include "core.h"

void cpudev_end_work(void) {
    static bool ended;
    unsigned kernels, others;
    if (ended)
        return;
    ended = true;
    cpudev_end_beside();
    cpudev_count_pending(&kernels, &others);
    if (kernels && !cpudev_sticky())
        fprintf(stderr,
                "cpu-device: note: the program ended before %u kernel launch%s ran; call "
                "cudaDeviceSynchronize() to wait for them\n",
                kernels, kernels == 1 ? "" : "es");
    if (CPUDEV_CHECKED)
        cpudev_drain_device();
}

static void at_exit(void) {
    cpudev_end_work();
    cpudev_hook_exit();
}

void cpudev_start(void) {
    static bool started;
    if (started)
        return;
    started = true;
    cpudev_read_order();
    cpudev_reserve_memory();
    cpudev_install_fault_handler();
    cpudev_watch_start();
    atexit(at_exit);
}

/* Before the program's own initialisers, not at its first CUDA call: device variables are closed to
 * host code from its first line on. */
__attribute__((constructor(101))) static void begin(void) {
    cpudev_start();
}
