/* source.h - a file of CUDA C (or a Makefile) as tokens, without comments and white space. What is
 * in it may be anything: the time is that of one look at each letter, and nothing is believed. */
#ifndef SOURCE_H
#define SOURCE_H

#include <stdbool.h>
#include <stddef.h>

struct token {
    const char *text;
    size_t length;
    int line;
    bool directive; /* of the preprocessor, a whole line; its text is as it stands in the file */
};

struct source {
    char *name, *text; /* name: its path below the folder */
    bool makefile;     /* where # begins a comment */
    struct token *tokens;
    size_t count;
    int *todos; /* the lines of comments with this word */
    size_t todo_count;
};

/* Reads a file of so many bytes, which is called `name`; false when it cannot. */
bool source_read(struct source *source, const char *path, const char *name, size_t size);
bool source_is_makefile(const char *name);
bool source_is(const struct token *token, const char *text);
/* White space and comments in a directive do not count. */
bool source_same(const struct token *a, const struct token *b);
/* The first letter of a directive, from `at` on, that is neither white space nor in a comment; or
 * end. */
const char *source_visible(const char *at, const char *end);
/* Behind the brace or parenthesis that closes the one at `open`, or the end of the file. */
size_t source_behind(const struct source *source, size_t open);

/* What has braces outside all functions: the tokens from first up to end, its brace, and how many
 * #if it is under. Not those of extern "C" and of namespaces. */
struct source_block {
    const struct source *source;
    size_t first, brace, end;
    int conditions;
};
/* The next one; *at is where to look, 0 at the beginning, and conditions is carried on. */
bool source_next_block(const struct source *source, size_t *at, struct source_block *block);
/* Is it the definition of NAME(...) or NAME<...>(...)? */
bool source_defines(const struct source_block *block, const char *name);

#endif
