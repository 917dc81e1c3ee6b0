/* elf.c - the program's own symbol table, from /proc/self/exe. */
#define _GNU_SOURCE
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core.h"

static int first_object(struct dl_phdr_info *info, size_t size, void *bias) {
    (void)size;
    *(uintptr_t *)bias = info->dlpi_addr;
    return 1;
}

uintptr_t cpudev_program_bias(void) {
    uintptr_t bias = 0;
    dl_iterate_phdr(first_object, &bias);
    return bias;
}

static void visit_table(const char *file, size_t size, cpudev_symbol_visitor *visit,
                        void *context) {
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)file;
    if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) ||
        header->e_shoff + header->e_shnum * sizeof(Elf64_Shdr) > size)
        return;
    const uintptr_t bias = cpudev_program_bias();
    const Elf64_Shdr *sections = (const Elf64_Shdr *)(file + header->e_shoff);
    for (unsigned i = 0; i < header->e_shnum; i++) {
        const Elf64_Shdr *table = &sections[i];
        if (table->sh_type != SHT_SYMTAB || table->sh_offset + table->sh_size > size)
            continue;
        const char *names = file + sections[table->sh_link].sh_offset;
        const Elf64_Sym *entry = (const Elf64_Sym *)(file + table->sh_offset);
        for (size_t n = table->sh_size / sizeof *entry; n-- > 0; entry++) {
            const int type = ELF64_ST_TYPE(entry->st_info);
            if (entry->st_shndx != SHN_UNDEF && entry->st_size)
                visit(names + entry->st_name, type, entry->st_value + (type == STT_TLS ? 0 : bias),
                      entry->st_size, context);
        }
    }
}

void cpudev_visit_symbols(cpudev_symbol_visitor *visit, void *context) {
    const int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (fd < 0)
        return;
    if (fstat(fd, &status) == 0) {
        const size_t size = (size_t)status.st_size;
        char *file = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (file != MAP_FAILED) {
            visit_table(file, size, visit, context);
            munmap(file, size);
        }
    }
    close(fd);
}
