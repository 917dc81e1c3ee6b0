/* Takes a submission in: reads a stranger's folder, which may change while it is read.
 *
 *   intake list FOLDER
 *     what is in FOLDER: "T PATH" for each entry, ended by a zero byte. T is f (regular file), l
 *     (symbolic link), d (folder) or o (anything else).
 *   intake take FOLDER SUB INTO
 *     copies the sources in FOLDER/SUB to INTO, folders and all, and its file predictions.txt; for
 *     each that is left out a line on standard output that says why.
 *
 * Nothing is opened by its path: from FOLDER on, each folder and file is opened below the one that
 * holds it, and no link is followed. As root everything is read as the user to whom FOLDER belongs,
 * so that a file which they may not read is not read for them; what is made in INTO is ours.
 * Entries whose name begins with a dot, and those called build, are no part of a submission.
 *
 * Exit status: 0 done; 1 FOLDER cannot be used at all, standard output says why; 2 wrong usage; 3 a
 * fault of this machine, told on standard error.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    STATUS_REFUSED = 1,
    STATUS_USAGE = 2,
    STATUS_OURS = 3,
    LIST_DEPTH = 7,         /* folders above a lab's, and those in it */
    TAKE_DEPTH = 4,         /* parts of a source's path in the lab's folder */
    ENTRIES = 5000,         /* more are not even listed */
    FILE_BYTES = 1 << 20,   /* a larger file is left out */
    TOTAL_BYTES = 16 << 20, /* and so is what comes after this much */
    TRIES = 3,              /* at reading a file that changes */
    SECONDS = 120           /* for all of it: a network's folder may hang */
};

struct entry {
    char *path;
    mode_t mode; /* 0: a folder that cannot be read */
};

struct list {
    struct entry *entries;
    size_t count, seen;
    bool unreadable; /* a folder was */
};

static struct stat folder_info;

_Noreturn static void die(int status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void die(int status, const char *format, ...) {
    va_list args;
    FILE *out = status == STATUS_REFUSED ? stdout : stderr;
    if (status != STATUS_REFUSED)
        fputs("intake: ", out);
    va_start(args, format);
    vfprintf(out, format, args);
    va_end(args);
    fputc('\n', out);
    exit(status);
}

static void *need(void *memory) {
    if (!memory)
        die(STATUS_OURS, "no memory");
    return memory;
}

/* ---- whose rights ---- */

static void act_as(uid_t uid, gid_t gid) {
    if (geteuid() != 0)
        return;
    setfsgid(gid);
    setfsuid(uid);
    if ((uid_t)setfsuid((uid_t)-1) != uid)
        die(STATUS_OURS, "cannot read as user %u", (unsigned)uid);
}

static void as_student(void) {
    act_as(folder_info.st_uid, folder_info.st_gid);
}

static void as_ourselves(void) {
    act_as(geteuid(), getegid());
}

/* ---- names ---- */

/* How many bytes the UTF-8 character at `text` has that a terminal may show; 0: it is none. */
static int shown(const unsigned char *text) {
    unsigned code = *text;
    int length = code < 0x80       ? 1
                 : code >> 5 == 6  ? 2
                 : code >> 4 == 14 ? 3
                 : code >> 3 == 30 ? 4
                                   : 0;
    if (length > 1)
        code &= 0x7fu >> length;
    for (int i = 1; i < length; ++i) {
        if (text[i] >> 6 != 2)
            return 0;
        code = code << 6 | (text[i] & 0x3f);
    }
    bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
    bool direction = code == 0x61c || code == 0x200e || code == 0x200f ||
                     (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    return control || direction ? 0 : length;
}

static bool all_shown(const char *name) {
    const unsigned char *c = (const unsigned char *)name;
    while (*c) {
        int length = shown(c);
        if (!length)
            return false;
        c += length;
    }
    return true;
}

static void note(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void note(const char *name, const char *format, ...) {
    const unsigned char *c = (const unsigned char *)name;
    while (*c) {
        int length = shown(c);
        if (length)
            fwrite(c, 1, (size_t)length, stdout);
        else
            putchar('?');
        c += length ? length : 1;
    }
    fputs(": left out, ", stdout);
    va_list args;
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
}

static bool is_source(const char *path) {
    static const char *const endings[] = {".cu",  ".cuh", ".h",  ".hh",  ".hpp",
                                          ".inl", ".c",   ".cc", ".cpp", ".mk"};
    const char *name = strrchr(path, '/'), *dot;
    name = name ? name + 1 : path;
    dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; ++i)
        if (strcmp(dot, endings[i]) == 0)
            return true;
    return strcmp(name, "Makefile") == 0 || strcmp(name, "makefile") == 0 ||
           strcmp(name, "GNUmakefile") == 0;
}

/* What the student predicted is no source; it goes to the record. */
static bool is_taken(const char *path) {
    return is_source(path) || strcmp(path, "predictions.txt") == 0;
}

/* A name that make, a shell or a compiler's command line would take for something else. */
static bool is_odd(const char *path) {
    return !all_shown(path) || strpbrk(path, " $#%:;|&'\"\\*?<>()`") || path[0] == '-' ||
           strstr(path, "/-");
}

/* Does one of its folders bear the name of a source? It would stand in that one's place. */
static bool is_in_source(const char *path) {
    bool is = false;
    char *copy = need(strdup(path));
    for (char *slash = copy; !is && (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = '\0';
        is = is_source(copy);
    }
    free(copy);
    return is;
}

static bool is_part(const char *name) {
    return name[0] != '.' && strcmp(name, "build") != 0;
}

/* ---- listing ---- */

static int by_path(const void *a, const void *b) {
    return strcmp(((const struct entry *)a)->path, ((const struct entry *)b)->path);
}

static void add(struct list *list, const char *path, const char *name, mode_t mode) {
    if (list->count % 256 == 0)
        list->entries = need(realloc(list->entries, (list->count + 256) * sizeof *list->entries));
    struct entry *entry = &list->entries[list->count++];
    if (asprintf(&entry->path, "%s%s", path, name) < 0)
        die(STATUS_OURS, "no memory");
    entry->mode = mode;
}

static int open_folder(int above, const char *name) {
    return openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
}

/* All entries of `folder` (closed here) to so many levels. */
static void gather(struct list *list, int folder, const char *path, int levels) {
    DIR *stream = fdopendir(folder);
    if (!stream)
        die(STATUS_OURS, "cannot list a folder: %s", strerror(errno));
    struct dirent *each;
    while ((each = readdir(stream))) {
        struct stat info;
        if (++list->seen > ENTRIES)
            die(STATUS_REFUSED, "more than %d files and folders are no submission of a lab.",
                (int)ENTRIES);
        if (!is_part(each->d_name) || fstatat(folder, each->d_name, &info, AT_SYMLINK_NOFOLLOW))
            continue;
        add(list, path, each->d_name, info.st_mode);
        if (!S_ISDIR(info.st_mode) || levels == 1)
            continue;
        int below = open_folder(folder, each->d_name);
        if (below < 0) {
            list->unreadable = true;
            continue;
        }
        char *longer;
        if (asprintf(&longer, "%s%s/", path, each->d_name) < 0)
            die(STATUS_OURS, "no memory");
        gather(list, below, longer, levels - 1);
        free(longer);
    }
    closedir(stream);
}

static struct list list_of(int folder, int levels) {
    struct list list = {0};
    gather(&list, folder, "", levels);
    if (list.count)
        qsort(list.entries, list.count, sizeof *list.entries, by_path);
    return list;
}

static void print_list(int folder) {
    struct list list = list_of(folder, LIST_DEPTH);
    for (size_t i = 0; i < list.count; ++i) {
        mode_t mode = list.entries[i].mode;
        int type = S_ISREG(mode) ? 'f' : S_ISLNK(mode) ? 'l' : S_ISDIR(mode) ? 'd' : 'o';
        printf("%c %s%c", type, list.entries[i].path, '\0');
    }
}

/* ---- copying ---- */

/* The folder at `path` below `folder`, a new descriptor; with `make`, made where it is not there.
 */
static int descend(int folder, const char *path, bool make) {
    int at = open_folder(folder, ".");
    char *copy = need(strdup(path)), *rest = copy, *part;
    while (at >= 0 && (part = strsep(&rest, "/"))) {
        if (!*part || strcmp(part, ".") == 0)
            continue;
        if (make && mkdirat(at, part, 0755) && errno != EEXIST)
            die(STATUS_OURS, "cannot make the folder %s: %s", path, strerror(errno));
        int below = strcmp(part, "..") == 0 ? -1 : open_folder(at, part);
        close(at);
        at = below;
    }
    free(copy);
    return at;
}

static bool unchanged(const struct stat *a, const struct stat *b) {
    return a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
           a->st_mtim.tv_nsec == b->st_mtim.tv_nsec && a->st_ctim.tv_sec == b->st_ctim.tv_sec &&
           a->st_ctim.tv_nsec == b->st_ctim.tv_nsec;
}

/* Reads the file, at most FILE_BYTES + 1 of it, to `bytes`; -1: it changed meanwhile. */
static ssize_t read_whole(int file, const struct stat *before, char *bytes) {
    struct stat after;
    size_t length = 0;
    ssize_t got;
    while (length <= FILE_BYTES &&
           (got = pread(file, bytes + length, FILE_BYTES + 1 - length, (off_t)length)) != 0) {
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            die(STATUS_OURS, "cannot read a file of the submission: %s", strerror(errno));
        length += (size_t)got;
    }
    if (fstat(file, &after) || !unchanged(before, &after) || (off_t)length != after.st_size)
        return -1;
    return (ssize_t)length;
}

/* Reads a source as the student; its length, or -1 with a note. */
static ssize_t read_source(int folder, const char *path, char *bytes) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char *above = need(slash ? strndup(path, (size_t)(slash - path)) : strdup(""));
    int below = descend(folder, above, false);
    ssize_t length = -1;
    free(above);
    for (int i = 0; i < TRIES; ++i) {
        struct stat info;
        /* not even opened when it is no regular file: that alone may do something */
        if (below < 0 || fstatat(below, name, &info, AT_SYMLINK_NOFOLLOW)) {
            note(path, "it was taken away while it was read");
            break;
        } else if (S_ISLNK(info.st_mode)) {
            note(path, "it is a symbolic link; hand in the file itself");
            break;
        }
        int file =
            S_ISREG(info.st_mode)
                ? openat(below, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
                : -1;
        if (file < 0 && S_ISREG(info.st_mode) && errno == EACCES) {
            note(path, "it cannot be read (permissions)");
            break;
        } else if (file < 0 && S_ISREG(info.st_mode)) {
            continue; /* it has just become something else: what? */
        } else if (file < 0 || fstat(file, &info) || !S_ISREG(info.st_mode)) {
            note(path, "it is not a regular file");
            if (file >= 0)
                close(file);
            break;
        } else if (info.st_nlink > 1 && info.st_uid != folder_info.st_uid) {
            note(path, "it is another user's file, by a hard link; hand in a copy");
            close(file);
            break;
        } else if (info.st_size > FILE_BYTES) {
            note(path, "%lld KiB is more than the %d KiB a source may have",
                 (long long)info.st_size >> 10, FILE_BYTES >> 10);
            close(file);
            break;
        }
        length = read_whole(file, &info, bytes);
        close(file);
        if (length >= 0)
            break;
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
        if (i == TRIES - 1)
            note(path, "it changed while it was read");
    }
    if (below >= 0)
        close(below);
    return length;
}

static void write_source(int into, const char *path, const char *bytes, size_t length) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char *above = need(slash ? strndup(path, (size_t)(slash - path)) : strdup(""));
    int folder = descend(into, above, true);
    int file = folder < 0 ? -1
                          : openat(folder, name,
                                   O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
    for (size_t done = 0; file >= 0 && done < length;) {
        ssize_t put = write(file, bytes + done, length - done);
        if (put < 0)
            die(STATUS_OURS, "cannot write %s: %s", path, strerror(errno));
        done += (size_t)put;
    }
    if (file < 0 || fchmod(file, 0644) || close(file))
        die(STATUS_OURS, "cannot write %s: %s", path, strerror(errno));
    close(folder);
    free(above);
}

static void take(int folder, const char *into_path) {
    int into = open(into_path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (into < 0)
        die(STATUS_OURS, "cannot open %s: %s", into_path, strerror(errno));
    as_student();
    struct list list = list_of(dup(folder), TAKE_DEPTH);
    char *bytes = need(malloc(FILE_BYTES + 1));
    size_t total = 0;
    if (list.unreadable)
        puts("A folder of the submission cannot be read (permissions): what is in it is left out");
    for (size_t i = 0; i < list.count; ++i) {
        const char *path = list.entries[i].path;
        if (S_ISDIR(list.entries[i].mode) || !is_taken(path))
            continue; /* answers, objects, pictures: nothing that is built */
        if (is_odd(path)) {
            note(path, "rename it (blanks and special characters)");
            continue;
        } else if (is_in_source(path)) {
            note(path, "its folder has the name of a source; rename that");
            continue;
        }
        as_student();
        ssize_t length = read_source(folder, path, bytes);
        as_ourselves();
        if (length < 0)
            continue;
        total += (size_t)length;
        if (total > TOTAL_BYTES)
            note(path, "the sources before it have %d MiB already, the most there may be",
                 TOTAL_BYTES >> 20);
        else
            write_source(into, path, bytes, (size_t)length);
    }
    as_ourselves();
}

int main(int argc, char **argv) {
    bool taking = argc == 5 && strcmp(argv[1], "take") == 0;
    if (!taking && !(argc == 3 && strcmp(argv[1], "list") == 0))
        die(STATUS_USAGE, "usage: intake list FOLDER | intake take FOLDER SUB INTO");
    alarm(SECONDS);
    if (geteuid() == 0 && setgroups(0, NULL))
        die(STATUS_OURS, "cannot leave root's groups: %s", strerror(errno));
    /* The path to the folder is the instructor's, its last part may be the student's. */
    int folder = open_folder(AT_FDCWD, argv[2]);
    struct stat info;
    if (folder < 0) {
        int error = errno;
        if (lstat(argv[2], &info))
            die(STATUS_REFUSED,
                errno == ENOENT ? "there is no such folder." : "the folder cannot be read (%s).",
                strerror(errno));
        if (S_ISLNK(info.st_mode))
            die(STATUS_REFUSED, "a symbolic link, and no folder; give the folder itself.");
        if (!S_ISDIR(info.st_mode))
            die(STATUS_REFUSED,
                "not a folder. A submission is the folder that holds the lab's files.");
        die(STATUS_REFUSED,
            error == EACCES ? "the folder cannot be read (permissions)."
                            : "the folder cannot be read (%s).",
            strerror(error));
    }
    if (fstat(folder, &folder_info))
        die(STATUS_OURS, "cannot examine the folder: %s", strerror(errno));
    as_student();
    if (fstatat(folder, ".", &info, 0))
        die(STATUS_REFUSED, "the folder cannot be read (permissions).");
    if (taking) {
        int below = descend(folder, argv[3], false);
        if (below < 0)
            die(STATUS_REFUSED, "its folder was taken away while it was read.");
        as_ourselves();
        take(below, argv[4]);
    } else {
        print_list(folder);
    }
    if (fflush(stdout) || ferror(stdout))
        die(STATUS_OURS, "cannot write what is found: %s", strerror(errno));
    return 0;
}
