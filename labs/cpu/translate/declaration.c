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

declaration declaration_at(const translation_unit *u, const source_text *s,
                           const token_stream *stream, size_t first) {
    declaration d = {.kind = DECLARES_OTHER,
                     .first = first,
                     .name = NO_TOKEN,
                     .parameters = NO_TOKEN,
                     .parameters_end = NO_TOKEN,
                     .body = NO_TOKEN,
                     .end = first,
                     .extern_word = NO_TOKEN,
                     .static_word = NO_TOKEN,
                     .constexpr_word = NO_TOKEN,
                     .array = NO_TOKEN,
                     .initializer = NO_TOKEN,
                     .last_star = NO_TOKEN};
    bool class_word = false;
    const token *tokens = stream->tokens;
    for (size_t i = first; tokens[i].kind != TOKEN_END;) {
        const token *t = &tokens[i];
        char c = punctuation(s, t);
        d.end = i;
        if (t->kind == TOKEN_IDENTIFIER) {
            unsigned bits = qualifier_bits(u, s, t);
            d.qualifiers |= bits;
            if (lex_is(s, t, "template")) {
                d.is_template = true;
                i = skip_angles(s, stream, i + 1);
                d.first = i;
                continue;
            } else if (lex_is(s, t, "namespace")) {
                d.kind = DECLARES_NAMESPACE;
                class_word = true;
            } else if (lex_is(s, t, "extern")) {
                d.extern_word = i;
                if (tokens[i + 1].kind == TOKEN_STRING) {
                    d.extern_c = true;
                    i++;
                    if (punctuation(s, &tokens[i + 1]) == '{') {
                        d.kind = DECLARES_NAMESPACE;
                        d.body = d.end = i + 1;
                        return d;
                    }
                }
            } else if (lex_is(s, t, "using") || lex_is(s, t, "static_assert") ||
                       lex_is(s, t, "typedef") || lex_is(s, t, "friend")) {
                while (tokens[i].kind != TOKEN_END && punctuation(s, &tokens[i]) != ';' &&
                       punctuation(s, &tokens[i]) != '{' && punctuation(s, &tokens[i]) != '}')
                    i++;
                d.end = i;
                if (punctuation(s, &tokens[i]) == '{') { /* typedef struct {...} */
                    d.kind = DECLARES_CLASS;
                    d.body = i;
                }
                return d;
            } else if (lex_is(s, t, "class") || lex_is(s, t, "struct") || lex_is(s, t, "union") ||
                       lex_is(s, t, "enum")) {
                class_word = true;
            } else if (lex_is(s, t, "static")) {
                d.static_word = i;
            } else if (lex_is(s, t, "constexpr")) {
                d.constexpr_word = i;
            } else if (lex_is(s, t, "inline") || lex_is(s, t, "__inline__") ||
                       lex_is(s, t, "__forceinline__")) {
                d.is_inline = true;
            } else if (lex_is(s, t, "operator")) {
                d.name = i;
                i = skip_operator_name(s, stream, i);
                continue;
            } else if (!bits) {
                size_t next = i + 1;
                if (takes_group(s, t) && punctuation(s, &tokens[next]) == '(') {
                    i = skip_group(s, stream, next);
                    continue;
                }
                d.name = i;
                d.is_qualified = i > first && lex_is(s, &tokens[i - 1], "::");
                if (punctuation(s, &tokens[next]) == '<') {
                    i = skip_angles(s, stream, next);
                    if (i != next)
                        continue;
                }
            }
        } else if (c == '(') {
            char inner = punctuation(s, &tokens[i + 1]);
            bool pointer = inner == '*' || inner == '&' || inner == '^';
            if (pointer || d.name == NO_TOKEN) {
                variable_tail(s, stream, i, &d); /* a pointer to a function, or no declaration */
                return d;
            }
            d.kind = DECLARES_FUNCTION;
            d.parameters = i;
            i = skip_group(s, stream, i);
            d.parameters_end = i - 1;
            if (!function_tail(s, stream, i, &d)) {
                declaration rest = declaration_at(u, s, stream, i);
                return rest;
            }
            return d;
        } else if (c == '{') {
            if (d.kind == DECLARES_NAMESPACE || class_word) {
                d.kind = d.kind == DECLARES_NAMESPACE ? d.kind : DECLARES_CLASS;
                d.body = d.end = i;
                return d;
            }
            variable_tail(s, stream, i, &d);
            return d;
        } else if (c == '=' || c == '[' || c == ',') {
            if (d.kind == DECLARES_NAMESPACE)
                return d;
            if (!(c == '[' && d.name == NO_TOKEN)) { /* [[attribute]] otherwise */
                variable_tail(s, stream, i, &d);
                return d;
            }
            i = skip_group(s, stream, i);
            continue;
        } else if (c == '*' || c == '&') {
            d.last_star = i;
        } else if (c == ';' || c == '}') {
            if (d.name != NO_TOKEN && d.kind == DECLARES_OTHER)
                d.kind = DECLARES_VARIABLE;
            return d;
        }
        i++;
    }
    return d;
}
