/* What a program's own file tells of it. */
#define _GNU_SOURCE
#include "admit.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>

/* Does it lie in memory of the device's? The checker tells of that by name. */
static bool is_on_device(Elf *elf, size_t names, size_t index) {
    GElf_Shdr header;
    Elf_Scn *section = elf_getscn(elf, index);
    const char *name =
        section && gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
    return name && (strcmp(name, "cpudev_constant") == 0 || strcmp(name, "cpudev_device") == 0 ||
                    strcmp(name, "cpudev_managed") == 0);
}

/* Without their names the checker still finds the sizes of variables. */
static void blank_table(Elf *elf, Elf_Scn *section, bool (*is_blank)(const char *name)) {
    GElf_Shdr header;
    size_t names;
    Elf_Data *data = elf_getdata(section, NULL);
    if (!gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB || !data ||
        !header.sh_entsize || elf_getshdrstrndx(elf, &names))
        return;
    for (size_t i = 1; i < header.sh_size / header.sh_entsize; i++) {
        GElf_Sym symbol;
        const char *name = gelf_getsym(data, (int)i, &symbol)
                               ? elf_strptr(elf, header.sh_link, symbol.st_name)
                               : NULL;
        const unsigned type = name ? GELF_ST_TYPE(symbol.st_info) : STT_FILE;
        if ((type != STT_FUNC && type != STT_OBJECT && type != STT_NOTYPE) || !is_blank(name) ||
            is_on_device(elf, names, symbol.st_shndx))
            continue;
        symbol.st_name = 0;
        if (!gelf_update_sym(data, (int)i, &symbol))
            stumble("a table of symbols cannot be written: %s", elf_errmsg(-1));
    }
    elf_flagdata(data, ELF_C_SET, ELF_F_DIRTY);
}

void program_blank(const char *path, bool (*is_blank)(const char *name)) {
    const int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0 || elf_version(EV_CURRENT) == EV_NONE)
        stumble("cannot open %s: %s", path, strerror(errno));
    Elf *elf = elf_begin(file, ELF_C_RDWR, NULL);
    if (!elf || elf_kind(elf) != ELF_K_ELF)
        stumble("%s is no program: %s", path, elf_errmsg(-1));
    elf_flagelf(elf, ELF_C_SET, ELF_F_LAYOUT); /* all stays where it is */
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));)
        blank_table(elf, section, is_blank);
    if (elf_update(elf, ELF_C_WRITE) < 0)
        stumble("%s cannot be written: %s", path, elf_errmsg(-1));
    elf_end(elf);
    close(file);
}
