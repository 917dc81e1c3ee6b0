/* declaration.h - what a declaration at namespace or class scope declares. */
#ifndef TRANSLATE_DECLARATION_H
#define TRANSLATE_DECLARATION_H

#include "unit.h"

typedef enum {
    DECLARES_OTHER,     /* using, typedef, static_assert, a macro, nothing */
    DECLARES_NAMESPACE, /* or extern "C" {: what follows the brace is at namespace scope */
    DECLARES_CLASS,     /* class, struct, union, enum with a body */
    DECLARES_FUNCTION,
    DECLARES_VARIABLE
} declared;

#define NO_TOKEN ((size_t)-1)

/* Indices are into the stream; NO_TOKEN where there is none. */
typedef struct declaration {
    declared kind;
    unsigned qualifiers;               /* QUALIFIER_*, macros that stand for them included */
    size_t first;                      /* first token after template<...> */
    size_t name;                       /* the function's or the first variable's name */
    size_t parameters, parameters_end; /* the parentheses of a function's parameters */
    size_t body;                       /* the brace that opens the body of a definition */
    size_t end;                        /* the token that ends it: ; { or } */
    size_t extern_word, static_word, constexpr_word;
    size_t array;       /* the first [ of the first declarator */
    size_t initializer; /* = or the brace of the first declarator */
    size_t last_star;   /* the last * or & of the first declarator */
    bool is_template, is_qualified /* A::name */, extern_c, is_inline;
} declaration;

/* The declaration that begins at token `first`. */
declaration declaration_at(const translation_unit *u, const source_text *s,
                           const token_stream *stream, size_t first);

/* The token after the group of brackets ( [ or { that opens at i; the stream's end if it never
 * does. */
size_t skip_group(const source_text *s, const token_stream *stream, size_t i);
/* The token after the template arguments whose < is at i, or i if it is no such bracket. */
size_t skip_angles(const source_text *s, const token_stream *stream, size_t i);
/* QUALIFIER_* bits of an identifier: a qualifier, or a macro that stands for some. */
unsigned qualifier_bits(const translation_unit *u, const source_text *s, const token *t);
/* Words after which a ( is no call. */
bool is_keyword(const source_text *s, const token *t);

#endif
