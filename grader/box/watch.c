#define _GNU_SOURCE
#include "box.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
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

bool box_watch_parse(const char *text, pid_t pid, struct process *process) {
    const char *after_name = strrchr(text, ')'); /* the name may hold anything, a ) too */
    int parent, threads;
    unsigned long user, system;
    long dead_user, dead_system, pages;
    /* fields 3 to 24 of proc(5)'s stat */
    if (!after_name ||
        sscanf(after_name + 1,
               " %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld %*d "
               "%*d %d %*d %*u %*u %ld",
               &parent, &user, &system, &dead_user, &dead_system, &threads, &pages) != 7 ||
        pages < 0 || pages > LONG_MAX / 1024)
        return false;
    const double ticks = (double)sysconf(_SC_CLK_TCK);
    *process = (struct process){
        .pid = pid,
        .parent = parent,
        .rss_kib = pages * (sysconf(_SC_PAGESIZE) / 1024),
        .tasks = threads > 0 ? threads : 1,
        .cpu = ((double)user + (double)system + (double)dead_user + (double)dead_system) / ticks};
    return true;
}

static bool read_process(int proc_fd, pid_t pid, struct process *process) {
    char text[1024];
    return read_at(proc_fd, pid, "stat", text, sizeof text) > 0 && /* else it has ended meanwhile */
           box_watch_parse(text, pid, process);
}

/* Memory of one process, its shares of what is shared; its whole resident set where that is kept
 * from us, and nothing once it is ending. */
static long proportional_kib(int proc_fd, pid_t pid) {
    char text[2048];
    const char *line = NULL;
    long kib;
    struct process now;
    if (read_at(proc_fd, pid, "smaps_rollup", text, sizeof text) > 0)
        line = strstr(text, "\nPss:");
    if (line && sscanf(line, "\nPss: %ld", &kib) == 1)
        return kib;
    return read_process(proc_fd, pid, &now) ? now.rss_kib : 0;
}

/* Marks the descendants of root_pid (all but process 1 when it is 0). */
static void mark(struct process *list, size_t count, pid_t root_pid) {
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
static struct process *list_processes(int proc_fd, size_t *count) {
    int fd = openat(proc_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *folder = fd < 0 ? NULL : fdopendir(fd);
    if (!folder) {
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    size_t room = 64;
    struct process *list = box_alloc(room, sizeof *list);
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

bool box_watch_usage(int proc_fd, pid_t root_pid, bool shared_once, struct usage *usage) {
    size_t count;
    struct process *list = list_processes(proc_fd, &count);
    if (!list)
        return false;
    mark(list, count, root_pid);
    *usage = (struct usage){0};
    for (size_t i = 0; i < count; ++i) {
        if (!root_pid && list[i].pid == 1)
            usage->cpu += list[i].cpu; /* the orphans it buried */
        if (!list[i].ours)
            continue;
        usage->rss_kib += shared_once ? proportional_kib(proc_fd, list[i].pid) : list[i].rss_kib;
        usage->tasks += list[i].tasks;
        usage->cpu += list[i].cpu;
    }
    free(list);
    return true;
}

bool box_watch_kill(int proc_fd, pid_t root_pid) {
    size_t count;
    bool any = false;
    struct process *list = list_processes(proc_fd, &count);
    if (!list)
        return false;
    mark(list, count, root_pid);
    for (size_t i = 0; i < count; ++i)
        if (list[i].ours) {
            kill(list[i].pid, SIGKILL);
            any = true;
        }
    free(list);
    return any;
}
