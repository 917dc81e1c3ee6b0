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
#include "source.h"

#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What is larger is begun. */
enum { MOST_FILES = 500, MOST_BYTES = 4 << 20, MOST_DEPTH = 8 };

struct folder {
    struct source files[MOST_FILES];
    size_t count, bytes;
    bool whole; /* all its files are here */
};

/* ---- folders --------------------------------------------------------------------------------- */

static bool is_source(const char *name) {
    const char *suffix = strrchr(name, '.');
    return source_is_makefile(name) || (suffix && suffix[1] && strchr("chit", suffix[1]));
}

static void read_file(struct folder *folder, const char *path, const char *name, size_t size) {
    if (!source_read(&folder->files[folder->count], path, name, size)) {
        fprintf(stderr, "begun: cannot read %s, or there is no memory for it\n", path);
        exit(3);
    }
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

/* Adds the definitions of the function NAME in a source to parts. */
static void find_definitions(const struct source *source, const char *name, struct parts *parts) {
    struct source_block block;
    for (size_t at = 0; source_next_block(source, &at, &block);)
        if (source_defines(&block, name)) {
            if (parts->count < MOST_PARTS)
                parts->list[parts->count] =
                    (struct part){source, block.first, block.end, block.conditions};
            parts->count++;
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
        if (!source_same(&a->source->tokens[a->first + i], &b->source->tokens[b->first + i]))
            return false;
    return true;
}

static bool has_directive(const struct folder *folder, const struct token *directive) {
    for (size_t i = 0; i < folder->count; i++)
        for (size_t k = 0; k < folder->files[i].count; k++)
            if (folder->files[i].tokens[k].directive &&
                source_same(&folder->files[i].tokens[k], directive))
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
            const char *word = token->directive ? source_visible(token->text + 1, end) : end;
            if (end - word < 6 || memcmp(word, "define", 6) != 0)
                continue;
            word = source_visible(word + 6, end);
            size_t length = 0;
            while (word[length] == '_' || isalnum((unsigned char)word[length]))
                length++;
            const struct token name = {word, length, 0, false};
            bool used = false;
            for (size_t i = part->first; i < part->end && !used; i++)
                used = source_same(&part->source->tokens[i], &name);
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
