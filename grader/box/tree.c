#define _GNU_SOURCE
#include "box.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEEPEST = 32, DROPPED_NAMED = 20 };
/* What a file is called until it is whole. No program's file is: see plain_name. */
static const char PART[] = "\1part";

struct totals {
    long long bytes;
    int files;
    int depth;
};

struct copy {
    uid_t uid; /* who owns what is made */
    const struct box_limits *limits;
    struct box_outcome *out;
    struct totals totals;
};

/* Files are made as the box's user: in its user namespace nobody else may own one. */
static void act_as(uid_t uid) {
    if (geteuid() == 0) {
        setfsgid(uid);
        setfsuid(uid);
    }
}

static DIR *list(int folder) {
    int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = fd < 0 ? NULL : fdopendir(fd);
    if (!entries)
        box_die(EXIT_OURS, "cannot list a folder: %s", strerror(errno));
    return entries;
}

static const char *next(DIR *entries) {
    struct dirent *entry;
    while ((entry = readdir(entries)))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            return entry->d_name;
    return NULL;
}

static const char *kind(mode_t mode) {
    return S_ISLNK(mode)    ? "symbolic link"
           : S_ISFIFO(mode) ? "named pipe"
           : S_ISSOCK(mode) ? "socket"
           : S_ISDIR(mode)  ? "folder with an odd name"
           : S_ISREG(mode)  ? "file with an odd name"
                            : "device";
}

static void drop(struct box_outcome *out, const char *path, const char *name, mode_t mode) {
    if (out->dropped_count == DROPPED_NAMED)
        return;
    if (!out->dropped)
        out->dropped = box_alloc(DROPPED_NAMED, sizeof *out->dropped);
    out->dropped[out->dropped_count++] = box_format("%s%s (%s)", path, name, kind(mode));
}

/* A name that cannot upset a terminal or a line-based tool. */
static bool plain_name(const char *name) {
    for (const unsigned char *c = (const unsigned char *)name; *c; ++c)
        if (*c < 0x20 || *c == 0x7f)
            return false;
    return true;
}

static int open_folder(int folder, const char *name) {
    int fd = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        box_die(EXIT_OURS, "cannot open the folder %s: %s", name, strerror(errno));
    return fd;
}

bool box_tree_write(int to, const char *bytes, size_t count) {
    for (size_t done = 0; done < count;) {
        ssize_t put = write(to, bytes + done, count - done);
        if (put < 0)
            return false;
        done += (size_t)put;
    }
    return true;
}

void box_tree_copy_bytes(int from, int to, long long limit) {
    char block[1 << 16];
    for (off_t at = 0; at < limit;) {
        size_t most = limit - at < (long long)sizeof block ? (size_t)(limit - at) : sizeof block;
        ssize_t got = pread(from, block, most, at);
        if (got == 0)
            return;
        if (got < 0)
            box_die(EXIT_OURS, "cannot read what is to be copied: %s", strerror(errno));
        if (!box_tree_write(to, block, (size_t)got))
            box_die(EXIT_OURS, "cannot write a copy: %s", strerror(errno));
        at += got;
    }
}

/* Who looks for the copy finds all of it or nothing, also when the disk is full in between. */
static void copy_file(int from_folder, int to_folder, const char *name, const struct stat *info,
                      uid_t uid) {
    int from = openat(from_folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (from < 0)
        box_die(EXIT_OURS, "cannot read %s: %s", name, strerror(errno));
    act_as(uid);
    unlinkat(to_folder, PART, 0);
    int to = openat(to_folder, PART, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (to < 0)
        box_die(EXIT_OURS, "cannot write %s: %s", name, strerror(errno));
    box_tree_copy_bytes(from, to, info->st_size);
    const struct timespec times[2] = {info->st_mtim, info->st_mtim};
    if (fchmod(to, (info->st_mode & 0755) | 0600) || futimens(to, times) || close(to) ||
        renameat(to_folder, PART, to_folder, name))
        box_die(EXIT_OURS, "cannot write %s: %s", name, strerror(errno));
    act_as(0);
    close(from);
}

static void make_folder(int folder, const char *name, uid_t uid) {
    act_as(uid);
    if (mkdirat(folder, name, 0755) && errno != EEXIST)
        box_die(EXIT_OURS, "cannot make the folder %s: %s", name, strerror(errno));
    act_as(0);
}

static void remove_tree(int folder, const char *name) {
    if (unlinkat(folder, name, 0) == 0 || errno == ENOENT)
        return;
    int fd = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0) {
        DIR *entries = list(fd);
        const char *entry;
        while ((entry = next(entries)))
            remove_tree(fd, entry);
        closedir(entries);
        close(fd);
    }
    if (unlinkat(folder, name, AT_REMOVEDIR))
        box_die(EXIT_OURS, "cannot remove %s: %s", name, strerror(errno));
}

/* Adds one file or folder; false when that is beyond a limit. */
static bool count(struct totals *totals, const struct box_limits *limits, const struct stat *info) {
    totals->files += 1;
    totals->bytes += S_ISREG(info->st_mode) ? info->st_size : 0;
    return totals->files <= limits->file_count && totals->bytes <= limits->files &&
           totals->depth <= DEEPEST;
}

static bool import(struct copy *copy, int from, int to, const char *path) {
    DIR *entries = list(from);
    const char *name;
    bool fits = ++copy->totals.depth <= DEEPEST;
    while (fits && (name = next(entries))) {
        struct stat info;
        if (fstatat(from, name, &info, AT_SYMLINK_NOFOLLOW))
            box_die(EXIT_OURS, "cannot examine %s%s: %s", path, name, strerror(errno));
        if (strcmp(name, PART) == 0) { /* a box that was killed left it */
            remove_tree(from, name);
        } else if (S_ISREG(info.st_mode)) {
            fits = count(&copy->totals, copy->limits, &info);
            if (fits)
                copy_file(from, to, name, &info, copy->uid);
        } else if (S_ISDIR(info.st_mode)) {
            fits = count(&copy->totals, copy->limits, &info);
            make_folder(to, name, copy->uid);
            int from_below = open_folder(from, name), to_below = open_folder(to, name);
            char *below = box_format("%s%s/", path, name);
            fits = fits && import(copy, from_below, to_below, below);
            free(below);
            close(from_below);
            close(to_below);
        } else {
            drop(copy->out, path, name, info.st_mode);
            remove_tree(from, name);
        }
    }
    --copy->totals.depth;
    closedir(entries);
    return fits;
}

bool box_tree_import(int from, int to, uid_t uid, const struct box_limits *limits,
                     struct box_outcome *out) {
    struct copy copy = {.uid = uid, .limits = limits, .out = out};
    bool fits = import(&copy, from, to, "");
    if (!fits)
        snprintf(out->message, sizeof out->message,
                 "the work folder is too large: %lld MiB, %d files and folders and %d levels are "
                 "the most a box takes",
                 limits->files >> 20, limits->file_count, (int)DEEPEST);
    return fits;
}

/* Opens up what the program closed to its owner, and measures; nothing runs in the box any more. */
static bool measure(struct totals *totals, const struct box_limits *limits, int folder,
                    dev_t device) {
    DIR *entries = list(folder);
    const char *name;
    bool fits = ++totals->depth <= DEEPEST;
    while (fits && (name = next(entries))) {
        struct stat info;
        if (fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) || info.st_dev != device)
            continue;
        fits = count(totals, limits, &info);
        if (S_ISDIR(info.st_mode) || S_ISREG(info.st_mode))
            if (fchmodat(folder, name, info.st_mode | (S_ISDIR(info.st_mode) ? 0700 : 0600), 0))
                box_die(EXIT_OURS, "cannot open up %s: %s", name, strerror(errno));
        if (fits && S_ISDIR(info.st_mode)) {
            int below = open_folder(folder, name);
            fits = measure(totals, limits, below, device);
            close(below);
        }
    }
    --totals->depth;
    closedir(entries);
    return fits;
}

static bool same_file(const struct stat *a, const struct stat *b) {
    return a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
           a->st_mtim.tv_nsec == b->st_mtim.tv_nsec && (a->st_mode & 0755) == (b->st_mode & 0755);
}

/* A file or folder of the box that the work folder may hold. */
static bool wanted(const struct stat *info, const char *name, dev_t device) {
    return info->st_dev == device && (S_ISREG(info->st_mode) || S_ISDIR(info->st_mode)) &&
           plain_name(name);
}

static void export(int from, int to, dev_t device, const char *path, struct box_outcome *out) {
    DIR *entries = list(from);
    const char *name;
    while ((name = next(entries))) {
        struct stat info, old;
        if (fstatat(from, name, &info, AT_SYMLINK_NOFOLLOW) || info.st_dev != device)
            continue; /* a mount point */
        bool there = fstatat(to, name, &old, AT_SYMLINK_NOFOLLOW) == 0;
        if (!wanted(&info, name, device)) {
            drop(out, path, name, info.st_mode);
        } else if (S_ISREG(info.st_mode)) {
            if (there && S_ISREG(old.st_mode) && same_file(&info, &old))
                continue;
            remove_tree(to, name);
            copy_file(from, to, name, &info, geteuid());
        } else {
            if (there && !S_ISDIR(old.st_mode))
                remove_tree(to, name);
            make_folder(to, name, geteuid());
            int from_below = open_folder(from, name), to_below = open_folder(to, name);
            char *below = box_format("%s%s/", path, name);
            export(from_below, to_below, device, below, out);
            free(below);
            close(from_below);
            close(to_below);
        }
    }
    closedir(entries);

    entries = list(to);
    while ((name = next(entries))) {
        struct stat info;
        if (fstatat(from, name, &info, AT_SYMLINK_NOFOLLOW) || !wanted(&info, name, device))
            remove_tree(to, name);
    }
    closedir(entries);
}

bool box_tree_export(int from, int to, const struct box_limits *limits, struct box_outcome *out) {
    struct stat info;
    struct totals totals = {0};
    if (fstat(from, &info))
        box_die(EXIT_OURS, "cannot examine the box's work folder: %s", strerror(errno));
    if (fchmod(from, 0755) || !measure(&totals, limits, from, info.st_dev))
        return false;
    export(from, to, info.st_dev, "", out);
    return true;
}
