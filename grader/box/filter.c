/* The filter of system calls that everything in a box is under, builds and runs, process 1 too:
 * bubblewrap puts it on. Refused is what no lab needs and what
 *   - reaches past the box or its namespaces: sockets (vsock leaves the network namespace), mounts,
 *     namespaces, tracing, other processes' memory, keys;
 *   - is a wide door into the kernel: bpf, perf, io_uring, userfaultfd, modules;
 *   - holds memory that no process is seen to hold: System V memory and messages, memory files,
 *     watches, locks on parts of files.
 * The driver of a GPU may want some of the last kind, and local sockets. */
#define _GNU_SOURCE
#include "box.h"

#ifdef HAVE_LIBSECCOMP

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

static const char *const refused[] = {
    /* clang-format off */
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "pidfd_getfd", "kcmp",
    "keyctl", "add_key", "request_key",
    "bpf", "perf_event_open", "io_uring_setup", "io_uring_enter", "io_uring_register", "userfaultfd",
    "mount", "umount", "umount2", "pivot_root", "chroot", "open_tree", "move_mount", "fsopen", "fsconfig",
    "fsmount", "fspick", "mount_setattr", "unshare", "setns", "open_by_handle_at", "name_to_handle_at",
    "shmget", "semget", "msgget", "mq_open", "memfd_secret", "fanotify_init",
    "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot", "swapon",
    "swapoff", "acct", "quotactl", "quotactl_fd", "settimeofday", "clock_settime", "clock_adjtime",
    "adjtimex", "sethostname", "setdomainname", "iopl", "ioperm", "modify_ldt", "syslog", "vhangup",
    "lookup_dcookie", "nfsservctl", "uselib", "vmsplice",
    /* clang-format on */
};
static const char *const refused_without_gpu[] = {
    "socket",        "socketpair",   "memfd_create",  "inotify_init",
    "inotify_init1", "epoll_create", "epoll_create1",
};

struct filter {
    scmp_filter_ctx context;
    int error;
};

/* A call that this libseccomp or this processor does not know is none that can be made by name. */
static void refuse(struct filter *filter, const char *name, int with, unsigned count,
                   const struct scmp_arg_cmp *arguments) {
    int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR || filter->error)
        return;
    int error = seccomp_rule_add_array(filter->context, SCMP_ACT_ERRNO((unsigned)with), number,
                                       count, arguments);
    if (error && error != -EDOM) /* not on this processor */
        filter->error = -error;
}

static void refuse_namespaces(struct filter *filter) {
    static const unsigned long flags[] = {CLONE_NEWNS,  CLONE_NEWCGROUP, CLONE_NEWUTS,
                                          CLONE_NEWIPC, CLONE_NEWUSER,   CLONE_NEWPID,
                                          CLONE_NEWNET};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; ++i) {
        const struct scmp_arg_cmp has = SCMP_A0(SCMP_CMP_MASKED_EQ, flags[i], flags[i]);
        refuse(filter, "clone", EPERM, 1, &has);
    }
    /* Its flags lie in memory, where no filter sees them; the C library takes clone instead. */
    refuse(filter, "clone3", ENOSYS, 0, NULL);
}

/* A run that dies of SIGKILL was killed from outside and is no fault of its own: it sends none. */
static void refuse_kills(struct filter *filter) {
    static const struct {
        const char *name;
        unsigned argument; /* that is the signal */
    } calls[] = {{"kill", 1},
                 {"tkill", 1},
                 {"tgkill", 2},
                 {"rt_sigqueueinfo", 1},
                 {"rt_tgsigqueueinfo", 2},
                 {"pidfd_send_signal", 1}};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; ++i) {
        const struct scmp_arg_cmp is = {.arg = calls[i].argument,
                                        .op = SCMP_CMP_MASKED_EQ,
                                        .datum_a = 0xffffffff,
                                        .datum_b = SIGKILL};
        refuse(filter, calls[i].name, EPERM, 1, &is);
    }
}

static void refuse_locks(struct filter *filter) {
    static const int commands[] = {F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; ++i) {
        const struct scmp_arg_cmp is = SCMP_A1_32(SCMP_CMP_EQ, (unsigned)commands[i]);
        refuse(filter, "fcntl", ENOLCK, 1, &is);
    }
}

int box_filter_open(bool gpu) {
    struct filter filter = {.context = seccomp_init(SCMP_ACT_ALLOW)};
    if (!filter.context)
        box_die(EXIT_OURS, "libseccomp makes no filter");
    /* Calls of another processor's or x32's numbers end the program. As a tree: some are frequent.
     */
    seccomp_attr_set(filter.context, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    seccomp_attr_set(filter.context, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; ++i)
        refuse(&filter, refused[i], EPERM, 0, NULL);
    refuse_namespaces(&filter);
    if (gpu) {
        const struct scmp_arg_cmp far = SCMP_A0_32(SCMP_CMP_NE, AF_UNIX);
        refuse(&filter, "socket", EPERM, 1, &far);
    } else {
        for (size_t i = 0; i < sizeof refused_without_gpu / sizeof *refused_without_gpu; ++i)
            refuse(&filter, refused_without_gpu[i], EPERM, 0, NULL);
        refuse_locks(&filter);
    }
    int file = memfd_create("filter", 0);
    if (filter.error || file < 0 || seccomp_export_bpf(filter.context, file) ||
        lseek(file, 0, SEEK_SET))
        box_die(EXIT_OURS, "cannot write the filter of system calls: %s",
                strerror(filter.error ? filter.error : errno));
    seccomp_release(filter.context);
    return file;
}

int box_filter_account(void) {
    static const char *const by_descriptor[] = {
        "read",   "readv",    "pread64", "preadv",   "preadv2", "write",
        "writev", "pwrite64", "pwritev", "pwritev2", "close",   "dup",
        "dup2",   "dup3",     "fcntl",   "sendfile", "splice",  "tee"};
    static const char *const onto[] = {"dup2", "dup3", "sendfile"};
    const struct scmp_arg_cmp from = SCMP_A0_32(SCMP_CMP_EQ, ACCOUNT_DESCRIPTOR);
    const struct scmp_arg_cmp to = SCMP_A1_32(SCMP_CMP_EQ, ACCOUNT_DESCRIPTOR);
    const struct scmp_arg_cmp range = SCMP_A0_32(SCMP_CMP_LE, ACCOUNT_DESCRIPTOR);
    struct filter filter = {.context = seccomp_init(SCMP_ACT_ALLOW)};
    if (!filter.context)
        return -1;
    for (size_t i = 0; i < sizeof by_descriptor / sizeof *by_descriptor; ++i)
        refuse(&filter, by_descriptor[i], EBADF, 1, &from);
    for (size_t i = 0; i < sizeof onto / sizeof *onto; ++i)
        refuse(&filter, onto[i], EBADF, 1, &to);
    refuse(&filter, "close_range", EBADF, 1, &range);
    refuse_kills(&filter);
    const int error = filter.error ? filter.error : -seccomp_load(filter.context);
    seccomp_release(filter.context);
    errno = error;
    return error ? -1 : 0;
}

char *box_filter_name(void) {
    const struct scmp_version *version = seccomp_version();
    return box_format("libseccomp %u.%u.%u", version->major, version->minor, version->micro);
}

#else

int box_filter_open(bool gpu) {
    (void)gpu;
    return -1;
}

int box_filter_account(void) {
    return 0;
}

char *box_filter_name(void) {
    return NULL;
}

#endif
