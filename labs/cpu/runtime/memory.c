/* memory.c - the device's memory: one reserved range of addresses, never reused, closed to host
 * code.
 *
 * Every allocation ends within 512 bytes of a guard page. Addresses only grow, so the list of
 * allocations is sorted as it is. Device memory carries a memory protection key where the CPU has
 * them: opening it for this thread is one instruction. Elsewhere each allocation is mprotect'ed.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core.h"

enum { PAGE = 4096, ALIGNMENT = 512 };
/* Fresh memory is filled like this, up to a size that costs no time: as floats NaN, as ints -1. A
 * GPU gives what was there before. */
enum { FRESH = 0xff, LARGE = 8 << 20, FRESH_LIMIT = 16 << 20 };

uintptr_t cpudev_heap_base, cpudev_heap_end;

static uintptr_t heap_next;
static size_t gap; /* closed, behind each allocation */
static cpudev_allocation **allocations;
static size_t count, capacity;
static size_t bytes_in_use;
static size_t open_count; /* allocations that host code may use too */
static unsigned last_id;
static int key = -1; /* memory protection key; -1: the CPU has none */

/* Memory of others that device code may use (cudaHostRegister), in no order. */
static cpudev_allocation **registered;
static size_t registered_count;

static bool is_closed(const cpudev_allocation *a) {
    return a->kind == CPUDEV_DEVICE || a->kind == CPUDEV_ARRAY;
}

static uintptr_t first_page(uintptr_t p) {
    return p & ~(uintptr_t)(PAGE - 1);
}

static size_t page_bytes(const cpudev_allocation *a) {
    return (a->base + a->size + PAGE - 1 - first_page(a->base)) & ~(size_t)(PAGE - 1);
}

/* Addresses are not used again, so a terabyte of them; less where the system has less room (39 bits
 * on some AArch64, a limit, an emulator), for the checker's shadow too. */
void cpudev_reserve_memory(void) {
    const size_t most = (size_t)1 << 40, least = (size_t)256 << 20;
    for (size_t size = most; size >= least && !cpudev_heap_base; size /= 2) {
        void *p = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p == MAP_FAILED)
            continue;
        if (!cpudev_hook_reserved((uintptr_t)p, size)) {
            munmap(p, size);
            continue;
        }
        cpudev_heap_base = (uintptr_t)p;
        /* Room before each allocation, so that what lies before its start is known as that. */
        gap = size >> 24 > PAGE ? size >> 24 : PAGE;
        heap_next = cpudev_heap_base + size / 4096;
        cpudev_heap_end = cpudev_heap_base + size;
    }
    if (!cpudev_heap_base) {
        cpudev_complain("cannot reserve %zu MiB of addresses for device memory%s (%s); is there a "
                        "limit on address space (ulimit -v)? Remove it",
                        least >> 20, CPUDEV_CHECKED ? ", and 31 times as many for --check" : "",
                        strerror(errno));
        _exit(1);
    }
    const char *without = getenv("CPU_DEVICE_NO_KEYS"); /* tests of the other way of closing */
    if (!without || !*without)
        key = pkey_alloc(0, PKEY_DISABLE_ACCESS);
    cpudev_protect_symbols(key);
}

void cpudev_open_this_thread(void) {
    if (key >= 0)
        pkey_set(key, 0);
}

static void protect_each(int protection) {
    for (size_t i = 0; i < count; i++)
        if (is_closed(allocations[i]) && !allocations[i]->freed)
            mprotect((void *)first_page(allocations[i]->base), page_bytes(allocations[i]),
                     protection);
    cpudev_symbols_protection(protection);
}

/* Without keys: how often it was opened. A queue of a thousand launches opens it once. */
static unsigned opened;

void cpudev_open_device_memory(void) {
    if (key >= 0)
        pkey_set(key, 0);
    else if (opened++ == 0)
        protect_each(PROT_READ | PROT_WRITE);
}

void cpudev_close_device_memory(void) {
    if (key >= 0)
        pkey_set(key, PKEY_DISABLE_ACCESS);
    else if (--opened == 0)
        protect_each(PROT_NONE);
}

void cpudev_open_for_queue(void) {
    if (key < 0)
        cpudev_open_device_memory();
}

void cpudev_close_after_queue(void) {
    if (key < 0)
        cpudev_close_device_memory();
}

void cpudev_with_closed_memory(void (*function)(void *), void *argument) {
    const unsigned before = opened;
    if (before > 0) {
        opened = 0;
        protect_each(PROT_NONE);
    }
    function(argument);
    if (before > 0) {
        opened = before;
        protect_each(PROT_READ | PROT_WRITE);
    }
}

size_t cpudev_memory_total(void) {
    static size_t total;
    if (!total) {
        /* A small device, in MiB, for programs that must cope with a full one. */
        const char *wanted = getenv("CPU_DEVICE_MEMORY");
        const unsigned long long mib = wanted ? strtoull(wanted, NULL, 10) : 0;
        total = mib ? (size_t)mib << 20
                    : (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    }
    return total;
}

size_t cpudev_addresses_left(void) {
    return cpudev_heap_end - heap_next;
}

size_t cpudev_memory_free(void) {
    const size_t total = cpudev_memory_total();
    return bytes_in_use < total ? total - bytes_in_use : 0;
}

static cpudev_allocation *add_record(cpudev_allocation ***list, size_t *length) {
    cpudev_allocation **moved = realloc(*list, (*length + 1) * sizeof *moved);
    cpudev_allocation *a = malloc(sizeof *a);
    if (moved)
        *list = moved;
    if (!moved || !a) {
        free(a);
        return NULL;
    }
    moved[(*length)++] = a;
    return a;
}

static cpudev_allocation *add_heap_record(void) {
    if (count == capacity) {
        const size_t bigger = capacity ? capacity * 2 : 64;
        cpudev_allocation **moved = realloc(allocations, bigger * sizeof *moved);
        if (!moved)
            return NULL;
        allocations = moved;
        capacity = bigger;
    }
    cpudev_allocation *a = malloc(sizeof *a);
    if (a)
        allocations[count++] = a;
    return a;
}

static bool map_pages(uintptr_t start, size_t size, bool closed) {
    void *p = (void *)start;
    if (closed && key >= 0)
        return pkey_mprotect(p, size, PROT_READ | PROT_WRITE, key) == 0;
    return mprotect(p, size, PROT_READ | PROT_WRITE) == 0;
}

cpudev_allocation *cpudev_allocate(size_t size, cpudev_memory_kind kind, const char *api,
                                   void *from) {
    const bool closed = kind == CPUDEV_DEVICE || kind == CPUDEV_ARRAY;
    if (kind != CPUDEV_PINNED && size > cpudev_memory_free())
        return NULL;
    const size_t used = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    const size_t pages = (used + PAGE - 1) / PAGE * PAGE;
    const uintptr_t start = heap_next;
    if (pages + gap > cpudev_heap_end - start || !map_pages(start, pages, closed))
        return NULL;
    /* Without protection keys every launch opens and closes each page. */
    if (pages >= LARGE)
        (void)madvise((void *)start, pages, MADV_HUGEPAGE);
    const uintptr_t base = start + pages - used;
    /* Filled before it is closed to this thread. */
    const bool fill = kind != CPUDEV_ARRAY && size > 0;
    if (fill) {
        if (closed)
            cpudev_open_this_thread();
        memset((void *)base, FRESH, size < FRESH_LIMIT ? size : FRESH_LIMIT);
        if (closed && key >= 0)
            pkey_set(key, PKEY_DISABLE_ACCESS);
    }
    if (closed && key < 0)
        mprotect((void *)start, pages, PROT_NONE);
    cpudev_allocation *a = add_heap_record();
    if (!a) {
        mprotect((void *)start, pages, PROT_NONE);
        return NULL;
    }
    heap_next = start + pages + gap;
    *a = (cpudev_allocation){.base = base,
                             .size = size,
                             .kind = kind,
                             .id = ++last_id,
                             .api = api,
                             .allocated_at = from};
    if (kind != CPUDEV_PINNED) /* the host's memory, not the device's */
        bytes_in_use += size;
    open_count += !closed;
    cpudev_hook_allocated(a);
    return a;
}

void cpudev_free(cpudev_allocation *a, void *from) {
    cpudev_hook_freed(a);
    a->freed = true;
    a->freed_at = from;
    if (a->kind != CPUDEV_PINNED)
        bytes_in_use -= a->size;
    open_count -= !is_closed(a);
    mmap((void *)first_page(a->base), page_bytes(a), PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

void cpudev_free_everything(void *from) {
    for (size_t i = 0; i < count; i++)
        if (!allocations[i]->freed)
            cpudev_free(allocations[i], from);
}

bool cpudev_register_memory(void *p, size_t size, void *from) {
    cpudev_allocation *a = add_record(&registered, &registered_count);
    if (!a)
        return false;
    *a = (cpudev_allocation){.base = (uintptr_t)p,
                             .size = size,
                             .kind = CPUDEV_PINNED,
                             .id = ++last_id,
                             .api = "cudaHostRegister",
                             .allocated_at = from};
    cpudev_hook_allocated(a);
    return true;
}

bool cpudev_unregister_memory(void *p, void *from) {
    for (size_t i = 0; i < registered_count; i++) {
        cpudev_allocation *a = registered[i];
        if (a->base == (uintptr_t)p) {
            a->freed_at = from;
            cpudev_hook_freed(a);
            registered[i] = registered[--registered_count];
            free(a);
            return true;
        }
    }
    return false;
}

bool cpudev_shares_memory(void) {
    return open_count || registered_count || cpudev_has_managed_variables();
}

/* How many allocations have base <= p. */
static size_t count_below(uintptr_t p) {
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (allocations[middle]->base <= p)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The last allocation with base <= p, and the first one behind p. */
static cpudev_allocation *at_or_below(uintptr_t p) {
    const size_t n = count_below(p);
    return n ? allocations[n - 1] : NULL;
}

static cpudev_allocation *above(uintptr_t p) {
    const size_t n = count_below(p);
    return n < count ? allocations[n] : NULL;
}

const cpudev_allocation *cpudev_find_allocation(const void *pointer) {
    const uintptr_t p = (uintptr_t)pointer;
    if (p >= cpudev_heap_base && p < heap_next) {
        const cpudev_allocation *a = at_or_below(p);
        return a && p - a->base < a->size ? a : NULL;
    }
    for (size_t i = 0; i < registered_count; i++)
        if (p - registered[i]->base < registered[i]->size)
            return registered[i];
    return cpudev_find_symbol(pointer);
}

const cpudev_allocation *cpudev_nearest_allocation(const void *pointer) {
    const uintptr_t p = (uintptr_t)pointer;
    const cpudev_allocation *a = cpudev_find_allocation(pointer);
    if (a)
        return a;
    if (p < cpudev_heap_base || p >= cpudev_heap_end)
        return NULL;
    const cpudev_allocation *const before = at_or_below(p), *const behind = above(p);
    if (!before || !behind)
        return before ? before : behind;
    /* An index is too large more often than it is below 0. */
    return p - (before->base + before->size) <= 4 * (behind->base - p) ? before : behind;
}

static void describe_origin(const cpudev_allocation *a, char *text, size_t size) {
    char where[200];
    if (a->kind == CPUDEV_SYMBOL) {
        snprintf(text, size, "the %zu-byte variable %s", a->size, a->name ? a->name : "(no name)");
        return;
    }
    cpudev_describe_code((char *)a->allocated_at - 1, where, sizeof where);
    snprintf(text, size, "the %zu-byte allocation %u made by %s at %s", a->size, a->id, a->api,
             where);
    if (a->freed) {
        const size_t length = strlen(text);
        cpudev_describe_code((char *)a->freed_at - 1, where, sizeof where);
        snprintf(text + length, size - length, ", freed at %s", where);
    }
}

void cpudev_describe_address(const void *pointer, char *text, size_t size) {
    const uintptr_t p = (uintptr_t)pointer;
    char origin[500];
    const cpudev_allocation *a = cpudev_nearest_allocation(pointer);
    if (!a) {
        if (p < 65536)
            snprintf(text, size, "a null pointer%s",
                     p ? " plus an offset, or one that was never set" : "");
        else
            snprintf(text, size, "no memory that CUDA allocated lies there");
        return;
    }
    describe_origin(a, origin, sizeof origin);
    if (p < a->base)
        snprintf(text, size, "%zu bytes before the start of %s", (size_t)(a->base - p), origin);
    else if (p - a->base < a->size)
        snprintf(text, size, "byte %zu of %s", (size_t)(p - a->base), origin);
    else
        snprintf(text, size, "%zu bytes past the end of %s", (size_t)(p - a->base - a->size),
                 origin);
}
