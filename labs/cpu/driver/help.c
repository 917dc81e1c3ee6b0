#include <string.h>

#include "driver.h"

enum { WIDTH = 100, COLUMN = 24 };

/* "-o FILE"; returns its length. */
static int write_option(const struct option *option, FILE *to) {
    return fprintf(to, "%.*s%s", (int)strcspn(option->names, " "), option->names,
                   option->value ? option->value : "");
}

/* The words of `help` in lines from COLUMN on; `at` columns of the first line are written. */
static void write_help(const char *help, int at, FILE *to) {
    if (at >= COLUMN) {
        fputc('\n', to);
        at = 0;
    }
    at += fprintf(to, "%*s", COLUMN - at, "");
    for (size_t length; *help; help += length + (help[length] == ' ')) {
        length = strcspn(help, " ");
        if (at > COLUMN && at + 1 + (int)length > WIDTH)
            at = fprintf(to, "\n%*s", COLUMN, "") - 1;
        else if (at > COLUMN)
            at += fprintf(to, " ");
        at += fprintf(to, "%.*s", (int)length, help);
    }
    fputc('\n', to);
}

static void write_group(enum group group, const char *title, FILE *to) {
    fprintf(to, "\n%s\n", title);
    for (const struct option *o = option_table; o < option_table + option_count; o++)
        if (o->group == group)
            write_help(o->help, fprintf(to, "  ") + write_option(o, to), to);
}

/* Names alone, as many to a line as there is room for. */
static void write_names(enum group group, const char *title, FILE *to) {
    int at = 0;
    fprintf(to, "\n%s\n", title);
    for (const struct option *o = option_table; o < option_table + option_count; o++) {
        if (o->group != group)
            continue;
        const size_t length = strcspn(o->names, " ") + (o->value ? strlen(o->value) : 0);
        if (at + 2 + (int)length > WIDTH) {
            fputc('\n', to);
            at = 0;
        }
        at += fprintf(to, "  ") + write_option(o, to);
    }
    fputc('\n', to);
}

void help_show(FILE *to) {
    fputs(
        "usage: nvcc-cpu [OPTION]... FILE... [-o PROGRAM]\n\n"
        "Compiles CUDA C++ with the host's g++ for the CPU device: no GPU is needed to build or to "
        "run.\n"
        "FILE: .cu (CUDA C++), .cpp .cc .cxx (C++), .c (C), .o .a .so (linked).\n",
        to);
    write_group(GROUP_RESULT, "What to make", to);
    write_group(GROUP_HOW, "How", to);
    write_names(GROUP_IGNORED, "Accepted and ignored, since they say how to make GPU code", to);
    write_names(GROUP_REFUSED, "Refused, since the CPU device makes no GPU code", to);
    fputs(
        "\nOne or two dashes, `-option value` and `-option=value` mean the same, as with nvcc.\n\n"
        "Environment\n"
        "  NVCC_CPU_CXX          the g++ to use where no -ccbin names one\n"
        "  NVCC_CPU_BUILD        the folder with libcpudev.a for another processor; README.md says "
        "how to\n"
        "                        build it\n\n"
        "Exit status: 0, 1 when the source is wrong, 2 for wrong usage, 3 when nvcc-cpu's own "
        "runtime cannot be\nbuilt or read.\n",
        to);
}
