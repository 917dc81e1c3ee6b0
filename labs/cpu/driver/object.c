/* Reads the names and sizes of an object's sections: ELF of 64 bits, alone or in ar's archives,
 * with the members in it or (ar's T) beside it. A file that is cut off or no such thing tells
 * nothing; the linker says what is wrong with it. */
#include <ar.h>
#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver.h"

struct bytes {
    const char *begin;
    size_t size;
};

/* Copies a structure from `at`, if all of it is there. */
static bool get(struct bytes from, unsigned long long at, void *to, size_t size) {
    if (at > from.size || size > from.size - at)
        return false;
    memcpy(to, from.begin + at, size);
    return true;
}

static bool starts_with_bytes(struct bytes from, const char *start) {
    return from.size >= strlen(start) && memcmp(from.begin, start, strlen(start)) == 0;
}

static bool is_named(struct bytes from, const Elf64_Shdr *names, unsigned offset,
                     const char *name) {
    char found[32];
    const size_t size = strlen(name) + 1;
    return offset <= names->sh_size && size <= names->sh_size - offset &&
           get(from, names->sh_offset + offset, found, size) && memcmp(found, name, size) == 0;
}

static void inspect_elf(struct bytes file, struct object_facts *facts) {
    Elf64_Ehdr header;
    Elf64_Shdr first, names, section;
    if (!get(file, 0, &header, sizeof header) || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
        header.e_type != ET_REL || !get(file, header.e_shoff, &first, sizeof first))
        return;
    /* Numbers too large for the header stand in the first section. */
    const unsigned long long count = header.e_shnum ? header.e_shnum : first.sh_size;
    const unsigned long long name_section =
        header.e_shstrndx == SHN_XINDEX ? first.sh_link : header.e_shstrndx;
    if (!get(file, header.e_shoff + name_section * sizeof names, &names, sizeof names))
        return;
    unsigned long long constants = 0;
    bool relocatable = false;
    for (unsigned long long i = 0; i < count; i++) {
        if (!get(file, header.e_shoff + i * sizeof section, &section, sizeof section))
            return;
        if (is_named(file, &names, section.sh_name, "cpudev_constant"))
            constants += section.sh_size;
        else if (is_named(file, &names, section.sh_name, ".cpudev_rdc"))
            relocatable = true;
        else if (is_named(file, &names, section.sh_name, ".cpudev_check"))
            facts->checked = true;
    }
    facts->constants += constants;
    facts->relocatable_constants += relocatable ? constants : 0;
    facts->machine = header.e_machine;
}

static void inspect_file(const char *path, bool archives, struct object_facts *facts);

/* A thin archive names its members' files: "/N" is a place in the table "//", a name ends with
 * "/". */
static void inspect_thin(const char *archive, struct bytes names, const char *member,
                         struct object_facts *facts) {
    char *name;
    if (member[0] == '/') {
        const unsigned long long at = strtoull(member + 1, NULL, 10);
        if (at >= names.size)
            return;
        const char *begin = names.begin + at;
        const char *end = memchr(begin, '\n', names.size - at);
        if (!end || end == begin)
            return;
        name = text("%.*s", (int)(end - 1 - begin), begin);
    } else {
        name = text("%.*s", (int)strcspn(member, "/"), member);
    }
    if (name[0] != '/')
        name = text("%.*s%s", (int)(base_name(archive) - archive), archive, name);
    inspect_file(name, false, facts);
}

static void inspect_archive(const char *path, struct bytes file, bool thin,
                            struct object_facts *facts) {
    struct ar_hdr member;
    struct bytes names = {"", 0};
    for (size_t at = SARMAG; get(file, at, &member, sizeof member);) {
        char size_text[sizeof member.ar_size + 1] = "", name[sizeof member.ar_name + 1] = "";
        memcpy(size_text, member.ar_size, sizeof member.ar_size);
        memcpy(name, member.ar_name, sizeof member.ar_name);
        const unsigned long long size = strtoull(size_text, NULL, 10);
        const bool is_names = starts_with(name, "// ");
        const bool is_index = starts_with(name, "/ ") || starts_with(name, "/SYM64/");
        at += sizeof member;
        if (thin && !is_names && !is_index) {
            inspect_thin(path, names, name, facts);
            continue;
        }
        if (size > file.size - at)
            return;
        const struct bytes inside = {file.begin + at, (size_t)size};
        if (is_names)
            names = inside;
        else if (!is_index)
            inspect_elf(inside, facts);
        at += (size_t)size + (size & 1);
    }
}

static void inspect_file(const char *path, bool archives, struct object_facts *facts) {
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    struct stat info;
    if (descriptor < 0)
        return;
    if (fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0) {
        struct bytes file = {NULL, (size_t)info.st_size};
        void *mapped = mmap(NULL, file.size, PROT_READ, MAP_PRIVATE, descriptor, 0);
        if (mapped != MAP_FAILED) {
            file.begin = mapped;
            const bool thin = starts_with_bytes(file, "!<thin>\n");
            if (!thin && !starts_with_bytes(file, ARMAG))
                inspect_elf(file, facts);
            else if (archives)
                inspect_archive(path, file, thin, facts);
            munmap(mapped, file.size);
        }
    }
    close(descriptor);
}

void object_inspect(const char *path, struct object_facts *facts) {
    inspect_file(path, true, facts);
}
