/* where.c - what an address is: in words, and which KIND of mistake touching it makes. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checker.h"

/* ---- mappings of the process ----------------------------------------------------------------- */

typedef struct {
    uintptr_t lo, hi;
    bool readable, writable;
    char name[256]; /* of the file, "[stack]", "[heap]" or "" */
} mapping;

/* false: nothing is mapped at p. */
static bool mapping_of(uintptr_t p, mapping *m) {
    FILE *maps = fopen("/proc/self/maps", "re");
    if (!maps)
        return false;
    char line[4096];
    bool found = false;
    while (!found && fgets(line, sizeof line, maps)) {
        char rights[5] = "";
        m->name[0] = '\0';
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s %*s %*s %*s %255s", &m->lo, &m->hi, rights,
                   m->name) < 3)
            continue;
        m->readable = rights[0] == 'r';
        m->writable = rights[1] == 'w';
        found = p >= m->lo && p < m->hi;
    }
    fclose(maps);
    return found;
}

/* ---- in words -------------------------------------------------------------------------------- */

void check_describe_offset(uintptr_t p, size_t size, uintptr_t base, size_t length, char *text,
                           size_t room) {
    if (p < base)
        snprintf(text, room, "%zu bytes before the start of", (size_t)(base - p));
    else if (p - base == length)
        snprintf(text, room, "right behind the end of");
    else if (p - base > length)
        snprintf(text, room, "%zu bytes past the end of", (size_t)(p - base - length));
    else if (p - base + size > length)
        snprintf(text, room, "at offset %zu, across the end of", (size_t)(p - base));
    else
        snprintf(text, room, "at offset %zu of", (size_t)(p - base));
}

static void code_place(const void *pc, char *text, size_t room) {
    check_source s = check_source_of(pc);
    if (s.file)
        snprintf(text, room, "%s:%u", s.file, s.line);
    else
        snprintf(text, room, "code address %p", pc);
}

static void describe_allocation(const cpudev_allocation *a, uintptr_t p, size_t size, char *text,
                                size_t room) {
    char where[256], offset[64], freed[300] = "";
    code_place(a->allocated_at, where, sizeof where);
    check_describe_offset(p, size, a->base, a->size, offset, sizeof offset);
    if (a->freed) {
        char at[256];
        code_place(a->freed_at, at, sizeof at);
        snprintf(freed, sizeof freed, ", freed at %s", at);
    }
    snprintf(text, room, "%s the %zu bytes from %s at %s%s", offset, a->size, a->api, where, freed);
}

static void describe_symbol(const check_symbol *s, uintptr_t p, size_t size, char *text,
                            size_t room) {
    static const char *const kinds[] = {
        [CHECK_SHARED] = "__shared__", [CHECK_CONSTANT] = "__constant__",
        [CHECK_GLOBAL] = "__device__", [CHECK_MANAGED] = "__managed__",
        [CHECK_RUNTIME] = "built-in",  [CHECK_HOST] = "host"};
    char offset[64];
    check_describe_offset(p, size, check_symbol_address(s), s->size, offset, sizeof offset);
    snprintf(text, room, "%s %s variable %s (%zu bytes)", offset, kinds[s->space], s->name,
             s->size);
}

static bool describe_shared(uintptr_t p, size_t size, char *text, size_t room) {
    uintptr_t tls = cpudev_thread_locals();
    size_t dynamic, length;
    check_dynamic_shared(&dynamic, &length);
    if (p - tls >= cpudev_thread_locals_size())
        return false;
    if (p - tls - dynamic < CPUDEV_MAX_DYNAMIC_SHARED) {
        char offset[64];
        check_describe_offset(p, size, tls + dynamic, length, offset, sizeof offset);
        snprintf(text, room,
                 "%s the %zu bytes of dynamic shared memory that the launch asked for%s", offset,
                 length, length ? "" : " (the third argument between <<< and >>>)");
        return true;
    }
    const check_symbol *s = check_symbol_at(p, true);
    if (!s)
        return false;
    describe_symbol(s, p, size, text, room);
    return true;
}

/* In device memory, but in no variable and no allocation: the nearest one. */
static bool describe_device(uintptr_t p, size_t size, char *text, size_t room) {
    const check_symbol *s = check_symbol_at(p, false);
    uintptr_t lo, hi;
    if (s && s->space == CHECK_HOST)
        s = NULL;
    for (check_space space = CHECK_CONSTANT; !s && space <= CHECK_MANAGED; space++)
        if (check_section(space, &lo, &hi) && p >= lo && p < hi)
            s = check_symbol_at(p, true);
    if (s) {
        describe_symbol(s, p, size, text, room);
        return true;
    }
    const cpudev_allocation *a = check_closest_allocation(p);
    bool in_heap = p >= cpudev_heap_base && p < cpudev_heap_end;
    if (!a || !(in_heap || p - a->base < a->size))
        return false;
    describe_allocation(a, p, size, text, room);
    return true;
}

void check_describe_memory(uintptr_t p, size_t size, char *text, size_t room) {
    mapping m;
    if (describe_shared(p, size, text, room) || describe_device(p, size, text, room))
        return;
    if (p < 65536)
        snprintf(text, room, "at address %#" PRIxPTR ", which no variable has: a NULL pointer", p);
    else if (!mapping_of(p, &m))
        snprintf(text, room,
                 "at address %#" PRIxPTR ", where there is no memory: a pointer never set", p);
    else
        snprintf(text, room, "at %#" PRIxPTR ", which is host memory%s", p,
                 !strcmp(m.name, "[stack]")  ? " (a local variable of host code)"
                 : !strcmp(m.name, "[heap]") ? " (from malloc or new)"
                                             : "");
}

/* ---- what kind of mistake -------------------------------------------------------------------- */

static bool is_device_memory(uintptr_t p) {
    uintptr_t lo, hi;
    for (check_space space = CHECK_CONSTANT; space <= CHECK_MANAGED; space++)
        if (check_section(space, &lo, &hi) && p >= lo && p < hi)
            return true;
    return p - cpudev_thread_locals() < cpudev_thread_locals_size() ||
           (p >= cpudev_heap_base && p < cpudev_heap_end) || cpudev_find_allocation((void *)p);
}

void check_bad_access(uintptr_t p, size_t size, unsigned how, void *pc) {
    const cpudev_allocation *a = cpudev_find_allocation((void *)p);
    const char *kind = how & CHECK_WRITE ? "out-of-bounds-write" : "out-of-bounds-read";
    const char *advice = "";
    mapping m;
    if (a && a->freed) {
        kind = "use-after-free";
    } else if (a && a->kind == CPUDEV_ARRAY) {
        advice = "; a cudaArray is read through a texture";
    } else if (p >= 65536 && !is_device_memory(p) && mapping_of(p, &m)) {
        kind = "host-memory-in-kernel";
        advice = "; give the kernel a pointer from cudaMalloc and copy the data there";
    }
    if (check_repeated(kind, pc))
        return;
    char what[512];
    check_describe_memory(p, size, what, sizeof what);
    check_report(kind, pc, "%s %zu bytes %s%s", how & CHECK_WRITE ? "writes" : "reads", size, what,
                 advice);
}

bool check_host_memory_allowed(uintptr_t p, size_t size, unsigned how) {
    static uintptr_t constant_lo, constant_hi; /* the last read-only mapping */
    if (cpudev_in_arguments((void *)p))
        return true;
    if (!(how & CHECK_WRITE) && p >= constant_lo && p < constant_hi)
        return true;
    if (check_device_malloc(p, size))
        return true;
    const cpudev_allocation *a = cpudev_find_allocation((void *)p);
    if (a)
        return !a->freed && a->kind != CPUDEV_ARRAY && a->base + a->size - p >= size;
    mapping m;
    if (how & CHECK_WRITE || p < 65536 || !mapping_of(p, &m) || m.writable || !m.readable)
        return false;
    constant_lo = m.lo;
    constant_hi = m.hi;
    return true;
}
