#include "lex.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

typedef struct lexer {
    source_text *s;
    const char *p, *end; /* the next byte, and the end of the text */
    size_t capacity;     /* of s->stream */
} lexer;

static bool is_identifier_start(char c) {
    return isalpha((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static bool is_identifier(char c) {
    return is_identifier_start(c) || isdigit((unsigned char)c);
}

/* Length of a backslash-newline at p, else 0. */
static size_t splice(const char *p, const char *end) {
    if (p < end && *p == '\\') {
        if (p + 1 < end && p[1] == '\n')
            return 2;
        if (p + 2 < end && p[1] == '\r' && p[2] == '\n')
            return 3;
    }
    return 0;
}

static const char *skip_block_comment(const char *p, const char *end) {
    for (p += 2; p < end; p++)
        if (p[0] == '*' && p + 1 < end && p[1] == '/')
            return p + 2;
    return end;
}

/* The end of the logical line that p is in: its newline, or the end of the text. */
static const char *line_end(const char *p, const char *end) {
    while (p < end && *p != '\n') {
        size_t n = splice(p, end);
        p += n ? n : 1;
    }
    return p;
}

/* Skips blanks, comments and line splices; with `newlines`, newlines too. */
static const char *skip_blank(const char *p, const char *end, bool newlines) {
    while (p < end) {
        size_t n = splice(p, end);
        if (n) {
            p += n;
        } else if (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\f' || *p == '\v' ||
                   (newlines && *p == '\n')) {
            p++;
        } else if (*p == '/' && p + 1 < end && p[1] == '/') {
            p = line_end(p, end);
        } else if (*p == '/' && p + 1 < end && p[1] == '*') {
            p = skip_block_comment(p, end);
        } else {
            break;
        }
    }
    return p;
}

static const char *skip_raw_string(const char *quote, const char *end) {
    const char *open = quote + 1;
    while (open < end && *open != '(' && *open != '\n' && open - quote < 18)
        open++;
    if (open == end || *open != '(')
        return quote + 1;
    size_t delimiter = (size_t)(open - quote) - 1;
    for (const char *p = open + 1; p + delimiter + 1 < end; p++)
        if (*p == ')' && memcmp(p + 1, quote + 1, delimiter) == 0 && p[1 + delimiter] == '"')
            return p + delimiter + 2;
    return end;
}

static const char *skip_quoted(const char *p, const char *end) {
    char quote = *p++;
    while (p < end && *p != quote && *p != '\n') {
        size_t n = splice(p, end);
        p += n ? n : (*p == '\\' && p + 1 < end) ? 2 : 1;
    }
    return p < end && *p == quote ? p + 1 : p;
}

static const char *skip_number(const char *p, const char *end) {
    while (p < end) {
        if (strchr("eEpP", *p) && *p && p + 1 < end && (p[1] == '+' || p[1] == '-'))
            p += 2;
        else if (is_identifier(*p) || *p == '.' ||
                 (*p == '\'' && p + 1 < end && is_identifier(p[1])))
            p++;
        else
            break;
    }
    return p;
}

/* One token at *p, which is no blank. */
static token next_token(const lexer *l, const char *p) {
    const char *end = l->end, *q = p + 1;
    token_kind kind = TOKEN_PUNCTUATION;
    if (is_identifier_start(*p)) {
        while (q < end && is_identifier(*q))
            q++;
        kind = TOKEN_IDENTIFIER;
        size_t n = (size_t)(q - p);
        bool prefix = n <= 3 && strspn(p, "uUL8R") >= n;
        if (prefix && q < end && *q == '"') {
            kind = TOKEN_STRING;
            q = q[-1] == 'R' ? skip_raw_string(q, end) : skip_quoted(q, end);
        } else if (prefix && q < end && *q == '\'' && q[-1] != 'R') {
            kind = TOKEN_CHARACTER;
            q = skip_quoted(q, end);
        }
    } else if (isdigit((unsigned char)*p) || (*p == '.' && q < end && isdigit((unsigned char)*q))) {
        kind = TOKEN_NUMBER;
        q = skip_number(p, end);
    } else if (*p == '"' || *p == '\'') {
        kind = *p == '"' ? TOKEN_STRING : TOKEN_CHARACTER;
        q = skip_quoted(p, end);
    } else if (q < end &&
               ((*p == ':' && *q == ':') || (*p == '-' && *q == '>') || (*p == '#' && *q == '#'))) {
        q++;
    }
    return (token){.kind = kind,
                   .begin = (size_t)(p - l->s->text),
                   .end = (size_t)(q - l->s->text),
                   .definition = 0};
}

static void push(token_stream *stream, size_t *capacity, token t) {
    if (stream->count == *capacity) {
        *capacity = *capacity ? *capacity * 2 : 64;
        stream->tokens = checked_realloc(stream->tokens, *capacity * sizeof(token));
    }
    stream->tokens[stream->count++] = t;
}

static void mark(lexer *l, token_kind kind, const char *begin, const char *end, size_t definition) {
    push(&l->s->stream, &l->capacity,
         (token){kind, (size_t)(begin - l->s->text), (size_t)(end - l->s->text), definition});
}

/* `#define NAME...`: p stands before the name, line_end after the body. */
static void lex_definition(lexer *l, const char *p, const char *stop) {
    const char *name = skip_blank(p, stop, false), *q = name;
    while (q < stop && is_identifier(*q))
        q++;
    const char *name_end = q;
    if (q < stop && *q == '(') /* the parameters hold nothing to translate */
        while (q < stop && *q++ != ')')
            ;
    token_stream body = {NULL, 0};
    size_t capacity = 0;
    lexer inner = {l->s, q, stop, 0};
    while ((q = skip_blank(q, stop, true)) < stop) {
        token t = next_token(&inner, q);
        push(&body, &capacity, t);
        q = l->s->text + t.end;
    }
    size_t at = (size_t)(stop - l->s->text);
    push(&body, &capacity, (token){TOKEN_END, at, at, 0});
    source_text *s = l->s;
    s->definitions =
        checked_realloc(s->definitions, (s->definition_count + 1) * sizeof(token_stream));
    s->definitions[s->definition_count++] = body;
    mark(l, TOKEN_DEFINE, name, name_end, s->definition_count - 1);
}

static void lex_include(lexer *l, const char *p, const char *stop) {
    p = skip_blank(p, stop, false);
    if (p < stop && *p != '"' && *p != '<') { /* the macro's name, or its call */
        const char *end = p;
        while (end < stop && is_identifier(*end))
            end++;
        if (end > p && skip_blank(end, stop, false) < stop) {
            for (end = stop; isspace((unsigned char)end[-1]);)
                end--;
        }
        if (end > p)
            mark(l, TOKEN_INCLUDE, p, end, 0);
        return;
    }
    if (p == stop)
        return;
    const char *close = memchr(p + 1, *p == '<' ? '>' : '"', (size_t)(stop - p) - 1);
    if (close)
        mark(l, TOKEN_INCLUDE, p, close + 1, 0);
}

/* The name of the directive whose # is at p, and its end. */
static size_t directive_name(const char *p, const char *stop, const char **name) {
    const char *q = *name = skip_blank(p + 1, stop, false);
    while (q < stop && is_identifier(*q))
        q++;
    return (size_t)(q - *name);
}

static bool named(const char *name, size_t length, const char *word) {
    return strlen(word) == length && memcmp(name, word, length) == 0;
}

/* After `#if 0`: the line of the #else, #elif or #endif that ends the dead text. */
static const char *skip_dead_text(const char *p, const char *end) {
    int depth = 0;
    while (p < end) {
        const char *q = p;
        while (q < end && (*q == ' ' || *q == '\t'))
            q++;
        const char *stop = line_end(p, end), *name;
        if (q < end && *q == '#') {
            size_t n = directive_name(q, stop, &name);
            if (n >= 2 && memcmp(name, "if", 2) == 0)
                depth++;
            else if (depth == 0 && (named(name, n, "else") || named(name, n, "elif")))
                return p;
            else if (named(name, n, "endif") && depth-- == 0)
                return p;
        }
        p = stop < end ? stop + 1 : end;
    }
    return end;
}

/* The directive whose # is at p; returns where the text goes on. */
static const char *lex_directive(lexer *l, const char *p) {
    /* A block comment that begins on this line may end on a later one: the line goes on after
     * it. */
    const char *stop = p, *name;
    while (stop < l->end && *stop != '\n') {
        size_t n = splice(stop, l->end);
        if (*stop == '/' && stop + 1 < l->end && stop[1] == '*')
            stop = skip_block_comment(stop, l->end);
        else if (*stop == '/' && stop + 1 < l->end && stop[1] == '/')
            stop = line_end(stop, l->end);
        else if (*stop == '"')
            stop = skip_quoted(stop, l->end);
        else
            stop += n ? n : 1;
    }
    size_t n = directive_name(p, stop, &name);
    const char *rest = name + n;
    if (named(name, n, "define")) {
        lex_definition(l, rest, stop);
    } else if (named(name, n, "include")) {
        lex_include(l, rest, stop);
    } else if (n >= 2 && memcmp(name, "if", 2) == 0) {
        mark(l, TOKEN_IF, p, p + 1, 0);
        const char *condition = skip_blank(rest, stop, false);
        if (named(name, n, "if") && condition < stop && *condition == '0' &&
            skip_blank(condition + 1, stop, false) == stop)
            return skip_dead_text(stop < l->end ? stop + 1 : l->end, l->end);
    } else if (named(name, n, "else") || (n >= 4 && memcmp(name, "elif", 4) == 0)) {
        mark(l, TOKEN_ELSE, p, p + 1, 0);
    } else if (named(name, n, "endif")) {
        mark(l, TOKEN_ENDIF, p, p + 1, 0);
    }
    return stop;
}

static void find_lines(source_text *s) {
    size_t capacity = 256;
    s->line_begin = checked_realloc(NULL, capacity * sizeof(size_t));
    s->line_begin[0] = 0;
    s->lines = 1;
    for (size_t i = 0; i < s->size; i++) {
        if (s->text[i] != '\n')
            continue;
        if (s->lines == capacity) {
            capacity *= 2;
            s->line_begin = checked_realloc(s->line_begin, capacity * sizeof(size_t));
        }
        s->line_begin[s->lines++] = i + 1;
    }
}

void lex_source(source_text *s, const char *text, size_t size) {
    *s = (source_text){.text = text, .size = size};
    find_lines(s);
    lexer l = {s, text, text + size, 0};
    bool line_start = true;
    while (l.p < l.end) {
        const char *q = skip_blank(l.p, l.end, true);
        line_start |= memchr(l.p, '\n', (size_t)(q - l.p)) != NULL;
        if (q == l.end)
            break;
        if (*q == '#' && line_start) {
            l.p = lex_directive(&l, q);
            continue;
        }
        token t = next_token(&l, q);
        push(&s->stream, &l.capacity, t);
        l.p = text + t.end;
        line_start = false;
    }
    mark(&l, TOKEN_END, l.end, l.end, 0);
}

size_t lex_line(const source_text *s, size_t offset) {
    size_t low = 0, high = s->lines;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (s->line_begin[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low + 1;
}

size_t lex_column(const source_text *s, size_t offset) {
    return offset - s->line_begin[lex_line(s, offset) - 1] + 1;
}

bool lex_is(const source_text *s, const token *t, const char *word) {
    size_t n = t->end - t->begin;
    return t->kind <= TOKEN_PUNCTUATION && strlen(word) == n &&
           memcmp(s->text + t->begin, word, n) == 0;
}
