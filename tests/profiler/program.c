/* A program as labprof sees one, on fake_cupti.c: `start` as the driver does it, then kernels.
 *
 *   program LIBRARY [KERNEL SECONDS]...    SECONDS 0: it ends at once; "forever": it never ends;
 *                                          "fork": a child first, which waits to be ended
 */
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fake.h"

static void wait_seconds(double seconds) {
    struct timespec t = {.tv_sec = (time_t)seconds,
                         .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
    while (nanosleep(&t, &t) != 0)
        ;
}

/* A child must still be ended by a signal. */
static void fork_and_end(void) {
    pid_t child = fork();
    int status = 0;
    if (child == 0)
        for (;;)
            pause();
    wait_seconds(0.1);
    kill(child, SIGTERM);
    waitpid(child, &status, 0);
    printf("child ended by signal %d\n", WIFSIGNALED(status) ? WTERMSIG(status) : 0);
}

int main(int argc, char **argv) {
    void *library = dlopen(argc > 1 ? argv[1] : "", RTLD_LAZY | RTLD_GLOBAL);
    int (*start)(void) = library ? (int (*)(void))dlsym(library, "InitializeInjection") : NULL;
    if (!start) {
        fprintf(stderr, "program: %s\n", dlerror());
        return 1;
    }
    start();
    for (int i = 2; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "fork") == 0) {
            fork_and_end();
            continue;
        }
        fake_kernel_begin(argv[i]);
        if (strcmp(argv[i + 1], "forever") == 0)
            for (;;)
                pause();
        wait_seconds(atof(argv[i + 1]));
        fake_kernel_end();
    }
    return 0;
}
