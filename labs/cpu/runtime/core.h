/* parts.h - what the files of the runtime core owe each other (runtime.h is the wider contract).
 */
#ifndef CPUDEV_RUNTIME_PARTS_H
#define CPUDEV_RUNTIME_PARTS_H

#include <setjmp.h>

#include "runtime.h"

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
/* Is everything up to this operation done? */
bool cpudev_stream_done(cudaStream_t stream, uint64_t sequence);
/* Carries out one operation if any is pending: progress for programs that poll. */
void cpudev_progress(cudaStream_t stream);
bool cpudev_valid_stream(cudaStream_t stream);
uint64_t cpudev_last_sequence(cudaStream_t stream);
/* Operations never carried out: kernels, and others. */
void cpudev_count_pending(unsigned *kernels, unsigned *others);
void cpudev_drop_streams(void);

/* ---- one launch (workers.c runs its blocks, block.c one of them) ---- */
typedef struct {
    const cpudev_kernel *kernel;
    const void *closure;
    cpudev_uint3 grid, block;
    size_t dynamic_shared;
    uint64_t number; /* from 1 */
    uint64_t blocks; /* in the grid */
    cudaError_t error;
} cpudev_launch;

/* Runs all blocks on all workers; prints what stopped it and returns the error. */
cudaError_t cpudev_run_launch(cpudev_launch *launch);
/* How many OS threads run blocks. */
unsigned cpudev_worker_count(void);
int cpudev_processor_count(void);

/* Runs one block on this OS thread. false: it could not finish (deadlock); cpudev_fault_state.text
 * says why. */
bool cpudev_run_block(const cpudev_launch *launch, uint64_t block_linear);
/* Where a fault in device code continues; valid while a worker runs blocks (workers.c, fault.c). */
typedef struct {
    sigjmp_buf resume;
    bool active;
    cudaError_t error;
    char text[600]; /* what happened, for the person */
    void *pc;
} cpudev_fault;
extern __thread cpudev_fault cpudev_fault_state;
/* Ends the running block with this error; text as in printf. Device code only. */
void cpudev_stop_block(cudaError_t error, void *pc, const char *format, ...)
    __attribute__((noreturn, format(printf, 3, 4)));
/* Makes cpudev_self say which thread runs: between barriers only threadIdx may (regions.c). */
void cpudev_note_thread(void);
void cpudev_install_fault_handler(void);
void cpudev_install_fault_stack(void); /* for this OS thread */
/* Is address inside the guard of a fiber's stack of this OS thread? */
bool cpudev_is_stack_guard(const void *address);

/* ---- device printf (printf.c) ---- */
/* Takes the text the running block has printed so far on this OS thread, for output in block order.
 */
void cpudev_printf_block_end(uint64_t position);
void cpudev_printf_launch_end(void);

/* ---- memory (memory.c) ---- */
void cpudev_reserve_memory(void);
/* NULL when there is no memory. */
cpudev_allocation *cpudev_allocate(size_t size, cpudev_memory_kind kind, const char *api,
                                   void *from);
void cpudev_free(cpudev_allocation *a, void *from);
void cpudev_free_everything(void *from);
void cpudev_open_this_thread(void); /* workers: for good */
size_t cpudev_memory_total(void);
size_t cpudev_memory_free(void);
/* Host memory of the program's own; false: no memory for the record, or never registered. */
bool cpudev_register_memory(void *p, size_t size, void *from);
bool cpudev_unregister_memory(void *p, void *from);
/* Text like "4 bytes past the end of the 1024-byte allocation made by cudaMalloc at a.cu:7". */
void cpudev_describe_address(const void *p, char *text, size_t size);

/* ---- symbols (symbol.c) ---- */
const cpudev_allocation *cpudev_find_symbol(const void *p);
/* What cudaGetSymbolAddress and ...Size answer; either may be NULL. */
cudaError_t cpudev_symbol_address(void **address, const void *variable, size_t *size);
void cpudev_protect_symbols(int key); /* -1: no protection keys */
void cpudev_symbols_protection(int protection);
/* Is p an address inside a __device__ or __constant__ variable that host code may not use: its
 * cudaGetSymbolAddress was never asked? Then the variable, else NULL. */
const cpudev_allocation *cpudev_host_side_symbol(const void *p);

/* ---- the program's symbol table (elf.c) ---- */
/* type: STT_OBJECT, STT_FUNC, STT_TLS ...; value: an address, or an offset among thread-locals. */
typedef void cpudev_symbol_visitor(const char *name, int type, uintptr_t value, size_t size,
                                   void *context);
void cpudev_visit_symbols(cpudev_symbol_visitor *visit, void *context);
/* What to subtract from an address for its place in the program's file. */
uintptr_t cpudev_program_bias(void);

/* ---- kernels (launch.c, shared.c) ---- */
/* The kernel behind a pointer to a __global__ function; NULL: it is none. */
const cpudev_kernel *cpudev_kernel_of(const void *function);
size_t cpudev_static_shared(const cpudev_kernel *kernel);
/* occupancy.c: takes the bound that cpudev_bound_next_kernel left; threads that a block may have.
 */
void cpudev_take_bound(const cpudev_kernel *kernel);
int cpudev_max_threads(const cpudev_kernel *kernel);

/* ---- source lines (source.c) ---- */
/* "FILE:LINE" of a code address, or the function's name, or its hexadecimal value. */
void cpudev_describe_code(const void *pc, char *text, size_t size);
/* The kernel's name as its author wrote it, without return type and template noise. */
void cpudev_kernel_name(const cpudev_kernel *kernel, char *text, size_t size);

/* ---- order (order.c) ---- */
void cpudev_read_order(void);
/* The block or thread that runs as number `position` of `count`. salt: two counts never agree. */
uint64_t cpudev_ordered(uint64_t position, uint64_t count, uint64_t salt);

/* ---- device limits (device.c) ---- */
int cpudev_attribute(enum cudaDeviceAttr attribute);

#endif
