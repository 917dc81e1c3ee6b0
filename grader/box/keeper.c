/* A process between run_student and bubblewrap, for the moments in which nothing else ends a box:
 * when run_student is killed, bubblewrap goes with it, but one that had just begun leaves a child
 * that waits for it for ever, as nobody's. The keeper hears of run_student's end by a pipe, and
 * every process of the box that has lost its parent is its own. */
#define _GNU_SOURCE
#include "box.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Ends what is left below this process. */
void box_keeper_end_all(void) {
    struct box_watch watch = {.proc_fd = -1, .root_pid = getpid()};
    while (waitpid(-1, NULL, WNOHANG) >= 0) {
        if (watch.proc_fd < 0)
            watch.proc_fd = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (watch.proc_fd < 0)
            box_die(EXIT_OURS, "cannot open /proc: %s", strerror(errno));
        box_watch_kill(&watch);
    }
    if (watch.proc_fd >= 0)
        close(watch.proc_fd);
}

_Noreturn static void keep(int alive, pid_t child) {
    /* Nothing of run_student's stays open for it, and a terminal's Ctrl-C is not for it. */
    const int ended = (int)syscall(SYS_pidfd_open, child, 0);
    const bool hears = ended >= 0 && dup2(alive, 0) >= 0 && dup2(ended, 1) >= 0 &&
                       syscall(SYS_close_range, 3U, ~0U, 0) == 0;
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    struct pollfd ready[] = {{.fd = 0}, {.fd = 1, .events = POLLIN}};
    while (hears && poll(ready, 2, -1) < 0 && errno == EINTR)
        ;
    int status = 0;
    if (!hears || ready[0].revents)
        kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    box_keeper_end_all();
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

pid_t box_keeper_fork(int *alive) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        box_die(EXIT_OURS, "cannot prepare a box: %s", strerror(errno));
    const pid_t keeper = fork();
    if (keeper < 0)
        box_die(EXIT_OURS, "cannot start a process: %s", strerror(errno));
    if (keeper > 0) {
        close(ends[0]);
        *alive = ends[1];
        return keeper;
    }
    close(ends[1]);
    if (prctl(PR_SET_CHILD_SUBREAPER, 1))
        _exit(EXIT_OURS);
    const pid_t child = fork();
    if (child < 0)
        _exit(EXIT_OURS);
    if (child > 0)
        keep(ends[0], child);
    close(ends[0]);
    return 0;
}
