/* What every fuzzer is compiled with (-include): memory that a program leaves to the end of its
 * process is freed after each input, files that it opens are parts of the input, and an end of the
 * process that the program means (exit) only ends this input. What it writes goes nowhere.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *fuzz_malloc(size_t size);
void *fuzz_calloc(size_t count, size_t size);
void *fuzz_realloc(void *memory, size_t size);
char *fuzz_strdup(const char *text);
char *fuzz_demangle(const char *name, char *buffer, size_t *length, int *status);
void fuzz_free(void *memory);
_Noreturn void fuzz_exit(int status);
FILE *fuzz_open(const char *path, const char *mode);

#ifndef FUZZ_ITSELF
#define malloc fuzz_malloc
#define calloc fuzz_calloc
#define realloc fuzz_realloc
#define strdup fuzz_strdup
#define free fuzz_free
#define exit fuzz_exit
#define fopen fuzz_open
#define __cxa_demangle fuzz_demangle
#endif

/* A fuzzer defines these two. fuzz_one: one input. fuzz_file: what the file `path` holds while it
 * runs; false when there is none. */
void fuzz_one(const uint8_t *data, size_t size);
struct fuzz_part {
    const uint8_t *data;
    size_t size;
};
int fuzz_file(const char *path, struct fuzz_part *part);
/* Cuts the next part off, up to a byte 0xff or the end. */
struct fuzz_part fuzz_next(struct fuzz_part *rest);
/* Where all output goes: nowhere. */
FILE *fuzz_sink(void);

#endif
