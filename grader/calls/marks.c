#define _GNU_SOURCE
#include "calls.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

static const char start[] = "gpu-labs-call-";

unsigned long long mark_new(void) {
    unsigned long long call;
    if (getrandom(&call, sizeof call, 0) != sizeof call)
        fail("no random number: %s", strerror(errno));
    return call;
}

/* All of a file, read-only; NULL: there is none, or it is empty. */
static char *map_file(const char *path, size_t *size) {
    struct stat info;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    char *bytes = NULL;
    if (file >= 0 && fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0) {
        *size = (size_t)info.st_size;
        bytes = mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
        if (bytes == MAP_FAILED)
            bytes = NULL;
    }
    if (file >= 0)
        close(file);
    return bytes;
}

static void write_to(FILE *file, const char *path, const char *bytes, size_t size) {
    if (fwrite(bytes, 1, size, file) != size)
        fail("cannot write %s: %s", path, strerror(errno));
}

void mark_write(const char *path, enum kind kind, unsigned long long call, size_t number) {
    const char *blank =
        text("%s/%s", getenv("CALLS_HOME"), kind == KIND_PROGRAM ? "blank" : "blank.o");
    size_t size = 0;
    char *bytes = map_file(blank, &size);
    char *mark = bytes ? memmem(bytes, size, start, sizeof start - 1) : NULL;
    if (!mark)
        fail("%s is not there", blank);
    memcpy(mark, text("%s%016llx-%04zx", start, call, number), MARK_SIZE);
    unlink(path); /* it may be a program that runs, or one name of two */
    FILE *file = fopen(path, "we");
    if (!file)
        fail("cannot make %s: %s", path, strerror(errno));
    if (kind == KIND_LIBRARY) {
        const char *header =
            text("!<arch>\n%-16s%-12d%-6d%-6d%-8d%-10zu`\n", "blank.o/", 0, 0, 0, 644, size);
        write_to(file, path, header, strlen(header));
    }
    write_to(file, path, bytes, size);
    if (kind == KIND_LIBRARY && size % 2)
        write_to(file, path, "\n", 1);
    if (fclose(file) != 0 || (kind == KIND_PROGRAM && chmod(path, 0755) != 0))
        fail("cannot write %s: %s", path, strerror(errno));
    munmap(bytes, size);
}

bool marks_read(const char *path, struct list *marks, bool *archive) {
    size_t size = 0;
    char *bytes = map_file(path, &size);
    if (!bytes)
        return access(path, F_OK) == 0;
    *archive = size > 8 && memcmp(bytes, "!<arch>\n", 8) == 0;
    for (char *at = bytes; (at = memmem(at, (size_t)(bytes + size - at), start, sizeof start - 1));
         at++)
        if ((size_t)(bytes + size - at) >= MARK_SIZE)
            add(marks, text("%.*s", MARK_SIZE, at));
    munmap(bytes, size);
    return true;
}
