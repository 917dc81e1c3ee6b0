/* The side of the fuzzers that is the same for all. */
#include "fuzz.h"

#include <setjmp.h>

extern char *__cxa_demangle(const char *name, char *buffer, size_t *length, int *status);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_BLOCKS = 1 << 16 };
static void *blocks[MOST_BLOCKS];
static size_t block_count;
static jmp_buf ended;

static void *kept(void *memory) {
    if (memory && block_count == MOST_BLOCKS) {
        free(memory);
        fuzz_exit(0);
    }
    if (memory)
        blocks[block_count++] = memory;
    return memory;
}

void *fuzz_malloc(size_t size) {
    return kept(malloc(size));
}

void *fuzz_calloc(size_t count, size_t size) {
    return kept(calloc(count, size));
}

void *fuzz_realloc(void *memory, size_t size) {
    for (size_t i = block_count; memory && i-- > 0;)
        if (blocks[i] == memory) {
            void *moved = realloc(memory, size);
            if (moved)
                blocks[i] = moved;
            return moved;
        }
    return kept(realloc(memory, size));
}

char *fuzz_strdup(const char *text) {
    return kept(strdup(text));
}

char *fuzz_demangle(const char *name, char *buffer, size_t *length, int *status) {
    return kept(__cxa_demangle(name, buffer, length, status));
}

void fuzz_free(void *memory) {
    for (size_t i = block_count; memory && i-- > 0;)
        if (blocks[i] == memory) {
            blocks[i] = blocks[--block_count];
            break;
        }
    free(memory);
}

void fuzz_exit(int status) {
    (void)status;
    longjmp(ended, 1);
}

FILE *fuzz_open(const char *path, const char *mode) {
    static uint8_t nothing[1];
    struct fuzz_part part;
    if (strcmp(mode, "wb") == 0)
        return fopen("/dev/null", mode);
    if (*mode != 'r' || !fuzz_file(path, &part))
        return NULL;
    FILE *file = part.size ? fmemopen((void *)part.data, part.size, "r") : NULL;
    return file ? file : fmemopen(nothing, 1, "r");
}

struct fuzz_part fuzz_next(struct fuzz_part *rest) {
    struct fuzz_part part = {rest->data, 0};
    while (part.size < rest->size && rest->data[part.size] != 0xff)
        part.size++;
    size_t used = part.size + (part.size < rest->size);
    rest->data += used;
    rest->size -= used;
    return part;
}

FILE *fuzz_sink(void) {
    static FILE *sink;
    if (!sink)
        sink = fopen("/dev/null", "w");
    return sink;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!setjmp(ended))
        fuzz_one(data, size);
    while (block_count > 0)
        free(blocks[--block_count]);
    return 0;
}
