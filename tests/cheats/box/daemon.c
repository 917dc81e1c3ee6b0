/* Leaves a process behind that waits for the run to be over and then changes the results. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
    if (fork() == 0) {
        setsid();
        if (fork())
            _exit(0);
        for (int fd = 0; fd < 256; ++fd)
            close(fd);
        for (;;) {
            usleep(20000);
            close(open("changed-afterwards", O_WRONLY | O_CREAT, 0600));
        }
    }
    printf("tried %s\n", argc > 1 ? argv[1] : "");
}
