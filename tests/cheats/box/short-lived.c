/* A chain of short children: none of them reaches a limit of its own on processor time. */
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
int main(void) {
    for (;;) {
        if (fork() == 0) {
            while (clock() < CLOCKS_PER_SEC / 20)
                ;
            _exit(0);
        }
        wait(0);
    }
}
