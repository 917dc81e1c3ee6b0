/* A program that the student's own Makefile linked: of which files, and what it uses of the
 * libraries. */
#define _GNU_SOURCE
#include "admit.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>

struct linked {
    const char *path;
    char *const *units;
    size_t unit_count;
    size_t seen[8]; /* how often each is in it */
};

static bool section_named(Elf *elf, const char *name, GElf_Shdr *header) {
    size_t names;
    if (elf_getshdrstrndx(elf, &names))
        return false;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        const char *is =
            gelf_getshdr(section, header) ? elf_strptr(elf, names, header->sh_name) : NULL;
        if (is && strcmp(is, name) == 0)
            return true;
    }
    return false;
}

static void note_files(Elf *elf, struct linked *linked) {
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        Elf_Data *data = elf_getdata(section, NULL);
        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB || !data ||
            !header.sh_entsize)
            continue;
        for (size_t i = 0; i < header.sh_size / header.sh_entsize; i++) {
            GElf_Sym symbol;
            if (!gelf_getsym(data, (int)i, &symbol) || GELF_ST_TYPE(symbol.st_info) != STT_FILE)
                continue;
            const char *name = elf_strptr(elf, header.sh_link, symbol.st_name);
            for (size_t u = 0; name && u < linked->unit_count; u++)
                linked->seen[u] += strcmp(name, linked->units[u]) == 0;
        }
    }
}

/* Libraries of the system's alone, found where the system has them. */
static void check_libraries(Elf *elf, const char *name) {
    static const char *const libraries[] = {"libc.so.6",     "libm.so.6",  "libstdc++.so.6",
                                            "libgcc_s.so.1", "libdl.so.2", "libpthread.so.0",
                                            "librt.so.1",    "ld-linux*",  "libcudart.so.*"};
    GElf_Shdr header;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        Elf_Data *data = elf_getdata(section, NULL);
        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_DYNAMIC || !data ||
            !header.sh_entsize)
            continue;
        for (size_t i = 0; i < header.sh_size / header.sh_entsize; i++) {
            GElf_Dyn entry;
            if (!gelf_getdyn(data, (int)i, &entry))
                refuse(name, "its list of libraries cannot be read");
            if (entry.d_tag == DT_RPATH || entry.d_tag == DT_RUNPATH || entry.d_tag == DT_AUDIT ||
                entry.d_tag == DT_DEPAUDIT || entry.d_tag == DT_FILTER ||
                entry.d_tag == DT_AUXILIARY || entry.d_tag == DT_CONFIG)
                refuse(name, "it looks for libraries in folders of its own; leave -rpath and the "
                             "like out");
            if (entry.d_tag != DT_NEEDED)
                continue;
            const char *library = elf_strptr(elf, header.sh_link, entry.d_un.d_val);
            size_t known = 0;
            while (library && known < sizeof libraries / sizeof *libraries &&
                   fnmatch(libraries[known], library, FNM_PATHNAME) != 0)
                known++;
            if (!library || known == sizeof libraries / sizeof *libraries)
                refuse(name, "it is linked with %.100s, which no lab needs",
                       library ? library : "a library without a name");
        }
    }
}

size_t program_check(const char *path, char *const *units, size_t unit_count,
                     bool (*may_use)(const char *name)) {
    struct linked linked = {.path = path, .units = units, .unit_count = unit_count};
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    Elf *elf = elf_version(EV_CURRENT) == EV_NONE || file < 0
                   ? NULL
                   : elf_begin(file, ELF_C_READ_MMAP, NULL);
    GElf_Ehdr header;
    GElf_Shdr section;
    if (!elf || elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &header) ||
        (header.e_type != ET_DYN && header.e_type != ET_EXEC))
        refuse(name, "it is no program");
    if (!section_named(elf, ".symtab", &section))
        refuse(name, "its table of symbols is missing; leave it there (no -s, no strip)");
    if (!section_named(elf, ".dynsym", &section))
        refuse(name, "it is linked with no shared library; leave -static out");
    check_libraries(elf, name);
    if (unit_count > sizeof linked.seen / sizeof *linked.seen)
        stumble("%zu units are more than %zu", unit_count,
                sizeof linked.seen / sizeof *linked.seen);
    note_files(elf, &linked);
    for (size_t u = 0; u < unit_count; u++)
        if (linked.seen[u] != 1)
            refuse(name,
                   linked.seen[u] ? "%.60s is linked into it twice" : "%.60s is not linked into it",
                   units[u]);
    for (Elf_Scn *in = NULL; (in = elf_nextscn(elf, in));) {
        Elf_Data *data = elf_getdata(in, NULL);
        if (!gelf_getshdr(in, &section) || section.sh_type != SHT_DYNSYM || !data ||
            !section.sh_entsize)
            continue;
        for (size_t i = 1; i < section.sh_size / section.sh_entsize; i++) {
            GElf_Sym symbol;
            const char *used = gelf_getsym(data, (int)i, &symbol)
                                   ? elf_strptr(elf, section.sh_link, symbol.st_name)
                                   : NULL;
            if (!used)
                refuse(name, "its table of symbols cannot be read");
            if (symbol.st_shndx == SHN_UNDEF && *used && !may_use(used))
                refuse(name, "%.100s is not among what a program of the lab calls", used);
        }
    }
    const bool relocatable = section_named(elf, ".cpudev_rdc", &section);
    const size_t units_of = relocatable ? (size_t)section.sh_size : 0;
    elf_end(elf);
    close(file);
    return units_of;
}

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
