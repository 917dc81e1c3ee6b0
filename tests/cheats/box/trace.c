/* Traces, reads and rewrites the processes it finds. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <unistd.h>
#define TRY(what, success)                                                                         \
    if (success)                                                                                   \
    printf("GOT %s of process %d\n", what, pid)
int main(void) {
    puts("tried");
    for (int pid = 1; pid < 40000; ++pid) {
        char path[64];
        if (pid == getpid())
            continue;
        TRY("the trace", ptrace(PTRACE_SEIZE, pid, 0, 0) == 0);
        static const char *const files[] = {"mem", "environ", "fd/0", "maps", "root/etc/shadow"};
        for (int i = 0; i < 5; ++i) {
            snprintf(path, sizeof path, "/proc/%d/%s", pid, files[i]);
            TRY(files[i], open(path, O_RDONLY) >= 0);
        }
    }
}
