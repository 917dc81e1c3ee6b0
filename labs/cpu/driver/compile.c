#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver.h"

/* What the translator tells of a file on its standard output. */
struct summary {
    bool constants, waits, indexed_choices, extras, suspects;
    struct list files; /* what it has read, the file itself first */
};

static void read_summary(const struct settings *s, char *lines, struct summary *summary) {
    *summary = (struct summary){0};
    for (char *line; (line = strsep(&lines, "\n"));) {
        summary->constants |= strcmp(line, "constants") == 0;
        summary->waits |= strcmp(line, "waits") == 0;
        summary->indexed_choices |= strcmp(line, "indexed-choices") == 0;
        summary->extras |= strcmp(line, "extras") == 0;
        summary->suspects |= strcmp(line, "suspects") == 0;
        if (starts_with(line, "file "))
            add(&summary->files, line + strlen("file "));
        else if (starts_with(line, "system ") && !s->depend_own)
            add(&summary->files, line + strlen("system "));
    }
}

static void add_folders(struct list *command, const char *option, const struct list *folders) {
    for (size_t i = 0; i < folders->count; i++) {
        add(command, option);
        add(command, folders->items[i]);
    }
}

/* Does -Xcompiler carry an option with this word in it? */
static bool passes(const struct settings *s, const char *word) {
    for (size_t i = 0; i < s->compile_flags.count; i++)
        if (s->compile_flags.items[i][0] == '-' && strstr(s->compile_flags.items[i], word))
            return true;
    return false;
}

static int translate(const struct settings *s, const char *file, const char *folder, bool extras,
                     bool again, struct summary *summary) {
    struct list command = {0};
    char *lines;
    add(&command, text("%s/translate", s->tools));
    add_all(&command, &s->translate_flags);
    add_folders(&command, "-I", &s->include_folders);
    add_folders(&command, "--isystem", &s->system_folders);
    const struct list *flags = &s->compile_flags;
    for (size_t i = 0; i < flags->count; i++) {
        if (starts_with(flags->items[i], "-D")) {
            add(&command, "-D");
            add(&command, flags->items[i] + strlen("-D"));
        } else if (strcmp(flags->items[i], "-include") == 0 && i + 1 < flags->count) {
            add(&command, "--include");
            add(&command, flags->items[++i]);
        }
    }
    if (s->rdc)
        add(&command, "--rdc");
    if (s->check)
        add(&command, "--check");
    if (again)
        add(&command, "--no-warnings"); /* they are said */
    if (!extras)
        add(&command, "--plain");
    add(&command, "--arch");
    add(&command, text("%d", s->architecture));
    add(&command, "--system");
    add(&command, text("%s/include", s->home));
    add(&command, "--output");
    add(&command, folder);
    add(&command, "--");
    add(&command, file);
    const int status = process_run(s, &command, 1, &lines);
    read_summary(s, lines, summary);
    return status;
}

/* The compiler and its options for every language, up to those of -Xcompiler. */
static void add_common(const struct settings *s, enum language language, struct list *command) {
    add(command, s->compiler);
    add(command, s->optimize);
    add(command, "-I");
    add(command, text("%s/include", s->home));
    add(command, s->debug ? "-g" : "-g1"); /* lines at least: messages of a program name them */
    if (isatty(2))
        add(command, "-fdiagnostics-color=always");
    if (language != LANGUAGE_C)
        add(command, s->standard);
    add_folders(command, "-I", &s->include_folders);
    add_folders(command, "-isystem", &s->system_folders);
    if (s->mode == MODE_PREPROCESS)
        add(command, "-E");
    else if (s->mode != MODE_DEPEND)
        add(command, "-c");
}

static void add_output(struct list *command, const char *result) {
    if (!result)
        return;
    add(command, "-o");
    add(command, result);
}

static bool is_clang(const struct settings *s) {
    struct list command = {0};
    char *version;
    add(&command, s->compiler);
    add(&command, "--version");
    process_run(s, &command, 1, &version);
    return strstr(version, "clang") != NULL;
}

/* The flags of a checked build stand in a file, one a line: what is compiled with them is the
 * checker's matter. */
static void add_check_flags(const struct settings *s, struct list *command) {
    const char *name = text("%s/check/flags.txt", s->home);
    if (is_clang(s))
        fail(EXIT_USAGE,
             "--check works with g++ only: as %s compiles, mistakes would be missed and right "
             "programs "
             "blamed; leave out -ccbin, or name a g++",
             s->compiler);
    FILE *from = fopen(name, "r");
    char *line = NULL;
    size_t capacity = 0;
    if (!from)
        fail(EXIT_DEVICE, "cannot read %s: %s", name, strerror(errno));
    for (ssize_t length; (length = getline(&line, &capacity, from)) > 0;)
        add(command, text("%.*s", (int)strcspn(line, "\n"), line));
    free(line);
    fclose(from);
    add(command, "-DCPUDEV_CHECKED");
}

/* What g++ gets of the caller's options. The translator includes the files of -include. -w would
 * also silence what g++ is to tell as an error (translate/suspects.c): files with suspects are
 * compiled without it, and warnings are taken out of what g++ says. */
static struct list flags_of(const struct list *flags, bool without_w) {
    struct list kept = {0};
    for (size_t i = 0; i < flags->count; i++) {
        const char *flag = flags->items[i];
        if (strcmp(flag, "-include") == 0)
            i++;
        else if (!without_w || (strcmp(flag, "-w") != 0 && !starts_with(flag, "-Werror")))
            add(&kept, flag);
    }
    return kept;
}

static bool has_w(const struct settings *s) {
    for (size_t i = 0; i < s->compile_flags.count; i++)
        if (strcmp(s->compile_flags.items[i], "-w") == 0)
            return true;
    return false;
}

static int run_gcc(const struct settings *s, const struct list *command, char **messages) {
    const bool kept = s->keep && (s->mode == MODE_COMPILE || s->mode == MODE_LINK);
    const int status =
        kept ? keep_compile(s, command, messages) : process_run(s, command, 2, messages);
    return status == 0 ? 0 : EXIT_SOURCE;
}

/* Compiles a translated file. With --check the translator puts guards around local arrays and may
 * be wrong about the types of a program; if it does not compile with them, it is compiled without,
 * and messages are about that. */
static int compile_translated(const struct settings *s, const struct list *command,
                              const char *file, const char *folder, struct summary *summary) {
    char *messages;
    int status = run_gcc(s, command, &messages);
    if (status != 0 && summary->extras) {
        if (s->verbose)
            fprintf(stderr,
                    "nvcc-cpu: %s: once more, without extras, since this did not compile:\n%s",
                    file, messages);
        status = translate(s, file, folder, false, true, summary);
        if (status == 0)
            status = run_gcc(s, command, &messages);
    }
    messages_show(summary->suspects && has_w(s) ? messages_without_warnings(messages) : messages);
    return status;
}

/* What g++ is told of a .cu file, besides the options of every language and what it begins with. */
static void add_cuda_options(const struct settings *s, const struct summary *summary,
                             struct list *options) {
    add(options, "-fno-strict-aliasing");
    add(options, "-ffp-contract=off");
    /* A local array larger than a thread's stack meets the guard below it, no other's stack. */
    add(options, "-fstack-clash-protection");
    add(options, "-Wno-unknown-pragmas");
    if (s->rdc)
        add(options, "-D__CUDACC_RDC__");
    if (s->check)
        add_check_flags(s, options);
    if (s->check || summary->waits || passes(s, "volatile")) {
        add(options, "-fsanitize-coverage=trace-pc"); /* runtime/turns.c */
        add(options, "-DCPUDEV_IN_TURNS");
    }
    const struct list flags = flags_of(&s->compile_flags, summary->suspects && has_w(s));
    add_all(options, &flags);
    /* The linker makes one of all files' threadIdx (kernel.h), which goes by its name. */
    add(options, "-fno-lto");
    if (!is_clang(s)) {
        /* Says where a number comes of it that a GPU does not give (check/arithmetic.c). */
        if (s->check && !summary->indexed_choices)
            add(options, "-fsanitize=float-cast-overflow,shift-exponent");
        add(options, "-fno-section-anchors");
        /* A row of a matrix is no bound for the index of a loop that goes through it whole (row.h).
         */
        add(options, "-fno-aggressive-loop-optimizations");
        /* x / 0 that g++ sees remains a division, whose fault is told as what it is. */
        add(options, "-fno-isolate-erroneous-paths-dereference");
        /* Where a function ends without the result that it owes, g++ would go on in other code. */
        add(options, "-fsanitize=return");
    }
}

/* The language, and what nvcc reads before the first line. */
static void add_prefix(const struct settings *s, const struct list *options, struct list *command) {
    struct list whole = {0};
    add_all(&whole, command);
    add_all(&whole, options);
    add(command, "-x");
    add(command, "c++");
    add(command, "-include");
    add(command, precompile_header(s, &whole));
    add(command, "-include");
    add(command, text("%s/include/cpu_device/marks.h", s->home));
}

int compile_prefix(const struct settings *s) {
    const struct summary none = {0};
    struct list command = {0};
    if (is_clang(s))
        return 0;
    add_common(s, LANGUAGE_CUDA, &command);
    add_cuda_options(s, &none, &command);
    return precompile(s, &command);
}

static int compile_cuda(const struct settings *s, const struct input *input, const char *folder) {
    struct summary summary;
    /* What a person reads is without the guards of local arrays; -pedantic would warn of them. */
    const bool extras = s->mode != MODE_PREPROCESS && !passes(s, "pedantic");
    if (mkdir(folder, 0700) != 0)
        fail(EXIT_DEVICE, "cannot make %s: %s", folder, strerror(errno));
    int status = translate(s, input->name, folder, extras, false, &summary);
    if (status != 0)
        return status;
    if (s->mode == MODE_DEPEND)
        return depend_write(s, input, &summary.files);

    struct list options = {0}, command = {0};
    add_cuda_options(s, &summary, &options);
    add_common(s, LANGUAGE_CUDA, &command);
    add_prefix(s, &options, &command);
    add_all(&command, &options);
    /* For an #include that the translator could not follow. */
    const char *slash = strrchr(input->name, '/');
    add(&command, "-iquote");
    add(&command, slash ? text("%.*s", (int)(slash - input->name) + 1, input->name) : ".");
    /* The name is the file's own: debugging information takes the unit's from it. */
    add(&command, text("%s/%s", folder, base_name(input->name)));
    add_output(&command, input->result);
    status = compile_translated(s, &command, input->name, folder, &summary);
    if (status != 0 || s->mode == MODE_PREPROCESS)
        return status;
    if (summary.constants) { /* also with -rdc=true: one file may not have more than a program */
        struct object_facts facts = {0};
        object_inspect(input->result, &facts);
        if (link_check_constants(input->name, facts.constants) != 0) {
            unlink(input->result); /* make would take it for good */
            return EXIT_SOURCE;
        }
    }
    return s->depend_beside ? depend_write(s, input, &summary.files) : 0;
}

static int compile_host(const struct settings *s, const struct input *input) {
    struct list command = {0};
    add_common(s, input->language, &command);
    depend_flags(s, input, &command);
    add(&command, "-x");
    add(&command, input->language == LANGUAGE_C ? "c" : "c++");
    add_all(&command, &s->compile_flags);
    add(&command, input->name);
    add_output(&command, s->mode == MODE_DEPEND ? NULL : input->result);
    return process_run(s, &command, 0, NULL) == 0 ? 0 : EXIT_SOURCE;
}

struct work {
    const struct settings *settings;
    const struct input **sources;
};

static int compile_one(void *context, size_t i) {
    const struct work *work = context;
    const struct input *input = work->sources[i];
    const struct settings *s = work->settings;
    const int status = input->language == LANGUAGE_CUDA
                           ? compile_cuda(s, input, text("%s/%zu", process_folder(), i))
                           : compile_host(s, input);
    return status <= EXIT_DEVICE ? status : EXIT_SOURCE;
}

/* `a` and `b` are the same file, both there. */
static bool same_file(const char *a, const char *b) {
    struct stat info_a, info_b;
    return stat(a, &info_a) == 0 && stat(b, &info_b) == 0 && info_a.st_dev == info_b.st_dev &&
           info_a.st_ino == info_b.st_ino;
}

/* Names what each source is compiled to; returns how many there are. */
static size_t name_results(struct settings *s, const struct input **sources) {
    size_t count = 0;
    for (size_t i = 0; i < s->input_count; i++) {
        struct input *input = &s->inputs[i];
        if (s->output && same_file(s->output, input->name))
            fail(EXIT_USAGE, "-o %s would overwrite what is to be compiled or linked", s->output);
        if (input->language == LANGUAGE_LINK)
            continue;
        const char *stem = without_suffix(base_name(input->name));
        input->object =
            s->object_folder ? text("%s/%s.o", s->object_folder, stem) : text("%s.o", stem);
        if (s->mode == MODE_COMPILE && s->output)
            input->object = s->output;
        if (s->mode == MODE_PREPROCESS)
            input->result = s->output;
        else if (s->mode == MODE_COMPILE || s->mode == MODE_DEPEND)
            input->result = input->object;
        else
            input->result = text("%s/%zu-%s.o", process_folder(), i, stem);
        sources[count++] = input;
    }
    return count;
}

int compile_all(struct settings *s) {
    const struct input **sources = allocate(NULL, s->input_count * sizeof *sources);
    const size_t count = name_results(s, sources);
    struct work work = {s, sources};
    if (s->mode == MODE_COMPILE || s->mode == MODE_PREPROCESS || s->mode == MODE_DEPEND) {
        if (count == 0)
            fail(EXIT_USAGE,
                 "there is nothing to compile among the files; leave -c, -dc, -E and -M out "
                 "where objects are linked (-rdc=true is for both)");
        if (s->output && count != 1)
            fail(EXIT_USAGE, "-o %s: without linking, one -o goes with one source", s->output);
    }
    if (s->mode == MODE_DEVICE_LINK || count == 0)
        return 0;
    if (count == 1)
        return compile_one(&work, 0);
    const int status = process_side_by_side(compile_one, &work, count);
    return status <= EXIT_DEVICE ? status : EXIT_SOURCE;
}
