/* edit.h - changes to a source text, and the changed text with true positions.
 *
 * g++ must report the student's line and column for every token the student wrote. After inserted
 * text the writer therefore starts a new line, says `#line N "file"` and pads with blanks up to the
 * column where the original goes on. Where no directive may stand (in a #define, among a macro's
 * arguments) an edit is made in place and the rest of that line is reported further to the right.
 */
#ifndef TRANSLATE_EDIT_H
#define TRANSLATE_EDIT_H

#include <stdio.h>

#include "lex.h"

typedef struct edit_list {
    struct edit *edits;
    size_t count, capacity;
} edit_list;

/* Inserts a copy of `text` before the byte at `offset`; edits of one offset keep their order. */
void edit_insert(edit_list *l, size_t offset, const char *text, bool in_place);
/* Inserts a second copy of the original's bytes [from, to) before the byte at `offset`. */
void edit_insert_source(edit_list *l, size_t offset, size_t from, size_t to, bool in_place);
/* Leaves out the original's bytes [from, to). */
void edit_delete(edit_list *l, size_t from, size_t to, bool in_place);

/* Writes the changed text of `s` to `out`; `name` is what #line calls it. */
void edit_write(FILE *out, const source_text *s, edit_list *l, const char *name);

#endif
