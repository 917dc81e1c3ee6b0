/* Prints the files named, by the path given and from every process' root. Usage: read FILE... */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
static void show(const char *path) {
    char text[4096];
    int fd = open(path, O_RDONLY);
    ssize_t length = fd < 0 ? -1 : read(fd, text, sizeof text);
    printf("tried %s\n", path);
    if (length > 0)
        printf("GOT %s: %.*s\n", path, (int)length, text);
}
int main(int argc, char **argv) {
    for (int i = 1; i < argc; ++i) {
        char path[4096];
        show(argv[i]);
        snprintf(path, sizeof path, "/proc/1/root%s", argv[i]);
        show(path);
        snprintf(path, sizeof path, "/proc/1/cwd/../../../../../..%s", argv[i]);
        show(path);
    }
}
