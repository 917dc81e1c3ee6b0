/* elf.c - the program as a file: its symbol table, from /proc/self/exe, and where it was loaded. */
#define _GNU_SOURCE
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core.h"

/* ---- where the program was loaded ---- */

typedef struct {
    bool known;
    uintptr_t bias;
    size_t thread_locals_size;
    /* From the thread pointer to the program's thread-locals: before it on x86-64, behind it on
     * AArch64; the same in every OS thread. */
    ptrdiff_t to_thread_locals;
} load_facts;

static int read_first_object(struct dl_phdr_info *info, size_t size, void *context) {
    load_facts *facts = context;
    (void)size;
    facts->bias = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS)
            facts->thread_locals_size = info->dlpi_phdr[i].p_memsz;
    if (info->dlpi_tls_data)
        facts->to_thread_locals = (char *)info->dlpi_tls_data - (char *)__builtin_thread_pointer();
    facts->known = true;
    return 1; /* the program comes first; its libraries do not matter */
}

/* Known before there is a second OS thread: start.c and the checker ask before main. */
static const load_facts *program(void) {
    static load_facts facts;
    if (!facts.known)
        dl_iterate_phdr(read_first_object, &facts);
    return &facts;
}

uintptr_t cpudev_program_bias(void) {
    return program()->bias;
}

uintptr_t cpudev_thread_locals(void) {
    return (uintptr_t)((char *)__builtin_thread_pointer() + program()->to_thread_locals);
}

size_t cpudev_thread_locals_size(void) {
    return program()->thread_locals_size;
}

/* ---- its symbols ---- */

typedef struct {
    const char *bytes; /* NULL: it cannot be read */
    size_t size;
} program_file;

/* Stays mapped: the names of symbols point into it. */
static program_file map_program(void) {
    program_file file = {NULL, 0};
    struct stat status;
    const int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return file;
    if (fstat(fd, &status) == 0 && (size_t)status.st_size >= sizeof(Elf64_Ehdr)) {
        void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (bytes != MAP_FAILED)
            file = (program_file){bytes, (size_t)status.st_size};
    }
    close(fd);
    return file;
}

static bool holds(const program_file *file, size_t offset, size_t size) {
    return offset <= file->size && size <= file->size - offset;
}

static void visit_table(const program_file *file, const Elf64_Shdr *table, const char *names,
                        cpudev_symbol_visitor *visit, void *context) {
    const uintptr_t bias = cpudev_program_bias();
    const Elf64_Sym *entry = (const Elf64_Sym *)(file->bytes + table->sh_offset);
    for (size_t n = table->sh_size / sizeof *entry; n-- > 0; entry++) {
        const int type = ELF64_ST_TYPE(entry->st_info);
        if (entry->st_shndx != SHN_UNDEF && entry->st_size)
            visit(names + entry->st_name, type, entry->st_value + (type == STT_TLS ? 0 : bias),
                  entry->st_size, context);
    }
}

/* blockDim and gridDim are of one file each, with the names that C++ gives them there. _ZGV: what
 * g++ keeps beside a shared array of classes, to construct it once for each OS thread. */
bool cpudev_is_runtimes_variable(const char *name) {
    static const char *const names[] = {"threadIdx", "blockIdx",     "blockDim",
                                        "gridDim",   "_ZL8blockDim", "_ZL7gridDim"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return true;
    return !strncmp(name, "_ZGV", 4) || !strncmp(name, "cpudev_", 7) || !strncmp(name, "check_", 6);
}

bool cpudev_visit_symbols(cpudev_symbol_visitor *visit, void *context) {
    static program_file file;
    if (!file.bytes)
        file = map_program();
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)file.bytes;
    if (!header || memcmp(header->e_ident, ELFMAG, SELFMAG) ||
        !holds(&file, header->e_shoff, header->e_shnum * sizeof(Elf64_Shdr)))
        return false;
    const Elf64_Shdr *sections = (const Elf64_Shdr *)(file.bytes + header->e_shoff);
    for (unsigned i = 0; i < header->e_shnum; i++) {
        const Elf64_Shdr *table = &sections[i];
        if (table->sh_type == SHT_SYMTAB && holds(&file, table->sh_offset, table->sh_size) &&
            table->sh_link < header->e_shnum)
            visit_table(&file, table, file.bytes + sections[table->sh_link].sh_offset, visit,
                        context);
    }
    return true;
}
