#define _GNU_SOURCE
#include "box.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

/* A program may print so many times what is kept of it. */
enum { START_MS = 30000, SOCKET_IN_CHILD = 3, ACCOUNT_IN_CHILD = 4, FLOOD = 256 };

/* A program under watch. */
struct program {
    const struct box_request *request;
    int fds[FD_COUNT];
    struct box_output output;
    struct box_account account;
    int ended_fd; /* readable when the program has ended */
    struct box_watch watch;
    struct box_group group;
    pid_t child; /* in a box, its keeper */
    int alive;   /* of the keeper */
    double started;
    double seen_at, cpu, waited, idle; /* when it was last looked at, and what it did until then */
    long peak_kib;
    bool warned;
};

static void over(struct box_outcome *out, enum box_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void over(struct box_outcome *out, enum box_status status, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(out->message, sizeof out->message, format, args);
    va_end(args);
    out->status = status;
}

static char *show_bytes(long long bytes) {
    return bytes >= 1 << 20 ? box_format("%.4g MiB", (double)bytes / (1 << 20))
                            : box_format("%.4g KiB", (double)bytes / (1 << 10));
}

/* These return true, and fill `out`, when a limit is passed. */
static bool over_output(const struct program *program, struct box_outcome *out) {
    const long long most = program->request->limits.output * FLOOD;
    if (program->output.printed <= most)
        return false;
    over(out, STATUS_OUTPUT, "your program printed more than %s and was stopped", show_bytes(most));
    return true;
}

static bool over_files(const struct program *program, struct box_outcome *out) {
    const struct box_limits *limits = &program->request->limits;
    static const char *const names[] = {
        [FD_WORK] = "its work folder", [FD_TMP] = "/tmp", [FD_SHM] = "/dev/shm"};
    for (int i = FD_WORK; program->request->sandbox && i <= FD_SHM; ++i) {
        struct statfs info;
        if (fstatfs(program->fds[i], &info))
            continue;
        if ((long long)(info.f_blocks - info.f_bfree) * info.f_bsize >= limits->files) {
            over(out, STATUS_FILES, "your program filled %s with %s of files and was stopped",
                 names[i], show_bytes(limits->files));
            return true;
        }
        if ((long long)(info.f_files - info.f_ffree) > limits->file_count) {
            over(out, STATUS_FILES, "your program made more than %d files in %s and was stopped",
                 limits->file_count, names[i]);
            return true;
        }
    }
    return false;
}

/* Adds what the control group knows and no process shows. */
static void ask_group(struct program *program, struct box_usage *usage) {
    struct box_usage group;
    long long files = 0;
    for (int i = FD_WORK; program->request->sandbox && i <= FD_SHM; ++i) {
        struct statfs info;
        if (fstatfs(program->fds[i], &info) == 0)
            files += (long long)(info.f_blocks - info.f_bfree) * info.f_bsize;
    }
    if (!box_group_usage(&program->group, files, &group))
        return;
    /* What the driver of a GPU holds is not the program's. */
    if (!program->request->gpu && group.rss_kib > usage->rss_kib)
        usage->rss_kib = group.rss_kib;
    if (group.cpu > usage->cpu)
        usage->cpu = group.cpu;
}

/* Does it work, or does all of it wait? Only what was looked at often enough counts as waiting. */
static void follow(struct program *program, const struct box_usage *usage) {
    const double now = box_now(), passed = now - program->seen_at;
    const double waited = passed < 0.5 ? passed : 0.5;
    program->seen_at = now;
    if (usage->busy || usage->cpu > program->cpu) {
        program->idle = 0;
    } else {
        program->idle += waited;
        program->waited += waited;
    }
    if (usage->cpu > program->cpu)
        program->cpu = usage->cpu;
}

/* The time that is the program's own: without that in which others had the processors. The work of
 * a GPU shows in no process. */
static double own_time(const struct program *program) {
    const double all = box_now() - program->started, rest = all - program->waited;
    if (program->request->gpu)
        return all;
    return program->waited + (program->cpu < rest ? program->cpu : rest);
}

static bool over_limits(struct program *program, struct box_outcome *out) {
    const struct box_limits *limits = &program->request->limits;
    struct box_usage usage;
    if (over_output(program, out) || over_files(program, out))
        return true;
    if (!box_watch_usage(&program->watch, false, &usage))
        usage = (struct box_usage){0}; /* process 1 has just ended */
    /* Or is it only shared? Twice, for while one reads, a process may end and leave its share to
     * another that has not been read. */
    for (int i = 0; i < 2 && usage.rss_kib > limits->memory_kib; ++i)
        box_watch_usage(&program->watch, true, &usage);
    ask_group(program, &usage);
    follow(program, &usage);
    if (box_now() - program->started > 10 * limits->wall + 60)
        box_die(EXIT_OURS, "the program got too little of this machine: %g s of it in %g s",
                own_time(program), box_now() - program->started);
    if (usage.rss_kib > program->peak_kib)
        program->peak_kib = usage.rss_kib;
    /* For this signal the CPU device says where the program is, and is left the time to. */
    if (usage.cpu > limits->cpu && !program->warned) {
        box_watch_signal(&program->watch, SIGXCPU);
        program->warned = true;
    }
    if (usage.rss_kib > limits->memory_kib) {
        over(out, STATUS_MEMORY, "your program needed more than %s of memory and was stopped",
             show_bytes(limits->memory_kib * 1024LL));
    } else if (usage.tasks > limits->processes) {
        over(out, STATUS_PROCESSES,
             "your program had more than %d processes and threads at a time and was stopped",
             limits->processes);
    } else if (usage.cpu > limits->cpu + BOX_CPU_GRACE) {
        over(out, STATUS_CPU, "your program used more than %g s of processor time and was stopped",
             limits->cpu);
    } else if (limits->idle > 0 && program->idle > limits->idle) {
        over(out, STATUS_WALL,
             "your program did nothing for %g s and was stopped: it waits for something that does "
             "not come, or has stopped itself",
             limits->idle);
    } else if (own_time(program) > limits->wall) {
        over(out, STATUS_WALL, "your program ran longer than %g s and was stopped", limits->wall);
    } else {
        return false;
    }
    return true;
}

/* Waits until the program has ended (true) or is over a limit (false, `out` filled). */
static bool watch(struct program *program, struct box_outcome *out) {
    const int longest = program->request->sandbox ? 5 : 50; /* outside a box all of /proc is read */
    program->watch.proc_fd = program->fds[FD_PROC];
    setpriority(PRIO_PROCESS, 0, -10); /* as root: a flood must not slow its watch */
    program->started = program->seen_at = box_now();
    int wait_ms = 2;
    double next = program->started + wait_ms / 1000.0; /* when to look at the limits again */
    for (;;) {
        const struct box_stream *streams = program->output.streams;
        struct pollfd ready[] = {
            {.fd = program->ended_fd, .events = POLLIN},
            {.fd = streams[0].from, .events = POLLIN},
            {.fd = program->output.count == 2 ? streams[1].from : -1, .events = POLLIN},
            {.fd = program->account.socket, .events = POLLIN}};
        const double rest = (next - box_now()) * 1000;
        if (poll(ready, 4, rest > 0 ? (int)ceil(rest) : 0) < 0 && errno != EINTR)
            box_die(EXIT_OURS, "cannot wait for the program: %s", strerror(errno));
        box_output_read(&program->output);
        box_account_read(&program->account);
        if (ready[0].revents)
            return true;
        if (box_now() < next)
            continue;
        if (over_limits(program, out))
            return false;
        next = box_now() + wait_ms / 1000.0;
        wait_ms = wait_ms < longest ? wait_ms + 1 : longest;
    }
}

static double seconds_used(const struct rusage *usage) {
    return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
           1e-6 * (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
}

/* Fills `out` for a program that ended by itself, or by the kernel's own limit where the watch came
 * late. */
static void describe_end(struct program *program, const struct box_result *result,
                         struct box_outcome *out) {
    const struct box_limits *limits = &program->request->limits;
    int status = result->wait_status;
    if (seconds_used(&result->usage) > program->cpu)
        program->cpu = seconds_used(&result->usage);
    out->exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    out->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (result->usage.ru_maxrss > program->peak_kib)
        program->peak_kib = result->usage.ru_maxrss;

    if (over_output(program, out)) {
        return;
    } else if (out->signal == SIGKILL && box_group_was_full(&program->group)) {
        over(out, STATUS_MEMORY, "your program needed more than %s of memory and was stopped",
             show_bytes(limits->memory_kib * 1024LL));
    } else if (out->signal == SIGXFSZ) {
        over(out, STATUS_FILES, "your program wrote a file of more than %s and was stopped",
             show_bytes(limits->files));
    } else if (over_files(program, out)) {
        return;
    } else if (result->usage.ru_maxrss > limits->memory_kib) {
        over(out, STATUS_MEMORY, "your program needed more than %s of memory",
             show_bytes(limits->memory_kib * 1024LL));
    } else if (out->signal == SIGXCPU ||
               (out->signal == SIGKILL && seconds_used(&result->usage) >= limits->cpu)) {
        over(out, STATUS_CPU, "your program used more than %g s of processor time and was stopped",
             limits->cpu);
    } else if (out->signal) {
        over(out, STATUS_SIGNAL, "your program was ended by %s (%s)",
             box_report_signal(out->signal), strsignal(out->signal));
    } else if (result->exec_errno) {
        over(out, STATUS_EXIT, "%s could not be started: %s", program->request->argv[0],
             strerror(result->exec_errno));
    } else if (out->exit_code) {
        over(out, STATUS_EXIT, "your program ended with exit status %d", out->exit_code);
    } else {
        over(out, STATUS_OK, "your program ended with exit status 0");
    }
}

/* When no process of it is left: what still lies in the pipes, and all of it to where it belongs.
 */
static void deliver(struct program *program, struct box_outcome *out) {
    const struct box_request *request = program->request;
    while (box_output_read(&program->output))
        ;
    while (box_account_read(&program->account))
        ;
    out->account = program->account.state;
    if (request->account_path)
        box_account_deliver(&program->account, request->account_path);
    out->output_dropped = box_output_dropped(&program->output);
    box_output_deliver(&program->output,
                       (const char *const[]){request->stdout_path, request->stderr_path});
}

/* ---- in the box ---- */

/* Receives the box's folders; false when bubblewrap ended before there was a box. */
static bool receive_folders(int socket, pid_t keeper, int *fds) {
    const int ended = (int)syscall(SYS_pidfd_open, keeper, 0);
    struct pollfd ready[] = {{.fd = socket, .events = POLLIN}, {.fd = ended, .events = POLLIN}};
    char byte;
    union {
        char bytes[CMSG_SPACE(sizeof(int) * FD_COUNT)];
        struct cmsghdr align;
    } control;
    struct iovec data = {&byte, 1};
    struct msghdr message = {.msg_iov = &data,
                             .msg_iovlen = 1,
                             .msg_control = control.bytes,
                             .msg_controllen = sizeof control.bytes};
    if (poll(ready, 2, START_MS) < 1)
        box_die(EXIT_OURS, "the box did not start within %d s", START_MS / 1000);
    close(ended);
    if (recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT) != 1)
        return false;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (!header || header->cmsg_len != CMSG_LEN(sizeof(int) * FD_COUNT))
        box_die(EXIT_OURS, "the box sent no folders");
    memcpy(fds, CMSG_DATA(header), sizeof(int) * FD_COUNT);
    return true;
}

static int no_box(pid_t child, int complaint_fd, struct box_outcome *out) {
    char complaint[512];
    int status;
    waitpid(child, &status, 0);
    box_keeper_end_all();
    if (WIFSIGNALED(status) || WEXITSTATUS(status) == EXIT_KILLED) {
        fputs("run_student: the box was killed before the program was started\n", stderr);
        exit(EXIT_KILLED); /* as if it had been this process */
    }
    ssize_t length = pread(complaint_fd, complaint, sizeof complaint - 1, 0);
    complaint[length > 0 ? length : 0] = '\0';
    if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_OURS) {
        fputs(complaint, stderr);
        exit(EXIT_OURS);
    }
    out->status = STATUS_NO_SANDBOX;
    box_bwrap_explain(complaint, out->message, sizeof out->message);
    return EXIT_NO_BOX;
}

/* The child's way into bubblewrap: three standard descriptors, the socket and that of the account,
 * nothing else. */
_Noreturn static void enter(const struct box_request *request, uid_t uid, int socket, int account,
                            int complaint) {
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null < 0 || dup2(null, 0) < 0 || dup2(null, 1) < 0 || dup2(complaint, 2) < 0)
        box_die(EXIT_OURS, "cannot set up the box's descriptors: %s", strerror(errno));
    /* Out of each other's way first. */
    socket = fcntl(socket, F_DUPFD_CLOEXEC, ACCOUNT_IN_CHILD + 1);
    if (account >= 0)
        account = fcntl(account, F_DUPFD_CLOEXEC, ACCOUNT_IN_CHILD + 1);
    if (dup2(socket, SOCKET_IN_CHILD) < 0 ||
        (request->account_path && dup2(account, ACCOUNT_IN_CHILD) < 0))
        box_die(EXIT_OURS, "cannot set up the box's sockets: %s", strerror(errno));
    if (syscall(SYS_close_range, request->account_path ? ACCOUNT_IN_CHILD + 1 : ACCOUNT_IN_CHILD,
                ~0U, 0))
        box_die(EXIT_OURS, "cannot close the box's other descriptors: %s", strerror(errno));
    if (chdir("/"))
        box_die(EXIT_OURS, "cannot leave the work folder: %s", strerror(errno));
    box_bwrap_exec(request, uid, SOCKET_IN_CHILD, request->account_path ? ACCOUNT_IN_CHILD : -1);
}

/* Waits until no process of the box exists; with `by_force` it ends it. */
static void end_box(const struct program *program, struct box_outcome *out, bool by_force) {
    if (by_force) {
        out->exit_code = 128 + SIGKILL;
        out->signal = SIGKILL;
        close(program->alive); /* and with the keeper the box ends */
    }
    while (waitpid(-1, NULL, 0) > 0 || errno == EINTR)
        ;
}

/* Starts the box for `program`, to wait for its "go". False, and the exit status in `code`, where
 * none can be made. */
static bool make_box(struct program *program, uid_t uid, struct box_outcome *out, int *code) {
    const struct box_request *request = program->request;
    int pair[2];
    int complaint = memfd_create("complaint", MFD_CLOEXEC);
    /* Process 1 of the box is ours to wait for should bubblewrap die before it. */
    if (complaint < 0 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) ||
        prctl(PR_SET_CHILD_SUBREAPER, 1))
        box_die(EXIT_OURS, "cannot prepare a box: %s", strerror(errno));
    program->ended_fd = pair[0];
    const int account = request->account_path ? box_account_open(&program->account) : -1;
    box_group_open(&program->group, &request->limits, request->gpu);
    program->child = box_keeper_fork(&program->alive);
    if (program->child == 0) {
        box_group_enter(&program->group);
        enter(request, uid, pair[1], account, complaint);
    }
    close(pair[1]);
    if (account >= 0)
        close(account);
    if (!receive_folders(pair[0], program->child, program->fds)) {
        *code = no_box(program->child, complaint, out);
        box_group_close(&program->group);
        return false;
    }
    close(complaint);
    box_output_open(&program->output, program->fds[FD_OUT],
                    request->one_stream ? program->fds[FD_OUT] : program->fds[FD_ERR],
                    request->limits.output);
    return true;
}

/* Lets the program run to its end, or to that of its limits, and fills `out`. When this is over no
 * process of the box exists. */
static void run_boxed(struct program *program, struct box_outcome *out) {
    struct box_result result;
    if (send(program->ended_fd, "G", 1, MSG_NOSIGNAL) != 1)
        box_die(EXIT_OURS, "the box ended before the program was started");
    const bool by_itself = watch(program, out);
    out->seconds = box_now() - program->started;
    if (by_itself && recv(program->ended_fd, &result, sizeof result, 0) != (ssize_t)sizeof result)
        result = (struct box_result){.wait_status = SIGKILL}; /* process 1 was killed */
    end_box(program, out, !by_itself);
    if (by_itself)
        describe_end(program, &result, out);
}

static int launch_boxed(const struct box_request *request, struct box_outcome *out) {
    struct program program = {.request = request, .account = {.socket = -1}};
    const uid_t uid = box_bwrap_user();
    const int work = open(request->work, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    int code;
    if (work < 0)
        box_die(EXIT_OURS, "cannot open %s: %s", request->work, strerror(errno));
    if (!make_box(&program, uid, out, &code))
        return code;
    const bool fits = box_tree_import(work, program.fds[FD_WORK], uid, &request->limits, out);
    if (fits) {
        run_boxed(&program, out);
    } else {
        out->status = STATUS_FILES;
        end_box(&program, out, true);
    }
    out->max_rss_kib = program.peak_kib;
    out->cpu = program.cpu;
    out->waited = program.waited;
    box_group_close(&program.group);

    if (fits && out->status != STATUS_FILES &&
        !box_tree_export(program.fds[FD_WORK], work, &request->limits, out))
        over(out, STATUS_FILES,
             "your program left more than %s, %d files or too deep a folder in its work folder",
             show_bytes(request->limits.files), request->limits.file_count);
    deliver(&program, out);
    return EXIT_RAN;
}

/* ---- without a box ---- */

_Noreturn static void enter_unboxed(const struct program *program, int out, int err, int account,
                                    int failure) {
    const struct box_request *request = program->request;
    /* Bats and make speak to their children through these. */
    for (char **name = environ; *name;) {
        size_t length = strcspn(*name, "=");
        if (strncmp(*name, "BATS_", 5) == 0 || strncmp(*name, "MAKE", 4) == 0 ||
            strncmp(*name, "MFLAGS=", 7) == 0)
            unsetenv(box_format("%.*s", (int)length, *name));
        else
            ++name;
    }
    for (size_t i = 0; i < request->env_count; ++i)
        putenv(request->env[i]);
    setenv("PWD", request->work, 1);
    if (account >= 0)
        setenv("BOX_ACCOUNT", box_format("%d", ACCOUNT_DESCRIPTOR), 1);
    else
        unsetenv("BOX_ACCOUNT");
    /* Out of the way of the descriptor that it is to be. */
    failure = fcntl(failure, F_DUPFD_CLOEXEC, ACCOUNT_DESCRIPTOR + 1);
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (dup2(null, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0 ||
        syscall(SYS_close_range, 3U, ~0U, 1U << 2 /* CLOSE_RANGE_CLOEXEC */) || failure < 0 ||
        !box_inside_account(account) || prctl(PR_SET_PDEATHSIG, SIGKILL) ||
        getppid() != program->watch.root_pid) /* it has ended before that */
        _exit(126);
    setsid();
    int error = chdir(request->work) ? errno
                                     : box_inside_exec(&request->limits, false, request->gpu,
                                                       account >= 0, request->argv);
    ssize_t written = write(failure, &error, sizeof error);
    _exit(written == sizeof error ? 127 : 126);
}

static int launch_unboxed(const struct box_request *request, struct box_outcome *out) {
    struct program program = {.request = request,
                              .watch = {.root_pid = getpid()},
                              .group = {-1, -1, 0, ""},
                              .account = {.socket = -1}};
    const int account = request->account_path ? box_account_open(&program.account) : -1;
    int failure[2], out_pipe[2], err_pipe[2];
    program.fds[FD_PROC] = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (program.fds[FD_PROC] < 0 || pipe2(out_pipe, O_CLOEXEC) || pipe2(err_pipe, O_CLOEXEC) ||
        pipe2(failure, O_CLOEXEC) || prctl(PR_SET_CHILD_SUBREAPER, 1))
        box_die(EXIT_OURS, "cannot prepare the run: %s", strerror(errno));
    program.child = fork();
    if (program.child < 0)
        box_die(EXIT_OURS, "cannot start a process: %s", strerror(errno));
    if (program.child == 0)
        enter_unboxed(&program, out_pipe[1], request->one_stream ? out_pipe[1] : err_pipe[1],
                      account, failure[1]);
    if (account >= 0)
        close(account);
    box_output_open(&program.output, out_pipe[0], request->one_stream ? out_pipe[0] : err_pipe[0],
                    request->limits.output);
    close(failure[1]);
    close(out_pipe[1]);
    close(err_pipe[1]);
    program.ended_fd = (int)syscall(SYS_pidfd_open, program.child, 0);
    if (program.ended_fd < 0)
        box_die(EXIT_OURS, "cannot watch the program: %s", strerror(errno));

    struct box_result result = {0};
    bool by_itself = watch(&program, out);
    out->seconds = box_now() - program.started;
    if (!by_itself) {
        out->exit_code = 128 + SIGKILL;
        out->signal = SIGKILL;
        kill(program.child, SIGKILL);
    }
    if (wait4(program.child, &result.wait_status, 0, &result.usage) != program.child)
        box_die(EXIT_OURS, "cannot wait for the program: %s", strerror(errno));
    if (read(failure[0], &result.exec_errno, sizeof result.exec_errno) < 0)
        result.exec_errno = 0;
    while (box_watch_kill(&program.watch))
        while (waitpid(-1, NULL, WNOHANG) > 0)
            ;
    if (by_itself)
        describe_end(&program, &result, out);
    out->max_rss_kib = program.peak_kib;
    out->cpu = program.cpu;
    out->waited = program.waited;
    deliver(&program, out);
    return EXIT_RAN;
}

int box_launch(const struct box_request *request, struct box_outcome *out) {
    return request->sandbox ? launch_boxed(request, out) : launch_unboxed(request, out);
}
