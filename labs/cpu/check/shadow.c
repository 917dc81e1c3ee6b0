/* shadow.c - every access of device code: where it lands, whether it may, was it written.
 *
 * Shadow memory consists of cells (cells.h):
 *
 * - device heap: a cell for 4 bytes, at a fixed place computed from the address, and one for each
 *   byte where code uses 1 or 2 bytes. Both are reserved address space that becomes memory on first
 *   touch. A bitmap says which bytes anyone wrote.
 * - shared memory: the same for the program's thread-local block; cleared after each block.
 * - __device__: the same, allocated once; __constant__ needs the bounds alone.
 * - a thread's stack has no cells, but red zones around its arrays (local.c).
 *
 * A cell remembers that its bytes lie inside their variable, so bounds are looked up on first
 * touch.
 */
#define _GNU_SOURCE
/* A frame in every callback would cost as much as the checks. */
#pragma GCC optimize("omit-frame-pointer")
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "cells.h"
#include "local.h"

enum { PAGE = 4096 };

static region heap = {.counted_as = COUNT_GLOBAL};
static region shared = {.counted_as = COUNT_SHARED, .shared = true};
static region symbols = {.counted_as = COUNT_GLOBAL};
static region managed = {.counted_as = COUNT_GLOBAL};
static region constants = {.counted_as = COUNT_CONSTANT};
static unsigned char *written_bits; /* of the heap: bit i of byte n is byte 8 n + i */

/* Which bytes of the thread-local block are shared variables; per word, IGNORED: the runtime's
 * own. */
enum { IGNORED = 0x80 };
static unsigned char *tls_class;
static size_t dynamic_lo, dynamic_size, dynamic_room; /* offsets in the thread-local block */
static size_t dirty_lo, dirty_hi; /* words of shared memory touched by the block */

static bool unsettled; /* an open store, or a suspicious index */

/* ---- setting up ------------------------------------------------------------------------------ */

/* Shared, so that a limit on private data (RLIMIT_DATA) does not count what is only reserved. */
static void *try_to_reserve(size_t size) {
    void *p =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

static void *reserve(size_t size) {
    void *p = try_to_reserve(size);
    if (!p) {
        cpudev_complain("no address space for %zu MiB of shadow memory: raise the limit (ulimit -v "
                        "unlimited) or build without --check",
                        (size >> 20) + 1);
        exit(2);
    }
    return p;
}

static void set_bounds(region *r, uintptr_t lo, size_t size) {
    for (uintptr_t p = lo; p < lo + size; p++)
        r->words[(p - r->lo) / 4].valid |= (uint8_t)(1u << (p - r->lo) % 4);
}

static void bound_device_symbol(const check_symbol *s) {
    set_bounds(s->space == CHECK_CONSTANT  ? &constants
               : s->space == CHECK_MANAGED ? &managed
                                           : &symbols,
               s->address, s->size);
}

static void set_up_section(region *r, check_space space) {
    uintptr_t lo, hi;
    if (!check_section(space, &lo, &hi))
        return;
    r->lo = lo & ~(uintptr_t)15;
    r->size = hi - r->lo;
    r->words = reserve((r->size + 15) / 4 * sizeof(check_cell));
    r->bytes = reserve((r->size + 15) * sizeof(check_cell));
    check_each_symbol(space, bound_device_symbol);
}

static void class_symbol(const check_symbol *s) {
    for (size_t i = s->address; i < s->address + s->size && i < cpudev_thread_locals_size(); i++)
        tls_class[i / 4] |= s->space == CHECK_SHARED ? (unsigned char)(1u << i % 4) : IGNORED;
    if (!strcmp(s->name, "cpudev_dynamic_shared")) {
        dynamic_lo = s->address;
        dynamic_room = s->size;
        for (size_t i = s->address; i < s->address + s->size; i += 4)
            tls_class[i / 4] = 0;
    }
}

static __attribute__((constructor(101))) void set_up(void) {
    check_symbols_load();
    set_up_section(&constants, CHECK_CONSTANT);
    set_up_section(&symbols, CHECK_GLOBAL);
    set_up_section(&managed, CHECK_MANAGED);
    size_t room = cpudev_thread_locals_size() + 16;
    shared.size = cpudev_thread_locals_size();
    shared.words = reserve(room / 4 * sizeof(check_cell));
    shared.bytes = reserve(room * sizeof(check_cell));
    tls_class = calloc(room / 4, 1);
    if (!tls_class)
        abort();
    check_each_symbol(CHECK_SHARED, class_symbol);
    check_each_symbol(CHECK_RUNTIME, class_symbol);
}

bool cpudev_hook_reserved(uintptr_t base, size_t size) {
    const size_t words = size / 4 * sizeof(check_cell), bytes = size * sizeof(check_cell);
    unsigned char *p = try_to_reserve(words + bytes + size / 8);
    if (!p)
        return false;
    heap.lo = base;
    heap.size = size;
    heap.words = (check_cell *)p;
    heap.bytes = (check_cell *)(p + words);
    written_bits = p + words + bytes;
    return true;
}

/* Gives the whole pages of a part of the shadow back; the rest is cleared. */
static void clear_shadow(void *lo, size_t size) {
    uintptr_t first = ((uintptr_t)lo + PAGE - 1) / PAGE * PAGE,
              last = ((uintptr_t)lo + size) / PAGE * PAGE;
    if (first >= last) {
        memset(lo, 0, size);
        return;
    }
    memset(lo, 0, first - (uintptr_t)lo);
    memset((void *)last, 0, (uintptr_t)lo + size - last);
    madvise((void *)first, last - first, MADV_REMOVE);
}

static bool in_heap(uintptr_t p) {
    return p - heap.lo < heap.size;
}

static void forget(const cpudev_allocation *a) {
    if (!in_heap(a->base))
        return;
    size_t offset = a->base - heap.lo, size = (a->size + 15) & ~(size_t)15;
    clear_shadow(&heap.words[offset / 4], size / 4 * sizeof(check_cell));
    clear_shadow(&heap.bytes[offset], size * sizeof(check_cell));
    clear_shadow(&written_bits[offset / 8], size / 8);
}

/* The allocation that bounds were looked up in last. */
static uintptr_t last_base;
static size_t last_size;

void check_shadow_allocated(const cpudev_allocation *a) {
    forget(a);
}

void check_shadow_freed(const cpudev_allocation *a) {
    last_size = 0;
    forget(a);
}

void check_mark_written(uintptr_t p, size_t bytes) {
    if (!in_heap(p))
        return;
    size_t i = p - heap.lo, end = i + bytes;
    for (; i < end && i % 8; i++)
        written_bits[i / 8] |= (unsigned char)(1u << i % 8);
    if (i < end)
        memset(&written_bits[i / 8], 0xFF, (end - i) / 8);
    for (i = end - end % 8 > i ? end - end % 8 : i; i < end; i++)
        written_bits[i / 8] |= (unsigned char)(1u << i % 8);
}

static bool byte_written(uintptr_t p) {
    size_t i = p - heap.lo;
    return (written_bits[i / 8] >> i % 8 & 1) || (heap.words[i / 4].written >> i % 4 & 1);
}

bool check_never_written(uintptr_t p, size_t bytes) {
    if (!in_heap(p))
        return false;
    for (size_t i = 0; i < bytes; i++)
        if (byte_written(p + i))
            return false;
    return true;
}

/* ---- launches and blocks --------------------------------------------------------------------- */

void check_shadow_block_begin(size_t dynamic_shared) {
    if (dirty_lo < dirty_hi)
        memset(&shared.words[dirty_lo / 4], 0,
               (dirty_hi / 4 - dirty_lo / 4 + 1) * sizeof(check_cell));
    shared.lo = cpudev_thread_locals();
    dynamic_size = dynamic_shared;
    dirty_lo = cpudev_thread_locals_size();
    dirty_hi = 0;
}

/* ---- blocks that take turns ------------------------------------------------------------------ */

typedef struct {
    size_t lo, hi, words; /* hi < lo: nothing */
    check_cell cell[];    /* of the words, then of their bytes */
} kept_shared;

void *check_shadow_block_leave(void) {
    const size_t words = dirty_lo < dirty_hi ? dirty_hi / 4 - dirty_lo / 4 + 1 : 0;
    kept_shared *k = malloc(sizeof *k + 5 * words * sizeof *k->cell);
    if (!k)
        abort();
    k->lo = dirty_lo;
    k->hi = dirty_hi;
    k->words = words;
    memcpy(k->cell, &shared.words[dirty_lo / 4], words * sizeof *k->cell);
    memcpy(k->cell + words, &shared.bytes[dirty_lo / 4 * 4], 4 * words * sizeof *k->cell);
    return k;
}

void check_shadow_block_enter(void *kept) {
    kept_shared *k = kept;
    check_shadow_block_begin(dynamic_size);
    dirty_lo = k->lo;
    dirty_hi = k->hi;
    memcpy(&shared.words[dirty_lo / 4], k->cell, k->words * sizeof *k->cell);
    memcpy(&shared.bytes[dirty_lo / 4 * 4], k->cell + k->words, 4 * k->words * sizeof *k->cell);
    free(k);
}

/* ---- what an access left open ---------------------------------------------------------------- */

void check_settle(void) {
    if (!unsettled)
        return;
    check_settle_store();
    if (check_suspicion)
        check_settle_suspicion(0, 0, CHECK_READ, false);
    unsettled = false;
}

void check_dynamic_shared(size_t *offset, size_t *size) {
    *offset = dynamic_lo;
    *size = dynamic_size;
}

void check_leave_open(void) {
    unsettled = true;
}

/* ---- bounds and uninitialised memory --------------------------------------------------------- */

/* ", of which the first N alone are written", where that is so of the memory that p lies in: a copy
 * that was too short. */
static void describe_beginning(uintptr_t p, char *text, size_t room) {
    const cpudev_allocation *a = cpudev_find_allocation((void *)p);
    size_t written = 0;
    *text = '\0';
    if (!a || !in_heap((uintptr_t)a->base))
        return;
    while (written < a->size && byte_written((uintptr_t)a->base + written))
        written++;
    if (written && written < a->size &&
        check_never_written((uintptr_t)a->base + written, a->size - written))
        snprintf(text, room, ", of which the first %zu alone are written", written);
}

static void report_uninitialized(uintptr_t p, size_t size, void *pc) {
    static const char kind[] = "uninitialized-read";
    if (check_repeated(kind, pc))
        return;
    char what[256], beginning[80];
    check_describe_memory(p, size, what, sizeof what);
    describe_beginning(p, beginning, sizeof beginning);
    check_report(kind, pc, "reads %zu bytes that nothing has written, %s%s", size, what, beginning);
}

/* What is read where nobody wrote must show in the results, if it reaches them: NaN (as an int, -1)
 * in every other block, and in the rest a large number, for a maximum takes no notice of a NaN. */
static void poison_shared(uintptr_t p, size_t size) {
    static const unsigned char large[4] = {0xca, 0xf2, 0x49, 0x71}; /* the float 1e30 */
    for (size_t i = p; i < p + size; i++)
        *(unsigned char *)i = cpudev_self->block_linear % 2 ? large[i % 4] : 0xff;
}

static inline bool reads(unsigned how) {
    return (how & (CHECK_WRITE | CHECK_UPDATE)) != CHECK_WRITE;
}

static bool all_valid(const region *r, size_t offset, size_t size) {
    for (size_t i = offset; i < offset + size; i++)
        if (!(r->words[i / 4].valid >> i % 4 & 1))
            return false;
    return true;
}

static bool nothing_written(const region *r, size_t offset, size_t size) {
    for (size_t i = offset; i < offset + size; i++)
        if (r->words[i / 4].written >> i % 4 & 1)
            return false;
    return true;
}

/* The whole words of the last looked up allocation that follow the first touch at offset: they are
 * probably touched next, and lie in the same few cache lines of shadow. */
static void validate_neighbours(size_t offset, size_t size) {
    enum { AHEAD = 32 };
    size_t end = last_base + last_size - heap.lo;
    if (end > offset + size + AHEAD)
        end = offset + size + AHEAD;
    for (size_t i = (offset + size + 3) / 4; (i + 1) * 4 <= end; i++)
        heap.words[i].valid = ALL;
}

/* First touch of heap bytes: are they inside a live allocation? */
static bool look_up_heap(uintptr_t p, size_t size, unsigned how, void *pc) {
    if (!(p - last_base < last_size && last_base + last_size - p >= size)) {
        const cpudev_allocation *a = cpudev_find_allocation((void *)p);
        if (!a || a->freed || a->kind == CPUDEV_ARRAY || a->base + a->size - p < size) {
            check_bad_access(p, size, how, pc);
            return false;
        }
        last_base = a->base;
        last_size = a->size;
    }
    for (size_t i = p - heap.lo; i < p - heap.lo + size; i++)
        heap.words[i / 4].valid |= (uint8_t)(1u << i % 4);
    validate_neighbours(p - heap.lo, size);
    return true;
}

static bool heap_uninitialized(uintptr_t p, size_t size) {
    bool none = true;
    for (size_t i = 0; i < size; i++)
        if (byte_written(p + i)) {
            heap.words[(p + i - heap.lo) / 4].written |= (uint8_t)(1u << (p + i - heap.lo) % 4);
            none = false;
        }
    return none;
}

static inline __attribute__((always_inline)) void access_heap(uintptr_t p, size_t size,
                                                              unsigned how, void *pc) {
    size_t offset = p - heap.lo;
    const check_cell *c = &heap.words[offset / 4];
    bool word = size == 4 && offset % 4 == 0;
    if (!(word ? c->valid == ALL : all_valid(&heap, offset, size)) &&
        !look_up_heap(p, size, how, pc))
        return;
    if (reads(how) && (word ? c->written == 0 : nothing_written(&heap, offset, size)) &&
        heap_uninitialized(p, size))
        report_uninitialized(p, size, pc);
    touch(&heap, p, size, how, pc);
    if (CHECK_UNLIKELY(check_profiling))
        profile_access(COUNT_GLOBAL, p, size, how, pc);
}

static bool shared_valid(size_t offset, size_t size) {
    if (offset - dynamic_lo < dynamic_room)
        return offset - dynamic_lo + size <= dynamic_size;
    for (size_t i = offset; i < offset + size; i++)
        if (!(tls_class[i / 4] >> i % 4 & 1))
            return false;
    return true;
}

static __attribute__((noinline)) void access_shared(uintptr_t p, size_t size, unsigned how,
                                                    void *pc) {
    size_t offset = p - shared.lo;
    unsigned class = tls_class[offset / 4];
    bool word = size == 4 && offset % 4 == 0;
    if (!(word && class == ALL) && !shared_valid(offset, size)) {
        check_bad_access(p, size, how, pc);
        return;
    }
    if (offset < dirty_lo)
        dirty_lo = offset;
    if (offset + size > dirty_hi)
        dirty_hi = offset + size;
    if (reads(how) &&
        (word ? shared.words[offset / 4].written == 0 : nothing_written(&shared, offset, size))) {
        poison_shared(p, size);
        report_uninitialized(p, size, pc);
    }
    touch(&shared, p, size, how, pc);
    if (CHECK_UNLIKELY(check_profiling))
        profile_access(COUNT_SHARED, p, size, how, pc);
}

static void access_section(const region *r, uintptr_t p, size_t size, unsigned how, void *pc) {
    size_t offset = p - r->lo;
    bool word = size == 4 && offset % 4 == 0;
    if (!(word ? r->words[offset / 4].valid == ALL : all_valid(r, offset, size))) {
        check_bad_access(p, size, how, pc);
        return;
    }
    if (r != &constants)
        touch(r, p, size, how, pc);
    if (CHECK_UNLIKELY(check_profiling))
        profile_access(r->counted_as, p, size, how, pc);
}

/* ---- where an access lands ------------------------------------------------------------------- */

/* Also where the runtime keeps what it knows of the thread. */
static inline __attribute__((always_inline)) bool on_this_stack(uintptr_t p) {
    return p - (uintptr_t)cpudev_running_stack()->stack < CPUDEV_STACK;
}

static __attribute__((noinline)) void access_elsewhere(uintptr_t p, size_t size, unsigned how,
                                                       void *pc) {
    if (p - constants.lo < constants.size)
        access_section(&constants, p, size, how, pc);
    else if (p - symbols.lo < symbols.size)
        access_section(&symbols, p, size, how, pc);
    else if (p - managed.lo < managed.size)
        access_section(&managed, p, size, how, pc);
    else if (!check_host_memory_allowed(p, size, how))
        check_bad_access(p, size, how, pc);
}

static void access_by_host(uintptr_t p, size_t size, unsigned how, void *pc) {
    if (p - constants.lo >= constants.size && p - symbols.lo >= symbols.size)
        return;
    static const char kind[] = "device-memory-on-host";
    if (check_repeated(kind, pc))
        return;
    char what[256];
    check_describe_memory(p, size, what, sizeof what);
    check_report(kind, pc,
                 "host code %s memory %s; copy it with cudaMemcpyToSymbol or cudaMemcpyFromSymbol",
                 how & CHECK_WRITE ? "writes" : "reads", what);
    check_give_up("host code cannot reach it");
}

/* Looks at what the last access left open; true if this access is part of it and was reported. */
static __attribute__((noinline)) bool settles_finding(uintptr_t p, size_t size, unsigned how) {
    check_settle_store();
    bool reported = check_suspicion && check_settle_suspicion(p, size, how, true);
    unsettled = check_suspicion;
    return reported;
}

/* The rest of a word of constant memory that is read inside its variable. */
static inline bool plain_constant(uintptr_t p, size_t size, unsigned how) {
    size_t offset = p - constants.lo;
    return offset < constants.size && size == 4 && offset % 4 == 0 &&
           constants.words[offset / 4].valid == ALL && !(how & CHECK_WRITE) && !check_profiling;
}

/* What needs no look comes first and without calls, so that it costs no saved registers. */
static __attribute__((noinline)) void access_off_heap(uintptr_t p, size_t size, unsigned how,
                                                      void *pc) {
    if (p - shared.lo < shared.size) {
        if (!(tls_class[(p - shared.lo) / 4] & IGNORED))
            access_shared(p, size, how, pc);
        return;
    }
    if (check_plain_stack(p, size) || plain_constant(p, size, how))
        return;
    if (!on_this_stack(p))
        access_elsewhere(p, size, how, pc);
    else if (check_in_red_zone(p, size))
        check_local_overrun(p, size, how, pc);
}

/* By the host, or after an access that left something open. */
static __attribute__((noinline)) void access_unusual(uintptr_t p, size_t size, unsigned how,
                                                     void *pc) {
    if (!cpudev_self) {
        access_by_host(p, size, how, pc);
        return;
    }
    if (settles_finding(p, size, how))
        return;
    if (p - heap.lo < heap.size)
        access_heap(p, size, how, pc);
    else
        access_off_heap(p, size, how, pc);
}

static inline __attribute__((always_inline)) void access(uintptr_t p, size_t size, unsigned how,
                                                         void *pc) {
    if (CHECK_UNLIKELY(!cpudev_self || unsettled))
        access_unusual(p, size, how, pc);
    else if (CHECK_LIKELY(p - heap.lo < heap.size))
        access_heap(p, size, how, pc);
    else
        access_off_heap(p, size, how, pc);
}

void check_access(uintptr_t p, size_t size, unsigned how, void *pc) {
    access(p, size, how, pc);
}

/* ---- what g++ -fsanitize=thread calls -------------------------------------------------------- */

#define HERE __builtin_return_address(0)
#define CALLBACK(name, size, how)                                                                  \
    void __tsan_##name(void *p);                                                                   \
    void __tsan_##name(void *p) {                                                                  \
        access((uintptr_t)p, size, how, HERE);                                                     \
    }
/* Whoever waits may ask a volatile variable; who writes one hands something over if a memory fence
 * stands before. Without a fence it is data that others may read before or after: no atomic. (In
 * shared memory it is what reductions of old did between lanes of a warp, which is wrong since
 * lanes run apart.) */
static inline unsigned volatile_how(uintptr_t p, unsigned how) {
    const bool is_flag =
        !(how & CHECK_WRITE) || (p - shared.lo < shared.size ? check_fenced() : check_publishes());
    return how | CHECK_VOLATILE | (is_flag ? CHECK_FLAG : 0);
}

/* Has this volatile access handed something over, or taken it? */
static bool orders(uintptr_t p, unsigned how) {
    if (check_on_stack(p))
        return false;
    if (how & CHECK_WRITE)
        return how & CHECK_FLAG;
    return p - shared.lo >= shared.size ||
           shared.words[(p - shared.lo) / 4].flags & CELL_WRITER_ATOMIC;
}

/* A loop may ask it until another thread writes. */
static __attribute__((noinline)) void volatile_access(uintptr_t p, size_t size, unsigned how,
                                                      void *pc) {
    if (!cpudev_self) {
        access(p, size, how, pc);
        return;
    }
    how = volatile_how(p, how);
    access(p, size, how, pc);
    if (--cpudev_atomics_left == 0) /* then it may read what is written meanwhile */
        cpudev_many_atomics(how & CHECK_WRITE, pc);
    if (orders(p, how))
        check_released(p, false);
}
#define VOLATILE_CALLBACK(name, size, how)                                                         \
    void __tsan_##name(void *p);                                                                   \
    void __tsan_##name(void *p) {                                                                  \
        volatile_access((uintptr_t)p, size, how, HERE);                                            \
    }
#define CALLBACKS(size)                                                                            \
    CALLBACK(read##size, size, CHECK_READ)                                                         \
    CALLBACK(write##size, size, CHECK_WRITE)                                                       \
    CALLBACK(unaligned_read##size, size, CHECK_READ)                                               \
    CALLBACK(unaligned_write##size, size, CHECK_WRITE)                                             \
    VOLATILE_CALLBACK(volatile_read##size, size, CHECK_READ)                                       \
    VOLATILE_CALLBACK(volatile_write##size, size, CHECK_WRITE)                                     \
    VOLATILE_CALLBACK(unaligned_volatile_read##size, size, CHECK_READ)                             \
    VOLATILE_CALLBACK(unaligned_volatile_write##size, size, CHECK_WRITE)
CALLBACKS(1)
CALLBACKS(2)
CALLBACKS(4)
CALLBACKS(8)
CALLBACKS(16)

#define RANGE_CALLBACK(name, how)                                                                  \
    void __tsan_##name(void *p, unsigned long size);                                               \
    void __tsan_##name(void *p, unsigned long size) {                                              \
        access((uintptr_t)p, size, how, HERE);                                                     \
    }
RANGE_CALLBACK(read_range, CHECK_READ)
RANGE_CALLBACK(write_range, CHECK_WRITE)

void __tsan_vptr_update(void **p, void *value);
void __tsan_vptr_update(void **p, void *value) {
    (void)value;
    access((uintptr_t)p, sizeof *p, CHECK_WRITE, HERE);
}
CALLBACK(vptr_read, sizeof(void *), CHECK_READ)

void __tsan_init(void);
void __tsan_init(void) {}
void __tsan_func_entry(void *caller);
void __tsan_func_entry(void *caller) {
    (void)caller;
}
void __tsan_func_exit(void);
void __tsan_func_exit(void) {}
