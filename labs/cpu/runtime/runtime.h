/* runtime.h - the door of the runtime: what the checker may ask it.
 *
 * What it does: it answers the CUDA runtime API, keeps the device's memory, and runs kernels, one
 * block at a time on each worker. What goes in: the calls of translated programs
 * (include/cpu_device/abi.h and runtime_api.h). What comes out: their results, messages on standard
 * error, and what happens, told to the checker through check/check.h. It may use texture/unit.h and
 * check/check.h. What its own files owe each other stands in core.h, and is nobody else's business.
 */
#ifndef CPUDEV_RUNTIME_H
#define CPUDEV_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cpu_device/abi.h" /* cpudev_kernel, cpudev_thread, cpudev_self: shared with C++ */
#include "cpu_device/driver_types.h" /* cudaError_t, ... (C and C++) */

/* ---- errors (error.c) ---- */
/* Prints "cpu-device: error: ..." to stderr: what happened, where, what to do. For what CUDA has no
 * error code for; does not end the program. */
void cpudev_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The error that every call returns from now on; cudaSuccess: none. */
cudaError_t cpudev_sticky(void);
/* As cudaGetErrorName answers; the program has not looked at the error by that. */
const char *cpudev_error_name(cudaError_t e);

/* ---- the end (start.c) ---- */
/* At the program's end: says how many launches nothing waited for. A GPU may drop them, and drops
 * their printf output always; so does the plain build, while the checker looks at them all the
 * same. A second call does nothing. */
void cpudev_end_work(void);

/* ---- streams (stream.c) ---- */
/* Operations of all streams that are not carried out yet: kernels, and others. */
void cpudev_count_pending(unsigned *kernels, unsigned *others);

/* ---- memory (memory.c) ---- */

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

/* ---- the program's symbol table (elf.c) ---- */
/* type: STT_OBJECT, STT_FUNC, STT_TLS ...; value: an address, or an offset among the program's
 * thread-locals. The name stays valid. */
typedef void cpudev_symbol_visitor(const char *name, int type, uintptr_t value, size_t size,
                                   void *context);
/* false: the program's file cannot be read. */
bool cpudev_visit_symbols(cpudev_symbol_visitor *visit, void *context);

/* ---- symbols (symbol.c) ---- */

/* While device memory is open: may __constant__ variables be written? Kernels may not, unless the
 * program has the address of one from cudaGetSymbolAddress. */
void cpudev_constants_protection(bool writable);
/* Is the thread-local of this name one that device code reads and the runtime writes, threadIdx
 * and the like, or the runtime's own? */
bool cpudev_is_runtimes_variable(const char *name);
/* What to subtract from an address for its place in the program's file. */
uintptr_t cpudev_program_bias(void);
/* The program's thread-locals, shared memory among them: of this OS thread; how many bytes. */
uintptr_t cpudev_thread_locals(void);
size_t cpudev_thread_locals_size(void);

/* ---- the running thread (block.c); cpudev_self is NULL in host code ---- */
/* A thread and its stack, from stack up to stack_top. cpudev_self points to `self`. */
typedef struct {
    cpudev_thread self;
    unsigned char *stack, *stack_top;
} cpudev_stack_owner;
static inline const cpudev_stack_owner *cpudev_running_stack(void) {
    return (const cpudev_stack_owner *)cpudev_self;
}
/* Bytes of a stack. Above stack_top, and still among them, lies what the runtime keeps of it. */
enum { CPUDEV_STACK = 64 * 1024 };
/* Below a stack: a guard, large, so that a frame with an array does not step over it, and below
 * that in the check build the checker's notes on the stack (check/local.c). */
enum { CPUDEV_STACK_GUARD = 60 * 1024 };
#ifdef CPUDEV_CHECK
enum { CPUDEV_STACK_NOTES = 16 * 1024 };
#else
enum { CPUDEV_STACK_NOTES = 0 };
#endif
/* Is p an address inside the arguments of the launch that runs? */
bool cpudev_in_arguments(const void *p);

/* ---- source lines (source.c) ---- */
enum { CPUDEV_SOURCE_ADDRESSES = 32 }; /* at once, since each time the program's lines are read */
/* What addr2line -a -i tells of n code addresses: for each a line "0x..." and then "FILE:LINE" for
 * each inlined function, innermost first. false: nothing. */
bool cpudev_source_lines(const void *const *pcs, size_t n, char *output, size_t size);
/* Is this a header of the device, or of the system? */
bool cpudev_is_foreign(const char *path);

/* ---- kernels (source.c) ---- */
/* The kernel's name as its author wrote it, without return type and template noise. */
void cpudev_kernel_name(const cpudev_kernel *kernel, char *text, size_t size);

/* ---- events (event.c) ---- */
/* How many records of events were carried out so far, in all streams. */
uint64_t cpudev_events_reached(void);

/* ---- order of blocks and threads, from CPU_DEVICE_ORDER (order.c) ---- */
typedef enum { CPUDEV_FORWARD, CPUDEV_REVERSE, CPUDEV_RANDOM } cpudev_order_kind;
extern cpudev_order_kind cpudev_order;
extern uint64_t cpudev_order_seed; /* printed with any finding */

#endif
