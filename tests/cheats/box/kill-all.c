/* Kills its parents and all it may. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    setvbuf(stdout, NULL, _IONBF, 0);
    puts("tried");
    for (int i = 1; i < 32; ++i) {
        if (i == SIGCHLD || i == SIGCONT || i == SIGURG || i == SIGWINCH)
            continue;
        kill(getppid(), i);
        kill(1, i);
    }
    for (int pid = 2; pid < 40000; ++pid)
        if (pid != getpid() && kill(pid, SIGKILL) == 0)
            printf("GOT process %d\n", pid);
    puts("still here");
    kill(-1, SIGKILL);
    return 3;
}
