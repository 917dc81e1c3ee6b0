#include "source.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- tokens ---------------------------------------------------------------------------------- */

struct scan {
    const char *at;
    int line;
    struct source *source;
};

static void step(struct scan *s) {
    s->line += *s->at == '\n';
    s->at += *s->at != '\0';
}

static void skip_comment(struct scan *s) {
    const char *start = s->at;
    const int line = s->line;
    const bool block = *s->at == '/' && s->at[1] == '*';
    step(s);
    if (block)
        step(s);
    while (*s->at && (block ? strncmp(s->at, "*/", 2) != 0 : *s->at != '\n')) {
        if (*s->at == '\\' && s->at[1] == '\n')
            step(s);
        step(s);
    }
    if (block) {
        step(s);
        step(s);
    }
    const char *todo = memmem(start, (size_t)(s->at - start), "TODO", 4);
    if (!todo)
        return;
    int of = line;
    for (const char *c = start; c < todo; c++)
        of += *c == '\n';
    s->source->todos[s->source->todo_count++] = of;
}

static bool at_comment(const struct scan *s) {
    if (s->source->makefile)
        return *s->at == '#';
    return s->at[0] == '/' && (s->at[1] == '/' || s->at[1] == '*');
}

static void skip_quoted(struct scan *s) {
    const char quote = *s->at;
    step(s);
    while (*s->at && *s->at != quote && *s->at != '\n') {
        if (*s->at == '\\')
            step(s);
        step(s);
    }
    if (*s->at == quote)
        step(s);
}

/* R"mark( ... )mark" */
static void skip_raw(struct scan *s) {
    char end[20] = ")";
    const size_t length = strcspn(s->at + 1, "(");
    if (length > 16) {
        skip_quoted(s);
        return;
    }
    snprintf(end + 1, sizeof end - 1, "%.*s\"", (int)length, s->at + 1);
    const char *last = strstr(s->at + 1 + length, end);
    while (*s->at && s->at != last)
        step(s);
    for (size_t i = 0; last && i < strlen(end); i++)
        step(s);
}

static void skip_directive(struct scan *s) {
    while (*s->at && *s->at != '\n') {
        if (at_comment(s)) {
            skip_comment(s);
        } else if (*s->at == '"') {
            skip_quoted(s);
        } else {
            if (*s->at == '\\' && s->at[1] == '\n')
                step(s);
            step(s);
        }
    }
}

static bool in_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static void skip_word(struct scan *s) {
    const char *start = s->at;
    while (in_word(*s->at))
        step(s);
    if (*s->at == '"' && s->at > start && s->at[-1] == 'R')
        skip_raw(s);
}

/* Cuts the text of a source, which has room for a token and a TODO for each of its bytes. */
static void cut(struct source *source) {
    struct scan s = {source->text, 1, source};
    bool first = true; /* of its line */
    while (*s.at) {
        if (isspace((unsigned char)*s.at)) {
            first |= *s.at == '\n';
            step(&s);
            continue;
        }
        if (at_comment(&s)) {
            skip_comment(&s);
            continue;
        }
        struct token token = {s.at, 0, s.line, first && *s.at == '#'};
        first = false;
        if (token.directive)
            skip_directive(&s);
        else if (*s.at == '"' || *s.at == '\'')
            skip_quoted(&s);
        else if (in_word(*s.at))
            skip_word(&s);
        else
            step(&s);
        token.length = (size_t)(s.at - token.text);
        source->tokens[source->count++] = token;
    }
}

bool source_is(const struct token *token, const char *text) {
    return token->length == strlen(text) && memcmp(token->text, text, token->length) == 0;
}

const char *source_visible(const char *at, const char *end) {
    while (at < end) {
        if (isspace((unsigned char)*at) || (*at == '\\' && at + 1 < end && at[1] == '\n')) {
            at++;
        } else if (*at == '/' && at + 1 < end && (at[1] == '/' || at[1] == '*')) {
            const char *close = at[1] == '/' ? memchr(at, '\n', (size_t)(end - at))
                                             : memmem(at + 2, (size_t)(end - at) - 2, "*/", 2);
            at = !close ? end : at[1] == '/' ? close : close + 2;
        } else {
            return at;
        }
    }
    return end;
}

bool source_same(const struct token *a, const struct token *b) {
    if (!a->directive || !b->directive)
        return a->directive == b->directive && a->length == b->length &&
               memcmp(a->text, b->text, a->length) == 0;
    const char *i = a->text, *k = b->text, *i_end = i + a->length, *k_end = k + b->length;
    for (;; i++, k++) {
        i = source_visible(i, i_end);
        k = source_visible(k, k_end);
        if (i == i_end || k == k_end)
            return i == i_end && k == k_end;
        if (*i != *k)
            return false;
    }
}

bool source_is_makefile(const char *name) {
    return strcasecmp(name, "makefile") == 0 || strcasecmp(name, "gnumakefile") == 0;
}

bool source_read(struct source *source, const char *path, const char *name, size_t size) {
    FILE *file = fopen(path, "rb");
    *source = (struct source){.name = strdup(name),
                              .text = calloc(size + 1, 1),
                              .makefile = source_is_makefile(name),
                              .tokens = calloc(size + 1, sizeof *source->tokens),
                              .todos = calloc(size + 1, sizeof *source->todos)};
    const bool is_read = file && source->name && source->text && source->tokens && source->todos &&
                         fread(source->text, 1, size, file) == size;
    if (file)
        fclose(file);
    if (!is_read)
        return false;
    for (size_t i = 0; i < size; i++)
        if (!source->text[i])
            source->text[i] = ' ';
    cut(source);
    return true;
}

/* ---- what is outside all functions ------------------------------------------------------------
 */

size_t source_behind(const struct source *source, size_t open) {
    const bool braces = source_is(&source->tokens[open], "{");
    int depth = 0;
    for (size_t i = open; i < source->count; i++) {
        if (source_is(&source->tokens[i], braces ? "{" : "("))
            depth++;
        else if (source_is(&source->tokens[i], braces ? "}" : ")") && --depth == 0)
            return i + 1;
    }
    return source->count;
}

/* Is the brace behind these tokens that of extern "C" or of a namespace? */
static bool opens_scope(const struct source *source, size_t first, size_t end) {
    if (end > first && source_is(&source->tokens[first], "extern"))
        return end == first + 2;
    for (size_t i = first; i < end; i++)
        if (source_is(&source->tokens[i], "namespace"))
            return true;
    return false;
}

bool source_next_block(const struct source *source, size_t *at, struct source_block *block) {
    if (*at == 0)
        block->conditions = 0;
    for (size_t i = *at, start = *at; i < source->count;) {
        const struct token *token = &source->tokens[i];
        if (token->directive) {
            const char *word = source_visible(token->text + 1, token->text + token->length);
            block->conditions += strncmp(word, "if", 2) == 0      ? 1
                                 : strncmp(word, "endif", 5) == 0 ? -1
                                                                  : 0;
            start = ++i;
        } else if (source_is(token, ";") || source_is(token, "}")) {
            start = ++i;
        } else if (!source_is(token, "{")) {
            i++;
        } else if (opens_scope(source, start, i)) {
            start = ++i;
        } else {
            block->source = source;
            block->first = start;
            block->brace = i;
            block->end = *at = source_behind(source, i);
            return true;
        }
    }
    return false;
}

bool source_defines(const struct source_block *block, const char *name) {
    int depth = 0;
    for (size_t i = block->first; i < block->brace; i++) {
        const struct token *token = &block->source->tokens[i];
        if (source_is(token, "("))
            depth++;
        else if (source_is(token, ")"))
            depth--;
        else if (depth == 0 && source_is(token, "="))
            return false;
        else if (depth == 0 && i + 1 < block->brace && source_is(token, name) &&
                 (source_is(token + 1, "(") || source_is(token + 1, "<")))
            return true;
    }
    return false;
}
