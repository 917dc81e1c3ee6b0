/* check.h - the door of the checker: what the runtime tells it.
 *
 * What it does: it watches programs built with `nvcc-cpu --check` (libcpudev-check.a): every access
 * of their device code, by the callbacks of g++'s sanitizers, and everything that the runtime
 * does for them, by the hooks below. What goes in: the hooks. What comes out: findings on standard
 * error and in CPU_DEVICE_FINDINGS, counts in CPU_DEVICE_PROFILE, exit status 86; what comes
 * back to the runtime is whether there is room for its shadow memory, and whether an allocation is
 * to fail. It may use runtime/runtime.h and nothing else of the runtime. In the plain build
 * (libcpudev.a) the hooks do nothing, and the rest of this folder is not compiled.
 */
#ifndef CPUDEV_CHECK_H
#define CPUDEV_CHECK_H

#include "runtime/runtime.h"

/* Device memory is to lie at base .. base + size. False when the checker has no room for what it
 * remembers of so much; the runtime then tries less. */
#ifdef CPUDEV_CHECK
enum { CPUDEV_CHECKED = true };
bool cpudev_hook_reserved(uintptr_t base, size_t size);
#else
enum { CPUDEV_CHECKED = false };
static inline bool cpudev_hook_reserved(uintptr_t base, size_t size) {
    (void)base;
    (void)size;
    return true;
}
#endif

/* Something is about to be allocated, copied, set or launched. Where it is let fail with e
 * (failing.c): the number of this trial, from 1; else 0. */
#ifdef CPUDEV_CHECK
int cpudev_hook_failing(cudaError_t e);
#else
static inline int cpudev_hook_failing(cudaError_t e) {
    (void)e;
    return 0;
}
#endif

#ifdef CPUDEV_CHECK
#define CPUDEV_HOOK(declaration) declaration;
#else
#define CPUDEV_HOOK(declaration)                                                                   \
    static inline declaration {}
#endif
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
/* Memory came, went, was filled by the host side (copy, set: now initialised) or read by it. `from`
 * is the return address in the student's code. */
CPUDEV_HOOK(void cpudev_hook_allocated(const cpudev_allocation *a))
CPUDEV_HOOK(void cpudev_hook_freed(const cpudev_allocation *a))
CPUDEV_HOOK(void cpudev_hook_host_wrote(const void *p, size_t bytes, void *from))
CPUDEV_HOOK(void cpudev_hook_host_read(const void *p, size_t bytes, void *from))
/* An object that is no memory came or went ("a texture object", from cudaCreateTextureObject, to be
 * given back by cudaDestroyTextureObject; strings that stay valid, `what` the same both times), or
 * the device was reset, and all are gone. */
CPUDEV_HOOK(void cpudev_hook_created(const char *what, const char *api, const char *remedy,
                                     uint64_t handle, void *from))
CPUDEV_HOOK(void cpudev_hook_destroyed(const char *what, uint64_t handle))
CPUDEV_HOOK(void cpudev_hook_reset(void))
/* A copy's range does not fit its memory, or its kind names the wrong side. Called before the error
 * is returned to the student. kind is one of the KINDs ("copy-overflow", "wrong-side-copy",
 * "invalid-free", "double-free", "device-memory-on-host", ...). */
CPUDEV_HOOK(void cpudev_hook_finding(const char *kind, void *from, const char *text))
/* A CUDA call returned an error e (also the launch error), and why, where that is known; said: it
 * stands on standard error already. queried: cudaGetLastError and the like. */
CPUDEV_HOOK(void cpudev_hook_error_returned(cudaError_t e, const char *api, void *from,
                                            const char *why, bool said))
CPUDEV_HOOK(void cpudev_hook_error_queried(void))
/* One launch, one block, one thread. Called on the worker that runs it. */
CPUDEV_HOOK(void cpudev_hook_launch_begin(const cpudev_kernel *k, cpudev_uint3 grid,
                                          cpudev_uint3 block, size_t dynamic_shared,
                                          uint64_t launch))
CPUDEV_HOOK(void cpudev_hook_launch_end(void))
CPUDEV_HOOK(void cpudev_hook_block_begin(uint64_t block_linear, size_t dynamic_shared))
CPUDEV_HOOK(void cpudev_hook_block_end(void))
CPUDEV_HOOK(void cpudev_hook_thread_end(void))
/* Other blocks get a turn before this one goes on: what the checker keeps of it, in *kept. */
CPUDEV_HOOK(void cpudev_hook_block_leave(void **kept))
CPUDEV_HOOK(void cpudev_hook_block_enter(void **kept))
/* All threads of the grid have come to its barrier. */
CPUDEV_HOOK(void cpudev_hook_grid_open(void))
/* __syncthreads at code address pc: arrival of cpudev_self; then once when it opens. */
CPUDEV_HOOK(void cpudev_hook_barrier_arrive(void *pc))
CPUDEV_HOOK(void cpudev_hook_barrier_open(unsigned exited))
/* A warp collective (shuffle, vote, __syncwarp) completed among the lanes of mask in this warp. */
CPUDEV_HOOK(void cpudev_hook_warp_sync(unsigned warp, unsigned mask))
/* A shuffle at pc gave this thread a value of nobody's: the lane it reads takes no part, and why.
 */
CPUDEV_HOOK(void cpudev_hook_shuffle_of_nobody(const cpudev_thread *reader, unsigned source_lane,
                                               const char *why, void *pc))
/* Nothing can run: `waiting` threads wait for a barrier or warp partners that never come. */
CPUDEV_HOOK(void cpudev_hook_deadlock(unsigned waiting, const cpudev_thread *first, void *pc))
/* One texture fetch; bytes is what a request of this lane touches. */
CPUDEV_HOOK(void cpudev_hook_texture_fetch(const void *texel, size_t bytes, void *pc))
/* What a fetch is about to deliver, four words of these; a grader may have it changed. */
CPUDEV_HOOK(void cpudev_hook_texel(unsigned texel[4], bool is_float))
/* A surface was written: these bytes hold something now. */
CPUDEV_HOOK(void cpudev_hook_surface_wrote(const void *p, size_t bytes))
/* The host will look at results (a sync ended) / the program ends normally (leaks, summary, exit
 * 86). */
CPUDEV_HOOK(void cpudev_hook_synchronized(void))
CPUDEV_HOOK(void cpudev_hook_exit(void))
#pragma GCC diagnostic pop

#endif
