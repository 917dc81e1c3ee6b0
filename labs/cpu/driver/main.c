/* driver HOME BUILD [OPTION]... FILE... - what ../nvcc-cpu runs: HOME is the CPU device's folder,
 * BUILD the one with its built programs and libraries. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver.h"

static void need_compiler(const char *compiler) {
    bool found = strchr(compiler, '/') && access(compiler, X_OK) == 0;
    const char *path = getenv("PATH");
    while (!found && path && !strchr(compiler, '/')) {
        const size_t length = strcspn(path, ":");
        found = access(text("%.*s/%s", (int)length, path, compiler), X_OK) == 0;
        path = path[length] ? path + length + 1 : NULL;
    }
    if (!found)
        fail(EXIT_DEVICE,
             "%s is not installed, and the CPU device compiles with it; on Debian or Ubuntu type: "
             "sudo apt-get install g++ make",
             compiler);
}

/* NVCC_CPU_BUILD: a runtime for another processor than this one. */
static void find_runtime(struct settings *s) {
    const char *named = getenv("NVCC_CPU_BUILD");
    if (!named || !*named)
        return;
    s->runtime = named;
    if (access(text("%s/libcpudev-check.a", named), R_OK) != 0)
        fail(EXIT_DEVICE,
             "NVCC_CPU_BUILD is %s, and no libcpudev-check.a is there; README.md of the CPU device "
             "says how to build one",
             named);
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fputs("driver: this is a part of nvcc-cpu; run that\n", stderr);
        return EXIT_USAGE;
    }
    struct settings s = {
        .home = realpath(argv[1], NULL),
        .tools = realpath(argv[2], NULL),
        .compiler = getenv("NVCC_CPU_CXX"),
        .optimize = "-O2",
        .standard = "-std=c++17",
        .architecture = 900,
    };
    if (!s.home || !s.tools)
        fail(EXIT_DEVICE, "'%s' or '%s' is no folder", argv[1], argv[2]);
    s.runtime = s.tools;
    if (!s.compiler || !*s.compiler)
        s.compiler = "g++";
    if (argc == 3) {
        help_show(stderr);
        return EXIT_USAGE;
    }
    options_read(&s, argv + 3);
    if (s.mode == MODE_PRECOMPILE) {
        process_start(&s);
        process_end(compile_prefix(&s));
    }
    if (s.input_count == 0)
        fail(EXIT_USAGE, "no input files; nvcc-cpu --help tells the usage");
    need_compiler(s.compiler);
    find_runtime(&s);

    process_start(&s);
    int status = compile_all(&s);
    if (status == 0 && s.mode == MODE_LINK)
        status = link_program(&s);
    else if (status == 0 && s.mode == MODE_LIBRARY)
        status = link_library(&s);
    else if (status == 0 && s.mode == MODE_DEVICE_LINK)
        status = link_device(&s);
    process_end(status <= EXIT_DEVICE ? status : EXIT_SOURCE);
}
