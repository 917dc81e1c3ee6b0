/* Makes the kernel keep records of a great many maps: its memory, and no process'. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
    puts("tried");
    fflush(stdout);
    for (int i = 0; i < 12; ++i)
        if (fork() == 0) {
            /* every other page otherwise, so that no two are one map */
            for (int j = 0; j < 60000; ++j)
                mmap(NULL, 4096, j % 2 ? PROT_READ : PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            sleep(3);
            _exit(0);
        }
    while (wait(NULL) > 0)
        ;
    puts("GOT 100 MiB of the kernel's");
}
