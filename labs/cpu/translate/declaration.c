#include "declaration.h"

#include <string.h>

static char punctuation(const source_text *s, const token *t) {
    return t->kind == TOKEN_PUNCTUATION && t->end - t->begin == 1 ? s->text[t->begin] : '\0';
}

size_t skip_group(const source_text *s, const token_stream *stream, size_t i) {
    int depth = 0;
    for (; stream->tokens[i].kind != TOKEN_END; i++) {
        switch (punctuation(s, &stream->tokens[i])) {
        case '(':
        case '[':
        case '{':
            depth++;
            break;
        case ')':
        case ']':
        case '}':
            if (--depth == 0)
                return i + 1;
        }
    }
    return i;
}

size_t skip_angles(const source_text *s, const token_stream *stream, size_t i) {
    int depth = 0;
    for (size_t j = i; stream->tokens[j].kind != TOKEN_END;) {
        switch (punctuation(s, &stream->tokens[j])) {
        case '<':
            depth++;
            break;
        case '>':
            if (--depth == 0)
                return j + 1;
            break;
        case '(':
        case '[':
            j = skip_group(s, stream, j);
            continue;
        case ';':
        case '{':
        case '}':
        case ')':
            return i;
        }
        j++;
    }
    return i;
}

typedef struct word_bits {
    const char *word;
    unsigned bits;
} word_bits;

unsigned qualifier_bits(const translation_unit *u, const source_text *s, const token *t) {
    static const word_bits words[] = {
        {"__global__", QUALIFIER_GLOBAL}, {"__device__", QUALIFIER_DEVICE},
        {"__host__", QUALIFIER_HOST},     {"__constant__", QUALIFIER_CONSTANT},
        {"__shared__", QUALIFIER_SHARED}, {"__managed__", QUALIFIER_MANAGED},
    };
    if (t->kind != TOKEN_IDENTIFIER)
        return 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (lex_is(s, t, words[i].word))
            return words[i].bits;
    return names_get(&u->macros, s->text + t->begin, t->end - t->begin);
}

static bool is_one_of(const source_text *s, const token *t, const char *const *words) {
    for (; *words; words++)
        if (lex_is(s, t, *words))
            return true;
    return false;
}

bool is_keyword(const source_text *s, const token *t) {
    static const char *const words[] = {"if",     "for",           "while",  "switch",  "return",
                                        "sizeof", "catch",         "else",   "do",      "case",
                                        "throw",  "new",           "delete", "alignof", "decltype",
                                        "typeid", "static_assert", "goto",   "defined", "and",
                                        "or",     "not",           NULL};
    return t->kind == TOKEN_IDENTIFIER && is_one_of(s, t, words);
}

/* Words followed by a group in parentheses that is part of the specifiers. */
static bool takes_group(const source_text *s, const token *t) {
    static const char *const words[] = {"__attribute__",
                                        "__launch_bounds__",
                                        "__align__",
                                        "alignas",
                                        "decltype",
                                        "__declspec",
                                        "__maxnreg__",
                                        "__cluster_dims__",
                                        "explicit",
                                        "__asm__",
                                        "asm",
                                        "noexcept",
                                        "throw",
                                        "__block_size__",
                                        "typeof",
                                        "__builtin_align__",
                                        NULL};
    return is_one_of(s, t, words);
}

static bool may_follow_parameters(const source_text *s, const token *t) {
    static const char *const words[] = {
        "const", "volatile",      "noexcept", "override",     "final", "throw",   "requires",
        "try",   "__attribute__", "mutable",  "__restrict__", "asm",   "__asm__", NULL};
    return is_one_of(s, t, words);
}

/* After a function's parameters: finds its body or its end. Returns false if what follows is a new
 * declaration (the "function" was a macro call without a semicolon). */
static bool function_tail(const source_text *s, const token_stream *stream, size_t i,
                          declaration *d) {
    bool colon = false;
    for (; stream->tokens[i].kind != TOKEN_END;) {
        const token *t = &stream->tokens[i];
        char c = punctuation(s, t);
        if (t->kind == TOKEN_IDENTIFIER && !colon && !may_follow_parameters(s, t))
            return false;
        if (lex_is(s, t, "->")) { /* a trailing return type */
            for (i++; stream->tokens[i].kind != TOKEN_END; i++) {
                c = punctuation(s, &stream->tokens[i]);
                if (c == '{' || c == ';')
                    break;
            }
            continue;
        }
        if (c == ':') {
            colon = true;
        } else if (c == '(' || c == '[') {
            i = skip_group(s, stream, i);
            continue;
        } else if (c == '{') {
            const token *before = &stream->tokens[i - 1];
            if (colon && (before->kind == TOKEN_IDENTIFIER || punctuation(s, before) == '>')) {
                i = skip_group(s, stream, i); /* member{...} of a constructor */
                continue;
            }
            d->body = d->end = i;
            return true;
        } else if (c == ';' || c == '}') {
            d->end = i;
            return true;
        } else if (c == '=') {
            while (stream->tokens[i].kind != TOKEN_END && punctuation(s, &stream->tokens[i]) != ';')
                i++;
            continue;
        }
        i++;
    }
    d->end = i;
    return true;
}

/* From the first [ = { ; or , after a variable's name to the end of the declaration. */
static void variable_tail(const source_text *s, const token_stream *stream, size_t i,
                          declaration *d) {
    d->kind = DECLARES_VARIABLE;
    for (; stream->tokens[i].kind != TOKEN_END;) {
        char c = punctuation(s, &stream->tokens[i]);
        if (c == '[' && d->array == NO_TOKEN && d->initializer == NO_TOKEN)
            d->array = i;
        if ((c == '=' || c == '{') && d->initializer == NO_TOKEN)
            d->initializer = i;
        if (c == ';' || c == '}')
            break;
        i = c == '(' || c == '[' || c == '{' ? skip_group(s, stream, i) : i + 1;
    }
    d->end = i;
}

static size_t skip_operator_name(const source_text *s, const token_stream *stream, size_t i) {
    i++; /* the word operator */
    if (punctuation(s, &stream->tokens[i]) == '(' && punctuation(s, &stream->tokens[i + 1]) == ')')
        return i + 2;
    while (stream->tokens[i].kind != TOKEN_END && punctuation(s, &stream->tokens[i]) != '(')
        i++;
    return i;
}

/* Reads one declaration. The read_ functions stand at token i and move behind what they read; true:
 * the declaration ends there. */
typedef struct reader {
    const translation_unit *u;
    const source_text *s;
    const token_stream *stream;
    size_t i;
    declaration d;
    bool opens_scope; /* class, struct, union, enum or namespace was read */
} reader;

static char mark(const reader *r, size_t i) {
    return punctuation(r->s, &r->stream->tokens[i]);
}

static bool read_extern(reader *r) {
    r->d.extern_word = r->i++;
    if (r->stream->tokens[r->i].kind != TOKEN_STRING)
        return false;
    r->d.extern_c = true;
    if (mark(r, ++r->i) != '{')
        return false;
    r->d.kind = DECLARES_NAMESPACE;
    r->d.body = r->d.end = r->i;
    return true;
}

/* using, typedef and the like: up to their end, or to the brace of typedef struct {...}. */
static bool read_other(reader *r) {
    char c = mark(r, r->i);
    while (r->stream->tokens[r->i].kind != TOKEN_END && c != ';' && c != '{' && c != '}')
        c = mark(r, ++r->i);
    r->d.end = r->i;
    if (c == '{') {
        r->d.kind = DECLARES_CLASS;
        r->d.body = r->i;
    }
    return true;
}

/* A word of the type or the name, or one that takes a group. */
static bool read_name(reader *r) {
    const token *t = &r->stream->tokens[r->i];
    const size_t next = r->i + 1;
    if (takes_group(r->s, t) && mark(r, next) == '(') {
        r->i = skip_group(r->s, r->stream, next);
        return false;
    }
    r->d.name = r->i;
    r->d.is_qualified = r->i > r->d.first && lex_is(r->s, t - 1, "::");
    r->i = mark(r, next) == '<' ? skip_angles(r->s, r->stream, next) : next;
    return false;
}

static bool read_word(reader *r) {
    static const char *const others[] = {"using", "static_assert", "typedef", "friend", NULL};
    static const char *const classes[] = {"class", "struct", "union", "enum", NULL};
    static const char *const inlines[] = {"inline", "__inline__", "__forceinline__", NULL};
    const token *t = &r->stream->tokens[r->i];
    const unsigned bits = qualifier_bits(r->u, r->s, t);
    r->d.qualifiers |= bits;
    if (lex_is(r->s, t, "template")) {
        r->d.is_template = true;
        r->d.first = r->i = skip_angles(r->s, r->stream, r->i + 1);
        return false;
    }
    if (lex_is(r->s, t, "extern"))
        return read_extern(r);
    if (is_one_of(r->s, t, others))
        return read_other(r);
    if (lex_is(r->s, t, "operator")) {
        r->d.name = r->i;
        r->i = skip_operator_name(r->s, r->stream, r->i);
        return false;
    }
    if (lex_is(r->s, t, "namespace")) {
        r->d.kind = DECLARES_NAMESPACE;
        r->opens_scope = true;
    } else if (is_one_of(r->s, t, classes)) {
        r->opens_scope = true;
    } else if (lex_is(r->s, t, "static")) {
        r->d.static_word = r->i;
    } else if (lex_is(r->s, t, "constexpr")) {
        r->d.constexpr_word = r->i;
    } else if (is_one_of(r->s, t, inlines)) {
        r->d.is_inline = true;
    } else if (!bits) {
        return read_name(r);
    }
    r->i++;
    return false;
}

static bool read_parenthesis(reader *r) {
    const char inner = mark(r, r->i + 1);
    if (inner == '*' || inner == '&' || inner == '^' || r->d.name == NO_TOKEN) {
        /* a pointer to a function, or no declaration */
        variable_tail(r->s, r->stream, r->i, &r->d);
        return true;
    }
    r->d.kind = DECLARES_FUNCTION;
    r->d.parameters = r->i;
    r->i = skip_group(r->s, r->stream, r->i);
    r->d.parameters_end = r->i - 1;
    if (!function_tail(r->s, r->stream, r->i, &r->d))
        r->d = declaration_at(r->u, r->s, r->stream, r->i);
    return true;
}

static bool read_punctuation(reader *r, char c) {
    if (c == '(')
        return read_parenthesis(r);
    if (c == '{' && r->opens_scope) {
        if (r->d.kind != DECLARES_NAMESPACE)
            r->d.kind = DECLARES_CLASS;
        r->d.body = r->i;
        return true;
    }
    if ((c == '=' || c == '[' || c == ',') && r->d.kind == DECLARES_NAMESPACE)
        return true;
    if (c == '[' && r->d.name == NO_TOKEN) { /* [[attribute]] */
        r->i = skip_group(r->s, r->stream, r->i);
        return false;
    }
    if (c == '{' || c == '=' || c == '[' || c == ',') {
        variable_tail(r->s, r->stream, r->i, &r->d);
        return true;
    }
    if (c == ';' || c == '}') {
        if (r->d.name != NO_TOKEN && r->d.kind == DECLARES_OTHER)
            r->d.kind = DECLARES_VARIABLE;
        return true;
    }
    if (c == '*' || c == '&')
        r->d.last_star = r->i;
    r->i++;
    return false;
}

declaration declaration_at(const translation_unit *u, const source_text *s,
                           const token_stream *stream, size_t first) {
    reader r = {.u = u,
                .s = s,
                .stream = stream,
                .i = first,
                .d = {.kind = DECLARES_OTHER,
                      .first = first,
                      .name = NO_TOKEN,
                      .parameters = NO_TOKEN,
                      .parameters_end = NO_TOKEN,
                      .body = NO_TOKEN,
                      .extern_word = NO_TOKEN,
                      .static_word = NO_TOKEN,
                      .constexpr_word = NO_TOKEN,
                      .array = NO_TOKEN,
                      .initializer = NO_TOKEN,
                      .last_star = NO_TOKEN}};
    bool done = false;
    r.d.end = first;
    while (!done && stream->tokens[r.i].kind != TOKEN_END) {
        const token *t = &stream->tokens[r.i];
        r.d.end = r.i;
        done =
            t->kind == TOKEN_IDENTIFIER ? read_word(&r) : read_punctuation(&r, punctuation(s, t));
    }
    return r.d;
}
