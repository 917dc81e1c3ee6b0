/* abi.h - what a translated program and the runtime share: C types and entry points.
 * Internal: students include <cuda_runtime.h>. */
#ifndef CPUDEV_ABI_H
#define CPUDEV_ABI_H

#include <stddef.h>
#include <stdint.h>

/* Names that a program may define as macros have underscores in these headers; in the runtime's own
 * C they have none. */
#ifndef __cplusplus
#define __max_dynamic_shared max_dynamic_shared
#define __carveout carveout
#define __cache_preference cache_preference
#define __max_threads max_threads
#define __static_shared_known static_shared_known
#define __static_shared static_shared
#define __closure_size closure_size
#define __run run
#define __in_turns in_turns
#define __is_light is_light
#define __by_list by_list
#define __thread_ thread
#define __thread_linear thread_linear
#define __barrier_epoch barrier_epoch
#define __warp_epoch warp_epoch
#define __block block
#define __block_linear block_linear
#define __launch launch
#define __slow slow
#define __in_block in_block
#define __set_row set_row
#define __set_sizes set_sizes
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    unsigned x, y, z;
} cpudev_uint3;

/* What cudaFuncSetAttribute changes and cudaFuncGetAttributes reads. */
typedef struct {
    int __max_dynamic_shared; /* bytes; 0: not set */
    int __carveout;           /* percent + 1; 0: not set */
    int __cache_preference;   /* cudaFuncCache */
    int __max_threads;        /* of a block, by __launch_bounds__; 0: none given */
    int __static_shared_known;
    size_t __static_shared; /* bytes */
} cpudev_kernel_attributes;

/* One body of a __global__ function (a template has one per instantiation). */
typedef struct cpudev_kernel {
    const char *name; /* __PRETTY_FUNCTION__ */
    size_t __closure_size;
    void (*__run)(const void *__closure); /* runs threads until none is left to start */
    cpudev_kernel_attributes *attributes;
    int __in_turns; /* its threads may give way at any step (runtime/turns.c) */
    int __is_light; /* in the plain loop only calls are told threadIdx.x (kernel.h) */
    /* Calls the function of the kernel's name with arguments that stand in a list; NULL: it has
     * parameters whose types the translator did not find. */
    void (*__by_list)(const void *__function, void **__arguments);
} cpudev_kernel;

/* One device thread. How threads run: runtime/core.h. What a switch reads comes first. While no
 * thread of the block has waited only threadIdx says which one runs: cpudev_tell_thread. */
typedef struct cpudev_thread {
    cpudev_uint3 __thread_;
    unsigned __thread_linear; /* threadIdx flattened, x fastest; warp = / 32, lane = % 32 */
    unsigned __barrier_epoch; /* __syncthreads passed so far by this block; kept for the checker */
    unsigned __warp_epoch;    /* __syncwarp and other warp collectives passed by this warp */
    cpudev_uint3 __block;
    uint64_t __block_linear; /* blockIdx flattened, x fastest */
    uint64_t __launch;       /* counts launches from 1 */
    const cpudev_kernel *kernel;
} cpudev_thread;

/* The device thread that runs now on this OS thread; NULL in host code. */
extern __thread cpudev_thread *cpudev_self;

/* The part of a running block that the thread loop (kernel.h) reads. */
typedef struct {
    int __slow; /* not 0: a thread has waited, or the order is not forward; ask cpudev_next_thread
                 */
    cpudev_uint3 dim;
} cpudev_block;
extern __thread cpudev_block cpudev_running_block;

/* One file of device code, and how the runtime writes the variables that kernel.h keeps in each. */
typedef struct cpudev_file {
    struct cpudev_file *next;
    void (*__set_row)(unsigned __threads); /* of this OS thread's block; 0: slow */
    void (*__set_sizes)(cpudev_uint3 __block, cpudev_uint3 __grid); /* of its launch */
} cpudev_file;
/* Before main. */
void cpudev_add_file(cpudev_file *file);

/* Dynamic shared memory of the running block: what `extern __shared__ T name[];` names. */
#define CPUDEV_MAX_DYNAMIC_SHARED (227 * 1024)
extern __thread unsigned char cpudev_dynamic_shared[CPUDEV_MAX_DYNAMIC_SHARED];

/* The thread on this fiber returned. Moves cpudev_self and threadIdx to the next thread and returns
 * 1, or 0 when this fiber has no further thread to run. */
int cpudev_next_thread(void);

/* Remembers the <<<...>>> of the launch that follows on this host thread. */
void cpudev_set_configuration(cpudev_uint3 __grid, cpudev_uint3 __block, size_t __dynamic_shared,
                              void *stream);
/* The kernel that this host thread enqueues next has launch bounds. */
void cpudev_bound_next_kernel(int __max_threads);
/* Returns the kernel's descriptor to a pending query (cudaFuncGetAttributes), or queues a launch
 * with the remembered configuration. */
void cpudev_enqueue(const cpudev_kernel *kernel, const void *__closure);

/* Barriers (block.c): __syncthreads, and its three forms that collect a predicate. */
void cpudev_barrier(void);
typedef struct {
    int count, all, any;
} cpudev_votes;
cpudev_votes cpudev_barrier_vote(int __predicate);

/* Warp collectives (warp.c): each lane of mask brings a value and, for a shuffle, the lane it
 * reads. Waits until every lane of mask that has not exited has come. */
typedef enum {
    CPUDEV_SYNCWARP,
    CPUDEV_SHUFFLE,   /* result: the source lane's value; own value if it does not take part */
    CPUDEV_BALLOT,    /* result: mask of lanes whose value is not 0 */
    CPUDEV_MATCH_ANY, /* result: mask of lanes with this lane's value */
    CPUDEV_MATCH_ALL, /* result: 1 if all lanes have this lane's value */
    CPUDEV_REDUCE_ADD,
    CPUDEV_REDUCE_MIN, /* of unsigned values */
    CPUDEV_REDUCE_MAX,
    CPUDEV_REDUCE_AND,
    CPUDEV_REDUCE_OR,
    CPUDEV_REDUCE_XOR
} cpudev_collective;
uint64_t cpudev_warp_collective(cpudev_collective kind, unsigned mask, uint64_t value,
                                unsigned __source_lane);
/* Lanes of this warp that have neither exited nor are waiting for something else. */
unsigned cpudev_active_mask(void);

/* __trap() and the like: the launch fails, this thread does not go on. */
void cpudev_trap(void) __attribute__((__noreturn__));
/* A memory fence in code built with --check: the checker must know of it. in_block: of that scope.
 */
void cpudev_checked_fence(int __in_block);
/* The same of the next atomic of this thread: it is one of its block's scope. */
void cpudev_checked_block_scope(void);
/* A local array of device code built with --check comes to life, and ends (local_array.h): size
 * bytes at array, with a red zone of CPUDEV_RED_ZONE bytes before it and one of `behind` bytes
 * after it. declared: "LINE NAME FILE"; type: text that ends in "= TYPE]". */
#define CPUDEV_RED_ZONE 64
void cpudev_local_begin(void *array, size_t size, size_t __behind, const char *__declared,
                        const char *type);
void cpudev_local_end(void *array);
/* __nanosleep: let other threads of the block run, then other blocks. */
void cpudev_yield(void);
/* A loop that asks an atomic until another thread has written must let that thread run. So
 * every atomic counts this down, and who comes to 0 calls cpudev_many_atomics, which gives way.
 * changed: the last one left another value; pc: where it is in the student's code, NULL: where
 * the call is. */
enum { CPUDEV_ATOMICS_IN_A_ROW = 1024, CPUDEV_ATOMICS_IN_VAIN = 128 };
extern __thread unsigned cpudev_atomics_left
#ifdef __cplusplus
    __attribute__((__tls_model__("initial-exec")))
#endif
    ;
void cpudev_many_atomics(int __changed, void *__pc);
/* A loop that asks a clock ends by itself: not 0 after each time that one was asked. */
extern __thread unsigned cpudev_asked_clock
#ifdef __cplusplus
    __attribute__((__tls_model__("initial-exec")))
#endif
    ;
/* Waits for all threads of the grid, whose blocks are resident together. Device code. */
void cpudev_grid_sync(void);
/* Was this grid launched so that it may? Device code. */
/* The launch that cpudev_set_configuration described is a cooperative one. */
void cpudev_launch_cooperative(void);

#ifdef __cplusplus
}
#endif
#endif
