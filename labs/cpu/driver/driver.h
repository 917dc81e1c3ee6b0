/* driver.h - nvcc-cpu, the compiler driver of the CPU device, in parts:
 *
 *   main.c      the command line, and what is to be made of it
 *   options.c   the table of options: names, value, what each sets, its line in --help
 *   help.c      --help, made from that table
 *   spelling.c  the known word that is nearest to an unknown one
 *   compile.c   one source: the translator, then g++; several sources side by side
 *   messages.c  what g++ says, as a student should read it
 *   precompile.c  what every .cu file begins with, read once
 *   keep.c      --keep: the text that g++ compiles stays, for who reads it before the program runs
 *   depend.c    rules for make (-M, -MD and their family)
 *   link.c      programs and static libraries; which runtime belongs to them
 *   object.c    what an object file tells about how it was compiled
 *   process.c   commands, the temporary folder, and the end by a signal
 *   text.c      strings and lists of them
 *
 * In: the command line (../nvcc-cpu puts two folders before it). Out: what the options ask for, and
 * messages as g++ writes them. Texts live until the program ends: a driver's life is short.
 */
#ifndef DRIVER_H
#define DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { EXIT_SOURCE = 1, EXIT_USAGE = 2, EXIT_DEVICE = 3 };

/* ---- text.c ---- */

struct list {
    const char **items; /* ends with NULL */
    size_t count;
};

void *allocate(void *old, size_t bytes);
char *text(const char *format, ...) __attribute__((format(printf, 1, 2)));
void add(struct list *list, const char *item);
void add_all(struct list *list, const struct list *more);
const char *base_name(const char *path);
char *without_suffix(const char *name); /* a.b.cu -> a.b */
bool starts_with(const char *whole, const char *start);
_Noreturn void fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- options.c ---- */

enum mode {
    MODE_LINK,
    MODE_COMPILE,
    MODE_DEPEND,
    MODE_PREPROCESS,
    MODE_LIBRARY,
    MODE_DEVICE_LINK,
    MODE_PRECOMPILE
};

enum language { LANGUAGE_BY_NAME, LANGUAGE_CUDA, LANGUAGE_CXX, LANGUAGE_C, LANGUAGE_LINK };

struct input {
    const char *name; /* a file, or "-lX" */
    enum language language;
    const char *result; /* of a source: what it is compiled to; NULL: standard output */
    const char *object; /* of a source: the object's lasting name, which rules for make speak of */
};

struct settings {
    /* from ../nvcc-cpu and the environment */
    const char *home;    /* labs/cpu */
    const char *tools;   /* the folder with the translator */
    const char *runtime; /* the folder with the libraries */

    enum mode mode;
    struct input *inputs;
    size_t input_count;
    const char *output, *object_folder;
    bool keep; /* --keep, into keep_folder */
    const char *keep_folder;
    enum language language; /* -x */
    const char *compiler;
    bool check, rdc, debug, verbose, dry_run;
    int architecture; /* 900 for sm_90 */
    const char *optimize, *standard;
    struct list include_folders, system_folders;
    struct list compile_flags, link_flags, translate_flags;

    /* make's rules: -MD rather than -M, and without the headers of system folders (-MM, -MMD) */
    bool depend_beside, depend_own, depend_phony;
    const char *depend_file;
    struct list depend_targets; /* as they are written */
};

enum group { GROUP_RESULT, GROUP_HOW, GROUP_IGNORED, GROUP_REFUSED };

/* Where the value stands: nowhere; after the name (-o FILE, -o=FILE); there or joined to it
 * (-IFOLDER); the same, if it begins with a digit (-O3). */
enum value_form { BARE, TAKES, JOINED, JOINED_DIGITS };

struct option {
    const char *names; /* the usual one first: "-o --output-file"; one or two dashes are the same */
    enum value_form form;
    const char *value; /* what follows the name in --help: " FILE", "=N" */
    void (*set)(struct settings *settings, const char *value, int number);
    int number; /* for options that share `set` */
    enum group group;
    const char *help;
};

extern const struct option option_table[];
extern const size_t option_count;

void options_read(struct settings *settings, char **arguments);

/* ---- help.c, spelling.c ---- */

void help_show(FILE *to);
/* The known option nearest to `name` (length given), NULL if none is near. */
const char *spelling_nearest(const char *name, size_t length);

/* ---- process.c ---- */

/* Makes the temporary folder; it goes when the driver ends, also by SIGINT, SIGTERM or SIGHUP. */
void process_start(const struct settings *settings);
const char *process_folder(void);
_Noreturn void process_end(int status);

/* Runs the command; with `captured`, what it writes to `stream` (1 or 2) becomes a text. Returns
 * its exit status. With --dryrun it is only shown. */
int process_run(const struct settings *settings, const struct list *command, int stream,
                char **captured);
/* Runs work(context, i) for every i < count, as many at a time as there are cores, each in a
 * process of its own; shows what they wrote in order. Returns the largest exit status. */
int process_side_by_side(int (*work)(void *context, size_t i), void *context, size_t count);

/* ---- compile.c ---- */

int compile_all(struct settings *settings);

/* --precompile: makes what a .cu file with these options begins with. */
int compile_prefix(const struct settings *settings);

/* ---- messages.c ---- */

/* Shows what g++ said of a translated source. */
void messages_show(const char *messages);
/* The messages without warnings; for -w. */
char *messages_without_warnings(const char *messages);

/* ---- precompile.c ---- */

/* `command`: compiler and options of a .cu file. The header it is to begin with, precompiled for
 * this command if there is one. */
const char *precompile_header(const struct settings *settings, const struct list *command);
/* Makes that; does nothing where it is made or the folder cannot be written. */
int precompile(const struct settings *settings, const struct list *command);

/* ---- keep.c ---- */

/* The compiler's `command` that makes an object of a text kept beside it: NAME.ii of --keep, which
 * is written to when that is what was compiled. Status and messages are the compiler's. */
int keep_compile(const struct settings *settings, const struct list *command, char **messages);

/* ---- depend.c ---- */

/* Writes the rule for what the input is compiled to, where the options say; `files`: what the
 * translator has read. */
int depend_write(const struct settings *settings, const struct input *input,
                 const struct list *files);
/* A name as make reads it. */
char *depend_quoted(const char *name);
/* g++'s options for the same. */
void depend_flags(const struct settings *settings, const struct input *input, struct list *flags);

/* ---- link.c ---- */

/* A module has 64 KiB of constant memory: a file, or with -rdc what is linked. */
int link_check_constants(const char *name, unsigned long long bytes);
int link_program(const struct settings *settings);
int link_library(const struct settings *settings);
int link_device(const struct settings *settings);

/* ---- object.c ---- */

struct object_facts {
    bool checked;                                        /* compiled with --check */
    unsigned long long constants, relocatable_constants; /* bytes; the second: with -rdc=true */
    unsigned machine;                                    /* ELF's number; 0: none was seen */
};

/* Adds what the object, or each object of an archive, tells. Other files tell nothing. */
void object_inspect(const char *path, struct object_facts *facts);

#endif
