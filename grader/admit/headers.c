/* Headers that no submission wrote: the system's, the toolkit's and the CPU device's. */
#define _GNU_SOURCE
#include "admit.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static struct names trusted, distrusted;

static void add_folder(struct names *folders, const char *folder) {
    char *real = realpath(folder, NULL);
    names_add(folders, real ? real : folder);
    free(real);
}

void headers_trust(const char *folder) {
    add_folder(&trusted, folder);
}

void headers_distrust(const char *folder) {
    add_folder(&distrusted, folder);
}

static bool is_below(const struct names *folders, const char *path) {
    const size_t length = strlen(path);
    for (size_t i = 0; i < folders->count; i++) {
        const size_t width = strlen(folders->items[i]);
        if (length > width && memcmp(path, folders->items[i], width) == 0 && path[width] == '/')
            return true;
    }
    return false;
}

/* By its place on the disk: on the way to it there may be links, and what /proc shows is each
 * process' own. */
bool headers_has(const char *file, size_t size) {
    static struct names known, others;
    char *path = need(strndup(file, size)), *real = NULL;
    bool is = names_has(&known, path);
    if (!is && !names_has(&others, path)) {
        real = *path == '/' && !strstr(path, "/proc/") ? realpath(path, NULL) : NULL;
        is = real && is_below(&trusted, real) && !is_below(&distrusted, real);
        names_add(is ? &known : &others, path);
    }
    free(real);
    free(path);
    return is;
}

/* ---- what stands in them --------------------------------------------------------------------- */

struct header {
    char *path;
    const char *bytes;
    size_t size, count;
    size_t *lines; /* where line i + 1 begins, and the end */
};

static struct header header; /* the last that was asked: the next question is mostly of it */

static void close_header(void) {
    if (header.size)
        munmap((void *)header.bytes, header.size);
    free(header.path);
    free(header.lines);
    header = (struct header){0};
}

static void read_header(char *path) {
    struct stat info;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    close_header();
    header.path = path;
    if (file >= 0 && fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0) {
        void *bytes = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, file, 0);
        if (bytes == MAP_FAILED)
            stumble("cannot read %s: %s", path, strerror(errno));
        header.bytes = bytes;
        header.size = (size_t)info.st_size;
    }
    if (file >= 0)
        close(file);
    size_t count = 1;
    for (size_t i = 0; i < header.size; i++)
        count += header.bytes[i] == '\n';
    header.lines = need(calloc(count + 1, sizeof *header.lines));
    for (size_t i = 0; i < header.size; i++)
        if (header.bytes[i] == '\n')
            header.lines[++header.count] = i + 1;
    header.lines[++header.count] = header.size;
}

bool headers_say(const char *file, size_t file_size, size_t line, size_t above, size_t below,
                 const char *said, size_t size) {
    if (!header.path || strlen(header.path) != file_size ||
        memcmp(header.path, file, file_size) != 0)
        read_header(need(strndup(file, file_size)));
    const size_t first = line > above ? line - above - 1 : 0;
    const size_t last = line + below < header.count ? line + below : header.count;
    return header.size && first < last &&
           memmem(header.bytes + header.lines[first], header.lines[last] - header.lines[first],
                  said, size);
}
