#include "driver.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- what the options set ---- */

static void set_output(struct settings *s, const char *value, int number) {
    (void)number;
    s->output = value;
}

static void set_mode(struct settings *s, const char *value, int mode) {
    (void)value;
    s->mode = mode;
}

static void set_device_compile(struct settings *s, const char *value, int rdc) {
    (void)value;
    s->mode = MODE_COMPILE;
    s->rdc = rdc;
}

enum { DEPEND_BESIDE = 1, DEPEND_OWN = 2 };

static void set_depend(struct settings *s, const char *value, int bits) {
    (void)value;
    if (!(bits & DEPEND_BESIDE))
        s->mode = MODE_DEPEND;
    s->depend_beside = bits & DEPEND_BESIDE;
    s->depend_own = bits & DEPEND_OWN;
}

static void set_depend_phony(struct settings *s, const char *value, int number) {
    (void)value, (void)number;
    s->depend_phony = true;
}

static void set_depend_file(struct settings *s, const char *value, int number) {
    (void)number;
    s->depend_file = value;
}

static void add_depend_target(struct settings *s, const char *value, int quoted) {
    add(&s->depend_targets, quoted ? depend_quoted(value) : value);
}

static void set_object_folder(struct settings *s, const char *value, int number) {
    (void)number;
    s->object_folder = value;
}

static void set_language(struct settings *s, const char *value, int number) {
    static const char *const names[] = {
        [LANGUAGE_BY_NAME] = "none",
        [LANGUAGE_CUDA] = "cu",
        [LANGUAGE_CXX] = "c++",
        [LANGUAGE_C] = "c",
    };
    (void)number;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(value, names[i]) == 0) {
            s->language = i;
            return;
        }
    fail(EXIT_USAGE, "-x %s: known languages are cu, c++ and c", value);
}

static void set_check(struct settings *s, const char *value, int number) {
    (void)value, (void)number;
    s->check = true;
}

static void set_rdc(struct settings *s, const char *value, int number) {
    (void)number;
    s->rdc = strcmp(value, "true") == 0;
    if (!s->rdc && strcmp(value, "false") != 0)
        fail(EXIT_USAGE, "-rdc=%s: write -rdc=true or -rdc=false", value);
}

static void add_include_folder(struct settings *s, const char *value, int is_system) {
    /* The GPU toolkit's own headers must not be read in the place of the CPU device's. */
    if (access(text("%s/crt/host_defines.h", value), F_OK) != 0)
        add(is_system ? &s->system_folders : &s->include_folders, value);
}

static void add_define(struct settings *s, const char *value, int letter) {
    add(&s->compile_flags, text("-%c%s", letter, value));
}

static void add_include(struct settings *s, const char *value, int number) {
    (void)number;
    add(&s->compile_flags, "-include");
    add(&s->compile_flags, value);
}

static void set_optimize(struct settings *s, const char *value, int number) {
    (void)number;
    if (!*value || !strchr("0123", value[0]) || value[1])
        fail(EXIT_USAGE, "-O%s: write -O0, -O1, -O2 or -O3", value);
    s->optimize = text("-O%s", value);
}

static void set_standard(struct settings *s, const char *value, int number) {
    static const char *const as_17[] = {"c++03", "c++11", "c++14", "gnu++11", "gnu++14"};
    static const char *const known[] = {"c++17", "c++20", "c++23", "gnu++17", "gnu++20", "gnu++23"};
    (void)number;
    for (size_t i = 0; i < sizeof as_17 / sizeof *as_17; i++)
        if (strcmp(value, as_17[i]) == 0)
            value = "c++17"; /* the headers need that */
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(value, known[i]) == 0) {
            s->standard = text("-std=%s", value);
            return;
        }
    fail(EXIT_USAGE, "-std=%s: known are c++11, c++14, c++17, c++20 and c++23", value);
}

static void set_debug(struct settings *s, const char *value, int unoptimized) {
    (void)value;
    s->debug = true;
    if (unoptimized)
        s->optimize = "-O0";
}

/* sm_90, compute_90a, arch=compute_90,code=sm_90, native, all */
static void set_architecture(struct settings *s, const char *value, int number) {
    (void)number;
    for (const char *at = value; *at; at++) {
        const char *digits = starts_with(at, "sm_")        ? at + 3
                             : starts_with(at, "compute_") ? at + 8
                                                           : "";
        if (isdigit((unsigned char)*digits)) {
            const long found = strtol(digits, NULL, 10);
            if (found > 999)
                break;
            s->architecture = (int)found * 10;
            return;
        }
    }
    if (strcmp(value, "native") != 0 && strcmp(value, "all") != 0 &&
        strcmp(value, "all-major") != 0)
        fail(EXIT_USAGE, "'%s' is no architecture; write for example -arch=sm_90", value);
}

static void add_input(struct settings *s, const char *name, enum language language) {
    s->inputs = allocate(s->inputs, (s->input_count + 1) * sizeof *s->inputs);
    s->inputs[s->input_count++] = (struct input){.name = name, .language = language};
}

static void add_library(struct settings *s, const char *value, int number) {
    static const char *const ours[] = {"cudart", "cudart_static", "cuda", "cudadevrt",
                                       "nvToolsExt"};
    static const char *const missing[] = {"cublas",   "cufft", "curand", "cusparse",
                                          "cusolver", "cudnn", "npp",    "nvrtc"};
    (void)number;
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (strcmp(value, ours[i]) == 0)
            return;
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
        if (starts_with(value, missing[i]))
            fail(EXIT_USAGE, "-l%s: the CPU device has the CUDA runtime only, not this library",
                 value);
    add_input(s, text("-l%s", value), LANGUAGE_LINK);
}

static void add_library_folder(struct settings *s, const char *value, int number) {
    (void)number;
    add(&s->link_flags, text("-L%s", value));
}

/* The parts of "A,B", and of "-Wl,A,B" one: the rest is for the linker. */
static struct list parts_of(const char *value) {
    struct list parts = {0};
    while (*value) {
        size_t length = strcspn(value, ",");
        if (starts_with(value, "-Wl,") || starts_with(value, "-Wa,") || starts_with(value, "-Wp,"))
            length = strlen(value);
        if (length)
            add(&parts, text("%.*s", (int)length, value));
        value += length + (value[length] == ',');
    }
    return parts;
}

static void add_compiler_flags(struct settings *s, const char *value, int number) {
    (void)number;
    const struct list parts = parts_of(value);
    add_all(&s->compile_flags, &parts);
    add_all(&s->link_flags, &parts); /* -fopenmp, -static, -fsanitize=...; nvcc does it, too */
}

static void add_linker_flags(struct settings *s, const char *value, int number) {
    (void)number;
    const struct list parts = parts_of(value);
    for (size_t i = 0; i < parts.count; i++) {
        add(&s->link_flags, "-Xlinker");
        add(&s->link_flags, parts.items[i]);
    }
}

static void set_compiler(struct settings *s, const char *value, int number) {
    struct stat info;
    (void)number;
    s->compiler = stat(value, &info) == 0 && S_ISDIR(info.st_mode) ? text("%s/g++", value) : value;
}

static void set_relaxed(struct settings *s, const char *value, int number) {
    (void)value, (void)number;
    add(&s->translate_flags, "--relaxed-constexpr");
}

static void set_no_warnings(struct settings *s, const char *value, int number) {
    (void)value, (void)number;
    add(&s->compile_flags, "-w");
    add(&s->translate_flags, "--no-warnings");
}

static void set_errors(struct settings *s, const char *value, int number) {
    static const char *const of_nvcc[] = {"cross-execution-space-call", "reorder",
                                          "default-stream-launch",      "missing-launch-bounds",
                                          "ext-lambda-captures-this",   "deprecated-declarations"};
    const struct list kinds = parts_of(value);
    (void)number;
    for (size_t i = 0; i < kinds.count; i++) {
        bool known = false;
        for (size_t k = 0; k < sizeof of_nvcc / sizeof *of_nvcc; k++)
            known |= strcmp(kinds.items[i], of_nvcc[k]) == 0;
        if (strcmp(kinds.items[i], "all-warnings") == 0) {
            add(&s->compile_flags, "-Werror");
            add(&s->translate_flags, "--warnings-are-errors");
        } else if (!known) {
            fail(EXIT_USAGE, "-Werror %s: this is no kind of warning; write -Werror all-warnings",
                 kinds.items[i]);
        }
    }
}

static void set_keep(struct settings *s, const char *value, int number) {
    (void)number;
    (void)value;
    s->keep = true;
}

static void set_keep_folder(struct settings *s, const char *value, int number) {
    (void)number;
    s->keep_folder = value;
}

static void set_verbose(struct settings *s, const char *value, int dry_run) {
    (void)value;
    s->verbose = true;
    s->dry_run |= dry_run;
}

static void set_machine(struct settings *s, const char *value, int number) {
    (void)s, (void)number;
    if (strcmp(value, "64") != 0)
        fail(EXIT_USAGE, "-m%s: only 64-bit programs can be made", value);
}

static _Noreturn void say_help(struct settings *s, const char *value, int number) {
    (void)s, (void)value, (void)number;
    help_show(stdout);
    process_end(0);
}

static _Noreturn void say_version(struct settings *s, const char *value, int number) {
    (void)s, (void)value, (void)number;
    puts("nvcc-cpu: CUDA C++ compiler driver for the CPU device of the GPU memory labs\n"
         "Language and runtime API of Cuda compilation tools, release 13.0, V13.0");
    process_end(0);
}

/* ---- the table ---- */

#define IGNORED GROUP_IGNORED, NULL
#define REFUSED GROUP_REFUSED, "makes no GPU code; use nvcc for that"

/* clang-format off */
const struct option option_table[] = {
    {"-o --output-file", TAKES, " FILE", set_output, 0, GROUP_RESULT,
     "the result (default a.out, a.a with -lib, NAME.o with -c)"},
    {"-c --compile", BARE, NULL, set_mode, MODE_COMPILE, GROUP_RESULT, "objects only"},
    {"-odir --output-directory", TAKES, " DIR", set_object_folder, 0, GROUP_RESULT,
     "the folder for these objects"},
    {"-dc --device-c", BARE, NULL, set_device_compile, true, GROUP_RESULT,
     "objects with relocatable device code, as -c -rdc=true"},
    {"-dw --device-w", BARE, NULL, set_device_compile, false, GROUP_RESULT, "as -c -rdc=false"},
    {"-dlink --device-link", BARE, NULL, set_mode, MODE_DEVICE_LINK, GROUP_RESULT,
     "an (empty) object, for Makefiles that link device code in a step of its own"},
    {"-link", BARE, NULL, set_mode, MODE_LINK, GROUP_RESULT, "a program, as without it"},
    {"-lib", BARE, NULL, set_mode, MODE_LIBRARY, GROUP_RESULT, "a static library"},
    {"--precompile", BARE, NULL, set_mode, MODE_PRECOMPILE, GROUP_RESULT,
     "no file: what compiles with the same options faster from now on"},
    {"-keep --save-temps", BARE, NULL, set_keep, 0, GROUP_RESULT,
     "with each object NAME.ii, the text that it was compiled from"},
    {"-keep-dir", TAKES, " DIR", set_keep_folder, 0, GROUP_RESULT, "the folder for these"},
    {"-E --preprocess", BARE, NULL, set_mode, MODE_PREPROCESS, GROUP_RESULT, "preprocessed text"},
    {"-M --generate-dependencies", BARE, NULL, set_depend, 0, GROUP_RESULT,
     "a rule for make: what the object depends on"},
    {"-MM --generate-nonsystem-dependencies", BARE, NULL, set_depend, DEPEND_OWN, GROUP_RESULT,
     "the same without the headers of -isystem folders"},
    {"-MD --generate-dependencies-with-compile", BARE, NULL, set_depend, DEPEND_BESIDE,
     GROUP_RESULT, "the rule in NAME.d, and what else is asked for"},
    {"-MMD --generate-nonsystem-dependencies-with-compile", BARE, NULL, set_depend,
     DEPEND_BESIDE | DEPEND_OWN, GROUP_RESULT, "the same without the headers of -isystem folders"},
    {"-MF --dependency-output", TAKES, " FILE", set_depend_file, 0, GROUP_RESULT,
     "the rule goes there"},
    {"-MT --dependency-target-name", TAKES, " TARGET", add_depend_target, false, GROUP_RESULT,
     "the rule's target"},
    {"-MQ", TAKES, " TARGET", add_depend_target, true, GROUP_RESULT,
     "the same, with what is special to make quoted"},
    {"-MP --generate-dependency-targets", BARE, NULL, set_depend_phony, 0, GROUP_RESULT,
     "an empty rule for each header"},
    {"-x", TAKES, " cu|c++|c|none", set_language, 0, GROUP_RESULT,
     "the language of the files that follow, whatever their names"},

    {"--check", BARE, NULL, set_check, 0, GROUP_HOW,
     "check every access of device code while the program runs (see README.md)"},
    {"-rdc --relocatable-device-code", TAKES, "=true|false", set_rdc, 0, GROUP_HOW,
     "device symbols link across files; without it each file is a module of its own, as with nvcc"},
    {"-I --include-path", JOINED, " DIR", add_include_folder, false, GROUP_HOW,
     "look for headers there"},
    {"-isystem --system-include", TAKES, " DIR", add_include_folder, true, GROUP_HOW,
     "after those of -I; no warnings about what is in it"},
    {"-D --define-macro", JOINED, " NAME[=VALUE]", add_define, 'D', GROUP_HOW, "a macro"},
    {"-U --undefine-macro", JOINED, " NAME", add_define, 'U', GROUP_HOW, "no such macro"},
    {"-include --pre-include", TAKES, " FILE", add_include, 0, GROUP_HOW,
     "include this before the first line"},
    {"-expt-relaxed-constexpr", BARE, NULL, set_relaxed, 0, GROUP_HOW,
     "device code may call constexpr functions of the host"},
    {"-O --optimize", JOINED_DIGITS, "0|1|2|3", set_optimize, 0, GROUP_HOW, "default -O2"},
    {"-std", TAKES, "=c++17|c++20", set_standard, 0, GROUP_HOW,
     "default c++17; c++11 and c++14 are compiled as c++17, too"},
    {"-g --debug", BARE, NULL, set_debug, false, GROUP_HOW, "debugging information"},
    {"-G --device-debug", BARE, NULL, set_debug, true, GROUP_HOW, "the same, and -O0"},
    {"-lineinfo --generate-line-info", BARE, NULL, set_debug, false, GROUP_HOW, "as -g"},
    {"-pg --profile", BARE, NULL, set_debug, false, GROUP_HOW, "as -g"},
    {"-arch --gpu-architecture", TAKES, "=sm_NN", set_architecture, 0, GROUP_HOW,
     "gives __CUDA_ARCH__ its value in device code, nothing else"},
    {"-gencode --generate-code", TAKES, " ARCH,CODE", set_architecture, 0, GROUP_HOW, "the same"},
    {"-l --library", JOINED, " LIB", add_library, 0, GROUP_HOW,
     "a library; cudart, cuda and cudadevrt are always there and ignored"},
    {"-L --library-path", JOINED, " DIR", add_library_folder, 0, GROUP_HOW,
     "look for libraries there"},
    {"-Xcompiler --compiler-options", TAKES, " A,B", add_compiler_flags, 0, GROUP_HOW,
     "pass A and B to g++, when compiling and when linking"},
    {"-Xlinker --linker-options", TAKES, " A,B", add_linker_flags, 0, GROUP_HOW,
     "pass A and B to the linker"},
    {"-ccbin --compiler-bindir", TAKES, " PROGRAM", set_compiler, 0, GROUP_HOW,
     "the g++ to use, or its folder"},
    {"-w --disable-warnings", BARE, NULL, set_no_warnings, 0, GROUP_HOW, "no warnings"},
    {"-Werror", TAKES, " all-warnings", set_errors, 0, GROUP_HOW,
     "warnings are errors (nvcc's other kinds are ignored)"},
    {"-m --machine", JOINED_DIGITS, "64", set_machine, 0, GROUP_HOW, "the only choice"},
    {"-v --verbose", BARE, NULL, set_verbose, false, GROUP_HOW,
     "show the commands"},
    {"--dryrun --dry-run", BARE, NULL, set_verbose, true, GROUP_HOW, "only show the commands"},
    {"--version -V", BARE, NULL, say_version, 0, GROUP_HOW, "what this is"},
    {"--help -h", BARE, NULL, say_help, 0, GROUP_HOW, "this text"},

    {"-Xptxas --ptxas-options", TAKES, " ARG", NULL, 0, IGNORED},
    {"-Xnvlink --nvlink-options", TAKES, " ARG", NULL, 0, IGNORED},
    {"-Xcudafe", TAKES, " ARG", NULL, 0, IGNORED},
    {"-Xfatbin --fatbin-options", TAKES, " ARG", NULL, 0, IGNORED},
    {"-Xarchive --archive-options", TAKES, " ARG", NULL, 0, IGNORED},
    {"-maxrregcount", TAKES, " N", NULL, 0, IGNORED},
    {"-use_fast_math", BARE, NULL, NULL, 0, IGNORED},
    {"-ftz", TAKES, "=", NULL, 0, IGNORED},
    {"-prec-div", TAKES, "=", NULL, 0, IGNORED},
    {"-prec-sqrt", TAKES, "=", NULL, 0, IGNORED},
    {"-fmad", TAKES, "=", NULL, 0, IGNORED},
    {"-code --gpu-code", TAKES, "=", NULL, 0, IGNORED},
    {"-restrict", BARE, NULL, NULL, 0, IGNORED},
    {"-extra-device-vectorization", BARE, NULL, NULL, 0, IGNORED},
    {"-src-in-ptx --source-in-ptx", BARE, NULL, NULL, 0, IGNORED},
    {"-res-usage --resource-usage", BARE, NULL, NULL, 0, IGNORED},
    {"-cudart", TAKES, " ARG", NULL, 0, IGNORED},
    {"-cudadevrt", TAKES, " ARG", NULL, 0, IGNORED},
    {"-default-stream", TAKES, " ARG", NULL, 0, IGNORED},
    {"-expt-extended-lambda", BARE, NULL, NULL, 0, IGNORED},
    {"-extended-lambda", BARE, NULL, NULL, 0, IGNORED},
    {"-lto", BARE, NULL, NULL, 0, IGNORED},
    {"-dlto --dlink-time-opt", BARE, NULL, NULL, 0, IGNORED},
    {"-diag-suppress", TAKES, " ARG", NULL, 0, IGNORED},
    {"-diag-warn", TAKES, " ARG", NULL, 0, IGNORED},
    {"-diag-error", TAKES, " ARG", NULL, 0, IGNORED},
    {"-display-error-number", BARE, NULL, NULL, 0, IGNORED},
    {"-no-display-error-number", BARE, NULL, NULL, 0, IGNORED},
    {"-Wno-deprecated-gpu-targets", BARE, NULL, NULL, 0, IGNORED},
    {"-Wreorder", BARE, NULL, NULL, 0, IGNORED},
    {"-Wdefault-stream-launch", BARE, NULL, NULL, 0, IGNORED},
    {"-Wmissing-launch-bounds", BARE, NULL, NULL, 0, IGNORED},
    {"-Wext-lambda-captures-this", BARE, NULL, NULL, 0, IGNORED},
    {"-t --threads", TAKES, " N", NULL, 0, IGNORED},
    {"-split-compile", TAKES, " N", NULL, 0, IGNORED},
    {"-clean-targets", BARE, NULL, NULL, 0, IGNORED},
    {"-allow-unsupported-compiler", BARE, NULL, NULL, 0, IGNORED},
    {"-no-compress", BARE, NULL, NULL, 0, IGNORED},
    {"-time", TAKES, " FILE", NULL, 0, IGNORED},

    {"-ptx", BARE, NULL, NULL, 0, REFUSED},
    {"-cubin", BARE, NULL, NULL, 0, REFUSED},
    {"-fatbin", BARE, NULL, NULL, 0, REFUSED},
    {"-optix-ir", BARE, NULL, NULL, 0, REFUSED},
    {"-cuda", BARE, NULL, NULL, 0, REFUSED},
    {"-shared", BARE, NULL, NULL, 0, GROUP_REFUSED,
     "makes programs and static libraries (-lib) only"},
};
/* clang-format on */
const size_t option_count = sizeof option_table / sizeof *option_table;

/* ---- the command line ---- */

/* The option of this name, of `length` letters without dashes; NULL if there is none. */
static const struct option *find(const char *name, size_t length) {
    for (const struct option *o = option_table; o < option_table + option_count; o++)
        for (const char *known = o->names; *known; known += *known == ' ') {
            known += strspn(known, "-");
            const size_t whole = strcspn(known, " ");
            if (whole == length && strncmp(known, name, length) == 0)
                return o;
            known += whole;
        }
    return NULL;
}

/* -IFOLDER, -O3: the option of the first letter, if its value may be joined. */
static const struct option *find_joined(const char *name) {
    const struct option *o = find(name, 1);
    if (!o || !name[1] || (o->form != JOINED && o->form != JOINED_DIGITS))
        return NULL;
    return o->form == JOINED || isdigit((unsigned char)name[1]) ? o : NULL;
}

static bool is_for_gcc(const char *argument) {
    static const char *const starts[] = {
        "-W",      "-f",        "-m",     "-O",      "-pthread",   "-pipe",   "-pedantic", "-ansi",
        "-static", "-rdynamic", "-nostd", "-iquote", "-idirafter", "-no-pie", "-pie"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (starts_with(argument, starts[i]))
            return true;
    return false;
}

static _Noreturn void fail_unknown(const char *argument, const char *name, size_t length) {
    const char *nearest = spelling_nearest(name, length);
    char *advice = text("nvcc-cpu --help lists the known ones");
    if (nearest)
        advice = text("did you mean '%s%s'?", nearest, name + length);
    if (is_for_gcc(argument))
        advice = text("what is meant for g++ is written -Xcompiler %s%s%s", argument,
                      nearest ? "; " : "", nearest ? advice : "");
    fail(EXIT_USAGE, "unknown option '%s'; %s", argument, advice);
}

static enum language language_of(const char *name) {
    static const struct {
        const char *suffix;
        enum language language;
    } suffixes[] = {{".cu", LANGUAGE_CUDA}, {".cpp", LANGUAGE_CXX},  {".cc", LANGUAGE_CXX},
                    {".cxx", LANGUAGE_CXX}, {".C", LANGUAGE_CXX},    {".c", LANGUAGE_C},
                    {".o", LANGUAGE_LINK},  {".obj", LANGUAGE_LINK}, {".a", LANGUAGE_LINK},
                    {".so", LANGUAGE_LINK}};
    const char *dot = strrchr(base_name(name), '.');
    for (size_t i = 0; dot && i < sizeof suffixes / sizeof *suffixes; i++)
        if (strcmp(dot, suffixes[i].suffix) == 0)
            return suffixes[i].language;
    return strstr(base_name(name), ".so.") ? LANGUAGE_LINK : LANGUAGE_BY_NAME;
}

static void add_file(struct settings *s, const char *name) {
    struct stat info;
    enum language language = language_of(name);
    if (s->language != LANGUAGE_BY_NAME && language != LANGUAGE_LINK)
        language = s->language;
    if (language == LANGUAGE_BY_NAME)
        fail(
            EXIT_USAGE,
            "'%s': what kind of file is this? Known are .cu .cpp .cc .cxx .c .o .a .so; -x cu says "
            "that it is CUDA C++",
            name);
    if (stat(name, &info) != 0)
        fail(EXIT_USAGE, "'%s': no such file", name);
    if (S_ISDIR(info.st_mode))
        fail(EXIT_USAGE, "'%s' is a folder, not a file", name);
    add_input(s, name, language);
}

/* Reads the option at *arguments; returns the last argument that belongs to it. */
static char **read_option(struct settings *s, char **arguments) {
    const char *argument = *arguments, *value = NULL;
    const char *name = argument + (argument[1] == '-' && argument[2] ? 2 : 1);
    const size_t length = strcspn(name, "=");
    const struct option *o = find(name, length);
    if (o && name[length] == '=') {
        if (o->form == BARE)
            fail(EXIT_USAGE, "'%s': %.*s takes no value", argument, (int)(name + length - argument),
                 argument);
        value = name + length + 1;
    } else if (o && o->form != BARE) {
        value = *++arguments;
        if (!value)
            fail(EXIT_USAGE, "a value is missing after %s", argument);
    } else if (!o && name == argument + 1) {
        o = find_joined(name);
        value = name + 1;
    }
    if (!o)
        fail_unknown(argument, name, length);
    if (o->group == GROUP_REFUSED)
        fail(EXIT_USAGE, "%s: the CPU device %s", argument, o->help);
    if (o->set)
        o->set(s, value, o->number);
    return arguments;
}

void options_read(struct settings *s, char **arguments) {
    for (; *arguments; arguments++)
        if (arguments[0][0] == '-' && arguments[0][1])
            arguments = read_option(s, arguments);
        else
            add_file(s, *arguments);
}
