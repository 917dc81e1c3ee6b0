/* checker.h - what the parts of the checker (this folder) owe each other.
 *
 * Programs built with `nvcc-cpu --check` are compiled with -fsanitize=thread, whose callbacks come
 * to shadow.c instead of libtsan. The check build of the runtime uses one worker, so device
 * threads run one after another between barriers and nothing here needs a lock; races are found by
 * what the threads' accesses say about their order, not by interleaving.
 *
 *   shadow.c    every access: where it lands, whether it may, was it written before; its inline
 *               parts: cells.h, local.h
 *   race.c      segments: which accesses of a launch are ordered, which only happen to be
 *   conflict.c  races, and the idioms that are none
 *   atomic.c    __tsan_atomic*: carried out and recorded
 *   string.c    memcpy and others that reach through pointers, in device code
 *   bounds.c    UBSan's handlers: index outside an array, misaligned pointer
 *   arithmetic.c  the same: what C++ leaves open and a GPU has a rule for
 *   library.c   device code that calls functions of the host's libraries
 *   local.c     red zones around local arrays
 *   host.c      allocations, copies, errors of CUDA calls, leaks
 *   result.c    whether code looks at what a call returned
 *   objects.c   texture objects, surface objects, events and streams that stay behind
 *   launch.c    launches, blocks, barriers, deadlocks
 *   malloc.c    malloc and new in device code
 *   where.c     what an address is, in words
 *   symbols.c   the program's own variables, from its ELF symbol table
 *   source.c    code address to file and line
 *   disturb.c   for a grader: textures and constants deliver something else
 *   failing.c    for a grader: one call fails
 *   file.c      where the files that it writes go
 *   findings.c  reports: once each, counted, JSON lines, exit status 86; refused calls
 *               (json.h: its strings, and the grader's)
 *   profile.c   accesses grouped into requests by warp
 *   requests.c  what a request costs
 *   profile_table.c  the counts as a table for people
 */
#ifndef CHECK_PARTS_H
#define CHECK_PARTS_H

#include <stdio.h>

#include "check.h"

#define CHECK_LIKELY(x) __builtin_expect(!!(x), 1)
#define CHECK_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define CHECK_MAX_THREADS 1024 /* of a block */

/* ---- accesses (shadow.c) -------------------------------------------------------------- */

enum {
    CHECK_READ = 0,
    CHECK_WRITE = 1,
    CHECK_ATOMIC = 2, /* an atomic operation: never races with another */
    CHECK_VOLATILE = 4,
    CHECK_UPDATE = 8, /* a write that reads first */
    CHECK_FLAG = 16,  /* volatile, and used as a flag: as good as an atomic to those who read it */
    CHECK_BLOCK = 32, /* an atomic operation of its block's scope: none to other blocks */
};

/* One access of `size` bytes at p by the running device thread, from code address pc. */
void check_access(uintptr_t p, size_t size, unsigned how, void *pc);
/* Looks at what the last access left open: a value to compare, a suspicious index. */
void check_settle(void);
/* The next access or check_settle will have something to look at. */
void check_leave_open(void);
void check_shadow_block_begin(size_t dynamic_shared);
void *check_shadow_block_leave(void);
void check_shadow_block_enter(void *kept);
/* [offset, offset + size) of the thread-local block that is this launch's dynamic shared memory. */
void check_dynamic_shared(size_t *offset, size_t *size);

/* Shadow of 4 bytes of memory (or, for accesses under 4 bytes, of one byte). */
typedef struct {
    uint32_t writer, reader, reader2; /* segments (race.c); 0: none */
    uint32_t writer_pc, reader_pc;    /* low half of their code addresses */
    uint8_t valid;                    /* bit i: byte i was found to be inside its variable */
    uint8_t written;                  /* bit i: byte i was written by device code */
    uint8_t flags;
    int8_t apart; /* reader2's code address less reader_pc; CELL_FAR: that does not fit */
} check_cell;

enum {
    CELL_WRITER_ATOMIC = 1,
    CELL_READER_ATOMIC = 2,
    CELL_READER2_ATOMIC = 4,
    CELL_HAS_BYTES = 8,
    CELL_WRITER_BLOCK = 16 /* the atomic writer's scope was its block */
};
enum { CELL_FAR = INT8_MIN };

/* ---- conflicts (conflict.c) ------------------------------------------------------------------ */

/* What a cell remembers of an earlier access. */
typedef struct {
    uint32_t segment, pc; /* pc: low half of the code address; 0: not known */
    bool wrote, atomic;
    bool in_block; /* an atomic of its block's scope, and this is another block */
} check_earlier;

/* The access of [p, p + size) and an earlier one are not ordered, and at least one writes. */
void check_conflict(bool is_shared, uintptr_t p, size_t size, check_earlier other, unsigned how,
                    void *pc);
void check_settle_store(void);
/* A thread does an atomic operation on what it read plainly at this code address (low half). */
void check_note_guess(uint32_t read_pc);
/* The launch ends: plain reads that were no guesses were races. */
void check_settle_doubts(void);

/* ---- order of accesses (race.c) ------------------------------------------------------- */

/* Segment: a stretch of one thread's run between two points where it synchronises. Numbers grow
 * in order of execution. */
extern uint32_t check_segment_of[CHECK_MAX_THREADS]; /* of each thread of this block; 0: none yet */
extern uint32_t check_launch_first,
    check_epoch_first; /* first segment of the launch, barrier epoch */
uint32_t check_new_segment(void);
/* Was segment `earlier` certainly finished and visible before the running thread got here? */
bool check_ordered(uint32_t earlier);
/* The running thread did an atomic operation on p, or a volatile access as good as one. (Memory
 * fences: cpudev_checked_fence, abi.h.) */
void check_released(uintptr_t p, bool in_block);
/* The thread handed on what it had to, so a fence before says nothing of what it writes next. */
void check_handed_on(void);
/* Has the running thread done a memory fence since the block's last barrier? */
bool check_fenced(void);
/* Is what the thread writes next behind a fence, its own or one before a barrier? */
bool check_publishes(void);
/* Did this thread do an atomic operation on p, or, before a barrier, another one of its block? It
 * then comes after the earlier ones of others. */
bool check_in_atomic_order(uintptr_t p);
/* Is segment `earlier` of the running block, of the running warp? */
bool check_same_block(uint32_t earlier);
bool check_same_warp(uint32_t earlier);
/* Writes "thread (1,0,0) of block (0,0,0)" or the like for a segment of this launch. */
void check_describe_segment(uint32_t segment, char *text, size_t size);

extern cpudev_uint3 check_grid_dim, check_block_dim; /* of the running launch */
void check_race_launch_begin(void);
void check_race_block_begin(uint64_t block_linear);
void check_race_barrier_open(void);
void check_race_grid_open(void);
void *check_race_block_leave(void); /* what check_race_block_enter takes when the block goes on */
void check_race_block_enter(void *kept);
void check_race_warp_sync(unsigned warp, unsigned mask);

static inline uint32_t check_segment(void) {
    uint32_t s = check_segment_of[cpudev_self->thread_linear];
    return CHECK_LIKELY(s) ? s : check_new_segment();
}

/* ---- the program's variables (symbols.c) ---------------------------------------------- */

typedef enum {
    CHECK_SHARED,
    CHECK_CONSTANT,
    CHECK_GLOBAL,  /* __device__ */
    CHECK_MANAGED, /* __managed__ */
    CHECK_RUNTIME, /* thread-local, but not the student's */
    CHECK_HOST
} check_space;

typedef struct {
    uintptr_t address; /* SHARED, RUNTIME: offset in the thread-local block; others: address */
    size_t size;
    check_space space;
    const char *name; /* as in the source, without scopes */
} check_symbol;

void check_symbols_load(void);
/* The symbol that holds p (an address), or the nearest one before it in the same space if
 * `nearest`. */
const check_symbol *check_symbol_at(uintptr_t p, bool nearest);
uintptr_t check_symbol_address(const check_symbol *s);
/* Calls visit for every symbol of this space. */
void check_each_symbol(check_space space, void (*visit)(const check_symbol *));
/* Where a section of device variables lies; false if the program has none. */
bool check_section(check_space space, uintptr_t *lo, uintptr_t *hi);

/* ---- source lines (source.c) ---------------------------------------------------------- */

typedef struct {
    const char *file; /* NULL: unknown */
    unsigned line;
} check_source;
/* The student's line at code address pc; inlined functions of the device's headers are skipped. */
check_source check_source_of(const void *pc);
/* Finds out those of n addresses at once, which is quicker than one after the other. */
void check_sources_of(const void *const *pcs, size_t n);
check_source check_source_named(const char *file, unsigned line);

/* ---- reports (findings.c) ------------------------------------------------------------- */

/* One finding at pc (or at a known source line) by the running thread, or by the host if none
 * runs. */
void check_report(const char *kind, const void *pc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void check_report_at(const char *kind, check_source where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A call at pc returns the error e, with its reason. No finding: a correct program may try.
 * Shown once for each place and error, unless it is said already; counted and written as
 * "refused-call". */
void check_refused(const void *pc, cudaError_t e, bool said, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Is there a finding at pc? */
bool check_is_found(const void *pc);

/* ---- file.c ---- */

/* The number of the socket that a variable of the environment names, as socket:N; -1: it names
 * none. */
int check_socket_of(const char *variable);
/* Sends these bytes, in messages NAME:BYTES. */
void check_tell(int socket, const char *name, const char *text, size_t bytes);
/* The absolute path that a variable of the environment names; NULL when it names none. */
char *check_path_of(const char *variable);
/* The file of that path, made anew. */
FILE *check_new_file(const char *path);
/* True if this (kind, pc) was reported before: then it is only counted, and no text is needed. */
bool check_repeated(const char *kind, const void *pc);
/* The access that was just reported would end the program with a signal: end it now, in order. */
void check_give_up(const char *why) __attribute__((noreturn));
/* Does the code behind a call look at what it returned (result.c)? */
bool check_looks_at_result(const void *behind_call);
/* What a grader's harness calls, while no kernel runs. what: "textures", the name of a constant
 * variable of 32-bit words, "" to count nothing, or NULL: all is again as it should be. */
void check_disturb(const char *what);

/* Of the calls from now on that allocate (memory, arrays, texture and surface objects), copy, set
 * or launch, number nth, from 0, does nothing and fails; -1: none. The error with which the one of
 * the call before failed, cudaSuccess where there was none (failing.c). */
cudaError_t check_failing(int nth);
/* How many such calls there were since. */
int check_failing_calls(void);
/* Of a function that makes `count` of them: which one to let fail in trial number `trial`, from 0;
 * -1: enough were tried. */
int check_failing_choice(int count, int trial);
/* The last one that was let fail: "cudaMalloc at k.cu:3", "kernel launch at k.cu:4". */
const char *check_failing_name(void);
/* Was cudaGetLastError or the like called between its failure and the next check_failing? */
bool check_failing_asked(void);
/* A call returned an error: is it the one that was let fail? */
void check_failing_returned(const char *api, const void *from);
/* The program asks for the last error. */
void check_failing_asked_for(void);
/* check_failing(CHECK_NO_CALL): a call of the function in which nothing fails, whose findings are
 * marked all the same, as CHECK_SECOND_CALL. */
enum { CHECK_NO_CALL = 999999, CHECK_SECOND_CALL };
/* Which of the calls of check_failing that let one fail this is, from 1; 0: none. Findings are
 * marked with it. */
extern int check_failing_call;
/* Errors and leaks that are only known at the end (host.c); status: of exit(). */
void check_host_finish(int status);

/* ---- what an address is (where.c) ------------------------------------------------------------ */

/* Describes the memory at p, where it came from, and how [p, p + size) lies to it. */
void check_describe_memory(uintptr_t p, size_t size, char *text, size_t text_size);
/* Reports an access of device code that hits nothing it may touch. */
void check_bad_access(uintptr_t p, size_t size, unsigned how, void *pc);
/* May device code do this outside device, shared and local memory? Pinned memory, constants of the
 * program, the launch's parameters. */
bool check_host_memory_allowed(uintptr_t p, size_t size, unsigned how);

/* Is this memory that device code got from malloc or new? (malloc.c) */
bool check_device_malloc(uintptr_t p, size_t size);

/* "4 bytes past the end of": how [p, p + size) lies to [base, base + length). */
void check_describe_offset(uintptr_t p, size_t size, uintptr_t base, size_t length, char *text,
                           size_t room);

/* ---- local arrays (local.c): p is on the running thread's stack ------------------------------ */

/* Does [p, p + size) touch a red zone? Then check_local_overrun reports it. */
bool check_in_red_zone(uintptr_t p, size_t size);
void check_local_overrun(uintptr_t p, size_t size, unsigned how, void *pc);
bool check_on_stack(uintptr_t p);
/* Are [p, p + size) and base inside one live array that has arrays of this type as its rows? */
bool check_inside_local_array(uintptr_t p, size_t size, uintptr_t base, const char *row_type);
/* Writes "the local array a (k.cu:3)" for the live array that holds p; nothing if there is none. */
void check_name_local_array(uintptr_t p, char *text, size_t room);

/* ---- memory (host.c, shadow.c) -------------------------------------------------- */

/* The allocation, freed or not, that holds p or ends or begins nearest to it; NULL if there is
 * none. */
const cpudev_allocation *check_closest_allocation(uintptr_t p);
void check_shadow_allocated(const cpudev_allocation *a);
void check_shadow_freed(const cpudev_allocation *a);
void check_mark_written(uintptr_t p, size_t bytes);
/* True if nothing in [p, p + bytes) of device memory was ever written. */
bool check_never_written(uintptr_t p, size_t bytes);

/* ---- objects (objects.c) -----------------------------------------------------------------------
 */

/* Reports those that were never destroyed. */
void check_report_objects(bool failing);

/* ---- bounds handler (bounds.c) -------------------------------------------------------- */

/* An index left its array just now; the next access tells whether it left the variable. */
extern bool check_suspicion;
/* True if the access at p was found to be outside its array, and reported. The suspicion stays if p
 * is no part of it. */
bool check_settle_suspicion(uintptr_t p, size_t size, unsigned how, bool known);

/* ---- what a grader has changed (disturb.c) ----------------------------------------------------
 */

void check_disturb_launch(bool begins); /* a launch begins or ends */

/* ---- counts (profile.c) ---------------------------------------------------------------------- */

typedef enum { COUNT_GLOBAL, COUNT_CONSTANT, COUNT_SHARED, COUNT_TEXTURE } count_space;
extern bool check_profiling;
void profile_access(count_space space, uintptr_t p, size_t size, unsigned how, void *pc);
void profile_launch_begin(const char *kernel, cpudev_uint3 grid, cpudev_uint3 block,
                          size_t dynamic_shared, uint64_t launch);
void profile_launch_end(void);
void profile_block_begin(void);
void profile_epoch_end(bool barrier); /* a barrier opened, or the block ended */
void profile_copy(bool to_device, size_t bytes, void *from);
size_t profile_finish(void); /* how many bytes went over a socket */

#endif
