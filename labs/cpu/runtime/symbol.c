/* symbol.c - __device__, __constant__ and __managed__ variables: found in the program's symbol
 * table. */
#define _GNU_SOURCE
#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "core.h"

enum { PAGE = 4096 };

/* One page at the end of each section and page alignment at its start (this library is linked
 * last), so that a section's pages hold nothing else and can be closed to host code. */
#define END_OF(name)                                                                               \
    static char end_of_##name[PAGE] __attribute__((section(#name), used, aligned(PAGE)))
END_OF(cpudev_device);
END_OF(cpudev_constant);
END_OF(cpudev_managed);
extern char __start_cpudev_device[], __start_cpudev_constant[], __start_cpudev_managed[];
extern char __stop_cpudev_device[], __stop_cpudev_constant[], __stop_cpudev_managed[];

static const struct {
    char *start, *end;
    cpudev_memory_kind kind;
} section[] = {
    {__start_cpudev_device, __stop_cpudev_device, CPUDEV_SYMBOL},
    {__start_cpudev_constant, __stop_cpudev_constant, CPUDEV_SYMBOL},
    {__start_cpudev_managed, __stop_cpudev_managed, CPUDEV_MANAGED},
};
enum { CONSTANTS = 1, SECTIONS = sizeof section / sizeof *section };

typedef struct {
    cpudev_allocation memory;
    bool address_taken;
} symbol;
static symbol *symbols;
static size_t count;

extern char *__cxa_demangle(const char *mangled, char *buffer, size_t *length, int *status);

bool cpudev_has_managed_variables(void) {
    return __stop_cpudev_managed - __start_cpudev_managed > PAGE;
}

static int section_of(uintptr_t p) {
    for (int s = 0; s < SECTIONS; s++)
        if (p >= (uintptr_t)section[s].start && p < (uintptr_t)section[s].end)
            return s;
    return -1;
}

bool cpudev_is_constant(const void *p) {
    return section_of((uintptr_t)p) == CONSTANTS;
}

static void add(uintptr_t address, size_t size, const char *name, int s) {
    if (count % 64 == 0) {
        symbol *moved = realloc(symbols, (count + 64) * sizeof *moved);
        if (!moved)
            return;
        symbols = moved;
    }
    int status = -1;
    /* Other names are C's; "n" would be read as a type, __int128. */
    const bool mangled = name && !strncmp(name, "_Z", 2);
    char *plain = mangled ? __cxa_demangle(name, NULL, NULL, &status) : NULL;
    symbols[count++] = (symbol){.memory = {.base = address,
                                           .size = size,
                                           .kind = section[s].kind,
                                           .api = "a variable",
                                           .name = plain  ? plain
                                                   : name ? strdup(name)
                                                          : NULL}};
}

static void add_if_ours(const char *name, int type, uintptr_t address, size_t size, void *context) {
    (void)context;
    const int s = section_of(address);
    if (type == STT_OBJECT && s >= 0)
        add(address, size, name, s);
}

static int by_address(const void *a, const void *b) {
    const uintptr_t x = ((const symbol *)a)->memory.base, y = ((const symbol *)b)->memory.base;
    return (x > y) - (x < y);
}

/* A stripped program: each section is one variable. */
static void add_whole_sections(void) {
    for (int s = 0; s < SECTIONS; s++)
        if (section[s].end > section[s].start)
            add((uintptr_t)section[s].start, (size_t)(section[s].end - section[s].start), NULL, s);
}

static void read_symbols(void) {
    cpudev_visit_symbols(add_if_ours, NULL);
    if (!count)
        add_whole_sections();
    if (count)
        qsort(symbols, count, sizeof *symbols, by_address);
    for (size_t i = 0; i < count; i++)
        cpudev_hook_allocated(&symbols[i].memory);
}

static bool closed_by_key;
/* Kernels only read constant memory, until the program asks for the address of such a variable. */
static bool constants_writable = true;

void cpudev_protect_symbols(int key) {
    read_symbols();
    closed_by_key = key >= 0;
    for (int s = 0; s < SECTIONS; s++) {
        const size_t size = (size_t)(section[s].end - section[s].start);
        if (key >= 0 && size && section[s].kind == CPUDEV_SYMBOL)
            pkey_mprotect(section[s].start, size, PROT_READ | PROT_WRITE, key);
    }
    cpudev_symbols_protection(PROT_NONE); /* without keys: from the first line of main on */
}

void cpudev_symbols_protection(int protection) {
    for (int s = 0; s < SECTIONS; s++) {
        const size_t size = (size_t)(section[s].end - section[s].start);
        if (size && section[s].kind == CPUDEV_SYMBOL && !closed_by_key)
            mprotect(section[s].start, size,
                     s == CONSTANTS && !constants_writable ? protection & ~PROT_WRITE : protection);
    }
}

void cpudev_constants_protection(bool writable) {
    static bool asked_for;
    for (size_t i = 0; i < count && !asked_for; i++)
        asked_for = symbols[i].address_taken && section_of(symbols[i].memory.base) == CONSTANTS;
    writable = writable || asked_for;
    const size_t size = (size_t)(section[CONSTANTS].end - section[CONSTANTS].start);
    if (writable == constants_writable || size == PAGE)
        return;
    constants_writable = writable;
    mprotect(section[CONSTANTS].start, size, writable ? PROT_READ | PROT_WRITE : PROT_READ);
}

static symbol *find(uintptr_t p) {
    if (section_of(p) < 0)
        return NULL;
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (symbols[middle].memory.base <= p)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low || p - symbols[low - 1].memory.base >= symbols[low - 1].memory.size)
        return NULL;
    return &symbols[low - 1];
}

const cpudev_allocation *cpudev_find_symbol(const void *p) {
    const symbol *s = find((uintptr_t)p);
    return s ? &s->memory : NULL;
}

const cpudev_allocation *cpudev_host_side_symbol(const void *p) {
    const symbol *s = find((uintptr_t)p);
    return s && s->memory.kind == CPUDEV_SYMBOL && !s->address_taken ? &s->memory : NULL;
}

cudaError_t cpudev_symbol_address(void **address, const void *variable, size_t *size) {
    symbol *s = find((uintptr_t)variable);
    if (!s)
        return cpudev_refuse(cudaErrorInvalidSymbol,
                             "%p is no __device__, __constant__ or __managed__ variable; name the "
                             "variable itself, not a pointer and not its name in quotes",
                             variable);
    if (s->memory.base != (uintptr_t)variable)
        return cpudev_refuse(cudaErrorInvalidSymbol,
                             "%p lies %zu bytes inside the variable %s; name the variable, and "
                             "give the offset as an argument of its own",
                             variable, (size_t)((uintptr_t)variable - s->memory.base),
                             s->memory.name ? s->memory.name : "(no name)");
    if (address) {
        *address = (void *)s->memory.base;
        s->address_taken = true;
    }
    if (size)
        *size = s->memory.size;
    return cudaSuccess;
}
