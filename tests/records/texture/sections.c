// Files of sections (sampler.h): compares two, or makes a record of one.
//
//   sections RECORD GIVEN
//     prints `N sections, W words, D differ` (and `, U unknown`: see by_unit.h), the sections that
//     differ, and ends with status 1 if any does. GIVEN may have more sections than RECORD.
//   sections keep WORDS [BUT]... <NAME.bin >RECORD
//     a record that is small enough to keep: a section of more than WORDS words is kept as the
//     fingerprint of its words alone ("HASH" instead of "SECT"); one whose name contains a BUT is
//     left out.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNKNOWN = 0x7ff0dead }; // by_unit.h
enum { HEAD = 14, SECT = 0x54434553, HASH = 0x48534148 };

typedef struct {
    uint32_t head[HEAD]; // magic, name (44 bytes), fingerprint of the inputs, number of words
    uint32_t *words;     // HASH: one, their fingerprint
} section;

static void fail(const char *path, const char *what) {
    fprintf(stderr, "sections: %s: %s\n", path, what);
    exit(2);
}

static const char *name_of(const section *s) {
    return (const char *)(s->head + 1);
}

static size_t kept_words(const section *s) {
    return s->head[0] == HASH ? 1 : s->head[13];
}

static uint32_t fingerprint(const section *s) { // FNV-1a
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < 4 * (size_t)s->head[13]; i++)
        hash = (hash ^ ((const unsigned char *)s->words)[i]) * 16777619u;
    return hash;
}

// false: the end of the file.
static int read_section(FILE *file, const char *path, section *s) {
    const size_t got = fread(s->head, 1, sizeof s->head, file);
    if (got == 0)
        return 0;
    if (got != sizeof s->head || (s->head[0] != SECT && s->head[0] != HASH))
        fail(path, "is not a file of sections");
    s->words = malloc(4 * kept_words(s) + 4);
    if (s->words == NULL || fread(s->words, 4, kept_words(s), file) != kept_words(s))
        fail(path, "ends within a section");
    return 1;
}

// Words that differ; a fingerprint can only tell whether any does: then 1.
// UNKNOWN in the given words is no difference: it is counted.
static size_t differing(const section *record, const section *given, size_t *unknown) {
    if (record->head[12] != given->head[12])
        fail(name_of(record), "the inputs are not those of the record; capture it again");
    if (record->head[13] != given->head[13])
        return record->head[13] > given->head[13] ? record->head[13] : given->head[13];
    if (record->head[0] == HASH)
        return *record->words != fingerprint(given);
    size_t count = 0;
    for (size_t i = 0; i < record->head[13]; i++)
        if (given->words[i] == UNKNOWN)
            ++*unknown;
        else
            count += record->words[i] != given->words[i];
    return count;
}

static int compare(const char *record_path, const char *given_path) {
    FILE *record = fopen(record_path, "rb"), *given = fopen(given_path, "rb");
    if (record == NULL || given == NULL)
        fail(record ? given_path : record_path, "cannot be opened");
    size_t sections = 0, words = 0, differ = 0, unknown = 0;
    section a, b;
    while (read_section(record, record_path, &a)) {
        do // in the same order
            if (!read_section(given, given_path, &b))
                fail(name_of(&a), "this section is missing");
        while (strcmp(name_of(&a), name_of(&b)) != 0);
        const size_t count = differing(&a, &b, &unknown);
        if (count)
            printf("  %s: %zu of %u differ\n", name_of(&a), count, a.head[13]);
        sections++;
        words += a.head[13];
        differ += count;
        free(a.words);
        free(b.words);
    }
    printf("%zu sections, %zu words, %zu differ", sections, words, differ);
    printf(unknown ? ", %zu unknown\n" : "\n", unknown);
    return differ != 0;
}

// The section's name begins with one of those that follow this sign.
static int named(const section *s, char sign, int names, char **name) {
    for (int i = 0; i < names; i++)
        if (name[i][0] == sign && strncmp(name_of(s), name[i] + 1, strlen(name[i] + 1)) == 0)
            return 1;
    return 0;
}

static int keep(size_t most, int names, char **name) {
    section s;
    while (read_section(stdin, "standard input", &s)) {
        if (!named(&s, '-', names, name)) {
            if (s.head[13] > most && !named(&s, '+', names, name)) {
                *s.words = fingerprint(&s);
                s.head[0] = HASH;
            }
            if (fwrite(s.head, 4, HEAD, stdout) != HEAD ||
                fwrite(s.words, 4, kept_words(&s), stdout) != kept_words(&s))
                fail("standard output", "cannot be written");
        }
        free(s.words);
    }
    return fflush(stdout) != 0;
}

int main(int argc, char **argv) {
    if (argc >= 3 && strcmp(argv[1], "keep") == 0)
        return keep(strtoul(argv[2], NULL, 10), argc - 3, argv + 3);
    if (argc == 3)
        return compare(argv[1], argv[2]);
    fprintf(stderr,
            "usage: %s RECORD GIVEN | keep WORDS [-NAME|+NAME]... "
            "<NAME.bin >RECORD\n",
            argv[0]);
    return 2;
}
