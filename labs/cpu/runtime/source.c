/* source.c - names of code addresses for messages: binutils' addr2line, where it is installed. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core.h"

extern char **environ;

/* Runs addr2line on this program: one line for each inlined function, innermost first. */
static bool run_addr2line(uintptr_t offset, char *output, size_t size) {
    char program[64], address[32];
    int out[2];
    snprintf(program, sizeof program, "/proc/%d/exe", (int)getpid());
    snprintf(address, sizeof address, "0x%zx", (size_t)offset);
    if (pipe2(out, O_CLOEXEC))
        return false;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    char *arguments[] = {"addr2line", "-i", "-e", program, address, NULL};
    pid_t child;
    const int failed = posix_spawnp(&child, "addr2line", &actions, NULL, arguments, environ);
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
    return length > 0;
}

/* The first line that is not in a header of this device, without its folder. */
static bool students_line(char *lines, char *text, size_t size) {
    char *rest; /* blocks on other cores may end in a fault at the same time */
    for (char *line = strtok_r(lines, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        line[strcspn(line, " ")] = '\0';
        if (line[0] == '?' || strstr(line, ":?") || strstr(line, "cpu/include/"))
            continue;
        const char *slash = strrchr(line, '/');
        snprintf(text, size, "%s", slash ? slash + 1 : line);
        return true;
    }
    return false;
}

void cpudev_describe_code(const void *pc, char *text, size_t size) {
    const uintptr_t bias = cpudev_program_bias();
    char lines[2000];
    if ((uintptr_t)pc > bias && run_addr2line((uintptr_t)pc - bias, lines, sizeof lines) &&
        students_line(lines, text, size))
        return;
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
