/* file.c - where the checker writes its findings and counts: a file, or a socket that keeps the
 * bounds of messages (socket:N, for a grader). It is settled before the program's first line runs,
 * and what lies there when a file is written is not the checker's. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "checker.h"

enum { MESSAGE = 32000 };

int check_socket_of(const char *variable) {
    const char *value = getenv(variable);
    return value && !strncmp(value, "socket:", 7) ? atoi(value + 7) : -1;
}

void check_tell(int socket, const char *name, const char *text, size_t bytes) {
    char message[MESSAGE + 64];
    const size_t head = (size_t)snprintf(message, 64, "%s:", name);
    for (size_t sent = 0, part; sent < bytes; sent += part) {
        part = bytes - sent < MESSAGE ? bytes - sent : MESSAGE;
        memcpy(message + head, text + sent, part);
        if (send(socket, message, head + part, MSG_NOSIGNAL) < 0)
            return; /* who listens knows that there was more to say */
    }
}

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
