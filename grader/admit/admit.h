/* admit.h - what a submission's objects may hold, before a program made of them runs.
 *
 *   main.c     the command line, and the rules about names
 *   object.c   sections, symbols and first functions of objects, read with libelf
 *   program.c  the names that a linked program keeps
 *   headers.c  which headers are the system's and ours, and what stands in them
 *   words.c    what the ELF file does not tell: attributes, pragmas and asm, in the text that was
 *              compiled, and the lines to show
 *   names.c    sets of names, those of the libraries, and the rules about names
 *   basics.c   what all of them use: the two ends with a message, and memory
 */
#ifndef ADMIT_H
#define ADMIT_H

#include <stdbool.h>
#include <stddef.h>

/* ---- names.c --------------------------------------------------------------------------------- */

struct names {
    const char **items;
    size_t count, room;
    bool sorted;
};
void names_add(struct names *names, const char *name);
bool names_has(struct names *names, const char *name);

/* The names of the system's libraries that the program is linked with. */
void library_add(const char *name);
bool library_has(const char *name);

/* The rules of a file (allowed.txt): patterns, by their first word. */
enum rule { RULE_USE, RULE_NOT, RULE_SECTION, RULE_START, RULE_DEFINE, RULE_COUNT };
void rules_read(const char *path);
bool rules_allow(enum rule rule, const char *name);

/* ---- headers.c ------------------------------------------------------------------------------- */

/* Headers below this folder are nobody's submission. */
void headers_trust(const char *folder);
/* But not what lies below this one, wherever that is. */
void headers_distrust(const char *folder);
/* Is the file, as a line marker names it, one of them? */
bool headers_has(const char *file, size_t size);
/* Does one of them say this, in so many lines above this one, in it or in so many below? */
bool headers_say(const char *file, size_t file_size, size_t line, size_t above, size_t below,
                 const char *said, size_t size);

/* ---- words.c --------------------------------------------------------------------------------- */

/* The preprocessed or generated text of one unit, in memory. */
struct text {
    const char *bytes;
    size_t size;
    const char *name; /* of the unit, for messages without a line */
    bool by_gcc;      /* preprocessed by gcc, with all its line markers */
};
struct text text_read(const char *path, const char *unit);
/* Where a text may begin with a precompiled header. */
void text_precompiled(const char *folder);
/* Refuses (basics.c) the unit for a word of its own that may not be there. */
void text_check(const struct text *text);
/* Refuses it for line markers in a source below FOLDER, which would pass it off as a header. */
void text_check_sources(const char *folder);
/* Where the unit names `symbol` first: "FILE:LINE", or the unit's name. */
const char *text_place(const struct text *text, const char *symbol);

/* ---- object.c -------------------------------------------------------------------------------- */

struct symbol {
    const char *name;
    bool defined, weak, shared_code; /* shared_code: in a COMDAT group, as inline functions are */
};
typedef void symbol_visitor(const struct symbol *symbol, void *context);
/* Visits the global symbols of an object, an archive's members or a library. */
void object_symbols(const char *path, symbol_visitor *visit, void *context);
/* Adds the names of all functions and variables of theirs, static ones too. */
void object_names(const char *path, struct names *names);
/* Refuses the student's object for a section, a symbol's kind or a function that runs before main.
 */
void object_check(const char *path, const struct text *text);

/* ---- program.c ------------------------------------------------------------------------------- */

/* Takes the names of these functions and variables out of a program: who has it open learns no
 * addresses. */
void program_blank(const char *path, bool (*is_blank)(const char *name));

/* ---- basics.c -------------------------------------------------------------------------------- */

/* Says why, in one line with the place in front, and ends with status 1. */
_Noreturn void refuse(const char *place, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A fault of the grader's: status 3. */
_Noreturn void stumble(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Returns `memory`. NULL means that memory ran out: that ends the program as stumble() does. */
void *need(void *memory);

#endif
