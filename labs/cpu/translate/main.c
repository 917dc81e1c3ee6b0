/* translate - turns a CUDA C++ file, and the user's headers it includes, into C++ for g++.
 *
 *   translate [OPTION]... --output FOLDER [--] FILE
 *     --rdc                  device symbols link across files
 *     --arch N               the value of __CUDA_ARCH__ in device code
 *     -I FOLDER              where headers are looked for
 *     --isystem FOLDER       the same after every -I; nobody is warned of what is in them
 *     --system FOLDER        looked into before every -I; its headers are left to g++
 *     --include FILE         included before the first line
 *     -D NAME=VALUE          a macro, which an #include may name
 *     --check                for the checked build
 *     --plain                also with --check, local arrays stay as they are
 *     --relaxed-constexpr    device code may call constexpr functions of the host
 *     --no-warnings, --warnings-are-errors
 *
 * Writes FOLDER/NAME (the file) and FOLDER/N-NAME (its headers); prints "constants" if the file
 * has __constant__ variables, "waits" if its threads may wait for each other by other means than
 * CUDA's functions, "indexed-choices" if (c ? a : b)[i] may be among its expressions, "extras" if
 * --plain would give another text (local.c), "suspects" if g++ is to say whether names are from the
 * wrong side (suspects.c), and "file PATH", or "system PATH" for those of --isystem, for every file
 * read. Exit status: 0, 1 after an error in the source (reported as g++ does), 2 for wrong usage, 3
 * if a file cannot be read or written.
 *
 * Theory of operation
 *   The translator has no preprocessor and no parser. A file becomes tokens (lex.c) with their
 *   places in the text; directives stand among them as marks, and the body of a #define is a stream
 *   of its own, walked where it stands. The walk (walk.c) follows brackets, so it knows at each
 *   token whether it is at namespace scope, in a class or in a function, and whose code that is; at
 *   an #else it goes back to the brackets that were open at the #if. What a declaration declares is
 *   found by its punctuation (declaration.c).
 *
 *   All files of the unit, headers where they are included, are walked three times. The first walk
 *   collects names: which functions are kernels, which are __device__, which macros stand for
 *   qualifiers. The second notes what looks as if it were used from the wrong side (suspects.c),
 *   since the declarations that are then to be marked may stand above. The third makes the edits
 *   (symbols.c, local.c, bounds.c) and says what is wrong; each file is written when its walk ends,
 *   headers therefore before the file that includes them.
 *
 *   An edit is text put in or left out at a place (edit.c). Everything else keeps its line and
 *   column, by #line, so that g++'s messages are about the student's text. What the translator
 *   cannot know for certain, types, overloads, which branch of an #if holds, it leaves to g++.
 */
#include <errno.h>

#include "memory.h"
#include "unit.h"
#include "walk.h"

static int usage(const char *what, const char *argument) {
    fprintf(stderr, "translate: %s%s\n", what, argument);
    fputs("usage: translate [OPTION]... --output FOLDER FILE (nvcc-cpu knows the options)\n",
          stderr);
    return 2;
}

/* Options that are a flag of the unit. */
static bool *flag_of(translation_unit *u, const char *option) {
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {{"--rdc", &u->rdc},
                 {"--check", &u->check},
                 {"--plain", &u->plain},
                 {"--relaxed-constexpr", &u->relaxed_constexpr},
                 {"--no-warnings", &u->no_warnings},
                 {"--warnings-are-errors", &u->warnings_are_errors}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(option, flags[i].name) == 0)
            return flags[i].flag;
    return NULL;
}

/* Options with a value; false: it is none of them. */
static bool take_value(translation_unit *u, const char *option, const char *value) {
    if (strcmp(option, "--arch") == 0)
        u->arch = atoi(value);
    else if (strcmp(option, "-I") == 0)
        u->include_folders[u->include_folder_count++] = value;
    else if (strcmp(option, "--isystem") == 0)
        u->quiet_folders[u->quiet_folder_count++] = value;
    else if (strcmp(option, "--system") == 0)
        u->system_folder = value;
    else if (strcmp(option, "--include") == 0)
        u->before[u->before_count++] = value;
    else if (strcmp(option, "-D") == 0)
        include_option_macro(u, value);
    else if (strcmp(option, "--output") == 0)
        u->output_folder = value;
    else
        return false;
    return true;
}

/* Reads the options into the unit and the file's name into *path; returns the exit status of a
 * usage that is wrong, else 0. */
static int parse(translation_unit *u, const char **path, int argc, char **argv) {
    u->include_folders = checked_realloc(NULL, (size_t)argc * sizeof(char *));
    u->quiet_folders = checked_realloc(NULL, (size_t)argc * sizeof(char *));
    u->before = checked_realloc(NULL, (size_t)argc * sizeof(char *));
    bool options = true;
    for (int i = 1; i < argc; i++) {
        const char *argument = argv[i];
        bool *flag = options ? flag_of(u, argument) : NULL;
        if (flag)
            *flag = true;
        else if (options && strcmp(argument, "--") == 0)
            options = false;
        else if (options && argument[0] == '-') {
            if (!take_value(u, argument, i + 1 < argc ? argv[i + 1] : ""))
                return usage("unknown option ", argument);
            if (++i == argc)
                return usage("a value is missing after ", argument);
        } else if (*path)
            return usage("more than one file: ", argument);
        else
            *path = argument;
    }
    if (!*path || !u->output_folder)
        return usage("a file and --output are needed", "");
    return 0;
}

/* What the driver is to know of the unit, as the file's head says. */
static void report(const translation_unit *u) {
    if (u->has_constants)
        puts("constants");
    if (u->has_waits)
        puts("waits");
    if (walk_may_index_choice(u))
        puts("indexed-choices");
    if (u->has_extras)
        puts("extras");
    if (u->suspicious.count)
        puts("suspects");
    for (size_t i = 0; i < u->file_count; i++)
        printf("%s %s\n", u->files[i]->quiet ? "system" : "file", u->files[i]->path);
}

static void walk_all(translation_unit *u, source_file *f) {
    for (size_t i = 0; i < u->before_count; i++)
        include_before(u, u->before[i]);
    walk_file(u, f);
}

int main(int argc, char **argv) {
    translation_unit u = {.arch = 900};
    const char *path = NULL;
    const int wrong = parse(&u, &path, argc, argv);
    if (wrong)
        return wrong;
    source_file *f = unit_open(&u, path);
    if (!f) {
        fprintf(stderr, "nvcc-cpu: error: cannot read '%s': %s\n", path, strerror(errno));
        return 3;
    }
    if (u.errors)
        return 1;
    u.collecting = true;
    walk_all(&u, f);
    u.suspecting = true;
    walk_all(&u, f);
    u.collecting = u.suspecting = false;
    suspects_begin(&u);
    walk_all(&u, f);
    report(&u);
    return u.errors ? 1 : 0;
}
