/* symbols.c - the program's own variables: names and exact sizes from its ELF symbol table.
 *
 * __constant__ and __device__ variables lie in sections of their own; static __shared__ variables
 * are thread-local symbols of the program. A stripped program has no symbols: its sections then
 * count as one variable each.
 */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "checker.h"

extern char *__cxa_demangle(const char *name, char *out, size_t *length, int *status)
    __attribute__((weak));

/* Set by the linker around the sections of qualifiers.h, where the program has them. */
extern char __start_cpudev_constant[] __attribute__((weak)),
    __stop_cpudev_constant[] __attribute__((weak));
extern char __start_cpudev_device[] __attribute__((weak)),
    __stop_cpudev_device[] __attribute__((weak));
extern char __start_cpudev_managed[] __attribute__((weak)),
    __stop_cpudev_managed[] __attribute__((weak));

static check_symbol *symbols; /* sorted by thread-local or not, then by address */
static size_t symbol_count, symbol_room;

bool check_section(check_space space, uintptr_t *lo, uintptr_t *hi) {
    char *start = space == CHECK_CONSTANT  ? __start_cpudev_constant
                  : space == CHECK_MANAGED ? __start_cpudev_managed
                                           : __start_cpudev_device;
    char *stop = space == CHECK_CONSTANT  ? __stop_cpudev_constant
                 : space == CHECK_MANAGED ? __stop_cpudev_managed
                                          : __stop_cpudev_device;
    *lo = (uintptr_t)start;
    *hi = (uintptr_t)stop;
    return stop > start;
}

/* "k(float*)::{lambda()#1}::operator()() const::tile" -> "tile" */
static const char *plain_name(const char *symbol) {
    int status = -1;
    /* Other names are C's; "n" would be read as a type, __int128. */
    const bool mangled = __cxa_demangle && !strncmp(symbol, "_Z", 2);
    char *name = mangled ? __cxa_demangle(symbol, NULL, NULL, &status) : NULL;
    if (status != 0 || !name)
        return strdup(symbol);
    char *last = name;
    int depth = 0;
    for (char *p = name; *p; p++) {
        depth += (*p == '(' || *p == '<' || *p == '{') - (*p == ')' || *p == '>' || *p == '}');
        if (depth == 0 && p[0] == ':' && p[1] == ':')
            last = p + 2;
    }
    return last;
}

static check_space space_of(uintptr_t address, bool thread_local_symbol, const char *name) {
    uintptr_t lo, hi;
    if (thread_local_symbol)
        return cpudev_is_runtimes_variable(name) ? CHECK_RUNTIME : CHECK_SHARED;
    if (!strncmp(name, "end_of_cpudev_", 14)) /* symbol.c's filling */
        return CHECK_HOST;
    for (check_space space = CHECK_CONSTANT; space <= CHECK_MANAGED; space++)
        if (check_section(space, &lo, &hi) && address >= lo && address < hi)
            return space;
    return CHECK_HOST;
}

static void add_symbol(const char *name, int type, uintptr_t address, size_t size, void *context) {
    (void)context;
    if (type != STT_OBJECT && type != STT_TLS)
        return;
    if (symbol_count == symbol_room) {
        symbol_room = symbol_room ? 2 * symbol_room : 256;
        symbols = realloc(symbols, symbol_room * sizeof *symbols);
        if (!symbols)
            abort();
    }
    check_space space = space_of(address, type == STT_TLS, name);
    symbols[symbol_count++] =
        (check_symbol){address, size, space, space == CHECK_HOST ? name : plain_name(name)};
}

static bool is_thread_local(check_space space) {
    return space == CHECK_SHARED || space == CHECK_RUNTIME;
}

static int by_address(const void *a, const void *b) {
    const check_symbol *s = a, *t = b;
    int d = is_thread_local(s->space) - is_thread_local(t->space);
    return d ? d : (s->address > t->address) - (s->address < t->address);
}

void check_symbols_load(void) {
    if (!cpudev_visit_symbols(add_symbol, NULL))
        cpudev_complain("the program's symbol table cannot be read (/proc/self/exe): variables are "
                        "checked as regions only");
    if (symbols)
        qsort(symbols, symbol_count, sizeof *symbols, by_address);
}

uintptr_t check_symbol_address(const check_symbol *s) {
    return is_thread_local(s->space) ? cpudev_thread_locals() + s->address : s->address;
}

const check_symbol *check_symbol_at(uintptr_t p, bool nearest) {
    uintptr_t tls = cpudev_thread_locals();
    bool local = p - tls < cpudev_thread_locals_size();
    check_symbol key = {local ? p - tls : p, 0, local ? CHECK_SHARED : CHECK_HOST, NULL};
    size_t lo = 0, hi = symbol_count; /* the first symbol behind p */
    while (lo < hi) {
        size_t middle = (lo + hi) / 2;
        if (by_address(&symbols[middle], &key) <= 0)
            lo = middle + 1;
        else
            hi = middle;
    }
    if (lo == 0 || is_thread_local(symbols[lo - 1].space) != local)
        return NULL;
    const check_symbol *s = &symbols[lo - 1];
    return nearest || key.address - s->address < s->size ? s : NULL;
}

void check_each_symbol(check_space space, void (*visit)(const check_symbol *)) {
    for (size_t i = 0; i < symbol_count; i++)
        if (symbols[i].space == space)
            visit(&symbols[i]);
}
