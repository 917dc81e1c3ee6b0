/* begun SKELETON SUBMISSION NAME...: is what a test judges still as it was handed out?
 *
 * Each NAME is a function of the skeleton's, or a file of it. A line each: NAME, a tab, a word, a
 * tab, a place. The words:
 *   same     as handed out; the place is that of the TODO in the submission ("step1.cu:12 TODO"),
 * or of the function where the comment is gone ("step1.cu:10") given    the same, of what the
 * skeleton gives whole: it has no TODO begun    changed, or not there, or nobody can tell unknown
 * the skeleton has no such thing Comments and white space do not count. "same" needs every
 * definition of that name, in all files of the submission, to be the skeleton's, in its file, under
 * as many #if, and no #define of the submission's own for a word of it. Exit status: 0, 2 wrong
 * usage, 3 a file cannot be read. */
#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What is larger is begun. */
enum { MOST_FILES = 500, MOST_BYTES = 4 << 20, MOST_DEPTH = 8 };

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

struct folder {
    struct source files[MOST_FILES];
    size_t count, bytes;
    bool whole; /* all its files are here */
};

static void *allocate(size_t count, size_t size) {
    void *memory = calloc(count + 1, size);
    if (!memory) {
        fprintf(stderr, "begun: no memory\n");
        exit(3);
    }
    return memory;
}

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

static bool is(const struct token *token, const char *text) {
    return token->length == strlen(text) && memcmp(token->text, text, token->length) == 0;
}

/* The first letter of a directive, from `at` on, that is neither white space nor in a comment; or
 * end. */
static const char *visible(const char *at, const char *end) {
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

static bool same_token(const struct token *a, const struct token *b) {
    if (!a->directive || !b->directive)
        return a->directive == b->directive && a->length == b->length &&
               memcmp(a->text, b->text, a->length) == 0;
    const char *i = a->text, *k = b->text, *i_end = i + a->length, *k_end = k + b->length;
    for (;; i++, k++) {
        i = visible(i, i_end);
        k = visible(k, k_end);
        if (i == i_end || k == k_end)
            return i == i_end && k == k_end;
        if (*i != *k)
            return false;
    }
}

/* ---- folders --------------------------------------------------------------------------------- */

static bool is_makefile(const char *name) {
    return strcasecmp(name, "makefile") == 0 || strcasecmp(name, "gnumakefile") == 0;
}

static bool is_source(const char *name) {
    const char *suffix = strrchr(name, '.');
    return is_makefile(name) || (suffix && suffix[1] && strchr("chit", suffix[1]));
}

static void read_file(struct folder *folder, const char *path, const char *name, size_t size) {
    struct source *source = &folder->files[folder->count];
    FILE *file = fopen(path, "rb");
    source->text = allocate(size, 1);
    if (!file || fread(source->text, 1, size, file) != size) {
        fprintf(stderr, "begun: cannot read %s\n", path);
        exit(3);
    }
    fclose(file);
    for (size_t i = 0; i < size; i++)
        if (!source->text[i])
            source->text[i] = ' ';
    source->name = strdup(name);
    source->makefile = is_makefile(name);
    source->tokens = allocate(size, sizeof *source->tokens);
    source->todos = allocate(size / 2, sizeof *source->todos);
    cut(source);
    folder->count++;
    folder->bytes += size;
}

/* Reads the sources in ROOT/BELOW and in its folders. */
static void read_folder(struct folder *folder, const char *root, const char *below, int depth) {
    char path[4096], name[2048];
    struct dirent *entry;
    struct stat info;
    snprintf(path, sizeof path, "%s/%s", root, below);
    DIR *list = opendir(path);
    if (!list) {
        fprintf(stderr, "begun: cannot read %s\n", path);
        exit(3);
    }
    while ((entry = readdir(list))) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        const int length =
            snprintf(name, sizeof name, "%s%s%s", below, *below ? "/" : "", entry->d_name);
        snprintf(path, sizeof path, "%s/%s", root, name);
        if ((size_t)length >= sizeof name || lstat(path, &info) != 0) {
            folder->whole = false;
        } else if (S_ISDIR(info.st_mode)) {
            if (strcmp(entry->d_name, "build") == 0)
                continue;
            if (depth == MOST_DEPTH)
                folder->whole = false;
            else
                read_folder(folder, root, name, depth + 1);
        } else if (S_ISREG(info.st_mode) && is_source(entry->d_name)) {
            if (folder->count == MOST_FILES || folder->bytes + (size_t)info.st_size > MOST_BYTES)
                folder->whole = false;
            else
                read_file(folder, path, name, (size_t)info.st_size);
        }
    }
    closedir(list);
}

static const struct source *find_file(const struct folder *folder, const char *name) {
    for (size_t i = 0; i < folder->count; i++)
        if (strcmp(folder->files[i].name, name) == 0)
            return &folder->files[i];
    return NULL;
}

/* ---- definitions ----------------------------------------------------------------------------- */

/* A part of a source: the tokens from first up to end. */
struct part {
    const struct source *source;
    size_t first, end;
    int depth; /* how many #if it is under */
};

enum { MOST_PARTS = 16 };
struct parts {
    struct part list[MOST_PARTS];
    size_t count; /* may be more than are in the list */
};

/* Behind the brace that closes the one at `open`, or the end of the file. */
static size_t behind_braces(const struct source *source, size_t open) {
    int depth = 0;
    for (size_t i = open; i < source->count; i++) {
        if (is(&source->tokens[i], "{"))
            depth++;
        else if (is(&source->tokens[i], "}") && --depth == 0)
            return i + 1;
    }
    return source->count;
}

/* Is NAME(...) or NAME<...>(...) in these tokens, outside parentheses? */
static bool defines(const struct source *source, size_t first, size_t end, const char *name) {
    int depth = 0;
    for (size_t i = first; i + 1 < end; i++) {
        const struct token *token = &source->tokens[i];
        if (is(token, "("))
            depth++;
        else if (is(token, ")"))
            depth--;
        else if (depth == 0 && is(token, "="))
            return false;
        else if (depth == 0 && is(token, name) && (is(token + 1, "(") || is(token + 1, "<")))
            return true;
    }
    return false;
}

/* Is the brace behind these tokens that of extern "C" or of a namespace? */
static bool opens_scope(const struct source *source, size_t first, size_t end) {
    if (end > first && is(&source->tokens[first], "extern"))
        return end == first + 2;
    for (size_t i = first; i < end; i++)
        if (is(&source->tokens[i], "namespace"))
            return true;
    return false;
}

/* Adds the definitions of the function NAME in a source to parts. */
static void find_definitions(const struct source *source, const char *name, struct parts *parts) {
    int conditions = 0;
    for (size_t i = 0, start = 0; i < source->count;) {
        const struct token *token = &source->tokens[i];
        if (token->directive) {
            const char *word = visible(token->text + 1, token->text + token->length);
            conditions += strncmp(word, "if", 2) == 0 ? 1 : strncmp(word, "endif", 5) == 0 ? -1 : 0;
            start = ++i;
        } else if (is(token, ";") || is(token, "}")) {
            start = ++i;
        } else if (!is(token, "{")) {
            i++;
        } else if (opens_scope(source, start, i)) {
            start = ++i;
        } else {
            const size_t end = behind_braces(source, i);
            if (defines(source, start, i, name)) {
                if (parts->count < MOST_PARTS)
                    parts->list[parts->count] = (struct part){source, start, end, conditions};
                parts->count++;
            }
            start = i = end;
        }
    }
}

static void find_parts(const struct folder *folder, const char *name, struct parts *parts) {
    const struct source *file = find_file(folder, name);
    if (file) {
        parts->list[parts->count++] = (struct part){file, 0, file->count, 0};
        return;
    }
    for (size_t i = 0; i < folder->count; i++)
        find_definitions(&folder->files[i], name, parts);
}

/* ---- the answer ------------------------------------------------------------------------------ */

static bool same_part(const struct part *a, const struct part *b) {
    if (a->end - a->first != b->end - b->first || a->depth != b->depth ||
        strcmp(a->source->name, b->source->name) != 0)
        return false;
    for (size_t i = 0; i < a->end - a->first; i++)
        if (!same_token(&a->source->tokens[a->first + i], &b->source->tokens[b->first + i]))
            return false;
    return true;
}

static bool has_directive(const struct folder *folder, const struct token *directive) {
    for (size_t i = 0; i < folder->count; i++)
        for (size_t k = 0; k < folder->files[i].count; k++)
            if (folder->files[i].tokens[k].directive &&
                same_token(&folder->files[i].tokens[k], directive))
                return true;
    return false;
}

/* Does the submission give a word of the part another meaning? */
static bool is_redefined(const struct folder *skeleton, const struct folder *submission,
                         const struct part *part) {
    enum { MOST_LOOKED_AT = 2000 };
    int looked_at = 0;
    for (size_t f = 0; f < submission->count; f++)
        for (size_t k = 0; k < submission->files[f].count; k++) {
            const struct token *token = &submission->files[f].tokens[k];
            const char *end = token->text + token->length;
            const char *word = token->directive ? visible(token->text + 1, end) : end;
            if (end - word < 6 || memcmp(word, "define", 6) != 0)
                continue;
            word = visible(word + 6, end);
            size_t length = 0;
            while (in_word(word[length]))
                length++;
            const struct token name = {word, length, 0, false};
            bool used = false;
            for (size_t i = part->first; i < part->end && !used; i++)
                used = same_token(&part->source->tokens[i], &name);
            if (++looked_at > MOST_LOOKED_AT || (used && !has_directive(skeleton, token)))
                return true;
        }
    return false;
}

/* The line of the first TODO of a part, or 0. */
static int todo_of(const struct part *part) {
    if (part->first == part->end)
        return 0;
    const int first = part->source->tokens[part->first].line;
    const int last = part->source->tokens[part->end - 1].line;
    const bool whole = part->first == 0 && part->end == part->source->count;
    for (size_t i = 0; i < part->source->todo_count; i++)
        if (whole || (part->source->todos[i] >= first && part->source->todos[i] <= last))
            return part->source->todos[i];
    return 0;
}

static bool is_as_handed_out(const struct folder *skeleton, const struct folder *submission,
                             const struct parts *given, const struct parts *own) {
    if (!submission->whole || given->count != own->count || given->count > MOST_PARTS)
        return false;
    for (size_t i = 0; i < given->count; i++)
        if (!same_part(&given->list[i], &own->list[i]) ||
            is_redefined(skeleton, submission, &given->list[i]))
            return false;
    return true;
}

int main(int argc, char **argv) {
    static struct folder skeleton = {.whole = true}, submission = {.whole = true};
    if (argc < 3) {
        fprintf(stderr, "usage: begun SKELETON SUBMISSION NAME...\n");
        return 2;
    }
    read_folder(&skeleton, argv[1], "", 0);
    read_folder(&submission, argv[2], "", 0);
    for (int i = 3; i < argc; i++) {
        struct parts given = {.count = 0}, own = {.count = 0};
        find_parts(&skeleton, argv[i], &given);
        if (!given.count) {
            printf("%s\tunknown\t\n", argv[i]);
            continue;
        }
        find_parts(&submission, argv[i], &own);
        if (!is_as_handed_out(&skeleton, &submission, &given, &own)) {
            printf("%s\tbegun\t\n", argv[i]);
            continue;
        }
        /* What the skeleton gives whole nobody has to begin: it is told, and has no TODO. */
        const int todo = todo_of(&own.list[0]);
        printf("%s\t%s\t%s:%d%s\n", argv[i], todo_of(&given.list[0]) ? "same" : "given",
               own.list[0].source->name,
               todo ? todo : own.list[0].source->tokens[own.list[0].first].line,
               todo ? " TODO" : "");
    }
    return fflush(stdout) || ferror(stdout) ? 3 : 0;
}
