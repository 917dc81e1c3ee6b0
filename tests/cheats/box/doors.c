/* Knocks at each door into the kernel, past the box or to memory that is nobody's. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static int child(void *unused) {
    (void)unused;
    return 0;
}

#define KNOCK(name, ...)                                                                           \
    do {                                                                                           \
        if (syscall(__VA_ARGS__) >= 0)                                                             \
            puts("GOT " name);                                                                     \
    } while (0)

int main(void) {
    static char stack[1 << 16], bytes[64];
    struct iovec here = {bytes, sizeof bytes};
    unsigned long long arguments[11] = {0x10000000 /* CLONE_NEWUSER */};
    int pair[2];
    puts("tried");
    pid_t victim = fork();
    if (victim == 0) {
        pause();
        _exit(0);
    }
    if (ptrace(PTRACE_ATTACH, victim, NULL, NULL) == 0)
        puts("GOT a process to trace");
    if (ptrace(PTRACE_SEIZE, victim, NULL, NULL) == 0)
        puts("GOT a process to seize");
    KNOCK("another process' memory", SYS_process_vm_readv, victim, &here, 1L, &here, 1L, 0L);
    KNOCK("a comparison of processes", SYS_kcmp, getpid(), victim, 0, 0L, 0L);
    kill(victim, SIGKILL);
    waitpid(victim, NULL, 0);
    KNOCK("tracing of itself", SYS_ptrace, PTRACE_TRACEME, 0L, NULL, NULL);
    KNOCK("a key ring", SYS_keyctl, 0, -3, 1);
    KNOCK("a key", SYS_add_key, "user", "cheat", "x", 1L, -2);
    KNOCK("bpf", SYS_bpf, 0, bytes, sizeof bytes);
    KNOCK("counters", SYS_perf_event_open, bytes, 0, -1, -1, 0L);
    KNOCK("io_uring", SYS_io_uring_setup, 1, bytes);
    KNOCK("userfaultfd", SYS_userfaultfd, O_CLOEXEC | 1);
    KNOCK("an inotify", SYS_inotify_init1, 0);
    KNOCK("an epoll", SYS_epoll_create1, 0);
    KNOCK("a fanotify", SYS_fanotify_init, 0, 0);
    KNOCK("a mount", SYS_mount, "none", "/tmp", "tmpfs", 0L, NULL);
    KNOCK("a file system", SYS_fsopen, "tmpfs", 0);
    KNOCK("a tree to mount", SYS_open_tree, -100, "/", 1);
    KNOCK("a namespace", SYS_unshare, CLONE_NEWUSER);
    KNOCK("a namespace by clone3", SYS_clone3, arguments, sizeof arguments);
    if (clone(child, stack + sizeof stack, CLONE_NEWUSER | SIGCHLD, NULL) > 0)
        puts("GOT a namespace by clone");
    if (clone(child, stack + sizeof stack, CLONE_NEWNS | SIGCHLD, NULL) > 0)
        puts("GOT a mount namespace");
    KNOCK("a root", SYS_chroot, ".");
    if (socket(AF_UNIX, SOCK_STREAM, 0) >= 0 || socket(AF_NETLINK, SOCK_RAW, 0) >= 0 ||
        socket(AF_ALG, SOCK_SEQPACKET, 0) >= 0)
        puts("GOT a socket");
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) == 0)
        puts("GOT a pair of sockets");
    if (open("/dev/ptmx", O_RDWR) >= 0)
        puts("GOT a terminal");
    struct flock lock = {.l_type = F_WRLCK, .l_len = 1};
    if (fcntl(open("lock", O_RDWR | O_CREAT, 0600), F_SETLK, &lock) == 0)
        puts("GOT a lock on a byte, one of any number");
}
