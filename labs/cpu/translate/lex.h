/* lex.h - C++ source text as tokens, before preprocessing.
 *
 * Comments and white space vanish; every token knows its bytes in the text. Directives are reduced
 * to what the translator needs: conditionals and includes stand in the stream as marks, the body of
 * a #define is a stream of its own, other directives vanish. Text under `#if 0` gives no tokens.
 */
#ifndef TRANSLATE_LEX_H
#define TRANSLATE_LEX_H

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    TOKEN_IDENTIFIER,
    TOKEN_NUMBER,
    TOKEN_STRING, /* with its prefix and quotes; raw strings too */
    TOKEN_CHARACTER,
    TOKEN_PUNCTUATION, /* one character, or one of :: -> ## */
    TOKEN_IF,          /* #if, #ifdef, #ifndef */
    TOKEN_ELSE,        /* #else, #elif */
    TOKEN_ENDIF,
    TOKEN_INCLUDE, /* bytes: "name" or <name>, with its delimiters; or what stands for it */
    TOKEN_DEFINE,  /* bytes: the macro's name; definition: its body */
    TOKEN_END      /* the last token of every stream */
} token_kind;

typedef struct token {
    token_kind kind;
    size_t begin, end; /* bytes [begin, end) of the text */
    size_t definition; /* TOKEN_DEFINE: index into definitions */
} token;

typedef struct token_stream {
    token *tokens;
    size_t count; /* with the final TOKEN_END */
} token_stream;

typedef struct source_text {
    const char *text;
    size_t size;
    size_t *line_begin; /* offset of each line's first byte */
    size_t lines;
    token_stream stream;
    token_stream *definitions; /* bodies of #define, in order */
    size_t definition_count;
} source_text;

/* Tokenizes text[0, size), which must live as long as the result. Never fails: what is not C++
 * becomes punctuation, and unterminated comments and strings end with the text or the line. */
void lex_source(source_text *s, const char *text, size_t size);

/* Line (from 1) and column (bytes, from 1) of an offset. */
size_t lex_line(const source_text *s, size_t offset);
size_t lex_column(const source_text *s, size_t offset);

/* Whether the token's bytes are exactly `word`. */
bool lex_is(const source_text *s, const token *t, const char *word);

#endif
