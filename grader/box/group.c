/* A control group for the box, where there is one to make it in: it counts what no process shows,
 * the kernel's memory and the time of children for which nobody waits, and its limit is the
 * kernel's own.
 *
 * It is made in the folder that BOX_CGROUP names (version 2, or version 1's memory), else in the
 * group of version 2 in which we are, when that was delegated to us (systemd-run --user --scope -p
 * Delegate=yes). Version 2 gives a group's children no controllers while it holds a process, so the
 * processes of such a group first move into one below it, OURS. */
#define _GNU_SOURCE
#include "box.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#define OURS "labs-grader"
#define NAME "labs-box-"
enum { ROOM_KIB = 64 << 10 }; /* the watch comes first, and says which limit it is */

static bool write_file(int folder, const char *name, const char *text) {
    int file = openat(folder, name, O_WRONLY | O_CLOEXEC);
    bool written = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
    if (file >= 0)
        close(file);
    return written;
}

static bool read_text(int folder, const char *name, char *text, size_t size) {
    int file = openat(folder, name, O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? -1 : read(file, text, size - 1);
    if (file >= 0)
        close(file);
    text[length > 0 ? length : 0] = '\0';
    return length >= 0;
}

/* The number after `word` at the start of a line of the file, or in it alone; -1: there is none. */
static long long read_number(int folder, const char *name, const char *word) {
    char text[8192];
    long long number;
    if (!read_text(folder, name, text, sizeof text))
        return -1;
    for (char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        if (strncmp(line, word, strlen(word)) == 0 &&
            sscanf(line + strlen(word), "%lld", &number) == 1)
            return number;
    return -1;
}

static int open_folder(int above, const char *name) {
    return openat(above, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/* ---- where ---- */

/* The folder of the group of version 2 in which we are; NULL: none is mounted. */
static char *own_group(void) {
    char line[PATH_MAX + 64], mount[PATH_MAX] = "", path[PATH_MAX] = "";
    FILE *file = fopen("/proc/self/cgroup", "re");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "0::", 3) == 0)
            snprintf(path, sizeof path, "%.*s", (int)strcspn(line + 3, "\n"), line + 3);
    if (file)
        fclose(file);
    file = fopen("/proc/self/mounts", "re");
    while (file && !*mount && fgets(line, sizeof line, file)) {
        char folder[PATH_MAX], type[64];
        if (sscanf(line, "%*s %4095s %63s", folder, type) == 2 && strcmp(type, "cgroup2") == 0)
            snprintf(mount, sizeof mount, "%s", folder);
    }
    if (file)
        fclose(file);
    return *mount && *path ? box_format("%s%s", mount, strcmp(path, "/") == 0 ? "" : path) : NULL;
}

/* Is that of memory on this list of controllers? */
static bool has_memory(int folder, const char *list) {
    char text[512];
    return read_text(folder, list, text, sizeof text) && strstr(text, "memory");
}

static bool is_delegated(int folder) {
    char value;
    return (fgetxattr(folder, "user.delegate", &value, 1) == 1 && value == '1') ||
           (fgetxattr(folder, "trusted.delegate", &value, 1) == 1 && value == '1');
}

/* Moves the processes of the group into OURS below it, so that its other children may have limits.
 */
static bool divide(int folder) {
    if (mkdirat(folder, OURS, 0755) && errno != EEXIST)
        return false;
    for (int i = 0; i < 100; ++i) {
        char text[8192];
        if (!read_text(folder, "cgroup.procs", text, sizeof text))
            return false;
        if (!*text)
            return write_file(folder, "cgroup.subtree_control", "+memory +pids");
        for (char *rest = text, *pid; (pid = strsep(&rest, "\n"));)
            if (*pid)
                write_file(folder, OURS "/cgroup.procs", pid); /* it may have ended */
    }
    return false;
}

/* The folder in which a box's group may be made; -1: there is none. */
static int open_parent(void) {
    const char *named = getenv("BOX_CGROUP");
    if (named && *named)
        return open_folder(AT_FDCWD, named);
    char *own = own_group(), *slash = own ? strrchr(own, '/') : NULL;
    if (slash && strcmp(slash + 1, OURS) == 0)
        *slash = '\0';
    int folder = own ? open_folder(AT_FDCWD, own) : -1;
    free(own);
    if (folder < 0)
        return -1;
    flock(folder, LOCK_EX);
    bool usable = is_delegated(folder) &&
                  has_memory(folder, "cgroup.controllers") && /* or all is moved for nothing */
                  (has_memory(folder, "cgroup.subtree_control") || divide(folder));
    flock(folder, LOCK_UN);
    if (!usable) {
        close(folder);
        return -1;
    }
    return folder;
}

/* ---- a box's ---- */

/* Removes the groups of boxes whose run_student was killed: who lives holds a lock on its own. */
static void sweep(int parent) {
    int fd = open_folder(parent, ".");
    DIR *entries = fd < 0 ? NULL : fdopendir(fd);
    struct dirent *entry;
    while (entries && (entry = readdir(entries))) {
        if (strncmp(entry->d_name, NAME, strlen(NAME)) != 0)
            continue;
        int folder = open_folder(parent, entry->d_name);
        if (folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) == 0)
            unlinkat(parent, entry->d_name, AT_REMOVEDIR);
        if (folder >= 0)
            close(folder);
    }
    if (entries)
        closedir(entries);
}

void box_group_open(struct box_group *group, const struct box_limits *limits, bool gpu) {
    *group = (struct box_group){.parent = open_parent(), .folder = -1};
    if (group->parent < 0)
        return;
    sweep(group->parent);
    snprintf(group->name, sizeof group->name, NAME "%d-%llx", (int)getpid(),
             (unsigned long long)(box_now() * 1e9));
    if (mkdirat(group->parent, group->name, 0755) == 0)
        group->folder = open_folder(group->parent, group->name);
    /* Files of the box are memory of the group too. */
    long long most = (limits->memory_kib * (gpu ? 4LL : 1) + ROOM_KIB) * 1024 + 3 * limits->files;
    char *text = box_format("%lld", most), *tasks = box_format("%d", limits->processes + 8);
    group->version = faccessat(group->folder, "cgroup.controllers", F_OK, 0) == 0 ? 2 : 1;
    /* One of version 2 counts the time also where nobody lets it have memory to limit. */
    const bool limits_memory =
        group->version == 1 || faccessat(group->folder, "memory.max", F_OK, 0) == 0;
    if (group->folder < 0 || flock(group->folder, LOCK_EX) ||
        (limits_memory &&
         !write_file(group->folder, group->version == 2 ? "memory.max" : "memory.limit_in_bytes",
                     text)))
        box_group_close(group);
    if (group->folder >= 0 && group->version == 2) {
        write_file(group->folder, "memory.swap.max", "0");
        write_file(group->folder, "memory.oom.group", "1");
        write_file(group->folder, "pids.max", tasks);
    }
    free(text);
    free(tasks);
}

void box_group_enter(const struct box_group *group) {
    if (group->folder >= 0 && !write_file(group->folder, "cgroup.procs", "0"))
        box_die(EXIT_OURS, "cannot enter the control group of the box: %s", strerror(errno));
}

bool box_group_usage(const struct box_group *group, long long files, struct box_usage *usage) {
    if (group->folder < 0)
        return false;
    const bool new = group->version == 2;
    long long all =
        read_number(group->folder, new ? "memory.current" : "memory.usage_in_bytes", "");
    long long cache = read_number(group->folder, "memory.stat", new ? "file " : "total_cache ");
    long long shared = read_number(group->folder, "memory.stat", new ? "shmem " : "total_shmem ");
    if ((all < 0 || cache < 0 || shared < 0) && !new)
        return false;
    /* of what is kept in files, only the box's own memory that is no file of its folders */
    shared = shared > files ? shared - files : 0;
    all = all > cache && cache >= 0 ? all - cache : 0;
    usage->rss_kib = (long)((all + shared) / 1024);
    long long spent = new ? read_number(group->folder, "cpu.stat", "usage_usec ") : -1;
    usage->cpu = spent < 0 ? 0 : 1e-6 * (double)spent;
    return true;
}

bool box_group_was_full(const struct box_group *group) {
    return group->folder >= 0 &&
           read_number(group->folder, group->version == 2 ? "memory.events" : "memory.oom_control",
                       "oom_kill ") > 0;
}

void box_group_close(struct box_group *group) {
    if (group->parent < 0)
        return;
    /* Its last process may be on its way out. */
    for (int i = 0; i < 100 && unlinkat(group->parent, group->name, AT_REMOVEDIR) && errno == EBUSY;
         ++i)
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    if (group->folder >= 0)
        close(group->folder);
    close(group->parent);
    group->parent = group->folder = -1;
}

char *box_group_where(void) {
    char path[PATH_MAX];
    int parent = open_parent();
    if (parent < 0)
        return NULL;
    char *self = box_format("/proc/self/fd/%d", parent);
    ssize_t length = readlink(self, path, sizeof path - 1);
    close(parent);
    free(self);
    return length > 0 ? box_format("%.*s", (int)length, path) : NULL;
}
