#define _GNU_SOURCE
#include "box.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static ssize_t read_at(int proc_fd, pid_t pid, const char *name, char *text, size_t size) {
    char path[64];
    snprintf(path, sizeof path, "%d/%s", (int)pid, name);
    int fd = openat(proc_fd, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    ssize_t length = read(fd, text, size - 1);
    close(fd);
    text[length > 0 ? length : 0] = '\0';
    return length;
}

bool box_watch_parse(const char *text, pid_t pid, struct box_process *process) {
    const char *after_name = strrchr(text, ')'); /* the name may hold anything, a ) too */
    char state;
    int parent, threads;
    unsigned long user, system;
    unsigned long long born;
    long dead_user, dead_system, pages;
    /* fields 3 to 24 of proc(5)'s stat */
    if (!after_name ||
        sscanf(after_name + 1,
               " %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld %*d "
               "%*d %d %*d %llu %*u %ld",
               &state, &parent, &user, &system, &dead_user, &dead_system, &threads, &born,
               &pages) != 9 ||
        pages < 0 || pages > LONG_MAX / 1024)
        return false;
    const double ticks = (double)sysconf(_SC_CLK_TCK);
    *process = (struct box_process){.pid = pid,
                                    .parent = parent,
                                    .state = state,
                                    .born = born,
                                    .rss_kib = pages * (sysconf(_SC_PAGESIZE) / 1024),
                                    .tasks = threads > 0 ? threads : 1,
                                    .own_cpu = ((double)user + (double)system) / ticks,
                                    .dead_cpu = ((double)dead_user + (double)dead_system) / ticks};
    return true;
}

/* Adds what `stat` does not tell: the page tables, which a program can make large with pages that
 * are no part of its resident memory, and the memory of a process whose first thread has ended
 * (which `status` has of the other threads alone). False when there is none. */
static bool read_memory(int proc_fd, pid_t pid, const char *status, struct box_process *process) {
    char text[4096];
    long tables_kib, rss_kib;
    if (read_at(proc_fd, pid, status, text, sizeof text) <= 0)
        return false;
    const char *rss = strstr(text, "\nVmRSS:"), *tables = strstr(text, "\nVmPTE:");
    if (!rss || sscanf(rss, "\nVmRSS: %ld", &rss_kib) != 1)
        return false;
    process->rss_kib = rss_kib;
    if (tables && sscanf(tables, "\nVmPTE: %ld", &tables_kib) == 1)
        process->tables_kib = tables_kib;
    return true;
}

static void read_memory_of_threads(int proc_fd, struct box_process *process) {
    char path[64];
    snprintf(path, sizeof path, "%d/task", (int)process->pid);
    int fd = openat(proc_fd, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *threads = fd < 0 ? NULL : fdopendir(fd);
    struct dirent *entry;
    bool known = false;
    while (threads && !known && (entry = readdir(threads))) {
        long thread = strtol(entry->d_name, NULL, 10);
        snprintf(path, sizeof path, "task/%ld/status", thread);
        known = thread > 0 && thread != process->pid &&
                read_memory(proc_fd, process->pid, path, process);
    }
    if (threads)
        closedir(threads);
    else if (fd >= 0)
        close(fd);
}

static bool read_process(int proc_fd, pid_t pid, struct box_process *process) {
    char text[1024];
    if (read_at(proc_fd, pid, "stat", text, sizeof text) <= 0 || /* it has ended meanwhile */
        !box_watch_parse(text, pid, process))
        return false;
    if (!read_memory(proc_fd, pid, "status", process) && process->tasks > 1)
        read_memory_of_threads(proc_fd, process);
    return true;
}

static bool is_busy(char state) {
    return state == 'R' || state == 'D';
}

/* Does one of its threads run, or want to? */
static bool has_busy_thread(int proc_fd, const struct box_process *process) {
    char path[64], text[1024];
    snprintf(path, sizeof path, "%d/task", (int)process->pid);
    int fd = openat(proc_fd, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *threads = fd < 0 ? NULL : fdopendir(fd);
    struct dirent *entry;
    bool busy = false;
    while (threads && !busy && (entry = readdir(threads))) {
        const long thread = strtol(entry->d_name, NULL, 10);
        struct box_process one;
        snprintf(path, sizeof path, "task/%ld/stat", thread);
        busy = thread > 0 && read_at(proc_fd, process->pid, path, text, sizeof text) > 0 &&
               box_watch_parse(text, process->pid, &one) && is_busy(one.state);
    }
    if (threads)
        closedir(threads);
    else if (fd >= 0)
        close(fd);
    return busy;
}

/* Memory of one process, its shares of what is shared; its whole resident set where that is kept
 * from us, and nothing once it is ending. */
static long proportional_kib(int proc_fd, pid_t pid) {
    char text[2048];
    const char *line = NULL;
    long kib;
    struct box_process now;
    if (read_at(proc_fd, pid, "smaps_rollup", text, sizeof text) > 0)
        line = strstr(text, "\nPss:");
    if (line && sscanf(line, "\nPss: %ld", &kib) == 1)
        return kib;
    return read_process(proc_fd, pid, &now) ? now.rss_kib : 0;
}

/* Marks the descendants of root_pid (all but process 1 when it is 0). */
static void mark(struct box_process *list, size_t count, pid_t root_pid) {
    bool more = true;
    for (size_t i = 0; i < count; ++i)
        list[i].ours = root_pid ? list[i].parent == root_pid : list[i].pid != 1;
    while (root_pid && more) {
        more = false;
        for (size_t i = 0; i < count; ++i)
            for (size_t j = 0; j < count && !list[i].ours; ++j)
                if (list[j].ours && list[j].pid == list[i].parent)
                    list[i].ours = more = true;
    }
}

/* All processes in proc_fd, the caller frees them; NULL when the folder cannot be read. */
static struct box_process *list_processes(int proc_fd, size_t *count) {
    int fd = openat(proc_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *folder = fd < 0 ? NULL : fdopendir(fd);
    if (!folder) {
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    size_t room = 64;
    struct box_process *list = box_alloc(room, sizeof *list);
    *count = 0;
    struct dirent *entry;
    while ((entry = readdir(folder))) {
        pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
        if (pid <= 0)
            continue;
        if (*count == room) {
            room *= 2;
            list = realloc(list, room * sizeof *list);
            if (!list)
                box_die(EXIT_OURS, "no memory for a list of %zu processes", room);
        }
        if (read_process(proc_fd, pid, &list[*count]))
            ++*count;
    }
    closedir(folder);
    return list;
}

static bool same_process(const struct box_process *a, const struct box_process *b) {
    return a->pid == b->pid && a->born == b->born;
}

/* Keeps `list` as what was seen last; the time of processes that have gone since then is added to
 * the watch's own sum, for no process inherits that of a child for which nobody waits. */
static void remember(struct box_watch *watch, struct box_process *list, size_t count) {
    for (size_t i = 0; i < watch->count; ++i) {
        const struct box_process *before = &watch->seen[i];
        size_t j = 0;
        while (j < count && !same_process(before, &list[j]))
            ++j;
        if (j == count && before->ours)
            watch->gone_cpu += before->own_cpu;
    }
    free(watch->seen);
    watch->seen = list;
    watch->count = count;
}

bool box_watch_usage(struct box_watch *watch, bool shared_once, struct box_usage *usage) {
    size_t count;
    struct box_process *list = list_processes(watch->proc_fd, &count);
    double inherited = 0, own = 0;
    if (!list)
        return false;
    mark(list, count, watch->root_pid);
    *usage = (struct box_usage){0};
    for (size_t i = 0; i < count; ++i) {
        if (!watch->root_pid && list[i].pid == 1)
            inherited += list[i].dead_cpu; /* of the orphans it buried */
        if (!list[i].ours)
            continue;
        usage->rss_kib +=
            list[i].tables_kib +
            (shared_once ? proportional_kib(watch->proc_fd, list[i].pid) : list[i].rss_kib);
        usage->tasks += list[i].tasks;
        own += list[i].own_cpu;
        inherited += list[i].dead_cpu;
        usage->busy |= is_busy(list[i].state);
    }
    for (size_t i = 0; i < count && !usage->busy; ++i)
        usage->busy =
            list[i].ours && list[i].tasks > 1 && has_busy_thread(watch->proc_fd, &list[i]);
    remember(watch, list, count);
    /* Both tell too little, never too much. */
    usage->cpu = own + (inherited > watch->gone_cpu ? inherited : watch->gone_cpu);
    return true;
}

void box_watch_signal(const struct box_watch *watch, int signal) {
    for (size_t i = 0; i < watch->count; ++i) {
        if (!watch->seen[i].ours)
            continue;
        char name[16];
        snprintf(name, sizeof name, "%d", (int)watch->seen[i].pid);
        /* Their numbers are the box's own. */
        const int process = openat(watch->proc_fd, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (process >= 0) {
            syscall(SYS_pidfd_send_signal, process, signal, NULL, 0U);
            close(process);
        }
    }
}

bool box_watch_kill(const struct box_watch *watch) {
    size_t count;
    bool any = false;
    struct box_process *list = list_processes(watch->proc_fd, &count);
    if (!list)
        return false;
    mark(list, count, watch->root_pid);
    for (size_t i = 0; i < count; ++i)
        if (list[i].ours) {
            kill(list[i].pid, SIGKILL);
            any = true;
        }
    free(list);
    return any;
}
