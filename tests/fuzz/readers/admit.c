/* What admit reads of a unit's text, which the student wrote most of: words, attributes, pragmas,
 * line markers, raw strings, and where a name stands. Headers below "/h" are nobody's submission.
 */
#include "../../../grader/admit/admit.h"

int fuzz_file(const char *path, struct fuzz_part *part) {
    (void)path;
    (void)part;
    return 0;
}

/* In place of headers.c, names.c and basics.c. */
bool headers_has(const char *file, size_t size) {
    return size > 3 && memcmp(file, "/h/", 3) == 0;
}

bool headers_say(const char *file, size_t file_size, size_t line, size_t above, size_t below,
                 const char *said, size_t size) {
    return ((file_size ? file[file_size - 1] : 0) + line + above + below + said[size - 1]) % 2 == 0;
}

bool library_has(const char *name) {
    return *name % 2 == 0;
}

void names_add(struct names *names, const char *name) {
    (void)names;
    (void)name;
}

bool names_has(struct names *names, const char *name) {
    (void)names;
    return strcmp(name, "/h") == 0;
}

bool rules_allow(enum rule rule, const char *name) {
    return (rule + *name) % 2 == 0;
}

void refuse(const char *place, const char *format, ...) {
    if (!*place || !*format)
        abort();
    fuzz_exit(1);
}

void stumble(const char *format, ...) {
    (void)format;
    fuzz_exit(3);
}

void *need(void *memory) {
    if (!memory)
        abort();
    return memory;
}

void fuzz_one(const uint8_t *data, size_t size) {
    struct fuzz_part rest = {data, size}, symbol = fuzz_next(&rest);
    char *name = fuzz_malloc(symbol.size + 1);
    memcpy(name, symbol.data, symbol.size);
    name[symbol.size] = '\0';
    /* Of its own, and nothing behind it: a file in memory has no end that can be read. */
    char *bytes = fuzz_malloc(rest.size + !rest.size);
    memcpy(bytes, rest.data, rest.size);
    struct text text = {bytes, rest.size, "unit", rest.size % 2 == 0};
    if (!*text_place(&text, name))
        abort();
    text_check(&text);
}
