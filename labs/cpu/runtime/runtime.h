/* runtime.h - what the parts of the CPU device owe each other. Internal: students never include it.
 *
 * How a launch travels
 *   nvcc-cpu's translator (translate/) rewrites  k<<<g, b, shm, s>>>(x)  into
 *       (cpudev_configure(dim3(g), dim3(b), shm, s), k(x))
 *   and the body of every __global__ function into a lambda,
 *       __global__ void k(P p) { return ::cpu_device::kernel(__PRETTY_FUNCTION__, [=]() mutable
 * {BODY}); } so a plain call of k on the host evaluates the arguments once, converts them to the
 * parameter types as C++ does (overloads, templates, defaults, NULL, braces), and hands the runtime
 * a closure that holds them by value. cpu_device::kernel (include/cpu_device/kernel.h) is a
 * template that owns one static cpudev_kernel per body and calls cpudev_enqueue, which copies the
 * closure.
 *
 * How a block runs (block.c)
 *   One block at a time per worker (an OS thread); thread-locals of the worker are the block's:
 *   threadIdx, blockIdx, shared memory (`static __thread` variables), cpudev_self. Threads run as a
 *   plain loop on a fiber (context.h). The first thread that must wait suspends that fiber,
 * which then belongs to that thread alone, and a new fiber goes on with the loop from the next
 * thread. A thread resumed on its own fiber ends its fiber when it returns. Barrier-free kernels
 * never switch. A barrier opens when waiting + exited = block size; warp collectives wait for the
 * lanes of their mask that have not exited. Fibers never change their OS thread.
 *
 * When (launch.c, stream.c)
 *   Launches, async copies, sets and event records are queued on their stream and carried out only
 *   when something synchronises. Host code never runs while device code runs, so device memory is
 *   opened (cpudev_open_device_memory) for the drain of the queue and closed after it.
 *
 * Two builds of the runtime: build/libcpudev.a, and build/libcpudev-check.a compiled with
 * CPUDEV_CHECK=1 for programs built with `nvcc-cpu --check`, where the hooks below do their work.
 */
#ifndef CPUDEV_RUNTIME_H
#define CPUDEV_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cpu_device/abi.h" /* cpudev_kernel, cpudev_configure, cpudev_enqueue: shared with C++ */
#include "cpu_device/driver_types.h" /* cudaError_t, cudaMemcpyKind, cudaExtent, ... (C and C++) */
#include "cpu_device/texture_types.h"

/* ---- errors (error.c) --------------------------------------------------------------------- */

/* Records e as the last error of this host thread and returns it; cudaSuccess records nothing. */
cudaError_t cpudev_error(cudaError_t e);
/* A sticky error: every later call returns it (as after an illegal address on a GPU). */
cudaError_t cpudev_sticky_error(cudaError_t e);
/* Every function of the CUDA API starts with CPUDEV_ENTER(), which takes the runtime's lock until
 * the function returns and leaves at once when an error is sticky, and ends with return
 * CPUDEV_RESULT(e), which records e and tells the checker. */
#define CPUDEV_ENTER()                                                                             \
    __attribute__((cleanup(cpudev_unlock))) const int cpudev_locked = cpudev_lock();               \
    (void)cpudev_locked;                                                                           \
    if (cpudev_sticky())                                                                           \
    return CPUDEV_RESULT(cpudev_sticky())
#define CPUDEV_RESULT(e) cpudev_result((e), __func__, __builtin_return_address(0))
int cpudev_lock(void);
void cpudev_unlock(const int *locked);
cudaError_t cpudev_sticky(void);
cudaError_t cpudev_result(cudaError_t e, const char *api, void *from);
/* Prints "cpu-device: error: ..." to stderr: what happened, where, what to do. For what CUDA has no
 * error code for; does not end the program. */
void cpudev_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- memory (memory.c) -------------------------------------------------------------------- */

typedef enum {
    CPUDEV_DEVICE,  /* cudaMalloc*, arrays: closed to the host */
    CPUDEV_PINNED,  /* cudaMallocHost, cudaHostAlloc, cudaHostRegister: open to both */
    CPUDEV_MANAGED, /* cudaMallocManaged */
    CPUDEV_ARRAY,   /* storage of a cudaArray: closed to the host and to plain device accesses */
    CPUDEV_SYMBOL   /* a __device__ or __constant__ variable (found, never freed) */
} cpudev_memory_kind;

typedef struct cpudev_allocation {
    uintptr_t base; /* 256-byte aligned */
    size_t size;    /* bytes asked for: exact bounds, the guard page lies somewhat behind */
    cpudev_memory_kind kind;
    bool freed;         /* a tombstone: its pages are unmapped, its addresses never reused soon */
    unsigned id;        /* counts from 1 in order of allocation */
    const char *api;    /* "cudaMalloc", ... */
    void *allocated_at; /* return address in the student's code, for findings (addr2line) */
    void *freed_at;
    const char *name; /* symbols: the variable's name; else NULL */
} cpudev_allocation;

/* The allocation (or its tombstone) with base <= p < base + size; NULL if none. Any thread. */
const cpudev_allocation *cpudev_find_allocation(const void *p);
/* The nearest allocation at or below p, for "4 bytes past the end of ..."; NULL if none. */
const cpudev_allocation *cpudev_nearest_allocation(const void *p);
/* All device memory lies in one reserved range of addresses, so that a shadow can be computed. */
extern uintptr_t cpudev_heap_base, cpudev_heap_end;
void cpudev_open_device_memory(void);
void cpudev_close_device_memory(void);

/* ---- symbols (symbol.c) ------------------------------------------------------------------- */
/* __device__ and __constant__ variables lie in the ELF sections cpudev_device and cpudev_constant
 * (attributes set by qualifiers.h), between __start_SECTION and __stop_SECTION; names and sizes
 * come from the program's own symbol table. Static shared variables are TLS symbols of the program.
 */

/* ---- arrays (array.c) --------------------------------------------------------------------- */

struct cudaArray {
    cudaChannelFormatDesc format;
    size_t width, height, depth; /* texels; height and depth 0 as the user gave them (1-D, 2-D) */
    unsigned flags;    /* cudaArrayLayered, ...; layered: depth (1-D: height 0) counts layers */
    size_t texel_size; /* bytes */
    size_t row_pitch, slice_pitch; /* bytes */
    unsigned char *data;
    bool freed; /* cudaFreeArray was called; the struct itself stays valid for diagnosis */
};

/* ---- the running thread (block.c) --------------------------------------------------------- */

/* cpudev_thread and cpudev_self (NULL in host code) are in abi.h. */

/* ---- hooks of the checker (check/), no-ops in the plain build ---------------------------- */
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
/* A copy's range does not fit its memory, or its kind names the wrong side. Called before the error
 * is returned to the student. kind is one of the KINDs ("copy-overflow", "wrong-side-copy",
 * "invalid-free", "double-free", "device-memory-on-host", ...). */
CPUDEV_HOOK(void cpudev_hook_finding(const char *kind, void *from, const char *text))
/* A CUDA call returned an error e (also the launch error); queried: cudaGetLastError and the like.
 */
CPUDEV_HOOK(void cpudev_hook_error_returned(cudaError_t e, const char *api, void *from))
CPUDEV_HOOK(void cpudev_hook_error_queried(void))
/* One launch, one block, one thread. Called on the worker that runs it. */
CPUDEV_HOOK(void cpudev_hook_launch_begin(const cpudev_kernel *k, cpudev_uint3 grid,
                                          cpudev_uint3 block, size_t dynamic_shared,
                                          uint64_t launch))
CPUDEV_HOOK(void cpudev_hook_launch_end(void))
CPUDEV_HOOK(void cpudev_hook_block_begin(void *dynamic_shared, size_t dynamic_shared_size))
CPUDEV_HOOK(void cpudev_hook_block_end(void))
CPUDEV_HOOK(void cpudev_hook_thread_end(void))
/* __syncthreads at code address pc: arrival of cpudev_self; then once when it opens. */
CPUDEV_HOOK(void cpudev_hook_barrier_arrive(void *pc))
CPUDEV_HOOK(void cpudev_hook_barrier_open(unsigned exited))
/* A warp collective (shuffle, vote, __syncwarp) completed among the lanes of mask in this warp. */
CPUDEV_HOOK(void cpudev_hook_warp_sync(unsigned warp, unsigned mask))
/* Nothing can run: `waiting` threads wait for a barrier or warp partners that never come. */
CPUDEV_HOOK(void cpudev_hook_deadlock(unsigned waiting, const cpudev_thread *first, void *pc))
/* One texture fetch; bytes is what a request of this lane touches. */
CPUDEV_HOOK(void cpudev_hook_texture_fetch(const void *texel, size_t bytes, void *pc))
/* The host will look at results (a sync ended) / the program ends normally (leaks, summary, exit
 * 86). */
CPUDEV_HOOK(void cpudev_hook_synchronized(void))
CPUDEV_HOOK(void cpudev_hook_exit(void))
#pragma GCC diagnostic pop

/* Order of blocks and threads, from CPU_DEVICE_ORDER (order.c). */
typedef enum { CPUDEV_FORWARD, CPUDEV_REVERSE, CPUDEV_RANDOM } cpudev_order_kind;
extern cpudev_order_kind cpudev_order;
extern uint64_t cpudev_order_seed; /* printed with any finding */

#endif
