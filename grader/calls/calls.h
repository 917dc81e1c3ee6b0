/* calls.h - a submission's Makefile under observation: stand-ins for nvcc and g++ that compile
 * nothing and note what they are asked for.
 *
 *   main.c     under which name this was started
 *   options.c  a command line of nvcc's or g++'s
 *   marks.c    marked files in place of objects and programs
 *   blank.c    what such a file holds besides
 *   note.c     one call: would the CPU device's driver take it? Then it leaves files and a note
 *   linked.c   make, and in the end of which files, compiled how, the program is made
 *
 * The mark tells from which call a file came; copies, ar and strip carry it along.
 *
 * All of this runs in the box of the submission's Makefile, which may write the notes itself: they
 * say what a Makefile asks for, and that is all that anybody believes of them
 * (lib/student_makefile.bash). In: CALLS_FOLDER, where notes are kept; CALLS_HOME, the folder with
 * bin/ and the files to mark; CALLS_COMPILER, the CPU device's nvcc. Out: CALLS_FOLDER/linked,
 * lines for lib/student_makefile.bash:
 *
 *   program missing|unmarked|object|program   what lies where the program ought to
 *   unit NAME relocatable|whole   a source that is linked into it, by its name without folders
 *   flag -DNAME=VALUE             one of this unit's that its text may depend on
 *   folder PATH / header PATH     the same of -I and -include, full paths
 *   refused SENTENCE              what keeps it from being done again
 */
#ifndef CALLS_H
#define CALLS_H

#include <stdbool.h>
#include <stddef.h>

/* ---- main.c: texts and lists; both live until the process ends ---- */

struct list {
    char **items; /* ends with NULL */
    size_t count;
};
void add(struct list *list, const char *item);
char *text(const char *format, ...) __attribute__((format(printf, 1, 2)));
const char *base_name(const char *path);
/* With a message, status 1. */
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- options.c ---- */

enum mode { MODE_LINK, MODE_COMPILE, MODE_DEVICE_LINK, MODE_LIBRARY, MODE_ASK, MODE_NOTHING };

struct input {
    char *name;
    bool is_source;
};

struct call {
    bool by_nvcc;
    enum mode mode; /* MODE_ASK: what only prints, and the real compiler may do; MODE_NOTHING: what
                       only saves time */
    bool relocatable, device_linked; /* the second: it does, or nvcc does for it */
    const char *output, *folder, *depend_file;
    bool depend;
    struct input *inputs;
    size_t input_count;
    struct list library_folders;
    struct list flags;   /* lines of CALLS_FOLDER/linked */
    struct list host;    /* for g++ when it compiles */
    struct list refused; /* sentences */
};
struct call call_read(char **arguments, bool by_nvcc);

/* ---- marks.c ---- */

/* "gpu-labs-call-", 16 digits of the call, "-", 4 of its result. */
enum { MARK_SIZE = 14 + 16 + 1 + 4 };
enum kind { KIND_OBJECT, KIND_PROGRAM, KIND_LIBRARY };
unsigned long long mark_new(void);
/* Makes `path` of this kind, with the mark of the call's result `number`. */
void mark_write(const char *path, enum kind kind, unsigned long long call, size_t number);
/* The marks in a file, in order; fails when there is no such file. `archive`: are they those of
 * members? */
bool marks_read(const char *path, struct list *marks, bool *archive);

/* ---- note.c ---- */

int note_call(char **arguments, bool by_nvcc);

/* ---- linked.c ---- */

/* Runs the command, make, and says then what `program` is made of. Returns the command's status. */
int linked_after(const char *program, char **command);

#endif
