/* symbols.c - the program's own variables: names and exact sizes from its ELF symbol table.
 *
 * __constant__ and __device__ variables lie in sections of their own; static __shared__ variables
 * are thread-local symbols of the program. A stripped program has no symbols: its sections then
 * count as one variable each.
 */
#define _GNU_SOURCE
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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

size_t check_tls_size;
static size_t tls_align = 1;
static uintptr_t load_base;
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

/* The program's thread-local block ends at the thread pointer (x86-64's TLS variant II). */
uintptr_t check_tls_base(void) {
    return (uintptr_t)__builtin_thread_pointer() -
           (check_tls_size + tls_align - 1) / tls_align * tls_align;
}

static int find_program(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size;
    (void)data;
    load_base = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS) {
            check_tls_size = info->dlpi_phdr[i].p_memsz;
            if (info->dlpi_phdr[i].p_align > 1)
                tls_align = info->dlpi_phdr[i].p_align;
        }
    return 1; /* the program comes first; its libraries do not matter */
}

/* "k(float*)::{lambda()#1}::operator()() const::tile" -> "tile" */
static const char *plain_name(const char *symbol) {
    int status = -1;
    char *name = __cxa_demangle ? __cxa_demangle(symbol, NULL, NULL, &status) : NULL;
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

static bool is_runtimes(const char *symbol) {
    static const char *const names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(symbol, names[i]))
            return true;
    return !strncmp(symbol, "cpudev_", 7) || !strncmp(symbol, "check_", 6);
}

static check_space space_of(uintptr_t address, bool thread_local_symbol, const char *name) {
    uintptr_t lo, hi;
    if (thread_local_symbol)
        return is_runtimes(name) ? CHECK_RUNTIME : CHECK_SHARED;
    if (!strncmp(name, "end_of_cpudev_", 14)) /* symbol.c's filling */
        return CHECK_HOST;
    for (check_space space = CHECK_CONSTANT; space <= CHECK_MANAGED; space++)
        if (check_section(space, &lo, &hi) && address >= lo && address < hi)
            return space;
    return CHECK_HOST;
}

static void add_symbol(const Elf64_Sym *s, const char *name) {
    int type = ELF64_ST_TYPE(s->st_info);
    if ((type != STT_OBJECT && type != STT_TLS) || s->st_size == 0 || s->st_shndx == SHN_UNDEF)
        return;
    if (symbol_count == symbol_room) {
        symbol_room = symbol_room ? 2 * symbol_room : 256;
        symbols = realloc(symbols, symbol_room * sizeof *symbols);
        if (!symbols)
            abort();
    }
    uintptr_t address = type == STT_TLS ? s->st_value : load_base + s->st_value;
    check_space space = space_of(address, type == STT_TLS, name);
    symbols[symbol_count++] =
        (check_symbol){address, s->st_size, space, space == CHECK_HOST ? name : plain_name(name)};
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
    dl_iterate_phdr(find_program, NULL);
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat st;
    if (fd < 0 || fstat(fd, &st) || (size_t)st.st_size < sizeof(Elf64_Ehdr)) {
        cpudev_complain("the program's symbol table cannot be read (/proc/self/exe): variables are "
                        "checked as regions only");
        return;
    }
    /* stays mapped: names point into it */
    const char *image = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (image == MAP_FAILED)
        return;
    const Elf64_Ehdr *elf = (const void *)image;
    const Elf64_Shdr *sections = (const void *)(image + elf->e_shoff);
    for (int i = 0; i < elf->e_shnum; i++) {
        if (sections[i].sh_type != SHT_SYMTAB)
            continue;
        const Elf64_Sym *table = (const void *)(image + sections[i].sh_offset);
        const char *names = image + sections[sections[i].sh_link].sh_offset;
        for (size_t n = 0; n < sections[i].sh_size / sizeof *table; n++)
            add_symbol(&table[n], names + table[n].st_name);
    }
    if (symbols)
        qsort(symbols, symbol_count, sizeof *symbols, by_address);
}

uintptr_t check_symbol_address(const check_symbol *s) {
    return is_thread_local(s->space) ? check_tls_base() + s->address : s->address;
}

const check_symbol *check_symbol_at(uintptr_t p, bool nearest) {
    uintptr_t tls = check_tls_base();
    bool local = p - tls < check_tls_size;
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
