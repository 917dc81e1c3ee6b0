/* file.c - the files that the checker writes: where they go is settled before the program's first
 * line runs, and what lies there when they are written is not the checker's. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "checker.h"

char *check_path_of(const char *variable) {
    const char *value = getenv(variable);
    char *folder = value && *value && *value != '/' ? getcwd(NULL, 0) : NULL, *path = NULL;
    if (!value || !*value)
        return NULL;
    if (asprintf(&path, "%s%s%s", folder ? folder : "", folder ? "/" : "", value) < 0)
        path = NULL;
    free(folder);
    return path;
}

FILE *check_new_file(const char *path) {
    struct stat info;
    /* A program may have put a file of its own there, or have it open. A link, a pipe or a terminal
     * is the user's choice. */
    if (lstat(path, &info) == 0 && S_ISREG(info.st_mode))
        unlink(path);
    return fopen(path, "we");
}
