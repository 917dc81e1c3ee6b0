/* core.h - what the files of the runtime owe each other. Nobody outside this folder includes it;
 * the door is runtime.h.
 *
 * How a launch travels
 *   nvcc-cpu's translator (translate/) rewrites  k<<<g, b, shm, s>>>(x)  into
 *       (cpudev_configure(dim3(g), dim3(b), shm, s), k(x))
 *   and the body of every __global__ function into a lambda,
 *       __global__ void k(P p) { return ::cpu_device::__kernel(__PRETTY_FUNCTION__,
 *                                           ::cpu_device::__parameters{[=]() mutable {BODY}}); }
 *   so a plain call of k on the host evaluates the arguments once, converts them to the
 *   parameter types as C++ does (overloads, templates, defaults, NULL, braces), and hands the
 *   runtime a closure that holds them by value. cpu_device::__kernel
 *   (include/cpu_device/kernel.h) is a template that owns one static cpudev_kernel per body and
 *   calls cpudev_enqueue, which copies the closure.
 *
 * How a block runs (block.c)
 *   One block at a time per worker (an OS thread); thread-locals of the worker are the block's:
 *   threadIdx, blockIdx, shared memory (`static __thread` variables), cpudev_self. Threads run as a
 *   plain loop on a fiber (context.h). The first thread that must wait suspends that fiber,
 *   which then belongs to that thread alone, and a new fiber goes on with the loop from the next
 *   thread. A thread resumed on its own fiber ends its fiber when it returns. Barrier-free kernels
 *   never switch. A barrier opens when waiting + exited = block size; warp collectives wait for
 *   the lanes of their mask that have not exited. Fibers never change their OS thread.
 *
 * When (launch.c, stream.c)
 *   Launches, async copies, sets and event records are queued on their stream and carried out only
 *   when something synchronises. Host code never runs while device code runs, so device memory is
 *   opened (cpudev_open_device_memory) for the drain of the queue and closed after it.
 */
#ifndef CPUDEV_RUNTIME_CORE_H
#define CPUDEV_RUNTIME_CORE_H

#include <setjmp.h>

#include "runtime.h"
#include "check/check.h"

/* ---- errors (error.c) ---- */
/* Records e as the last error of this host thread and returns it; cudaSuccess records nothing. */
cudaError_t cpudev_error(cudaError_t e);
/* A sticky error: every later call returns it (as after an illegal address on a GPU). */
cudaError_t cpudev_sticky_error(cudaError_t e);
/* The device is given up: if an error is sticky, later calls return cudaErrorDevicesUnavailable. */
void cpudev_sticky_reset(void);
/* Every function of the CUDA API starts with CPUDEV_ENTER(), which takes the runtime's lock until
 * the function returns and leaves at once when an error is sticky, and ends with return
 * CPUDEV_RESULT(e), which records e and tells the checker. Functions that need no device that works
 * start with CPUDEV_ASK() and end with CPUDEV_ANSWER(e): which, an H200 has said
 * (tests/conformance/runtime/sticky.cu). */
#define CPUDEV_ASK()                                                                               \
    __attribute__((cleanup(cpudev_unlock))) const int cpudev_locked = cpudev_lock();               \
    (void)cpudev_locked
#define CPUDEV_ENTER()                                                                             \
    CPUDEV_ASK();                                                                                  \
    if (cpudev_sticky())                                                                           \
    return CPUDEV_RESULT(cpudev_sticky())
#define CPUDEV_RESULT(e) cpudev_result((e), __func__, __builtin_return_address(0))
#define CPUDEV_ANSWER(e) cpudev_answer((e), __func__, __builtin_return_address(0))
int cpudev_lock(void);
bool cpudev_try_lock(void); /* false: another thread has it */
void cpudev_unlock(const int *locked);
cudaError_t cpudev_result(cudaError_t e, const char *api, void *from);
cudaError_t cpudev_answer(cudaError_t e, const char *api, void *from);
extern void *cpudev_last_call; /* where it returned to */

/* ---- why a call is refused (refuse.c) ---- */
/* Whoever finds out that a call must fail says why, as in printf: which argument, its value, what
 * is allowed and what to do, without the call's name and without a full stop. Returns e. */
cudaError_t cpudev_refuse(cudaError_t e, const char *format, ...)
    __attribute__((format(printf, 2, 3), cold));
/* The same, and standard error says it even in the plain build: what a GPU can do and the CPU
 * device cannot. */
cudaError_t cpudev_refuse_aloud(cudaError_t e, const char *format, ...)
    __attribute__((format(printf, 2, 3), cold));
/* The usual reasons. */
cudaError_t cpudev_refuse_null(const char *argument);
cudaError_t cpudev_refuse_device(int device);
cudaError_t cpudev_refuse_stream(cudaStream_t stream);
cudaError_t cpudev_refuse_host_memory(void);
/* e where a grader lets this call fail, else cudaSuccess. */
cudaError_t cpudev_refuse_failing(cudaError_t e);
cudaError_t cpudev_refuse_size(size_t size); /* cpudev_allocate gave none (memory_api.c) */
struct cudaArray;
cudaError_t cpudev_refuse_format(const struct cudaChannelFormatDesc *format); /* array.c */
/* NULL, none or freed */
cudaError_t cpudev_refuse_array(cudaError_t e, const struct cudaArray *array);
/* A call begins: what was said of another is none of its reasons. */
void cpudev_forget_reason(void);
/* Tells the checker, or whoever asked for it, that the call returns e, and why. */
void cpudev_explain(cudaError_t e, const char *api, void *from);

/* ---- arrays (array.c, mipmap.c) ---- */
struct cudaArray {
    cudaChannelFormatDesc format;
    size_t width, height, depth; /* texels; height and depth 0 as the user gave them (1-D, 2-D) */
    unsigned flags;    /* cudaArrayLayered, ...; layered: depth (1-D: height 0) counts layers */
    size_t texel_size; /* bytes */
    size_t row_pitch, slice_pitch; /* bytes */
    unsigned char *data;
    bool freed;    /* cudaFreeArray was called; the struct itself stays valid for diagnosis */
    bool level;    /* of a mipmapped array, which owns it */
    unsigned mark; /* CPUDEV_ARRAY_MARK: a handle may be any pointer of the user's */
};
enum { CPUDEV_ARRAY_MARK = 0x41525259 };
/* Was the array made by this library? Memory of the device, which a resource of another type names,
 * is looked up and not read. */
bool cpudev_is_array(const struct cudaArray *array);
enum { CPUDEV_MOST_LEVELS = 20 };
struct cudaMipmappedArray {
    int count;
    struct cudaArray level[CPUDEV_MOST_LEVELS]; /* their texels are one allocation, the first's */
};
/* Describes an array without its memory; api: for complaints. The error is not recorded. */
cudaError_t cpudev_describe_array(struct cudaArray *array,
                                  const struct cudaChannelFormatDesc *format,
                                  struct cudaExtent extent, unsigned flags, const char *api);
size_t cpudev_array_size(const struct cudaArray *array); /* bytes */

/* Reads the environment, reserves memory, installs the fault handler; once, under the lock. */
void cpudev_start(void);

/* ---- operations (stream.c) ---- */
typedef struct cpudev_operation {
    struct cpudev_operation *next;
    uint64_t sequence; /* order of enqueueing over all streams, from 1 */
    cudaStream_t stream;
    uint64_t wait_sequence; /* not before this operation of wait_stream is done; 0: none */
    cudaStream_t wait_stream;
    const char *what; /* "kernel", "cudaMemcpyAsync", ... */
    void (*carry_out)(struct cpudev_operation *);
    void (*drop)(struct cpudev_operation *); /* frees what it owns beside itself; may be NULL */
} cpudev_operation;

/* Queues operation (malloc'ed; freed after it was carried out). Invalid stream: frees it and
 * returns cudaErrorInvalidResourceHandle. */
cudaError_t cpudev_enqueue_operation(cpudev_operation *operation, cudaStream_t stream);
/* Carries out what must be done before host code may see all work of the stream finished. NULL: the
 * legacy default stream, which waits for all blocking streams. */
cudaError_t cpudev_drain_stream(cudaStream_t stream);
cudaError_t cpudev_drain_operation(cudaStream_t stream, uint64_t sequence);
cudaError_t cpudev_drain_device(void);
/* Before a launch: it reads bound texture references with the attributes of now; the error of
 * attributes that are impossible. */
cudaError_t cpudev_read_texture_references(void);
/* Is everything up to this operation done? */
bool cpudev_stream_done(cudaStream_t stream, uint64_t sequence);
/* Carries out one operation if any is pending, here or beside: progress for programs that poll. */
void cpudev_progress(cudaStream_t stream);
/* The same here: of this stream; of any, false: there is none. */
void cpudev_carry_out_head(cudaStream_t stream);
bool cpudev_carry_out_next(void);
bool cpudev_valid_stream(cudaStream_t stream);
/* What changes nothing here, of one stream; NULL: it does not exist (stream_hints.c). */
typedef struct {
    struct cudaAccessPolicyWindow window;
    enum cudaSynchronizationPolicy policy; /* 0: never set */
} cpudev_stream_hints;
cpudev_stream_hints *cpudev_hints_of(cudaStream_t stream);
uint64_t cpudev_last_sequence(cudaStream_t stream);
void cpudev_drop_streams(void);

/* ---- work beside host code (beside.c) ---- */
void cpudev_note_queued(void); /* an operation was queued */
void cpudev_note_gone(void);   /* one was carried out, or dropped */
/* An operation was queued. It starts by itself if the host may wait for it without a call:
 * host_waits, or there is memory that both sides use. */
void cpudev_watch_queue(bool host_waits);
/* The head of this stream is to be carried out beside host code; false: the caller has to do it. */
bool cpudev_want_beside(cudaStream_t stream);
/* Does work run there, and will not end within a little? Asked without the lock. */
bool cpudev_busy_beside(void);
/* All threads of a block go round in loops. */
void cpudev_tell_spin(void);
/* The program ends, and a kernel that runs with it; nothing more is started. */
void cpudev_end_beside(void);

/* ---- one launch (workers.c spreads its blocks, resident.c lets those of a worker take turns,
 * block.c runs one) ---- */
typedef struct {
    const cpudev_kernel *kernel;
    const void *closure;
    cpudev_uint3 grid, block;
    size_t dynamic_shared;
    uint64_t number;  /* from 1 */
    uint64_t blocks;  /* in the grid */
    bool cooperative; /* all blocks are resident, and may wait for each other */
    cudaError_t error;
} cpudev_launch;

/* Runs all blocks on all workers; prints what stopped it and returns the error. */
cudaError_t cpudev_run_launch(cpudev_launch *launch);
/* Another thread than the one that runs it ends it early, without an error. */
void cpudev_stop_launch(void);
/* How many OS threads run blocks. */
unsigned cpudev_worker_count(void);
int cpudev_processor_count(void);

/* Where a fault in device code continues; valid while a worker runs blocks (workers.c, fault.c). */
typedef struct {
    sigjmp_buf resume;
    bool active;
    cudaError_t error;
    const char *finding; /* its KIND, where the checker has not told it; else NULL */
    char text[600];      /* what happened, for the person */
    void *pc;
    enum { CPUDEV_CALLED, CPUDEV_FAULTED, CPUDEV_INTERRUPTED } how; /* CALLED: by device code */
} cpudev_fault;
extern __thread cpudev_fault cpudev_fault_state;

/* The copy that this thread carries out (copy.c): memory of the host's may end before it, which
 * fault.c then says. api is NULL otherwise. */
typedef struct {
    const char *api;
    void *caller;
    size_t bytes;
} cpudev_moving;
extern __thread cpudev_moving cpudev_moving_state;
/* Brings cpudev_self up to date: in the plain loop only threadIdx is (block.c). */
void cpudev_tell_thread(void);
/* Ends the running block with this error; text as in printf. Device code only. */
void cpudev_stop_block(cudaError_t error, void *pc, const char *format, ...)
    __attribute__((noreturn, format(printf, 3, 4)));
/* "thread (1,0,0)": the one that was stopped, or "one of the threads ..." (seek.c). May run device
 * code, and then returns in the place that a stop goes on at. */
void cpudev_name_stopped(char *text, size_t size);
void cpudev_install_fault_handler(void);
void cpudev_install_fault_stack(void); /* for this OS thread */
/* Is address inside the guard of a fiber's stack of this OS thread? */
bool cpudev_is_stack_guard(const void *address);

/* ---- programs that do not end (watch.c) ---- */
void cpudev_watch_start(void);
void cpudev_watch_launch(void); /* before any worker begins with it */
void cpudev_watch_launch_end(void);
void cpudev_watch_worker(void); /* this OS thread runs device code */
void cpudev_watch_worker_end(void);

/* ---- device printf (printf.c) ---- */
/* Takes the text the running block has printed so far on this OS thread, for output in block
 * order. */
void cpudev_printf_block_end(uint64_t position);
typedef struct {
    char *text;
    size_t length, capacity;
} cpudev_output;
/* What the running block has printed, and what another one has, change places. */
void cpudev_printf_swap(cpudev_output *other);
void cpudev_printf_launch_end(void);

/* ---- memory (memory.c) ---- */
void cpudev_open_device_memory(void);
void cpudev_close_device_memory(void);
/* The same where it costs calls of the system's (no keys): around several operations, each of which
 * opens and closes it. Host code that the queue calls finds it closed. */
void cpudev_open_for_queue(void);
void cpudev_close_after_queue(void);
void cpudev_with_closed_memory(void (*function)(void *), void *argument);
void cpudev_reserve_memory(void);
/* NULL when there is no memory. */
cpudev_allocation *cpudev_allocate(size_t size, cpudev_memory_kind kind, const char *api,
                                   void *from);
void cpudev_free(cpudev_allocation *a, void *from);
void cpudev_free_everything(void *from);
void cpudev_open_this_thread(void); /* workers: for good */
size_t cpudev_memory_total(void);
size_t cpudev_memory_free(void);
size_t cpudev_addresses_left(void); /* of those reserved for device memory: none is used twice */
/* Host memory of the program's own; false: no memory for the record, or never registered. */
bool cpudev_register_memory(void *p, size_t size, void *from);
bool cpudev_unregister_memory(void *p, void *from);
/* Text like "4 bytes past the end of the 1024-byte allocation made by cudaMalloc at a.cu:7". */
void cpudev_describe_address(const void *p, char *text, size_t size);

/* ---- allocation by the API (memory_api.c), pools (pool.c) ---- */
/* Device memory as cudaMalloc gives it, and as cudaFree takes it back, for the call `api`. */
cudaError_t cpudev_device_allocation(void **pointer, size_t size, const char *api, void *from);
cudaError_t cpudev_device_release(void *pointer, const char *api, void *from);
void cpudev_pool_forget(const void *base); /* it is freed; it may be of no pool */
void cpudev_drop_pools(void);

/* Is there memory that host code and device code both use? (memory.c) */
bool cpudev_shares_memory(void);

/* ---- symbols (symbol.c) ---- */
bool cpudev_has_managed_variables(void);
/* __device__ and __constant__ variables lie in the ELF sections cpudev_device and
 * cpudev_constant (attributes set by qualifiers.h), between __start_SECTION and __stop_SECTION;
 * names and sizes come from the program's own symbol table. Static shared variables are TLS
 * symbols of the program. */
const cpudev_allocation *cpudev_find_symbol(const void *p);
/* What cudaGetSymbolAddress and ...Size answer; either may be NULL. */
cudaError_t cpudev_symbol_address(void **address, const void *variable, size_t *size);
void cpudev_protect_symbols(int key); /* -1: no protection keys */
void cpudev_symbols_protection(int protection);
bool cpudev_is_constant(const void *p);
/* Is p an address inside a __device__ or __constant__ variable that host code may not use: its
 * cudaGetSymbolAddress was never asked? Then the variable, else NULL. */
const cpudev_allocation *cpudev_host_side_symbol(const void *p);

/* ---- kernels (launch.c, shared.c) ---- */
/* The kernel behind a pointer to a __global__ function; NULL: it is none. */
const cpudev_kernel *cpudev_kernel_of(const void *function);
size_t cpudev_static_shared(const cpudev_kernel *kernel);
/* occupancy.c: takes the bound that cpudev_bound_next_kernel left; threads that a block may
 * have. */
void cpudev_take_bound(const cpudev_kernel *kernel);
int cpudev_max_threads(const cpudev_kernel *kernel);
/* Blocks of this many threads and bytes of dynamic shared memory that the device holds at once. */
uint64_t cpudev_resident_blocks(const cpudev_kernel *kernel, int threads, size_t dynamic_shared);

/* ---- source lines (source.c) ---- */
/* "FILE:LINE" of a code address, or the function's name, or its hexadecimal value. */
void cpudev_describe_code(const void *pc, char *text, size_t size);
bool cpudev_has_line(const void *pc); /* in a file that is neither this device's nor the system's */

/* ---- order (order.c) ---- */
void cpudev_read_order(void);
/* The block or thread that runs as number `position` of `count`. salt: two counts never agree. */
uint64_t cpudev_ordered(uint64_t position, uint64_t count, uint64_t salt);

/* ---- device limits (device.c) ---- */
int cpudev_attribute(enum cudaDeviceAttr attribute);

#endif
