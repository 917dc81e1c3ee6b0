#define _GNU_SOURCE
#include "box.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OPEN_FILES = 256, OPEN_FILES_GPU = 1024 }; /* CUDA opens many for each GPU */
enum { KERNEL_CPU_GRACE = 60 };
enum { DATA_FACTOR = 4 }; /* data that is asked for, over what may be resident */

static int set_limit(int resource, rlim_t value) {
    struct rlimit limit;
    if (getrlimit(resource, &limit))
        return -1;
    if (value < limit.rlim_max)
        limit.rlim_max = value;
    limit.rlim_cur = limit.rlim_max;
    return setrlimit(resource, &limit);
}

/* The kernel counts in ticks, which is more or less than was used: the limit is the watch's
 * (launch.c), and this one, where the watch comes late. */
static int set_cpu_limit(rlim_t seconds) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_CPU, &limit))
        return -1;
    const rlim_t last = 2 * seconds + KERNEL_CPU_GRACE;
    if (last < limit.rlim_max)
        limit.rlim_max = last;
    limit.rlim_cur = limit.rlim_max;
    return setrlimit(RLIMIT_CPU, &limit);
}

/* Whatever shell the grader was started from: a stack of the usual size (g++ asks for more), and
 * no signal that somebody above has chosen to ignore. */
static int set_surroundings(void) {
    struct rlimit stack;
    const rlim_t usual = (rlim_t)8 << 20;
    if (getrlimit(RLIMIT_STACK, &stack))
        return -1;
    stack.rlim_cur = usual < stack.rlim_max ? usual : stack.rlim_max;
    /* By the kernel's own call, for the C library keeps two signals to itself, which somebody above
     * may ignore all the same; all zeros is the default. Those that cannot be changed stay. */
    static const unsigned long usual_action[4];
    for (int i = 1; i < NSIG; ++i)
        syscall(SYS_rt_sigaction, i, usual_action, NULL, (size_t)8);
    return setrlimit(RLIMIT_STACK, &stack);
}

/* Since Linux 5.14 RLIMIT_NPROC counts within the box; before, it counted all the user's processes
 * on the machine, so there the watch alone counts. */
static bool nproc_is_per_box(void) {
    struct utsname name;
    int major = 0, minor = 0;
    return uname(&name) == 0 && sscanf(name.release, "%d.%d", &major, &minor) == 2 &&
           (major > 5 || (major == 5 && minor >= 14));
}

bool box_inside_account(int account) {
    return account < 0 || (account == ACCOUNT_DESCRIPTOR ? fcntl(account, F_SETFD, 0)
                                                         : dup2(account, ACCOUNT_DESCRIPTOR)) >= 0;
}

int box_inside_exec(const struct box_limits *limits, bool sandbox, bool gpu, bool account,
                    char **argv) {
    /* The watch ends a program at its limit and can say which one. The kernel's limits stand a
     * little above, for what is quicker than the watch, but that on processor time. On memory there
     * is one for GPU programs alone: the address space of CUDA is far larger than its data, and
     * sanitizers reserve terabytes of both and use little of it. */
    bool failed = set_cpu_limit((rlim_t)ceil(limits->cpu)) || set_surroundings() ||
                  set_limit(RLIMIT_FSIZE, (rlim_t)limits->files) || set_limit(RLIMIT_CORE, 0) ||
                  set_limit(RLIMIT_NOFILE, gpu ? OPEN_FILES_GPU : OPEN_FILES);
    if (gpu)
        failed = failed || set_limit(RLIMIT_DATA, DATA_FACTOR * 1024 * (rlim_t)limits->memory_kib);
    if (sandbox && nproc_is_per_box())
        failed = failed || set_limit(RLIMIT_NPROC, (rlim_t)limits->processes + 2);
    if (failed)
        return errno;

    /* Only who may be traced may write there; process 1 has nothing more to hide in this child. */
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (score >= 0) { /* when the machine runs out of memory, this program goes first */
        ssize_t written = write(score, "1000", 4);
        (void)written; /* a kernel that refuses picks by size */
        close(score);
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (sandbox && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        return errno;
    if (sandbox && account && box_filter_account())
        return errno;
    execvp(argv[0], argv);
    return errno;
}

static void send_folders(int socket, const int *fds) {
    char byte = 'H';
    union {
        char bytes[CMSG_SPACE(sizeof(int) * FD_COUNT)];
        struct cmsghdr align;
    } control = {0};
    struct iovec data = {&byte, 1};
    struct msghdr message = {.msg_iov = &data,
                             .msg_iovlen = 1,
                             .msg_control = control.bytes,
                             .msg_controllen = sizeof control.bytes};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * FD_COUNT);
    memcpy(CMSG_DATA(header), fds, sizeof(int) * FD_COUNT);
    if (sendmsg(socket, &message, 0) != 1)
        exit(EXIT_OURS);
}

static int open_or_die(const char *path, int flags) {
    int fd = open(path, flags | O_CLOEXEC, 0600);
    if (fd < 0)
        box_die(EXIT_OURS, "cannot open %s in the box: %s", path, strerror(errno));
    return fd;
}

/* A pipe to print to; its other end, to read from, is for the trusted side. */
static int open_pipe(int *read_end) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        box_die(EXIT_OURS, "cannot make a pipe in the box: %s", strerror(errno));
    *read_end = ends[0];
    return ends[1];
}

/* The folders that may be written and the pipes to print to; the trusted side gets a descriptor of
 * each. */
static void open_folders(int socket, const char *work, bool one_stream, int *out, int *err) {
    int fds[FD_COUNT];
    fds[FD_PROC] = open_or_die("/proc", O_RDONLY | O_DIRECTORY);
    fds[FD_WORK] = open_or_die(work, O_RDONLY | O_DIRECTORY);
    fds[FD_TMP] = open_or_die("/tmp", O_RDONLY | O_DIRECTORY);
    fds[FD_SHM] = open_or_die("/dev/shm", O_RDONLY | O_DIRECTORY);
    *out = *err = open_pipe(&fds[FD_OUT]);
    fds[FD_ERR] = fds[FD_OUT];
    if (!one_stream)
        *err = open_pipe(&fds[FD_ERR]);
    send_folders(socket, fds);
    for (int i = 0; i < FD_COUNT; ++i)
        close(fds[i]);
}

/* Waits for the child and what it left behind, and says how it ended. */
_Noreturn static void bury(int socket, pid_t child, int failure) {
    struct box_result result = {0};
    if (read(failure, &result.exec_errno, sizeof result.exec_errno) < 0)
        exit(EXIT_OURS);
    pid_t ended;
    do { /* as process 1 we also bury the orphans */
        ended = wait(&result.wait_status);
    } while (ended != child && ended > 0);
    getrusage(RUSAGE_CHILDREN, &result.usage);
    if (send(socket, &result, sizeof result, 0) != (ssize_t)sizeof result)
        exit(EXIT_OURS);
    exit(0); /* and the kernel ends all that is left in the box */
}

void box_inside_main(int argc, char **argv) {
    if (argc < 11)
        box_die(EXIT_OURS, "the box was started with %d arguments", argc);
    /* No process of the box may trace this one or reach its descriptors. */
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0))
        box_die(EXIT_OURS, "cannot protect process 1 of the box: %s", strerror(errno));
    int socket = atoi(argv[0]), account = atoi(argv[1]);
    bool gpu = atoi(argv[2]) != 0;
    const char *work = argv[3];
    bool one_stream = atoi(argv[4]) != 0;
    struct box_limits limits = {.cpu = atof(argv[5]),
                                .memory_kib = atol(argv[6]),
                                .processes = atoi(argv[7]),
                                .files = atoll(argv[8])};
    if (account >= 0)
        fcntl(account, F_SETFD, FD_CLOEXEC);

    int out, err;
    open_folders(socket, work, one_stream, &out, &err);
    char go;
    if (recv(socket, &go, 1, 0) != 1)
        exit(EXIT_OURS);
    int failure[2];
    if (pipe2(failure, O_CLOEXEC))
        exit(EXIT_OURS);
    pid_t child = fork();
    if (child == 0) {
        dup2(out, STDOUT_FILENO);
        dup2(err, STDERR_FILENO);
        fcntl(socket, F_SETFD, FD_CLOEXEC);
        int error = chdir(work) || !box_inside_account(account)
                        ? errno
                        : box_inside_exec(&limits, true, gpu, account >= 0, argv + 10);
        ssize_t written = write(failure[1], &error, sizeof error);
        _exit(written == sizeof error ? 127 : 126);
    }
    if (child < 0)
        exit(EXIT_OURS);
    close(failure[1]);
    close(out);
    if (err != out)
        close(err);
    if (account >= 0)
        close(account);
    bury(socket, child, failure[0]);
}
