/* Runs a program and tells, on standard error, which calls it and its threads and children make of
 * those that the box's filter refuses without a GPU (grader/box/filter.c): "calls: NAME COUNT"
 * each. x86-64 alone. Usage: calls COMMAND ARG... */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

static struct {
    const char *name;
    long number;
    int count;
} calls[] = {
    {"socket", SYS_socket, 0},
    {"socketpair", SYS_socketpair, 0},
    {"memfd_create", SYS_memfd_create, 0},
    {"inotify_init", SYS_inotify_init, 0},
    {"inotify_init1", SYS_inotify_init1, 0},
    {"epoll_create", SYS_epoll_create, 0},
    {"epoll_create1", SYS_epoll_create1, 0},
    {"clone3", SYS_clone3, 0},
    {"shmget", SYS_shmget, 0},
    {"mq_open", SYS_mq_open, 0},
    {"perf_event_open", SYS_perf_event_open, 0},
    {"ptrace", SYS_ptrace, 0},
    {"userfaultfd", SYS_userfaultfd, 0},
    {"io_uring_setup", SYS_io_uring_setup, 0},
    {"vmsplice", SYS_vmsplice, 0},
    {"name_to_handle_at", SYS_name_to_handle_at, 0},
    {"unshare", SYS_unshare, 0},
    {"process_madvise", SYS_process_madvise, 0},
};
static int locks;

static void note(const struct user_regs_struct *registers) {
    for (size_t i = 0; i < sizeof calls / sizeof *calls; ++i)
        if ((long)registers->orig_rax == calls[i].number) {
            ++calls[i].count;
            if (calls[i].number == SYS_socket)
                fprintf(stderr, "calls: a socket of family %llu\n", registers->rdi);
        }
    if (registers->orig_rax == SYS_fcntl &&
        (registers->rsi == F_SETLK || registers->rsi == F_SETLKW))
        ++locks;
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    pid_t child = fork();
    if (child == 0) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        raise(SIGSTOP);
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    int status, result = 1;
    waitpid(child, &status, 0);
    ptrace(PTRACE_SETOPTIONS, child, NULL,
           PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE);
    ptrace(PTRACE_SYSCALL, child, NULL, NULL);
    for (pid_t pid; (pid = waitpid(-1, &status, __WALL)) > 0;) {
        long signal = 0;
        if (!WIFSTOPPED(status)) {
            if (pid == child)
                result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            continue;
        }
        if (WSTOPSIG(status) == (SIGTRAP | 0x80)) {
            struct user_regs_struct registers;
            /* at its entry a call has no result yet */
            if (ptrace(PTRACE_GETREGS, pid, NULL, &registers) == 0 &&
                (long)registers.rax == -ENOSYS)
                note(&registers);
        } else if (status >> 16 == 0 && WSTOPSIG(status) != SIGSTOP &&
                   WSTOPSIG(status) != SIGTRAP) {
            signal = WSTOPSIG(status);
        }
        ptrace(PTRACE_SYSCALL, pid, NULL, signal);
    }
    for (size_t i = 0; i < sizeof calls / sizeof *calls; ++i)
        if (calls[i].count)
            fprintf(stderr, "calls: %s %d\n", calls[i].name, calls[i].count);
    if (locks)
        fprintf(stderr, "calls: fcntl (locks) %d\n", locks);
    fprintf(stderr, "calls: the program ended with %d\n", result);
    return result;
}
