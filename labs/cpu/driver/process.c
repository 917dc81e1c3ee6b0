/* Commands run one after the other, sources side by side each in a fork of the driver. A signal to
 * any of them is handed on to the commands it has started; the one who made the temporary folder
 * removes it when they have ended. The commands keep their own temporary files in that folder, so
 * that those of a killed g++ go with it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver.h"

static const int stop_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { STOP_SIGNALS = sizeof stop_signals / sizeof *stop_signals };

static volatile sig_atomic_t stopped; /* the signal, or 0 */
static bool killed;                   /* a command was, by nobody of ours */
static volatile pid_t children[CPU_SETSIZE];
static char *folder;
static pid_t folder_owner;

static void stop(int signal) {
    const int error = errno;
    stopped = signal;
    for (size_t i = 0; i < CPU_SETSIZE; i++)
        if (children[i] > 0)
            kill(children[i], signal);
    errno = error;
}

static void set_blocked(bool blocked) {
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < STOP_SIGNALS; i++)
        sigaddset(&set, stop_signals[i]);
    sigprocmask(blocked ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where) {
    (void)info, (void)kind, (void)where;
    remove(path);
    return 0;
}

static void remove_folder(void) {
    /* What a killed compiler leaves behind may still write: look twice. */
    for (int tries = 0; folder && tries < 3 && access(folder, F_OK) == 0; tries++)
        nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    folder = NULL;
}

void process_end(int status) {
    if (stopped)
        while (wait(NULL) > 0 || errno == EINTR)
            ;
    if (folder_owner == getpid())
        remove_folder();
    /* End as the signal would have it: the caller sees that. */
    if (killed)
        raise(SIGKILL);
    if (stopped) {
        signal(stopped, SIG_DFL);
        raise(stopped);
    }
    exit(status);
}

void process_start(const struct settings *settings) {
    const char *parent = getenv("TMPDIR");
    if (!parent || !*parent)
        parent = "/tmp";
    for (size_t i = 0; i < STOP_SIGNALS; i++) {
        struct sigaction action;
        sigaction(stop_signals[i], NULL, &action);
        if (action.sa_handler == SIG_IGN) /* nohup, or a shell's background */
            continue;
        action = (struct sigaction){.sa_handler = stop};
        sigaction(stop_signals[i], &action, NULL);
    }
    set_blocked(true);
    char *name = text("%s/nvcc-cpu.XXXXXX", parent);
    if (!mkdtemp(name))
        fail(EXIT_DEVICE, "no temporary folder can be made under %s: %s", parent, strerror(errno));
    folder = name;
    folder_owner = getpid();
    set_blocked(false);
    if (!settings->dry_run)
        setenv("TMPDIR", folder, 1);
}

const char *process_folder(void) {
    return folder;
}

/* ---- one command ---- */

/* As a shell reads it. */
static void show_word(const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-+=./,:@%";
    if (*word && word[strspn(word, plain)] == '\0') {
        fprintf(stderr, " %s", word);
        return;
    }
    fputs(" '", stderr);
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", stderr);
        else
            fputc(*word, stderr);
    fputc('\'', stderr);
}

static void show(const struct list *command) {
    fputs("#$", stderr);
    for (size_t i = 0; i < command->count; i++)
        show_word(command->items[i]);
    fputc('\n', stderr);
}

/* A fork whose signals are its own; in the parent it stands in `children`. */
static pid_t start(size_t place) {
    fflush(NULL);
    set_blocked(true);
    const pid_t child = fork();
    if (child < 0)
        fail(EXIT_DEVICE, "no new process: %s", strerror(errno));
    if (child == 0)
        for (size_t i = 0; i < CPU_SETSIZE; i++)
            children[i] = 0;
    else
        children[place] = child;
    set_blocked(false);
    return child;
}

/* What compilers say is read here, so it is said in English. */
static void speak_english(void) {
    setenv("LC_ALL", "C.UTF-8", 1);
    unsetenv("LANGUAGE");
}

static _Noreturn void become(const struct list *command, int stream, const int ends[2]) {
    speak_english();
    if (stream) {
        dup2(ends[1], stream);
        close(ends[0]);
        close(ends[1]);
    }
    execvp(command->items[0], (char *const *)command->items);
    fprintf(stderr, "nvcc-cpu: error: %s does not start: %s\n", command->items[0], strerror(errno));
    _exit(127);
}

static char *read_all(int from) {
    size_t size = 0, capacity = 1 << 12;
    char *all = allocate(NULL, capacity);
    for (;;) {
        const ssize_t n = read(from, all + size, capacity - size - 1);
        if (n == 0 || stopped || (n < 0 && errno != EINTR))
            break;
        size += n > 0 ? (size_t)n : 0;
        if (size + 1 == capacity)
            all = allocate(all, capacity *= 2);
    }
    all[size] = '\0';
    return all;
}

/* The machine is out of memory, mostly: that says nothing of the source. */
static bool was_killed(int result) {
    return WIFSIGNALED(result) && WTERMSIG(result) == SIGKILL;
}

static int status_of(int result) {
    return WIFEXITED(result) ? WEXITSTATUS(result) : 128 + WTERMSIG(result);
}

int process_run(const struct settings *settings, const struct list *command, int stream,
                char **captured) {
    int ends[2] = {-1, -1}, result = 0;
    if (settings->verbose)
        show(command);
    if (stream)
        *captured = "";
    if (settings->dry_run)
        return 0;
    if (stream && pipe2(ends, O_CLOEXEC))
        fail(EXIT_DEVICE, "no pipe: %s", strerror(errno));
    const pid_t child = start(0);
    if (child == 0)
        become(command, stream, ends);
    if (stream) {
        close(ends[1]);
        *captured = read_all(ends[0]);
        close(ends[0]);
    }
    while (waitpid(child, &result, 0) < 0 && errno == EINTR)
        ;
    children[0] = 0;
    killed = was_killed(result);
    if (killed)
        fprintf(stderr, "nvcc-cpu: fatal error: Killed signal terminated program %s\n",
                command->items[0]);
    if (stopped || killed)
        process_end(EXIT_SOURCE);
    return status_of(result);
}

/* ---- several at a time ---- */

static size_t processors(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? (size_t)CPU_COUNT(&set) : 1;
}

/* Standard output or error into a file of the temporary folder, or from there to where it
 * belongs. */
static char *kept(size_t i, int stream) {
    return text("%s/%zu.%s", folder, i, stream == 1 ? "out" : "err");
}

static void keep(size_t i, int stream) {
    const int file = open(kept(i, stream), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0 || dup2(file, stream) < 0)
        fail(EXIT_DEVICE, "cannot write %s: %s", kept(i, stream), strerror(errno));
    close(file);
}

static void show_kept(size_t i, int stream) {
    char bytes[1 << 13];
    FILE *from = fopen(kept(i, stream), "r");
    FILE *to = stream == 1 ? stdout : stderr;
    for (size_t n; from && (n = fread(bytes, 1, sizeof bytes, from)) > 0;)
        fwrite(bytes, 1, n, to);
    if (from)
        fclose(from);
    fflush(to);
}

int process_side_by_side(int (*work)(void *context, size_t i), void *context, size_t count) {
    const size_t places = processors();
    size_t started = 0, shown = 0;
    size_t in_place[CPU_SETSIZE] = {0};
    int status = 0;
    bool *ended = allocate(NULL, count * sizeof *ended);
    memset(ended, 0, count * sizeof *ended);
    while (shown < count && !stopped) {
        size_t place = 0;
        while (place < places && children[place])
            place++;
        if (started < count && place < places) {
            if (start(place) == 0) {
                keep(started, 1);
                keep(started, 2);
                process_end(work(context, started));
            }
            in_place[place] = started++;
            continue;
        }
        int result;
        const pid_t child = wait(&result);
        for (place = 0; child > 0 && place < places; place++)
            if (children[place] == child) {
                children[place] = 0;
                killed |= was_killed(result);
                ended[in_place[place]] = true;
                status = status_of(result) > status ? status_of(result) : status;
            }
        for (; shown < count && ended[shown]; shown++) {
            show_kept(shown, 1);
            show_kept(shown, 2);
        }
    }
    if (stopped || killed)
        process_end(EXIT_SOURCE);
    return status;
}
