/* source.c - names of code addresses for messages: binutils' addr2line, where it is installed. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core.h"

/* The program's file. By a descriptor, since its name may be gone, or another program's that runs
 * this one (qemu-aarch64), which knows what /proc/self/exe means here alone. */
static int program_file(void) {
    static int file = -1;
    if (file < 0)
        file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    return file;
}

/* Reads what the command writes, as far as there is room. The program is its standard input: what
 * is /proc/PID/fd/N to others is closed to them when a grader made this process undumpable. */
static size_t run(char *const *arguments, char *output, size_t size) {
    char *environment[] = {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", NULL};
    int out[2];
    if (pipe2(out, O_CLOEXEC))
        return 0;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, program_file(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child;
    const int failed = posix_spawnp(&child, arguments[0], &actions, NULL, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    close(out[1]);
    size_t length = 0;
    ssize_t got = 0;
    while (!failed && length < size - 1 &&
           (got = read(out[0], output + length, size - 1 - length)) > 0)
        length += (size_t)got;
    output[length] = '\0';
    close(out[0]);
    if (!failed)
        waitpid(child, NULL, 0);
    return length;
}

bool cpudev_source_lines(const void *const *pcs, size_t n, char *output, size_t size) {
#if defined(__x86_64__)
    static char *const names[] = {"addr2line", "x86_64-linux-gnu-addr2line"};
#else /* the other processor's first: this program may run on another one */
    static char *const names[] = {"aarch64-linux-gnu-addr2line", "addr2line"};
#endif
    const uintptr_t bias = cpudev_program_bias();
    char program[] = "/proc/self/fd/0", address[CPUDEV_SOURCE_ADDRESSES][32];
    char *arguments[5 + CPUDEV_SOURCE_ADDRESSES + 1] = {NULL, "-a", "-i", "-e", program};
    if (n > CPUDEV_SOURCE_ADDRESSES || program_file() < 0)
        return false;
    for (size_t i = 0; i < n; i++) { /* 0: of another file, say the C library */
        const uintptr_t pc = (uintptr_t)pcs[i];
        snprintf(address[i], sizeof address[i], "0x%zx", (size_t)(pc > bias ? pc - bias : 0));
        arguments[5 + i] = address[i];
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        arguments[0] = names[i];
        if (run(arguments, output, size))
            return true;
    }
    return false;
}

/* In the path of translated text, some of which stands for no line of its author's. */
static const char translated[] = "/nvcc-cpu.";

/* In a header of this device, or of the system? */
bool cpudev_is_foreign(const char *path) {
    return strstr(path, "cpu/include/") || strstr(path, "include/cpu_device/") ||
           !strncmp(path, "/usr/include/", 13) || !strncmp(path, "/usr/lib/", 9);
}

/* The first line that is not in such a header, without its folder. */
static bool students_line(char *lines, char *text, size_t size) {
    char *rest; /* blocks on other cores may end in a fault at the same time */
    for (char *line = strtok_r(lines, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char *discriminator = strstr(line, " (discriminator "); /* a path may have blanks */
        if (discriminator)
            *discriminator = '\0';
        if (!strchr(line, ':') || line[0] == '?' || strstr(line, ":?") || cpudev_is_foreign(line) ||
            strstr(line, translated))
            continue;
        const char *slash = strrchr(line, '/');
        snprintf(text, size, "%s", slash ? slash + 1 : line);
        return true;
    }
    return false;
}

bool cpudev_has_line(const void *pc) {
    char lines[2000], text[300];
    return cpudev_source_lines(&pc, 1, lines, sizeof lines) &&
           students_line(lines, text, sizeof text);
}

void cpudev_describe_code(const void *pc, char *text, size_t size) {
    char lines[2000];
    const bool known = cpudev_source_lines(&pc, 1, lines, sizeof lines);
    const bool of_none = known && strstr(lines, translated);
    if (known && students_line(lines, text, size))
        return;
    if (of_none) { /* an endless loop without effects, of which the compiler left a jump */
        snprintf(text, size, "a place of which the compiler kept no line (try -O0)");
        return;
    }
    snprintf(text, size,
             "code address %p (for the line, install binutils and do not strip the program)", pc);
}

void cpudev_kernel_name(const cpudev_kernel *kernel, char *text, size_t size) {
    /* "void scale(float*, int)", "void fill(T*) [with T = int]", "static void ns::k(int)" */
    const char *end = strchr(kernel->name, '(');
    if (!end)
        end = kernel->name + strlen(kernel->name);
    const char *start = end;
    for (int depth = 0; start > kernel->name; start--) {
        depth += (start[-1] == '>') - (start[-1] == '<');
        if (depth == 0 && start[-1] == ' ')
            break;
    }
    const char *with = strstr(end, " [with ");
    snprintf(text, size, "%.*s%s", (int)(end - start), start, with ? with : "");
}
