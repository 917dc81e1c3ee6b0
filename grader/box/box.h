/* The box around student code: how it works, and what its parts share.
 *
 * Theory of operation. Six kinds of processes, each started by the one to its left:
 *
 *   run_student -> keeper -> bubblewrap -> process 1 -> the program -> its children
 *   '------------- outside -----------'   '------------- in the box -------------'
 *
 *   run_student  is trusted: box_launch() watches, decides and reports. As root, if root calls it.
 *   keeper       sleeps. It ends the box when run_student is killed.
 *   bubblewrap   makes new namespaces (users, mounts, processes, network, IPC) and puts everything
 *                in them under a filter of system calls. If run_student is root, it becomes a user
 *                of this box alone first (box_bwrap_user).
 *   process 1    is this program again (--inside). The code is ours, the rights are the student's.
 *   the program  also has the kernel's limits (box_inside_exec).
 *   its children become children of process 1 when they lose their parent.
 *
 * What they say to each other:
 *   keeper       a pipe from run_student. When it closes, the keeper kills bubblewrap, and the
 *                kernel ends all processes of the box.
 *   process 1    a socket to run_student that keeps messages whole. Nobody else in the box can
 *                reach it: process 1 is not dumpable and closes it in the program.
 *   the program  one or two pipes for what it prints, and with --account a socket to run_student,
 *                its descriptor 3. Only send and recv work on that one.
 *
 * In which order:
 *   1. Process 1 opens the box's /proc, work folder, /tmp and /dev/shm and makes the pipes. It
 *      sends 'H' with these six descriptors (FD_...). If the socket ends without a message, there
 *      is no box on this machine, and bubblewrap's standard error (a memory file) says why.
 *   2. run_student copies the work folder into the box's, an empty tmpfs, and sends 'G'. Then
 *      process 1 starts the program, and the clock starts.
 *   3. run_student looks at the limits every few milliseconds, through the box's own /proc and
 *      folders. If one is passed, it closes the keeper's pipe.
 *   4. Else the program ends by itself: process 1 sends a struct box_result and ends, and with it
 *      all that is left in the box. If no message comes, process 1 was killed, and the run counts
 *      as killed.
 *   5. run_student waits until it has no child left; it is the subreaper of all of them. From here
 *      on nothing writes. It copies the work folder out again and writes output and account.
 *
 * No word of the program decides how it ended: that comes from wait(), and what it used from /proc
 * and the file systems. Without a box (--no-sandbox) there is only the program, in the work folder
 * itself. Its end is told by a process descriptor. It has limits, but no protection.
 *
 * The files:
 * main.c    the command line of grader/run_student
 * launch.c  starts the program, in bubblewrap or without it, and watches it until it has ended
 * keeper.c  ends the box when run_student is killed, or bubblewrap while it makes one
 * bwrap.c   what bubblewrap is told, and what its complaints mean
 * inside.c  process 1 of the box: sets the limits, starts the program, reports how it ended
 * watch.c   what the processes of the box use at this moment
 * tree.c    copies the work folder into the box and out again, regular files only
 * output.c  what the program prints
 * account.c what our part of the program says of the run
 * filter.c  the system calls that nothing in a box may make
 * group.c   the control group around a box, where there may be one
 * report.c  the JSON report
 * basics.c  what all of them use: the end with a message, memory, text, the clock
 */
#ifndef BOX_H
#define BOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/types.h>

/* Exit statuses of run_student. */
enum { EXIT_RAN = 0, EXIT_USAGE = 2, EXIT_NO_BOX = 3, EXIT_OURS = 4, EXIT_KILLED = 128 + 9 };

/* Seconds of processor time beyond the limit, for a program to say where it is. */
enum { BOX_CPU_GRACE = 2 };

enum box_status {
    STATUS_OK,     /* the program exited with 0 */
    STATUS_EXIT,   /* it exited with another number */
    STATUS_SIGNAL, /* a signal that no limit of ours sent ended it */
    STATUS_WALL,   /* the rest: a limit ended it */
    STATUS_CPU,
    STATUS_MEMORY,
    STATUS_PROCESSES,
    STATUS_OUTPUT,
    STATUS_FILES,
    STATUS_NO_SANDBOX /* it never ran: there is no box on this machine */
};

struct box_limits {
    double wall;      /* s, by the clock */
    double cpu;       /* s of processor time, all processes of the box together */
    double idle;      /* s in which no process of the box does anything; 0: as long as it may run */
    long memory_kib;  /* resident memory, all processes together */
    int processes;    /* processes and threads at one time */
    long long output; /* bytes kept of standard output and standard error together */
    long long files;  /* bytes in all files of one folder (work, /tmp or /dev/shm) */
    int file_count;   /* files and folders in one of those folders */
};

struct box_bind {
    char *src;        /* real path outside */
    const char *dest; /* path in the box */
    char *staged;     /* where the box's user finds src; src itself when no staging is needed */
};

struct box_request {
    struct box_limits limits;
    char *work;        /* real path */
    const char *place; /* of the work folder in the box */
    char *kit;         /* real path of the kit, hidden in the box whatever folder it lies in */
    char **argv;
    struct box_bind *binds;
    size_t bind_count;
    char **env; /* NAME=VALUE */
    size_t env_count;
    bool gpu;
    bool sandbox;
    const char *stdout_path; /* NULL: run_student's own standard output */
    const char *stderr_path;
    bool one_stream;          /* both are the same file */
    const char *report_path;  /* NULL: no report */
    const char *account_path; /* a folder; NULL: the program gives no account */
};

/* What came of an account: nobody asked for one; there was no last word; it was broken; it is
 * whole. */
enum account_state { ACCOUNT_NONE, ACCOUNT_OPEN, ACCOUNT_BROKEN, ACCOUNT_WHOLE };

struct box_outcome {
    enum box_status status;
    enum account_state account;
    int exit_code; /* of the program; 128 + signal when a signal ended it */
    int signal;    /* 0: none */
    double seconds;
    double cpu, waited; /* of them: processor time, and that in which nothing of it could run */
    long max_rss_kib;
    long long output_dropped; /* bytes printed beyond what is kept */
    char message[600];
    char **dropped; /* names in the work folder that are no regular files, with what they are */
    size_t dropped_count;
};

/* basics.c */
/* Prints "run_student: MESSAGE" to standard error and exits with `code`. */
_Noreturn void box_die(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
void *box_alloc(size_t count, size_t size); /* zeroed; dies when there is no memory */
char *box_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
double box_now(void); /* s, monotonic */

/* launch.c: runs what is asked for and fills `out`. EXIT_RAN or EXIT_NO_BOX; ends with
 * EXIT_OURS. */
int box_launch(const struct box_request *request, struct box_outcome *out);

/* bwrap.c: becomes bubblewrap, as an ordinary user where we are root, with `socket` left open for
 * process 1 of the box, and `account`, unless it is -1. Standard error must be where bubblewrap's
 * own complaints may go. */
_Noreturn void box_bwrap_exec(const struct box_request *request, uid_t uid, int socket,
                              int account);
/* The user to become: ours, or one of its own for this box where we are root. */
uid_t box_bwrap_user(void);
/* What stands in the way of a box here, with the remedy, from bubblewrap's complaint. */
void box_bwrap_explain(const char *complaint, char *message, size_t size);
/* Path of bubblewrap: $BWRAP, else bwrap on the PATH. */
const char *box_bwrap_path(void);

/* filter.c: a file with the filter for bubblewrap; -1 where the box was built without libseccomp.
 */
int box_filter_open(bool gpu);
/* For this process and all that it starts: nobody but send and recv gets at ACCOUNT_DESCRIPTOR. Of
 * what a submission may call, streams write to any number that stands in them. -1: errno says why.
 */
int box_filter_account(void);
char *box_filter_name(void); /* what makes it; NULL: there is none */

/* inside.c: process 1 of the box. argv: SOCKET ACCOUNT GPU WORK ONE_STREAM CPU MEMORY_KIB PROCESSES
 * FILE_BYTES -- COMMAND ARGS */
_Noreturn void box_inside_main(int argc, char **argv);
/* Gives the program `account` as descriptor 3; -1: there is none. For a child that becomes it. */
bool box_inside_account(int account);
/* Sets the limits that the kernel keeps and becomes the program. Only returns (errno) on
 * failure. */
int box_inside_exec(const struct box_limits *limits, bool sandbox, bool gpu, bool account,
                    char **argv);
/* Order of the descriptors process 1 sends: its /proc and its writable folders, then the output. */
enum { FD_PROC, FD_WORK, FD_TMP, FD_SHM, FD_OUT, FD_ERR, FD_COUNT };
struct box_result {
    int wait_status;
    int exec_errno; /* not 0: the program could not be started */
    struct rusage usage;
};

/* watch.c */
struct box_process {
    pid_t pid, parent;
    unsigned long long born; /* a number may be given again */
    bool ours;
    char state;               /* of its first thread, as in stat: R, S, ... */
    long rss_kib, tables_kib; /* resident, and the page tables */
    int tasks;
    double own_cpu, dead_cpu; /* s; the latter of children that it waited for */
};
/* Reads `text`, a process' /proc/PID/stat. False when it is none. */
bool box_watch_parse(const char *text, pid_t pid, struct box_process *process);
struct box_usage {
    long rss_kib;
    int tasks; /* processes and threads */
    double cpu;
    bool busy; /* one of them runs, wants to, or waits for a disk */
};
/* Whom to watch: all processes in the box's own /proc but process 1 (root_pid 0), or root_pid's
 * descendants in ours. */
struct box_watch {
    int proc_fd;
    pid_t root_pid;
    struct box_process *seen; /* the last time */
    size_t count;
    double gone_cpu;
};
/* Sums over them. Returns false when /proc cannot be read. With `shared_once`, memory that
 * processes share counts once: exact, and slow. */
bool box_watch_usage(struct box_watch *watch, bool shared_once, struct box_usage *usage);
/* Sends a signal to those that were seen last. */
void box_watch_signal(const struct box_watch *watch, int signal);
/* Sends SIGKILL to all of them; true when there were any. */
bool box_watch_kill(const struct box_watch *watch);

/* group.c */
struct box_group {
    int parent, folder; /* folder -1: there is no group here, and nothing below does anything */
    int version;
    char name[64];
};
/* Makes one for a box with these limits, where one can be made. */
void box_group_open(struct box_group *group, const struct box_limits *limits, bool gpu);
void box_group_enter(const struct box_group *group); /* this process, and all that it starts */
/* Memory but for `files` bytes in the box's folders, and time (0: not known). */
bool box_group_usage(const struct box_group *group, long long files, struct box_usage *usage);
bool box_group_was_full(const struct box_group *group); /* the kernel ended a process for it */
void box_group_close(struct box_group *group);
char *box_group_where(void); /* the folder for groups; NULL: there is none */

/* tree.c: nothing here follows a link. Sizes in bytes. Messages go to out->message. */
/* Copies the folder `from` into the empty folder `to`, created as user `uid`. Links and special
 * files are removed from `from` and named in out->dropped. */
bool box_tree_import(int from, int to, uid_t uid, const struct box_limits *limits,
                     struct box_outcome *out);
/* Makes `to` equal to `from`: regular files and folders only, within limits. Returns false when
 * `from` is beyond a limit; then `to` is left as it was. */
bool box_tree_export(int from, int to, const struct box_limits *limits, struct box_outcome *out);
/* Copies at most `limit` bytes of `from`, from its start. */
void box_tree_copy_bytes(int from, int to, long long limit);
bool box_tree_write(int to, const char *bytes, size_t count); /* all of them, or false and errno */

/* keeper.c */
/* Like fork(): the child is one that a keeper started, and the number that of the keeper, which
 * ends as the child does. All of it is ended when `alive` is closed. */
pid_t box_keeper_fork(int *alive);
void box_keeper_end_all(void); /* all processes below this one */

/* output.c */
struct box_stream {
    int from, kept; /* the pipe, -1 when it has ended; a memory file */
};
struct box_output {
    struct box_stream streams[2]; /* standard output, standard error */
    int count;                    /* 1: both are one pipe */
    long long limit, printed;     /* bytes */
};
/* Reads two pipes, or one that is both, and keeps the first `limit` bytes. */
void box_output_open(struct box_output *output, int out, int err, long long limit);
/* Takes what lies in the pipes, a block at most; true when there was any. Never waits. */
bool box_output_read(struct box_output *output);
long long box_output_dropped(const struct box_output *output);
/* Writes what was kept to these files; NULL: to our own standard output and error. */
void box_output_deliver(const struct box_output *output, const char *const paths[2]);

/* account.c */
enum { ACCOUNT_FILES = 8, ACCOUNT_SECRET = 33, ACCOUNT_DESCRIPTOR = 3 };
struct box_account {
    int socket; /* -1: there is no account, or nobody can say more */
    enum account_state state;
    bool asked;
    char key[ACCOUNT_SECRET], number[ACCOUNT_SECRET];
    struct box_account_file {
        char *name;
        int kept; /* a memory file */
        long long bytes;
    } files[ACCOUNT_FILES];
    size_t count;
    long long bytes;
};
/* Begins one; returns the program's end of it. */
int box_account_open(struct box_account *account);
bool box_account_read(struct box_account *account); /* like box_output_read(): one message */
void box_account_deliver(const struct box_account *account, const char *folder);
const char *box_account_name(enum account_state state); /* NULL: none */

/* report.c: writes the report to a temporary file and renames it. */
const char *box_report_status(enum box_status status);
/* The report alone. */
void box_report_print(FILE *file, const struct box_outcome *out);
void box_report_write(const char *path, const struct box_outcome *out);
/* "SIGSEGV" for 11; "signal 77" when it has no name. */
const char *box_report_signal(int signal);

#endif
