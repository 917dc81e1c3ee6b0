#define _GNU_SOURCE
#include "admit.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The table of symbols of one ELF file. */
struct table {
    Elf *elf;
    Elf_Data *data, *wide; /* wide: section numbers too large for a symbol */
    size_t names, count;
};

static bool find_table(Elf *elf, unsigned type, struct table *table) {
    Elf_Scn *section = NULL;
    GElf_Shdr header;
    *table = (struct table){.elf = elf};
    while ((section = elf_nextscn(elf, section))) {
        if (!gelf_getshdr(section, &header))
            continue;
        if (header.sh_type == SHT_SYMTAB_SHNDX)
            table->wide = elf_getdata(section, NULL);
        if (header.sh_type != type)
            continue;
        table->data = elf_getdata(section, NULL);
        table->names = header.sh_link;
        table->count = header.sh_entsize ? header.sh_size / header.sh_entsize : 0;
    }
    return table->data;
}

/* Symbol number `i`, its name ("": it cannot be read) and its section's number. */
static bool get_symbol(const struct table *table, size_t i, GElf_Sym *symbol, const char **name,
                       size_t *section) {
    Elf32_Word wide = 0;
    if (!gelf_getsymshndx(table->data, table->wide, (int)i, symbol, &wide))
        return false;
    *name = elf_strptr(table->elf, table->names, symbol->st_name);
    *section = symbol->st_shndx == SHN_XINDEX ? wide : symbol->st_shndx;
    return *name;
}

static bool section_header(Elf *elf, size_t index, GElf_Shdr *header) {
    Elf_Scn *section = elf_getscn(elf, index);
    return section && gelf_getshdr(section, header);
}

/* Of all of them `locals` has the static ones too. */
static void visit_elf(Elf *elf, bool locals, symbol_visitor *visit, void *context) {
    struct table table;
    GElf_Ehdr header;
    if (!gelf_getehdr(elf, &header) ||
        !find_table(elf, header.e_type == ET_DYN ? SHT_DYNSYM : SHT_SYMTAB, &table))
        return;
    for (size_t i = 1; i < table.count; i++) {
        struct symbol symbol = {0};
        GElf_Sym raw;
        GElf_Shdr in;
        size_t section;
        if (!get_symbol(&table, i, &raw, &symbol.name, &section))
            stumble("a table of symbols cannot be read: %s", elf_errmsg(-1));
        const unsigned bind = GELF_ST_BIND(raw.st_info);
        const unsigned type = GELF_ST_TYPE(raw.st_info);
        if (!*symbol.name ||
            (bind == STB_LOCAL && (!locals || (type != STT_FUNC && type != STT_OBJECT))))
            continue;
        symbol.defined = raw.st_shndx != SHN_UNDEF;
        symbol.weak = bind == STB_WEAK;
        symbol.shared_code =
            symbol.defined && section_header(elf, section, &in) && (in.sh_flags & SHF_GROUP);
        visit(&symbol, context);
    }
}

static int open_file(const char *path) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        stumble("cannot read %s: %s", path, strerror(errno));
    if (elf_version(EV_CURRENT) == EV_NONE)
        stumble("libelf is of another version: %s", elf_errmsg(-1));
    return file;
}

static void visit_file(const char *path, bool locals, symbol_visitor *visit, void *context) {
    const int file = open_file(path);
    Elf_Cmd command = ELF_C_READ_MMAP;
    Elf *whole = elf_begin(file, command, NULL);
    if (!whole || elf_kind(whole) == ELF_K_NONE)
        stumble("%s is neither an object nor a library", path);
    if (elf_kind(whole) == ELF_K_AR) {
        for (Elf *member; (member = elf_begin(file, command, whole)); elf_end(member)) {
            if (elf_kind(member) == ELF_K_ELF)
                visit_elf(member, locals, visit, context);
            command = elf_next(member);
        }
    } else {
        visit_elf(whole, locals, visit, context);
    }
    elf_end(whole);
    close(file);
}

void object_symbols(const char *path, symbol_visitor *visit, void *context) {
    visit_file(path, false, visit, context);
}

static void add_name(const struct symbol *symbol, void *context) {
    if (symbol->defined)
        names_add(context, symbol->name);
}

void object_names(const char *path, struct names *names) {
    visit_file(path, true, add_name, names);
}

/* ---- the student's object -------------------------------------------------------------------- */

/* The function that begins at this place of a section; NULL: none does. */
static const char *function_at(const struct table *table, size_t in, GElf_Addr at) {
    for (size_t i = 1; i < table->count; i++) {
        GElf_Sym symbol;
        const char *name;
        size_t section;
        if (get_symbol(table, i, &symbol, &name, &section) && section == in &&
            symbol.st_value == at && GELF_ST_TYPE(symbol.st_info) == STT_FUNC)
            return name;
    }
    return NULL;
}

/* A list of functions that run before main: `relocations` say which. */
static void check_starts(const struct table *table, Elf_Scn *relocations, const struct text *text) {
    GElf_Shdr header;
    Elf_Data *data = elf_getdata(relocations, NULL);
    if (!gelf_getshdr(relocations, &header) || !data || header.sh_type != SHT_RELA ||
        !header.sh_entsize)
        refuse(text->name, "its list of first functions cannot be read");
    struct names seen = {0};
    for (size_t i = 0; i < header.sh_size / header.sh_entsize; i++) {
        GElf_Rela rela;
        GElf_Sym symbol;
        const char *name;
        size_t section;
        if (!gelf_getrela(data, (int)i, &rela) ||
            !get_symbol(table, GELF_R_SYM(rela.r_info), &symbol, &name, &section))
            refuse(text->name, "its list of first functions cannot be read");
        const GElf_Addr at = symbol.st_value + (GElf_Addr)rela.r_addend;
        const char *function = function_at(table, section, at);
        if (!function || !rules_allow(RULE_START, function) || names_has(&seen, function))
            refuse(text_place(text, function ? function : "constructor"),
                   "%.100s would run before main; only constructors of objects do: take "
                   "__attribute__((constructor)) out",
                   function ? function : "a function");
        names_add(&seen, function);
    }
    free(seen.items);
}

static void check_symbols(const struct table *table, const struct text *text) {
    for (size_t i = 1; i < table->count; i++) {
        GElf_Sym symbol;
        GElf_Shdr header;
        const char *name;
        size_t section;
        if (!get_symbol(table, i, &symbol, &name, &section))
            refuse(text->name, "its table of symbols cannot be read");
        const unsigned type = GELF_ST_TYPE(symbol.st_info);
        if (type == STT_GNU_IFUNC)
            refuse(text_place(text, name),
                   "%.100s is bound when the program starts (ifunc); "
                   "write a plain function",
                   name);
        if (symbol.st_shndx == SHN_ABS && type != STT_FILE)
            refuse(text_place(text, name), "%.100s is a number, not a place in memory", name);
        if (type == STT_OBJECT && symbol.st_shndx != SHN_UNDEF &&
            section_header(table->elf, section, &header) && (header.sh_flags & SHF_EXECINSTR))
            refuse(text_place(text, name), "%.100s is data among code; take the section out", name);
    }
}

static bool is_start(Elf *elf, size_t names, const GElf_Shdr *section) {
    const char *name = elf_strptr(elf, names, section->sh_name);
    return !name || strncmp(name, ".init_array", strlen(".init_array")) == 0;
}

void object_check(const char *path, const struct text *text) {
    const int file = open_file(path);
    Elf *elf = elf_begin(file, ELF_C_READ_MMAP, NULL);
    GElf_Ehdr header;
    GElf_Shdr section_is, target;
    struct table table;
    size_t names;
    if (!elf || elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &header) ||
        header.e_type != ET_REL || elf_getshdrstrndx(elf, &names) ||
        !find_table(elf, SHT_SYMTAB, &table))
        refuse(text->name, "what was compiled is no object file");
    check_symbols(&table, text);
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        const char *name = NULL;
        if (gelf_getshdr(section, &section_is))
            name = elf_strptr(elf, names, section_is.sh_name);
        if (!name)
            refuse(text->name, "its sections cannot be read");
        if (!rules_allow(RULE_SECTION, name) || section_is.sh_type == SHT_FINI_ARRAY ||
            section_is.sh_type == SHT_PREINIT_ARRAY ||
            (section_is.sh_type == SHT_INIT_ARRAY && !is_start(elf, names, &section_is)) ||
            ((section_is.sh_flags & SHF_WRITE) && (section_is.sh_flags & SHF_EXECINSTR)))
            refuse(text_place(text, "section"),
                   "something of it is placed in the section %.60s; leave that to the compiler",
                   name);
        /* The linker goes by the name, the loader by the type. */
        if (section_is.sh_type == SHT_REL ||
            (section_is.sh_type == SHT_RELA && section_header(elf, section_is.sh_info, &target) &&
             (target.sh_type == SHT_INIT_ARRAY || is_start(elf, names, &target))))
            check_starts(&table, section, text);
    }
    elf_end(elf);
    close(file);
}
