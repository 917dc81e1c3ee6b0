/* precompile.c - what every .cu file begins with (include/cpu_device/nvcc.h: 28,000 lines with the
 * standard headers) as g++'s precompiled header: most of a compilation is reading these lines.
 *
 * --precompile makes one for the options that stand beside it; a compilation takes what is there
 * and is otherwise as without. Right by construction: the folder's name tells the header files and
 * the options that it was made from, and g++ checks it once more (its own version, options, macros
 * that meet) and reads the plain header, which lies beside it, when anything differs.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver.h"

static uint64_t mixed(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *b = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ b[i]) * 1099511628211u;
    return hash;
}

static const uint64_t START = 14695981039346656037u;

/* Names, sizes and times of all files below: the sum does not depend on their order. */
static uint64_t stamp_of(const char *folder) {
    uint64_t sum = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        const char *name = text("%s/%s", folder, entry->d_name);
        struct stat info;
        if (entry->d_name[0] == '.' || stat(name, &info) != 0)
            continue;
        if (S_ISDIR(info.st_mode)) {
            sum += stamp_of(name);
            continue;
        }
        uint64_t hash = mixed(START, name, strlen(name));
        hash = mixed(hash, &info.st_size, sizeof info.st_size);
        sum += mixed(hash, &info.st_mtim, sizeof info.st_mtim);
    }
    if (dir)
        closedir(dir);
    return sum;
}

/* The options that change what the headers mean, and the compiler, first of all. A user's macros
 * are none: g++ sees where they meet a name of the headers. */
static bool matters(const char *option) {
    static const char *const begin[] = {"-W", "-w", "-U", "-I", "-fdiagnostics", "-c", "-E"};
    if (starts_with(option, "-D"))
        return starts_with(option, "-D__CUDACC_") || starts_with(option, "-DCPUDEV_");
    for (size_t i = 0; i < sizeof begin / sizeof *begin; i++)
        if (starts_with(option, begin[i]))
            return false;
    return true;
}

static struct list what_matters(const struct list *command) {
    static const char *const with_value[] = {"-I", "-isystem", "-include"};
    struct list kept = {0};
    for (size_t i = 0; i < command->count; i++) {
        bool value = false;
        for (size_t j = 0; j < sizeof with_value / sizeof *with_value; j++)
            value |= strcmp(command->items[i], with_value[j]) == 0;
        if (value)
            i++;
        else if (matters(command->items[i]))
            add(&kept, command->items[i]);
    }
    return kept;
}

static uint64_t options_of(const struct list *command) {
    const struct list kept = what_matters(command);
    uint64_t hash = START;
    for (size_t i = 0; i < kept.count; i++)
        hash = mixed(hash, kept.items[i], strlen(kept.items[i]) + 1);
    return hash;
}

static char *folder_of(const struct settings *s, const struct list *command) {
    return text("%s/precompiled/%016" PRIx64 "-%016" PRIx64, s->tools,
                stamp_of(text("%s/include", s->home)), options_of(command));
}

const char *precompile_header(const struct settings *s, const struct list *command) {
    const char *header = text("%s/nvcc.h", folder_of(s, command));
    if (access(text("%s.gch", header), R_OK) == 0)
        return header;
    return text("%s/include/cpu_device/nvcc.h", s->home);
}

static void remove_folder(const char *folder) {
    unlink(text("%s/nvcc.h", folder));
    unlink(text("%s/nvcc.h.gch", folder));
    rmdir(folder);
}

/* Those of other header files than today's: each has 25 MB. */
static void remove_old(const char *all, const char *current) {
    DIR *dir = opendir(all);
    for (struct dirent *entry; dir && (entry = readdir(dir));)
        if (strlen(entry->d_name) == 33 && strncmp(entry->d_name, current, 17) != 0)
            remove_folder(text("%s/%s", all, entry->d_name));
    if (dir)
        closedir(dir);
}

static bool write_header(const struct settings *s, const char *name) {
    FILE *file = fopen(name, "w");
    if (!file)
        return false;
    fprintf(file, "#include \"%s/include/cpu_device/nvcc.h\"\n", s->home);
    return fclose(file) == 0;
}

/* Whatever the umask: a compilation may run as another user, as the grader's do. */
static bool readable_to_all(const char *all, const char *part) {
    return chmod(all, 0755) == 0 && chmod(part, 0755) == 0 &&
           chmod(text("%s/nvcc.h", part), 0644) == 0 &&
           chmod(text("%s/nvcc.h.gch", part), 0644) == 0;
}

int precompile(const struct settings *s, const struct list *command) {
    const char *folder = folder_of(s, command), *all = text("%s/precompiled", s->tools);
    const char *part = text("%s.part%d", folder, (int)getpid());
    const char *header = text("%s/nvcc.h", part);
    if (access(text("%s/nvcc.h.gch", folder), R_OK) == 0)
        return 0;
    if ((mkdir(all, 0755) != 0 && errno != EEXIST) || mkdir(part, 0755) != 0)
        return 0; /* a read-only installation does without */
    struct list made = what_matters(command);
    char *messages;
    add(&made, "-I");
    add(&made, text("%s/include", s->home));
    add(&made, "-x");
    add(&made, "c++-header");
    add(&made, header);
    add(&made, "-o");
    add(&made, text("%s.gch", header));
    const bool done = write_header(s, header) && process_run(s, &made, 2, &messages) == 0 &&
                      readable_to_all(all, part);
    if (!done || s->dry_run || rename(part, folder) != 0)
        remove_folder(part); /* or somebody else was quicker */
    else
        remove_old(all, base_name(folder));
    return 0;
}
